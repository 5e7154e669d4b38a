import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { RequestContext } from '../../request/context.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { configzHandler } from './pages.js';
import { profilingRoutes } from './profiling.js';

function contextOf(target: string): RequestContext {
  const peer = { address: '', certificate: { type: 'none' } } as const;
  return new RequestContext({ method: 'GET', target, headers: {}, body: undefined, peer });
}

describe('debug pages', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({
      operations: {
        profiling: true,
        config: {
          storage: { servers: ['https://root:hunter2@etcd:2379'] },
          runtimeConfig: new Map([['api/all', true]]),
        },
        flags: {
          v: 0,
          'etcd-servers': ['https://root:hunter2@etcd:2379'],
          'client-ca-file': undefined,
          profiling: true,
        },
      },
    });
  });
  after(() => api.close());

  it('show the program and its version', async () => {
    const { status, text } = await api.request('GET', '/statusz');
    assert.equal(status, 200);
    assert.match(
      text,
      /^pilothouse statusz\nWarning: .*\n\nStarted: Fri, 02 Jan 2026 03:04:05 GMT\nUp: 0 hr 00 min 00 sec\nNode version: v\d+/,
    );
    assert.match(text, /\nBinary version: 0\.0\.0\nEmulation version: 1\.\d+\n\nPaths: .*\/readyz /);
  });

  it('show the flags without passwords', async () => {
    const { text } = await api.request('GET', '/flagz');
    assert.deepEqual(text.split('\n').slice(3), ['etcd-servers=["https://…@etcd:2379"]', 'profiling=true', 'v=0', '']);
  });

  it('show the configuration without passwords', async () => {
    const { text, headers } = await api.request('GET', '/configz');
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(text), {
      'apiserver.pilothouse': { storage: { servers: ['https://…@etcd:2379'] }, runtimeConfig: { 'api/all': true } },
    });
  });

  for (const url of ['https://root:p@ss@etcd:2379', 'grpc+x2://root:pass@etcd:2379', 'HTTPS://:p@etcd:2379']) {
    it(`contain no part of the password in ${url}`, async () => {
      const { body } = await configzHandler({ url })(contextOf('/configz'));
      assert.match(Buffer.concat(body as Uint8Array[]).toString(), /:\/\/…@etcd:2379"/);
    });
  }

  it('require authorization', async () => {
    const user = authenticatedUser('ann', []);
    for (const path of [
      '/statusz',
      '/flagz',
      '/configz',
      '/debug/pprof',
      '/debug/pprof/profile',
      '/debug/pprof/heap',
      '/readyz/ping',
    ]) {
      assert.equal((await api.request('GET', path, { user })).status, 403, path);
      assert.equal((await api.request('POST', path)).status, path.startsWith('/readyz') ? 200 : 405, path);
    }
  });

  it('return a CPU profile, one at a time', async () => {
    const [first, second] = await Promise.all([
      api.request('GET', '/debug/pprof/profile?seconds=0.02'),
      api.request('GET', '/debug/pprof/profile?seconds=0.02'),
    ]);
    assert.deepEqual([first.status, second.status], [200, 429]);
    const { value } = parseJson(first.text);
    assert.ok(typeof value === 'object' && value !== null && 'nodes' in value && 'startTime' in value);
  });

  it('keep the lock until a profile has been sent', async () => {
    const profile = new Map(profilingRoutes()).get('/debug/pprof/profile');
    assert.ok(profile);
    const first = contextOf('/debug/pprof/profile?seconds=0.01');
    await profile(first);
    await assert.rejects(profile(contextOf('/debug/pprof/profile?seconds=0.01')), { code: 429 });
    first.close();
    const third = contextOf('/debug/pprof/profile?seconds=x');
    await assert.rejects(profile(third), { code: 400 });
    third.close();
    await profile(contextOf('/debug/pprof/profile?seconds=0.01'));
  });

  for (const seconds of ['0', '-1', '56', 'x', '1e9', '']) {
    it(`refuse a profile of ${JSON.stringify(seconds)} seconds`, async () => {
      const { status, message } = await api.request('GET', `/debug/pprof/profile?seconds=${seconds}`);
      assert.equal(status, 400);
      assert.match(message, /^seconds: Invalid value: /);
    });
  }

  it('have no profiles if profiling is disabled', async () => {
    const without = await startTestApi({ operations: { profiling: false } });
    for (const path of [
      '/debug/pprof',
      '/debug/pprof/profile',
      '/debug/pprof/heap',
      '/flagz',
      '/configz',
      '/metrics',
    ]) {
      assert.equal((await without.request('GET', path)).status, 404, path);
    }
    await without.close();
  });
});
