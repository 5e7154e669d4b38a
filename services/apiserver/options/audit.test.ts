import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { FLAGS } from './flags.js';
import { resolveOptions, type Resolved } from './server-options.js';

describe('audit options', () => {
  let directory: string;
  let file: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'audit-options-'));
    file = join(directory, 'file');
    writeFileSync(file, '');
  });
  after(() => rmSync(directory, { recursive: true }));

  function resolve(texts: Readonly<Record<string, string>>): Resolved {
    const entries = Object.entries(texts).map(([name, text]) => [name, text === 'FILE' ? file : text] as const);
    const parsed = parseFlags(FLAGS, new Map(entries));
    return parsed.ok ? resolveOptions(parsed.values, parsed.given) : parsed;
  }

  it('have the defaults of Kubernetes', () => {
    const resolved = resolve({
      'audit-policy-file': 'FILE',
      'audit-log-path': 'audit.log',
      'audit-webhook-config-file': 'FILE',
    });
    assert.ok(resolved.ok);
    assert.deepEqual(resolved.options.audit, {
      policyFile: file,
      log: {
        path: 'audit.log',
        format: 'json',
        rotation: { maxSize: 100, maxBackups: 100, maxAge: 366, compress: false },
        mode: 'blocking',
        batch: { bufferSize: 10_000, maxSize: 1, maxWait: 0 },
      },
      webhook: {
        configFile: file,
        initialBackoff: 10_000,
        mode: 'batch',
        batch: { bufferSize: 10_000, maxSize: 400, maxWait: 30_000, throttle: { qps: 10, burst: 15 } },
      },
    });
  });

  it('take the values of flags', () => {
    const resolved = resolve({
      'audit-policy-file': 'FILE',
      'audit-log-path': '-',
      'audit-log-format': 'legacy',
      'audit-log-version': 'audit.k8s.io/v1',
      'audit-log-mode': 'batch',
      'audit-log-maxsize': '0',
      'audit-log-maxbackup': '1',
      'audit-log-maxage': '2',
      'audit-log-compress': 'true',
      'audit-log-batch-buffer-size': '3',
      'audit-log-batch-max-size': '4',
      'audit-log-batch-max-wait': '5ms',
      'audit-log-batch-throttle-enable': 'true',
      'audit-log-batch-throttle-qps': '0.5',
      'audit-log-batch-throttle-burst': '6',
      'audit-log-truncate-enabled': 'true',
      'audit-log-truncate-max-event-size': '7',
      'audit-log-truncate-max-batch-size': '8',
    });
    assert.ok(resolved.ok);
    assert.deepEqual(resolved.options.audit?.log, {
      path: '-',
      format: 'legacy',
      rotation: { maxSize: 0, maxBackups: 1, maxAge: 2, compress: true },
      mode: 'batch',
      batch: { bufferSize: 3, maxSize: 4, maxWait: 5, throttle: { qps: 0.5, burst: 6 } },
      truncate: { maxEventSize: 7, maxBatchSize: 8 },
    });
  });

  const log = { 'audit-policy-file': 'FILE', 'audit-log-path': 'audit.log' };
  const bad: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ 'audit-log-path': 'a' }, /--audit-log-path needs --audit-policy-file/],
    [{ 'audit-webhook-config-file': 'FILE' }, /--audit-webhook-config-file needs --audit-policy-file/],
    [{ 'audit-policy-file': 'FILE' }, /--audit-policy-file needs --audit-log-path or --audit-webhook-config-file/],
    [{ ...log, 'audit-policy-file': '/nowhere' }, /--audit-policy-file "\/nowhere": there is no such file/],
    [{ ...log, 'audit-log-mode': 'fast' }, /--audit-log-mode "fast" must be batch, blocking or blocking-strict/],
    [{ ...log, 'audit-log-format': 'xml' }, /--audit-log-format "xml" must be legacy or json/],
    [
      { ...log, 'audit-log-version': 'audit.k8s.io/v1beta1' },
      /--audit-log-version "audit.k8s.io\/v1beta1" must be audit.k8s.io\/v1/,
    ],
    [{ ...log, 'audit-webhook-version': 'v1' }, /--audit-webhook-version "v1" must be audit.k8s.io\/v1/],
    [
      { ...log, 'api-domain': 'example.com', 'audit-log-version': 'audit.k8s.io/v1' },
      /--audit-log-version "audit.k8s.io\/v1" must be audit.example.com\/v1/,
    ],
    [{ ...log, 'audit-webhook-mode': '1' }, /--audit-webhook-mode "1" must be batch,/],
    [{ ...log, 'audit-log-maxsize': '-1' }, /--audit-log-maxsize "-1" must be a whole number/],
    [{ ...log, 'audit-log-batch-buffer-size': '0' }, /--audit-log-batch-buffer-size must be a number greater than 0/],
    [{ ...log, 'audit-log-batch-max-size': '0' }, /--audit-log-batch-max-size must be a number greater than 0/],
    [
      { ...log, 'audit-webhook-batch-throttle-qps': 'x' },
      /--audit-webhook-batch-throttle-qps must be a number greater/,
    ],
    [
      { ...log, 'audit-log-batch-throttle-enable': 'true' },
      /--audit-log-batch-throttle-burst must be a number greater/,
    ],
    [
      { ...log, 'audit-log-truncate-enabled': 'true', 'audit-log-truncate-max-batch-size': '1' },
      /--audit-log-truncate-max-batch-size must not be less than --audit-log-truncate-max-event-size/,
    ],
  ];
  for (const [texts, problem] of bad) {
    it(`are refused for ${JSON.stringify(texts)}`, () => {
      const resolved = resolve(texts);
      assert.ok(!resolved.ok);
      assert.match(resolved.problems.join('\n'), problem);
    });
  }
});
