import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { asker, statusOf, type Ask } from './support/ask.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { head, openRaw } from './support/raw.js';
import { startServer, type Server } from './support/server.js';

const COLLECTION = '/api/v1/namespaces/default/configmaps';
const JSON_TYPE = 'content-type: application/json';
const MEGABYTE = 1024 * 1024;

describe('hostile clients', () => {
  let storage: TestStorage;
  let server: Server;
  let transport: Transport;
  let ask: Ask;
  before(async () => {
    storage = await createTestStorage('embedded');
    server = await startServer(storage.flags);
    transport = httpsTransport(server.connection);
    ask = asker(transport);
  });
  // After each test, the server still serves the next client.
  afterEach(async () => assert.equal((await ask('GET', '/api/v1/namespaces/default')).status, 200));
  after(async () => {
    await transport.close();
    await server.stop();
    await storage.remove();
  });

  describe('sending bodies', () => {
    it('of 10 MB get 413 before they send them', async () => {
      const raw = await openRaw(server.connection);
      await raw.write(head('POST', COLLECTION, [JSON_TYPE, `content-length: ${10 * MEGABYTE}`]));
      const text = await raw.received(/\}\n$/);
      assert.match(text, /^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n[^]*"reason":"RequestEntityTooLarge"/i);
      await raw.ended;
    });

    for (const [name, header] of [
      ['with their length', `content-length: ${10 * MEGABYTE}`],
      ['in chunks', 'transfer-encoding: chunked'],
    ] as const) {
      it(`of 10 MB can read the refusal while they still send, ${name}`, async () => {
        const raw = await openRaw(server.connection);
        await raw.write(head('POST', COLLECTION, [JSON_TYPE, header]));
        const part = Buffer.alloc(64 * 1024, ' ');
        const chunk = header.startsWith('t')
          ? Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')])
          : part;
        for (let sent = 0; sent < 10 * MEGABYTE && !raw.socket.destroyed; sent += part.length) await raw.write(chunk);
        assert.match(await raw.received(/\}\n$/), /^HTTP\/1\.1 413 /);
        await raw.ended;
      });
    }

    it('slowly are served', async () => {
      const body = JSON.stringify({ metadata: { name: 'slow' } });
      const raw = await openRaw(server.connection);
      await raw.write(head('POST', COLLECTION, [JSON_TYPE, `content-length: ${body.length}`]));
      for (const letter of body) {
        await raw.write(letter);
        await pause(5);
      }
      assert.match(await raw.received(/\r\n\r\n\{/), /^HTTP\/1\.1 201 /);
      raw.socket.destroy();
    });

    it('that break off leave nothing behind', async () => {
      for (const text of [
        'POST /api/v1',
        head('POST', COLLECTION, [JSON_TYPE, 'content-length: 1000']),
        `${head('POST', COLLECTION, [JSON_TYPE, 'content-length: 1000'])}{"metadata":`,
        `${head('POST', COLLECTION, [JSON_TYPE, 'transfer-encoding: chunked'])}5\r\n{"met`,
      ]) {
        const raw = await openRaw(server.connection);
        await raw.write(text);
        await pause(20);
        raw.socket.destroy();
      }
    });

    const broken: readonly (readonly [name: string, body: string | Uint8Array, type: string, message: RegExp])[] = [
      ['malformed JSON', '{"metadata":{"name":}}', 'json', /line 1, column 21/],
      ['invalid UTF-8', Buffer.from('{"metadata":{"name":"a\xff"}}', 'latin1'), 'json', /UTF-8/],
      ['100,000 levels of JSON', `{"metadata":${'['.repeat(100_000)}`, 'json', /depth/],
      ['100,000 levels of YAML', `metadata: ${'['.repeat(100_000)}`, 'yaml', /depth|nest|level/],
      ['a YAML bomb', bomb(), 'yaml', /alias/i],
      ['a tab in YAML', 'metadata:\n\tname: a', 'yaml', /line 2/],
    ];
    for (const [name, body, type, message] of broken) {
      it(`of ${name} get a precise error at once`, async () => {
        const began = performance.now();
        const answer = await ask('POST', COLLECTION, { body, headers: { 'content-type': `application/${type}` } });
        const status = statusOf(answer);
        assert.deepEqual([status.code, status.reason], [400, 'BadRequest'], answer.text);
        assert.match(status.message, message);
        assert.ok(performance.now() - began < 20_000);
      });
    }

    it('with unusual keys and characters read back exactly what they stored', async () => {
      const body =
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd",' +
        '"labels":{"constructor":"toString"},"annotations":{"hasOwnProperty":"__proto__"}},' +
        '"data":{"__proto__":"p","constructor":"c","x":"\\u0000\\ud83d\\ude00\\u2028"}}';
      assert.equal((await ask('POST', COLLECTION, { body })).status, 201);
      for (const media of ['json', 'yaml'] as const) {
        const headers = { accept: `application/${media}` };
        const { text } = await ask('GET', `${COLLECTION}/odd`, { headers });
        for (const part of ['__proto__', 'hasOwnProperty', 'toString']) {
          assert.ok(text.includes(part), `${part} in ${text}`);
        }
      }
      const { data } = JSON.parse((await ask('GET', `${COLLECTION}/odd`)).text) as { data: object };
      assert.deepEqual(
        Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)),
        [
          ['__proto__', 'p'],
          ['constructor', 'c'],
          ['x', '\u0000\u{1f600}\u2028'],
        ],
      );
      const patch = {
        body: '{"data":{"__proto__":null,"y":"1"}}',
        headers: { 'content-type': 'application/merge-patch+json' },
      };
      const patched = JSON.parse((await ask('PATCH', `${COLLECTION}/odd`, patch)).text) as { data: object };
      assert.deepEqual(Object.keys(patched.data).sort(), ['constructor', 'x', 'y']);
    });
  });

  describe('sending paths', () => {
    const paths: readonly (readonly [path: string, statuses: readonly number[]])[] = [
      [`${COLLECTION}/%2e%2e`, [400, 404]],
      [`${COLLECTION}/..%2f..%2fsecrets`, [400, 404]],
      [`${COLLECTION}/../secrets`, [400, 404]],
      [`${COLLECTION}/%00`, [400, 404]],
      [`${COLLECTION}/a%00b`, [400, 404]],
      [`${COLLECTION}/%zz`, [400]],
      [`${COLLECTION}/%ff`, [400, 404]],
      [`${COLLECTION}/__proto__`, [404]],
      ['/api/v1/namespaces/__proto__/configmaps/constructor', [404]],
      ['/api/v1/constructor', [404]],
      ['/apis/__proto__/v1/x', [404]],
      ['//api//v1//configmaps', [400, 404]],
      ['/openapi/v3/__proto__', [404]],
      [`${COLLECTION}?labelSelector=%00`, [400]],
      [`${COLLECTION}?fieldSelector=__proto__=1`, [400]],
      [`${COLLECTION}?limit=x`, [400]],
      [`${COLLECTION}?limit=1e99`, [400]],
      [`${COLLECTION}?continue=garbage`, [400]],
      [`${COLLECTION}?resourceVersion=99999999999999999999`, [400, 504]],
      [`${COLLECTION}?watch=1&resourceVersion=-1`, [400]],
      [`${COLLECTION}/${'a'.repeat(60_000)}`, [400, 404, 414]],
    ];
    for (const [path, statuses] of paths) {
      it(`${path.slice(0, 80)} get ${statuses.join(' or ')}`, async () => {
        const raw = await openRaw(server.connection);
        await raw.write(head('GET', path, ['connection: close']));
        const text = await raw.ended;
        const code = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
        assert.ok(statuses.includes(code), text.slice(0, 500));
        assert.match(text, /"kind":"Status"/);
      });
    }
  });

  describe('on raw sockets', () => {
    const refused: readonly (readonly [name: string, request: string, answer: RegExp])[] = [
      [
        'chunks that are none',
        `${head('POST', COLLECTION, [JSON_TYPE, 'transfer-encoding: chunked'])}ZZZ\r\n\r\n`,
        /^HTTP\/1\.1 400 /,
      ],
      ['two lengths', `${head('POST', COLLECTION, ['content-length: 1', 'content-length: 2'])}xx`, /^HTTP\/1\.1 400 /],
      [
        'a length and chunks',
        `${head('POST', COLLECTION, ['content-length: 5', 'transfer-encoding: chunked'])}0\r\n\r\n`,
        /^HTTP\/1\.1 400 /,
      ],
      ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
      ['100 KB of headers', head('GET', '/version', [`x: ${'a'.repeat(100_000)}`]), /^HTTP\/1\.1 431 /],
      [
        '20,000 headers',
        head(
          'GET',
          '/version',
          Array.from({ length: 20_000 }, (_, index) => `x${index}: y`),
        ),
        /^HTTP\/1\.1 431 /,
      ],
    ];
    for (const [name, request, answer] of refused) {
      it(`with ${name} are rejected and disconnected`, async () => {
        const raw = await openRaw(server.connection);
        await raw.write(request);
        const text = await raw.ended;
        assert.match(text, answer);
        assert.match(text, /\r\n\r\n\{"kind":"Status".*\}\n$/);
      });
    }

    it('with 60 KB of headers are served', async () => {
      const raw = await openRaw(server.connection);
      await raw.write(head('GET', '/version', [`x: ${'a'.repeat(60_000)}`, 'connection: close']));
      assert.match(await raw.ended, /^HTTP\/1\.1 200 /);
    });

    it('without TLS are disconnected', async () => {
      const socket = connect({ port: server.port, host: '127.0.0.1' });
      let text = '';
      socket.on('data', (part) => {
        text += String(part);
      });
      socket.on('error', () => undefined);
      socket.write(head('GET', '/version'));
      await once(socket, 'close');
      assert.ok(text === '' || text.startsWith('HTTP/1.1 400 '), text);
    });

    it('can reuse a connection after errors', async () => {
      const raw = await openRaw(server.connection);
      const bad = '{"metadata":';
      await raw.write(head('POST', COLLECTION, [JSON_TYPE, `content-length: ${bad.length}`]) + bad);
      await raw.received(/^HTTP\/1\.1 400 [^]*\}\n$/);
      await raw.write(head('GET', `${COLLECTION}/missing`));
      await raw.received(/HTTP\/1\.1 404 [^]*\}\n$/);
      await raw.write(head('DELETE', COLLECTION.replace('configmaps', 'nothings')));
      await raw.received(/(HTTP\/1\.1 404 [^]*){2}\}\n$/);
      await raw.write(head('GET', '/readyz'));
      await raw.received(/HTTP\/1\.1 200 [^]*\r\n\r\nok$/);
      raw.socket.destroy();
    });

    it('that pipeline requests get the answers in order', async () => {
      const raw = await openRaw(server.connection);
      const paths = ['/version', `${COLLECTION}/missing`, '/readyz', COLLECTION];
      const last = head('GET', '/api', ['connection: close']);
      await raw.write(paths.map((path) => head('GET', path)).join('') + last);
      const statuses = [...(await raw.ended).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code));
      assert.deepEqual(statuses, [200, 404, 200, 200, 200]);
    });

    it('that use unknown methods and paths get the matching status', async () => {
      for (const [method, path, code] of [
        ['TRACE', COLLECTION, 405],
        ['OPTIONS', COLLECTION, 405],
        ['PUT', COLLECTION, 405],
        ['POST', `${COLLECTION}/x`, 405],
        ['GET', '/nothing', 404],
      ] as const) {
        assert.equal(statusOf(await ask(method, path)).code, code, `${method} ${path}`);
      }
    });
  });
});

/** 30 levels of three aliases each: about 10^14 strings when expanded. */
function bomb(): string {
  const levels = Array.from(
    { length: 30 },
    (_, index) => `a${index + 1}: &a${index + 1} [*a${index},*a${index},*a${index}]`,
  );
  return ['a0: &a0 x', ...levels].join('\n');
}
