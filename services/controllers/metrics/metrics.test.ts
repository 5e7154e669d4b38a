import assert from 'node:assert/strict';
import { serveMetrics, type MetricsServer } from '@pilothouse/runtime/metrics/server.js';
import { createMetrics, type ManagerMetrics } from './metrics.js';

describe('metrics', () => {
  let metrics: ManagerMetrics;
  let server: MetricsServer;
  let problem: string | undefined;
  before(async () => {
    metrics = createMetrics();
    server = await serveMetrics({ endpoint: { host: '127.0.0.1', port: 0 }, metrics, unready: () => problem });
  });
  after(() => server.close());

  const ask = async (path: string, method = 'GET'): Promise<readonly [number, string]> => {
    const response = await fetch(server.url + path, { method });
    return [response.status, await response.text()];
  };

  it('expose queues, leadership and the process', async () => {
    const queue = metrics.queue('a');
    queue.added();
    queue.added();
    queue.depth(1);
    queue.started(0.5);
    queue.finished(2);
    queue.retried();
    metrics.leads('lease', true);
    const [status, text] = await ask('/metrics');
    assert.equal(status, 200);
    const wanted = [
      'workqueue_adds_total{name="a"} 2',
      'workqueue_depth{name="a"} 1',
      'workqueue_queue_duration_seconds_bucket{le="1e-8",name="a"} 0',
      'workqueue_queue_duration_seconds_bucket{le="1",name="a"} 1',
      'workqueue_queue_duration_seconds_sum{name="a"} 0.5',
      'workqueue_work_duration_seconds_bucket{le="1",name="a"} 0',
      'workqueue_work_duration_seconds_bucket{le="10",name="a"} 1',
      'workqueue_retries_total{name="a"} 1',
      'leader_election_master_status{name="lease"} 1',
    ];
    const lines = text.split('\n');
    for (const line of wanted) assert.ok(lines.includes(line), line);
    assert.match(text, /^process_cpu_seconds_total /m);
    metrics.leads('lease', false);
    assert.match((await ask('/metrics'))[1], /^leader_election_master_status\{name="lease"\} 0$/m);
  });

  it('are served with health and readiness', async () => {
    assert.deepEqual(await ask('/healthz'), [200, 'ok']);
    assert.deepEqual(await ask('/readyz?verbose'), [200, 'ok']);
    problem = 'not yet';
    assert.deepEqual(await ask('/readyz'), [503, 'not yet\n']);
    assert.deepEqual(await ask('/healthz'), [200, 'ok']);
  });

  it('answer 404 and 405 for everything else', async () => {
    assert.equal((await ask('/'))[0], 404);
    assert.equal((await ask('/metrics', 'POST'))[0], 405);
  });

  it('report a port in use', async () => {
    const port = Number(new URL(server.url).port);
    const again = serveMetrics({ endpoint: { host: '127.0.0.1', port }, metrics, unready: () => undefined });
    await assert.rejects(again, { code: 'EADDRINUSE', syscall: 'listen' });
  });
});
