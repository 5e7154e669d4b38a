import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { ROOT } from './root.js';

/** The directory of the rules and the dashboard. */
export const MONITORING = join(ROOT, 'helm/pilothouse/files');

export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export function readRules(): readonly Rule[] {
  const { value } = parseYaml(readFileSync(join(MONITORING, 'rules.yaml')));
  return (value as unknown as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );
}

export interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

export interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

export function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8')) as Dashboard;
}

/** The dashboard's expressions, with values for Grafana's variables. */
export function dashboardExpressions(): string[] {
  const expressions = readDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return expressions.map((expr) =>
    expr
      .replaceAll('$__rate_interval', '5m')
      .replace(/\$(namespace|release)/g, '.*')
      .replace(/\$(job|instance)/g, '.+'),
  );
}

/** A series selector in an expression. Each has labels, which tells metrics from functions. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

export function selectorsOf(expression: string): Selector[] {
  return [...expression.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
  }));
}

/** Metrics of kube-state-metrics in the host cluster. */
export const isOfHost = ({ metric }: Pick<Selector, 'metric'>): boolean => metric.startsWith('kube_');

/** Every metric of Pilothouse and etcd in rules and dashboard, except those of recording rules. */
export function namedMetrics(): string[] {
  const expressions = [...readRules().map(({ expr }) => expr), ...dashboardExpressions()];
  return [
    ...new Set(
      expressions
        .flatMap((expr) => selectorsOf(expr))
        .flatMap((each) => (isOfHost(each) || each.metric.startsWith('pilothouse:') ? [] : [each.metric])),
    ),
  ].sort();
}
