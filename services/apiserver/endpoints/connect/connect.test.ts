import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { newTestAuthority } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { NODES, PODS, startConnectedApi, type ConnectedApi } from './connected-api.test.helper.js';

describe('connections to running programs', () => {
  let connected: ConnectedApi;
  before(async () => {
    connected = await startConnectedApi();
  });
  after(() => connected.close());
  beforeEach(() => connected.reset());

  describe('logs', () => {
    it('come from the kubelet, to which the server authenticates and the client does not', async () => {
      const headers = { cookie: 'a', 'x-own': 'b', 'accept-encoding': 'gzip', 'audit-id': 'c' };
      const {
        status,
        text,
        headers: answered,
      } = await connected.api.request('GET', `${PODS}/p/log?tailLines=5&follow=1&x=y`, {
        headers,
      });
      assert.deepEqual([status, text, answered], [200, 'done', { 'content-type': 'text/plain', 'audit-id': 'c' }]);
      const { line, client, headers: sent } = connected.first();
      assert.deepEqual([line, client], ['GET /containerLogs/default/p/c?follow=true&tailLines=5', 'server']);
      assert.deepEqual([sent['cookie'], sent['x-own'], sent['x-forwarded-for']], [undefined, undefined, undefined]);
      assert.equal(connected.service.seen.length, 0);
    });

    const refusals: readonly (readonly [status: number, body: string, reason: string | undefined, message: string])[] =
      [
        [400, 'no such container', 'BadRequest', 'no such container'],
        [403, 'Forbidden (user=x)', 'Forbidden', 'Forbidden (user=x) ( pods/log p)'],
        [404, 'x', 'NotFound', 'the server could not find the requested resource ( pods/log p)'],
        [
          418,
          'x',
          undefined,
          'the server responded with the status code 418 but did not return more information ( pods/log p)',
        ],
        [500, 'broken', 'InternalError', 'Internal error occurred: broken'],
        [
          502,
          'x',
          'InternalError',
          'an error on the server ("x") has prevented the request from succeeding ( pods/log p)',
        ],
      ];
    for (const [code, body, reason, message] of refusals) {
      it(`that the kubelet refuses with ${code} get its error`, async () => {
        connected.answer = (_request, response) => void response.writeHead(code).end(body);
        const { status, json, message: text } = await connected.api.request('GET', `${PODS}/p/log`);
        assert.deepEqual([status, json['reason'], text], [code, reason, message]);
      });
    }

    it('need a kubelet whose certificate can be verified', async () => {
      connected.trusted = (await newTestAuthority('other')).certPem;
      const { status, json, message } = await connected.api.request('GET', `${PODS}/p/log`);
      assert.deepEqual([status, json['reason'], connected.seen.length], [500, undefined, 0]);
      const url = `https://127.0.0.1:${connected.kubelet}/containerLogs/default/p/c`;
      assert.match(message, new RegExp(`^Get "${url}": .*certificate`));
      const insecure = await connected.api.request('GET', `${PODS}/p/log?insecureSkipTLSVerifyBackend=true`);
      assert.deepEqual([insecure.status, insecure.text], [200, 'done']);
    });

    const failures: readonly (readonly [path: string, status: number, message: string])[] = [
      [`${PODS}/lost/log`, 404, 'nodes "nowhere" not found'],
      [`${PODS}/p/log?tailLines=x`, 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
      [
        `${PODS}/p/log?tailLines=-1`,
        422,
        'PodLogOptions "p" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
      ],
    ];
    for (const [path, code, text] of failures) {
      it(`${path} is refused`, async () => {
        const { status, message } = await connected.api.request('GET', path);
        assert.deepEqual([status, message, connected.seen.length], [code, text, 0]);
      });
    }

    it('do not follow redirects', async () => {
      connected.answer = (_request, response) =>
        void response.writeHead(302, { location: 'http://evil.example/' }).end();
      const { status, message } = await connected.api.request('GET', `${PODS}/p/log`);
      assert.deepEqual([status, message], [500, 'Get "http://evil.example/": redirects forbidden']);
    });
  });

  describe('admission', () => {
    it('sees the options of a connection, and can refuse it', async () => {
      connected.service.answer = async () => ({
        allowed: false,
        by: 'p',
        status: { code: 0, reason: '', message: 'no' },
      });
      const { status } = await connected.api.request('POST', `${PODS}/p/exec?command=sh&container=c&stdin=1`);
      assert.deepEqual([status, connected.seen.length], [403, 0]);
      const [{ operation, kind, resource, subresource, object, name } = {}] = connected.service.seen;
      assert.deepEqual(
        [operation, kind?.kind, resource?.resource, subresource, name],
        ['CONNECT', 'PodExecOptions', 'pods', 'exec', 'p'],
      );
      const options = { kind: 'PodExecOptions', apiVersion: 'v1', stdin: true, container: 'c', command: ['sh'] };
      assert.deepEqual(plain(object as JsonObject), options);
    });

    it('sees the path of a proxy', async () => {
      await connected.api.request('GET', `${NODES}/local/proxy/a%2Fb/`);
      assert.deepEqual(
        connected.service.seen.map(({ object }) => object?.['path']),
        ['/a/b/', '/a/b/'],
      );
    });
  });

  it('of containers need an upgrade', async () => {
    for (const path of ['exec', 'attach', 'portforward']) {
      const { status, message } = await connected.api.request('POST', `${PODS}/p/${path}`);
      assert.deepEqual([status, message], [400, 'Upgrade request required']);
    }
  });

  it('of containers pass the refusal of the kubelet', async () => {
    connected.answer = (_request, response) => void response.writeHead(403, { 'x-own': 'a' }).end('not you');
    async function* upgraded(): AsyncGenerator<Uint8Array> {}
    const headers = { connection: 'Upgrade', upgrade: 'SPDY/3.1', host: 'api.example', authorization: 'Basic x' };
    const {
      status,
      text,
      headers: answered,
    } = await connected.api.request('POST', `${PODS}/p/exec?command=a+b&stdout=1`, {
      headers,
      upgraded: upgraded(),
    });
    assert.deepEqual([status, text, answered['x-own']], [403, 'not you', 'a']);
    const { line, headers: sent } = connected.first();
    assert.equal(line, 'POST /exec/default/p/c?command=a+b&output=1');
    const names = ['upgrade', 'host', 'authorization', 'x-forwarded-for'] as const;
    assert.deepEqual(
      names.map((name) => sent[name]),
      ['SPDY/3.1', 'api.example', undefined, '127.0.0.1'],
    );
  });

  it('are not proxied to this machine', async () => {
    for (const path of [`${NODES}/local/proxy/`, `${NODES}/local:80/proxy/`]) {
      const { status, message } = await connected.api.request('GET', path);
      assert.deepEqual([status, message, connected.seen.length], [400, 'address not allowed', 0]);
    }
  });
});
