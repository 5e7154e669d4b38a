import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { featuresFrom } from '../../features/gates.js';
import { RequestContext } from '../../request/context.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { configzHandler } from './configz.js';
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
      /^\napiserver statusz\nWarning: .*\n\nStarted: Fri, 02 Jan 2026 03:04:05 GMT\nUp: 0 hr 00 min 00 sec\nNode version: v\d+/,
    );
    assert.match(text, /\nBinary version: 0\.0\.0\nEmulation version: 1\.\d+\nPaths: .*\/readyz /);
  });

  it('show the flags without passwords', async () => {
    const { text } = await api.request('GET', '/flagz');
    assert.deepEqual(text.split('\n').slice(4), ['etcd-servers=["https://…@etcd:2379"]', 'profiling=true', 'v=0', '']);
  });

  const structured = (kind: string, version = 'v1beta1', type = 'application/json'): string =>
    `${type};as=${kind};v=${version};g=config.k8s.io`;

  it('have a structured form', async () => {
    const status = await api.request('GET', '/statusz', { headers: { accept: structured('Statusz') } });
    const { goVersion, paths, ...fields } = JSON.parse(status.text) as Record<string, unknown>;
    assert.deepEqual(fields, {
      kind: 'Statusz',
      apiVersion: 'config.k8s.io/v1beta1',
      metadata: { name: 'apiserver' },
      startTime: '2026-01-02T03:04:05Z',
      uptimeSeconds: 0,
      binaryVersion: '0.0.0',
      emulationVersion: '1.36',
    });
    assert.equal(goVersion, `node ${process.version}`);
    assert.ok(
      Array.isArray(paths) && paths.includes('/debug') && paths.includes('/statusz') && paths.includes('/version'),
    );
    const flags = await api.request('GET', '/flagz', { headers: { accept: structured('Flagz') } });
    assert.deepEqual(JSON.parse(flags.text), {
      kind: 'Flagz',
      apiVersion: 'config.k8s.io/v1beta1',
      metadata: { name: 'apiserver' },
      flags: { 'etcd-servers': '["https://…@etcd:2379"]', profiling: 'true', v: '0' },
    });
    const yaml = await api.request('GET', '/flagz', {
      headers: { accept: structured('Flagz', 'v1beta1', 'application/yaml') },
    });
    assert.match(yaml.text, /^apiVersion: config\.k8s\.io\/v1beta1$/m);
  });

  it('warn of the deprecated version of the structured form', async () => {
    const { status, headers } = await api.request('GET', '/flagz', {
      headers: { accept: structured('Flagz', 'v1alpha1') },
    });
    assert.equal(status, 200);
    assert.equal(
      headers['warning'],
      '299 - "This version of the flagz endpoint is deprecated. Please use a newer version."',
    );
  });

  for (const [accept, status] of [
    ['*/*', 200],
    ['text/plain', 200],
    ['application/json', 406],
    [structured('Flagz'), 406],
    [structured('Statusz', 'v1'), 406],
    [`${structured('Statusz', 'v2')}, text/plain`, 200],
  ] as const) {
    it(`answer ${accept} with ${status}`, async () => {
      const answer = await api.request('GET', '/statusz', { headers: { accept } });
      assert.equal(answer.status, status);
      if (status === 200) assert.match(answer.text, /^\napiserver statusz/);
      else
        assert.equal(
          answer.message,
          'only the following media types are accepted: application/json, application/yaml, text/plain',
        );
    });
  }

  it('are not served with their gates off', async () => {
    const features = featuresFrom(
      new Map([
        ['ComponentStatusz', false],
        ['ComponentFlagz', false],
      ]),
    );
    const without = await startTestApi({ features, operations: { flags: { v: 0 } } });
    for (const path of ['/statusz', '/flagz']) assert.equal((await without.request('GET', path)).status, 404, path);
    await without.close();
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
