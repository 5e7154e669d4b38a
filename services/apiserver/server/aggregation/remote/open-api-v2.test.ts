import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { createSlots } from '@pilothouse/runtime/event-loop/slots.js';
import type { Backend } from '../../../proxy/backend.js';
import { connectionTo } from './connection.js';
import { extensionServer, type ExtensionServer } from './extension-server.test.helper.js';
import { openApiV2, type KeptDocument, type OpenApiV2 } from './open-api-v2.js';

const GROUP = 'things.example.com';
const MINUTE = 60_000;

function documentOf(title: string): string {
  return JSON.stringify({ paths: { [`/apis/${GROUP}/v1/`]: { get: { description: title } }, '/apis/': {} } });
}

describe('the OpenAPI v2 document of an extension API server', () => {
  let server: ExtensionServer;
  let connection: Backend;
  let end: AbortController;
  let asked: IncomingHttpHeaders[];
  let changes: string[];
  let errors: string[];
  /** Milliseconds before each following download. */
  let waits: number[];
  let runNext: () => void;
  let isAvailable: boolean;
  let settled: () => void;

  before(async () => {
    server = await extensionServer(GROUP, 'server.default.svc');
  });
  after(() => server.close());
  beforeEach(() => {
    end = new AbortController();
    [asked, changes, errors, waits, isAvailable] = [[], [], [], [], true];
    const service = { namespace: 'default', name: 'server' };
    const spec = { caBundle: server.caBundle, service, groupPriorityMinimum: 1, versionPriority: 1 };
    connection = connectionTo(spec, () => server.client);
  });
  afterEach(() => {
    end.abort();
    connection.close();
  });

  function follow(former?: KeptDocument): OpenApiV2 {
    return openApiV2({
      group: GROUP,
      version: 'v1',
      route: () => (isAvailable ? { connection, address: { host: '127.0.0.1', port: server.port } } : undefined),
      former,
      slots: createSlots(1),
      maybeYield: () => undefined,
      later(run, milliseconds) {
        waits.push(milliseconds);
        runNext = run;
        settled();
        return setTimeout(() => undefined, 0).unref();
      },
      onRead: (change) => void changes.push(change),
      onError: (error) => void errors.push((error as Error).message),
      signal: end.signal,
    });
  }

  /** Begins a download, and waits until the next one is planned. */
  async function download(begin: () => void): Promise<void> {
    const done = new Promise<void>((resolve) => {
      settled = resolve;
    });
    begin();
    await done;
  }

  function respond(answer: (response: ServerResponse, headers: IncomingHttpHeaders) => void): void {
    server.openApiV2 = (request, response) => {
      asked.push(request.headers);
      answer(response, request.headers);
    };
  }

  function titleIn(document: KeptDocument | undefined): unknown {
    const [path] = document?.part.paths.values() ?? [];
    return path && parseJson(path.json).value;
  }
  const titled = (description: string) => ({ get: { description } });
  const isTitled = (openApi: OpenApiV2, title: string) =>
    assert.deepEqual(JSON.parse(JSON.stringify(titleIn(openApi.current()))), titled(title));

  it('is downloaded every minute by the aggregator, with its entity tag', async () => {
    let tag = '"1"';
    respond((response, headers) => {
      if (headers['if-none-match'] === tag) response.writeHead(304).end();
      else response.writeHead(200, { etag: tag }).end(documentOf(tag));
    });
    const openApi = follow();
    await download(openApi.wake);
    assert.equal(openApi.current()?.part.paths.size, 1);
    const { 'x-remote-user': user, 'x-remote-group': group, accept, 'if-none-match': sent } = asked[0] ?? {};
    assert.deepEqual([user, group, accept, sent], ['system:aggregator', undefined, 'application/json', undefined]);
    await download(() => runNext());
    assert.equal(asked[1]?.['if-none-match'], '"1"');
    isTitled(openApi, '"1"');
    tag = '"2"';
    await download(() => runNext());
    isTitled(openApi, '"2"');
    assert.deepEqual([changes, errors, waits], [['add', 'update'], [], [MINUTE, MINUTE, MINUTE]]);
  });

  it('is compared by its content without an entity tag', async () => {
    let title = 'a';
    respond((response) => void response.end(documentOf(title)));
    const openApi = follow();
    await download(openApi.wake);
    await download(() => runNext());
    title = 'b';
    await download(() => runNext());
    assert.deepEqual([changes, errors], [['add', 'update'], []]);
    assert.ok(asked.every((headers) => headers['if-none-match'] === undefined));
    isTitled(openApi, 'b');
  });

  it('stays after failures, which are retried ever later, and at once when the server is back', async () => {
    respond((response) => void response.end(documentOf('a')));
    const openApi = follow();
    await download(openApi.wake);
    const broken: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(404).end(),
      (response) => response.writeHead(500).end('x'.repeat(1000)),
      (response) => response.writeHead(304).end(),
      (response) => response.end('{"paths":1}'),
      (response) => response.destroy(),
      (response) => {
        response.end(Buffer.alloc(16 * 1024 * 1024 + 1));
      },
      (response) => response.writeHead(301, { location: '/' }).end(),
    ];
    for (const answer of broken) {
      respond(answer);
      await download(() => runNext());
    }
    const url = `https://127.0.0.1:${server.port}/openapi/v2`;
    assert.deepEqual(errors, [
      `bad status from ${url}: 500`,
      `bad status from ${url}: 304`,
      'paths: expected an object',
      'socket hang up',
      'the document is larger than 16777216 bytes',
      `bad status from ${url}: 301`,
    ]);
    assert.deepEqual(
      waits.map((wait) => wait / MINUTE),
      [1, 1, 2, 4, 8, 16, 32, 60],
    );
    isTitled(openApi, 'a');
    await download(openApi.wake);
    assert.equal(waits.at(-1), MINUTE);
    respond((response) => void response.end(documentOf('b')));
    await download(() => runNext());
    isTitled(openApi, 'b');
    assert.deepEqual([changes, waits.at(-1)], [['add', 'update'], MINUTE]);
  });

  it('is not requested while the server is not available', async () => {
    isAvailable = false;
    respond((response) => void response.end(documentOf('a')));
    const openApi = follow();
    openApi.wake();
    isAvailable = true;
    await download(openApi.wake);
    assert.equal(asked.length, 1);
  });

  it('stays over a change of the APIService', async () => {
    respond((response) => void response.writeHead(200, { etag: '"1"' }).end(documentOf('a')));
    const first = follow();
    await download(first.wake);
    const second = follow(first.current());
    isTitled(second, 'a');
    await download(second.wake);
    assert.deepEqual([asked[1]?.['if-none-match'], changes], ['"1"', ['add']]);
  });
});
