import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { until } from '@pilothouse/runtime/files/until.test.helper.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { startCollector } from '@pilothouse/runtime/tracing/collector.test.helper.js';
import { tracingOf } from './tracing.js';

describe('a server that traces', () => {
  it('logs by default when the collector stops to take spans, and when it takes them again', async function () {
    this.timeout(30_000);
    const directory = await mkdtemp(join(tmpdir(), 'tracing-'));
    const file = join(directory, 'tracing.yaml');
    let collector = await startCollector();
    const { endpoint } = collector;
    const content = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'TracingConfiguration', endpoint };
    await writeFile(file, JSON.stringify({ ...content, samplingRatePerMillion: 1_000_000 }));
    const lines: string[] = [];
    const tracing = await tracingOf(
      { tracingConfigFile: file, securePort: 6443 },
      {
        domain: createDomain(),
        logger: createLogger(0, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) }),
        metrics: { spans: { exported: 0, dropped: 0 } },
      },
    );
    assert.ok(tracing);
    const add = setInterval(() => {
      tracing.root({ isSampled: true, name: () => 'GET', begin: performance.now(), continues: false }).end();
    }, 50);
    try {
      collector.stop();
      await until(() => lines.length === 1);
      collector = await startCollector(Number(endpoint.split(':').at(-1)));
      await until(() => lines.length === 2);
      assert.deepEqual(lines, [
        'the collector of traces takes no spans; they are dropped and counted',
        'the collector of traces takes spans again',
      ]);
    } finally {
      clearInterval(add);
      await tracing.close();
      collector.stop();
      await rm(directory, { recursive: true });
    }
  });
});
