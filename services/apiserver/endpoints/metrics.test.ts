import assert from 'node:assert/strict';
import { PLUGINS } from '@pilothouse/admission/catalog.js';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { UNKNOWN, type TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { DEFAULT_FEATURES } from '../features/gates.js';
import { createServerMetrics } from '../metrics/server-metrics.js';
import { METRICS } from '../metrics/table.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { certificateMetric, readinessMetric } from '../server/read-metrics.js';

const DEFINITIONS: readonly MetricDefinition[] = [
  ...Object.values(METRICS),
  ...PLUGINS.flatMap(({ isDefault, metrics = [] }) => (isDefault ? metrics : [])),
];

interface Line {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of an exposition. */
function samplesOf(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    const match = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match === null) return [];
    const [, name = '', labels = '', value = ''] = match;
    const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });
}

describe('GET /metrics', () => {
  let api: TestApi;
  let text: string;
  let samples: readonly Line[];
  const ann = authenticatedUser('ann', []);

  async function scrape(accept = ''): Promise<string> {
    const response = await api.request('GET', '/metrics', { headers: { accept } });
    assert.equal(response.status, 200);
    return response.text;
  }

  /** Values by the relevant labels. */
  function valueOf(name: string, labels: Readonly<Record<string, string>>): number {
    const found = samples.filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
    return found.reduce((sum, { value }) => sum + value, 0);
  }

  before(async () => {
    let time = 0;
    const metrics = createServerMetrics({
      features: DEFAULT_FEATURES,
      clock: () => (time += 1),
      now: () => new Date(0),
    });
    const rejecting: TokenAuthenticator = {
      name: 'rejecting',
      authenticateToken: (token) => (token === 'bad' ? { type: 'rejected', reason: 'bad' } : UNKNOWN),
    };
    const { serving } = await ensureCertificates({ hosts: ['localhost'], now: new Date() });
    metrics.add(certificateMetric(() => serving));
    metrics.add(readinessMetric(() => true));
    api = await startTestApi({ metrics, localTokens: [rejecting] });
    const maps = '/api/v1/namespaces/default/configmaps';
    for (const name of ['a', 'b']) await api.request('POST', maps, { body: { metadata: { name } } });
    await api.request('POST', `${maps}?dryRun=All`, { body: { metadata: { name: 'c' } } });
    await api.request('GET', `${maps}/a`);
    await api.request('GET', `${maps}/none`);
    await api.request('GET', maps);
    await api.request('GET', maps, { user: ann });
    await api.request('GET', '/api/v1/namespaces/default/pods/p/nonsense');
    await api.request('GET', '/apis/no.such.group/v1/things/x');
    await api.request('GET', '/no/such/path');
    await api.request('BREW', '/api/v1/pods');
    await api.request('GET', maps, { headers: { authorization: 'Bearer unknown' } });
    await api.request('GET', maps, { headers: { authorization: 'Bearer bad' } });
    const watch = api.watch(`${maps}?watch=1`);
    for (let begun = 0; begun < 2; begun += 1) await watch.next();
    await api.request('POST', maps, { body: { metadata: { name: 'd' } } });
    await watch.next();
    await watch.return(undefined);
    text = await scrape();
    samples = samplesOf(text);
  });
  after(() => api.close());

  it('has each metric of the table, with its type, help and labels', () => {
    for (const { name, type, stability } of DEFINITIONS) {
      assert.ok(text.includes(`# TYPE ${name} ${type}\n`), name);
      assert.ok(text.includes(`# HELP ${name} [${stability}] `), name);
    }
    for (const { name, labels } of samples) {
      const definition = DEFINITIONS.find(
        (each) =>
          name === each.name || (each.type === 'histogram' && name.replace(/_(bucket|sum|count)$/, '') === each.name),
      );
      if (definition === undefined) continue;
      const names = Object.keys(labels).filter((label) => label !== 'le');
      assert.deepEqual(names, [...definition.labels], name);
    }
  });

  it('has no other metrics of its own', () => {
    const known = /^(process|nodejs|workqueue|config)_/;
    const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    assert.deepEqual(
      types.filter((name) => !known.test(name)),
      DEFINITIONS.map(({ name }) => name)
        .filter((name) => types.includes(name))
        .sort((a, b) => types.indexOf(a) - types.indexOf(b)),
    );
  });

  const counted: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[] = [
    [{ verb: 'POST', resource: 'configmaps', code: '201', dry_run: '', scope: 'resource' }, 3],
    [{ verb: 'POST', resource: 'configmaps', code: '201', dry_run: 'All' }, 1],
    [{ verb: 'GET', resource: 'configmaps', code: '200', version: 'v1', group: '', component: 'apiserver' }, 1],
    [{ verb: 'GET', resource: 'configmaps', code: '404' }, 1],
    [{ verb: 'LIST', resource: 'configmaps', code: '200', scope: 'namespace' }, 1],
    [{ verb: 'LIST', resource: 'configmaps', code: '403' }, 1],
    [{ verb: 'LIST', resource: 'configmaps', code: '401' }, 2],
    [{ verb: 'GET', resource: '', subresource: '', scope: 'resource', code: '404' }, 2],
    [{ verb: 'OTHER', resource: '', code: '405' }, 1],
    [{ verb: 'WATCH', resource: 'configmaps', code: '200' }, 1],
  ];
  for (const [labels, value] of counted) {
    it(`counts ${JSON.stringify(labels)}`, () => assert.equal(valueOf('apiserver_request_total', labels), value));
  }

  it('has no label values chosen by clients', () => {
    const samples = text.replace(/^#.*$/gm, '');
    for (const made of ['invalid', 'no.such.group', 'things', 'BREW', '/no/such/path', 'ann'])
      assert.ok(!samples.includes(made), made);
  });

  it('has durations of requests, and sizes of responses to reads', () => {
    const get = { verb: 'GET', resource: 'configmaps' };
    assert.equal(valueOf('apiserver_request_duration_seconds_count', get), 2);
    assert.equal(valueOf('apiserver_response_sizes_count', get), 2);
    assert.ok(valueOf('apiserver_response_sizes_sum', get) > 300);
    assert.equal(valueOf('apiserver_response_sizes_count', { verb: 'POST' }), 0);
  });

  it('has requests and connections in progress', async () => {
    const watches = { verb: 'WATCH', resource: 'configmaps' };
    assert.equal(valueOf('apiserver_longrunning_requests', watches), 0);
    const watch = api.watch('/api/v1/namespaces/default/configmaps?watch=1');
    await watch.next();
    samples = samplesOf(await scrape());
    assert.equal(valueOf('apiserver_longrunning_requests', watches), 1);
    // The scrape, and the watch, which has seats until its initial objects are sent.
    assert.equal(valueOf('apiserver_current_inflight_requests', { request_kind: 'readOnly' }), 2);
    await watch.return(undefined);
    samples = samplesOf(text);
  });

  it('has stored objects, watch events, authentications and authorizations', () => {
    assert.equal(valueOf('apiserver_storage_objects', { resource: 'configmaps' }), 3);
    assert.equal(
      valueOf('apiserver_storage_objects', { resource: 'clusterroles.rbac.authorization.k8s.io' }) > 10,
      true,
    );
    assert.equal(valueOf('apiserver_watch_events_total', { group: '', version: 'v1', kind: 'ConfigMap' }), 3);
    assert.equal(valueOf('authentication_attempts', { result: 'failure' }), 1);
    assert.equal(valueOf('authentication_attempts', { result: 'error' }), 1);
    assert.equal(valueOf('authenticated_user_requests', { username: 'other' }) > 0, true);
    assert.equal(valueOf('authorization_attempts_total', { result: 'no-opinion' }), 1);
  });

  it('is OpenMetrics if preferred', async () => {
    assert.match(await scrape('application/openmetrics-text;version=1.0.0,text/plain;q=0.5'), /\n# EOF\n$/);
    assert.doesNotMatch(await scrape('text/plain,application/openmetrics-text;q=0.5'), /# EOF/);
    assert.doesNotMatch(await scrape('*/*'), /# EOF/);
  });

  it('requires authorization', async () => {
    assert.equal((await api.request('GET', '/metrics', { user: ann })).status, 403);
    assert.equal((await api.request('POST', '/metrics')).status, 405);
  });
});
