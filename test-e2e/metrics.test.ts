import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { configMaps } from '@pilothouse/client/core.js';
import { askOnce } from './support/ask.js';
import { eventually } from './support/eventually.js';
import { freePort } from './support/free-port.js';
import { describeWith, toolPath } from './support/needs.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { startServer, WORKERS, type Server } from './support/server.js';

/** The sum of the samples of a metric with all of these labels. */
function valueOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

async function scrape({ connection }: Server, accept = 'text/plain'): Promise<string> {
  const { status, text } = await askOnce(connection, 'GET', '/metrics', { headers: { accept } });
  assert.equal(status, 200);
  return text;
}

describeOnStores('metrics', [], (store) => {
  let storage: TestStorage;
  let server: Server;
  before(async () => {
    storage = await createTestStorage(store);
    server = await startServer(storage.flags);
    const maps = server.client.of(configMaps).namespace('default');
    await maps.create({ metadata: { name: 'counted' } });
    await maps.get('counted');
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  it('count the requests of clients and the work of controllers', async () => {
    const text = await scrape(server);
    const created = { verb: 'POST', resource: 'configmaps', code: '201' };
    assert.ok(valueOf(text, 'apiserver_request_total', created) >= 1);
    assert.ok(valueOf(text, 'apiserver_storage_objects', { resource: 'configmaps' }) >= 1);
    assert.ok(valueOf(text, 'apiserver_longrunning_requests', { verb: 'WATCH' }) > 0, 'the informers of controllers');
    assert.ok(valueOf(text, 'workqueue_adds_total') > 0);
    assert.ok(valueOf(text, 'apiserver_admission_controller_admission_duration_seconds_count') > 0);
    const caches = valueOf(text, 'apiserver_watch_cache_initializations_total');
    assert.ok(caches >= 1 && caches <= WORKERS, 'one for each worker');
    assert.ok(valueOf(text, 'kubernetes_feature_enabled', { name: 'WatchList', stage: 'BETA' }) === 1);
    assert.ok(valueOf(text, 'process_resident_memory_bytes') > 1e6);
    const calls = valueOf(text, 'etcd_request_duration_seconds_count', { operation: 'create', type: 'configmaps' });
    assert.equal(calls >= 1, store === 'etcd');
  });

  it('are served in both formats', async () => {
    assert.match(await scrape(server, 'application/openmetrics-text'), /\n# EOF\n$/);
    assert.doesNotMatch(await scrape(server), /# EOF/);
  });
});

/** Names of the library and of Kubernetes that violate naming conventions, which are not part of the format. */
const NAMES = /"_total" suffix|"_count"/;

describeWith(['PROMETHEUS', 'PROMTOOL'], 'Prometheus', () => {
  let storage: TestStorage;
  let server: Server;
  before(async () => {
    storage = await createTestStorage('embedded');
    server = await startServer(storage.flags);
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  it('accepts the format', async () => {
    const { stdout, stderr } = spawnSync(toolPath('PROMTOOL'), ['check', 'metrics'], {
      input: await scrape(server),
      encoding: 'utf8',
    });
    const problems = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !NAMES.test(line));
    assert.deepEqual(problems, []);
  });

  /** Creates a definition with a deprecated version, and lists its objects. */
  async function askForDeprecated(): Promise<void> {
    const version = { name: 'v1', served: true, storage: true, deprecated: true };
    const schema = { openAPIV3Schema: { type: 'object' } };
    const names = { plural: 'widgets', kind: 'Widget' };
    const spec = { group: 'example.com', scope: 'Cluster', names, versions: [{ ...version, schema }] };
    const body = JSON.stringify({ metadata: { name: 'widgets.example.com' }, spec });
    const made = await askOnce(server.connection, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      body,
    });
    assert.equal(made.status, 201, made.text);
    await askOnce(server.connection, 'GET', '/apis/example.com/v1/widgets');
  }

  it('scrapes the server, and sees requests to deprecated APIs', async () => {
    const credentials = server.connection.credentials;
    assert.ok(credentials !== undefined && 'certPem' in credentials);
    const file = async (name: string, text: string): Promise<string> => {
      const path = join(storage.directory, name);
      await writeFile(path, text, { mode: 0o600 });
      return path;
    };
    const ca = await file('ca.crt', server.connection.caPem ?? '');
    const cert = await file('user.crt', credentials.certPem);
    const key = await file('user.key', credentials.keyPem);
    const config = {
      global: { scrape_interval: '1s' },
      scrape_configs: [
        {
          job_name: 'apiserver',
          scheme: 'https',
          tls_config: { ca_file: ca, cert_file: cert, key_file: key },
          static_configs: [{ targets: [new URL(server.url).host] }],
        },
      ],
    };
    await askForDeprecated();
    const port = await freePort();
    const child = spawn(
      toolPath('PROMETHEUS'),
      [
        `--config.file=${await file('prometheus.yml', JSON.stringify(config))}`,
        `--storage.tsdb.path=${join(storage.directory, 'prometheus')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    try {
      const query = async (text: string): Promise<string> => {
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(text)}`);
        return response.text();
      };
      const isUp = async (): Promise<boolean> => (await query('up').catch(() => '')).includes('"1"]');
      await eventually(isUp, 'a first scrape');
      assert.match(await query('sum(apiserver_request_total{component="apiserver"})'), /"value":\[[\d.]+,"\d+"\]/);
      assert.match(
        await query('histogram_quantile(0.99, sum by (le) (apiserver_request_duration_seconds_bucket))'),
        /"value":/,
      );
      const deprecated = await query(
        'apiserver_requested_deprecated_apis * on (group, version, resource) group_right() sum by (group, version, resource) (apiserver_request_total)',
      );
      assert.match(deprecated, /"resource":"widgets"/);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });
});
