import assert from 'node:assert/strict';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { RequestContext } from '../../request/context.js';
import { textResponse, type Response } from '../../request/response.js';
import { loggedUri, logRequests } from './request-log.js';

const SECRET = 'hunter2';

function loggerOf(lines: unknown[], level = 'trace'): Logger {
  const add = (line: unknown): void => void lines.push(line);
  return {
    isLevelEnabled: (wanted: string) => wanted === level,
    trace: add,
    debug: add,
    info: add,
    warn: add,
    error: add,
  };
}

async function logged(
  target: string,
  response: Response,
  method = 'GET',
): Promise<{ context: RequestContext; lines: unknown[] }> {
  const lines: unknown[] = [];
  const context = new RequestContext({
    method,
    target,
    headers: { authorization: `Bearer ${SECRET}`, cookie: SECRET, 'user-agent': 'kubectl/1', 'x-remote-user': SECRET },
    body: undefined,
    peer: { address: '192.0.2.1', certificate: { type: 'none' } },
  });
  context.user = authenticatedUser('ann', []);
  context.auditId = 'id-1';
  await logRequests(loggerOf(lines))(async () => response)(context);
  return { context, lines };
}

describe('the request log', () => {
  it('has a line for each request', async () => {
    const { lines } = await logged('/api/v1/namespaces/a/pods?limit=5', textResponse(201, 'text/plain', SECRET));
    assert.equal(lines.length, 1);
    const { milliseconds, ...line } = lines[0] as { milliseconds: number };
    assert.ok(milliseconds >= 0);
    assert.deepEqual(line, {
      verb: 'list',
      uri: '/api/v1/namespaces/a/pods?limit=5',
      status: 201,
      user: 'ann',
      userAgent: 'kubectl/1',
      auditId: 'id-1',
      source: '192.0.2.1',
    });
  });

  it('has a line for an invalid request', async () => {
    const { lines } = await logged('/api/v1/pods', textResponse(405, 'text/plain', ''), 'BREW');
    assert.deepEqual((lines[0] as { verb: string }).verb, 'brew');
  });

  it('has the line of a watch at its end', async () => {
    async function* body(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array();
    }
    const { context, lines } = await logged('/api/v1/pods?watch=1', { status: 200, headers: {}, body: body() });
    assert.equal(lines.length, 0);
    context.close();
    assert.equal(lines.length, 1);
  });

  it('never contains credentials', async () => {
    const targets = [
      '/',
      `/api/v1/pods?access_token=${SECRET}`,
      `/api/v1/pods?limit=1&token=${SECRET}&watch`,
      `/api/v1/pods?${SECRET}`,
      `/api/v1/pods?${SECRET}==`,
      `/api/v1/pods?limit%3D=${SECRET}`,
    ];
    for (const target of targets) {
      const { lines } = await logged(target, textResponse(200, 'text/plain', SECRET));
      assert.ok(lines.length === 1 && !JSON.stringify(lines).includes(SECRET), target);
    }
  });

  it('exists only at the finest log level', async () => {
    const lines: unknown[] = [];
    const next = async (): Promise<Response> => textResponse(200, 'text/plain', '');
    assert.equal(logRequests(loggerOf(lines, 'debug'))(next), next);
  });

  const uris: readonly (readonly [target: string, uri: string])[] = [
    ['/api/v1/pods', '/api/v1/pods'],
    ['/api/v1/pods?', '/api/v1/pods?…'],
    ['/api/v1/pods?watch&limit=1&x=y', '/api/v1/pods?watch&limit=1&…'],
    ['/api/v1/pods?labelSelector=a%3Db', '/api/v1/pods?labelSelector=a%3Db'],
  ];
  for (const [target, uri] of uris) it(`shows ${target} as ${uri}`, () => assert.equal(loggedUri(target), uri));
});
