import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  dashboardExpressions,
  isOfHost,
  MONITORING,
  readDashboard,
  readRules,
  selectorsOf,
  type Panel,
} from './support/monitoring.js';
import { describeWith, toolPath } from './support/needs.js';
import { ROOT } from './support/root.js';

const TABLES = readFileSync(join(ROOT, 'docs/metrics.md'), 'utf8');
/** Labels that Prometheus and the ServiceMonitors add. */
const ADDED = ['namespace', 'release', 'job', 'instance', 'le'];
const headings = readFileSync(join(ROOT, 'docs/alerts.md'), 'utf8').matchAll(/^### (\w+)$/gm);
const RUNBOOKS = [...headings].map(([, alert = '']) => alert);

describe('rules and dashboard', () => {
  const labels = new Map(
    [...TABLES.matchAll(/^\| `(\w+)` \| \w+ \| \w+ \| ([^|]*) \|/gm)].map(
      ([, name = '', names = '']) => [name, [...names.matchAll(/`(\w+)`/g)].map(([, label = '']) => label)] as const,
    ),
  );
  const expressions = [...readRules().map(({ expr }) => expr), ...dashboardExpressions()];

  it('select only by labels that the metrics have', () => {
    assert.ok(labels.size > 30);
    for (const { metric, labels: used } of expressions.flatMap(selectorsOf)) {
      const known = labels.get(metric) ?? labels.get(metric.replace(/_(bucket|sum|count)$/, ''));
      for (const label of known === undefined ? [] : used) {
        assert.ok([...(known ?? []), ...ADDED].includes(label), `${metric} has no label ${label}`);
      }
    }
  });

  it('select no series of other programs', () => {
    for (const selector of readRules().flatMap(({ expr }) => selectorsOf(expr))) {
      assert.ok(selector.labels.includes(isOfHost(selector) ? 'cronjob' : 'job'), selector.metric);
    }
  });

  it('have panels for the chosen installations, programs and processes', () => {
    assert.deepEqual(
      readDashboard().templating.list.map(({ name }) => name),
      ['datasource', 'namespace', 'release', 'job', 'instance'],
    );
    for (const { metric, labels: used } of dashboardExpressions().flatMap(selectorsOf)) {
      const wanted = metric.startsWith('kube_') ? ['namespace'] : ['namespace', 'release'];
      assert.deepEqual(
        wanted.filter((label) => !used.includes(label)),
        [],
        metric,
      );
    }
  });

  it('have a runbook for each alert, and no other runbooks', () => {
    const alerts = readRules().flatMap(({ alert, annotations }) =>
      alert === undefined ? [] : [{ alert, annotations }],
    );
    for (const { alert, annotations } of alerts) {
      assert.equal(annotations?.['runbook_url'], `docs/alerts.md#${alert.toLowerCase()}`);
    }
    assert.deepEqual([...RUNBOOKS].sort(), [...new Set(alerts.map(({ alert }) => alert))].sort());
  });

  it('have alerts with a severity, a summary and a description', () => {
    for (const { alert, labels: own = {}, annotations = {} } of readRules()) {
      if (alert === undefined) continue;
      assert.match(own['severity'] ?? '', /^(critical|warning|info)$/, alert);
      assert.ok(annotations['summary'] && annotations['description'], alert);
      assert.match(alert, /^Pilothouse[A-Z]/);
    }
  });

  it('have panels that do not overlap, with unique ids', () => {
    const { panels } = readDashboard();
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    for (const [index, panel] of panels.entries()) {
      assert.ok(panel.gridPos.x + panel.gridPos.w <= 24, panel.title);
      for (const other of panels.slice(index + 1)) assert.ok(!overlap(panel, other), `${panel.title}, ${other.title}`);
    }
  });
});

describeWith(['PROMTOOL'], 'promtool', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'monitoring-'));
  });
  after(() => rm(directory, { recursive: true }));
  const promtool = (...args: readonly string[]): void => {
    const { status, stdout, stderr } = spawnSync(toolPath('PROMTOOL'), args, { encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}${stderr}`);
  };

  it('accepts the rules and every expression of the dashboard', async () => {
    const rules = dashboardExpressions().map((expr, index) => ({ record: `panel:${index}`, expr }));
    promtool('check', 'rules', join(MONITORING, 'rules.yaml'));
    const file = join(directory, 'dashboard.json');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    promtool('check', 'rules', file);
  });

  it('passes the tests of the rules', () => {
    promtool('test', 'rules', join(MONITORING, 'rules.test.yaml'));
  });

  it('has a test for every alert', () => {
    const tests = readFileSync(join(MONITORING, 'rules.test.yaml'), 'utf8');
    const untested = readRules().flatMap(({ alert }) => (alert === undefined || tests.includes(alert) ? [] : [alert]));
    assert.deepEqual(untested, []);
  });
});

function overlap({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
