import type { NodeSelectorTerm } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { LabelSelector } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { fieldPath, keyPath } from '@pilothouse/apimachinery/status/field-error.js';

type Warnings = Generator<string, void>;

/** Deprecated node labels (Kubernetes' deprecatedNodeLabels). */
const DEPRECATED_LABELS: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ['failure-domain.beta.kubernetes.io/region', 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ['failure-domain.beta.kubernetes.io/zone', 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ['beta.kubernetes.io/instance-type', 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  ['scheduler.alpha.kubernetes.io/preferAvoidPods', 'deprecated since v1.22; use Taints and Tolerations instead'],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** Deprecated labels with the labels that replace them (Kubernetes' betaToGALabel). */
export const STABLE_LABELS: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
]);

/** Warns of a deprecated node label. `before` precedes the text. */
export function* labelWarning(key: string, field: string, before = ''): Warnings {
  const text = DEPRECATED_LABELS.get(key);
  if (text !== undefined) yield `${field}: ${before}${text}`;
}

/** Warns of deprecated labels in a term (Kubernetes' GetWarningsForNodeSelectorTerm). */
export function* nodeTermWarnings({ matchExpressions = [] }: NodeSelectorTerm, path: string): Warnings {
  yield* expressionWarnings(matchExpressions, path);
}

/** Warns of deprecated labels in a label selector of nodes (Kubernetes' GetWarningsForNodeSelector). */
export function* nodeSelectorWarnings(selector: LabelSelector | undefined, path: string): Warnings {
  const { matchExpressions = [], matchLabels = {} } = selector ?? {};
  yield* expressionWarnings(matchExpressions, path);
  for (const key of Object.keys(matchLabels)) yield* labelWarning(key, `${fieldPath(path, 'matchLabels')}.${key}`);
}

function* expressionWarnings(expressions: readonly { readonly key: string }[], path: string): Warnings {
  for (const [index, { key }] of expressions.entries()) {
    const field = fieldPath(keyPath(fieldPath(path, 'matchExpressions'), index), 'key');
    yield* labelWarning(key, field, `${key} is `);
  }
}
