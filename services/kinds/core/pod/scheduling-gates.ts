import type {
  Affinity,
  NodeAffinity,
  NodeSelectorTerm,
  PodSchedulingGate,
  PodSpec,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { copyObject } from '@pilothouse/apimachinery/json/value.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Validates the names of scheduling gates (validateSchedulingGates). */
export function validateGates(gates: readonly PodSchedulingGate[], path: string): FieldError[] {
  const seen = new Set<string>();
  return eachError(gates, ({ name }, index) => {
    const field = keyPath(path, index);
    const errors = invalidEach(field, name, qualifiedName(name));
    if (seen.has(name)) errors.push(duplicate(field, name));
    seen.add(name);
    return errors;
  });
}

/** Gates can only be removed (validateOnlyDeletedSchedulingGates). */
export function validateGateUpdate({ schedulingGates: gates = [] }: PodSpec, before: PodSpec): FieldError[] {
  const known = new Set((before.schedulingGates ?? []).map(({ name }) => name));
  return eachError(gates, ({ name }, index) => {
    if (known.has(name)) return [];
    const text = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return [forbidden(`${keyPath('spec.schedulingGates', index)}.name`, text)];
  });
}

export function isGated({ schedulingGates = [] }: PodSpec): boolean {
  return schedulingGates.length > 0;
}

/** The node selector and node affinity of a gated pod can become stricter. */
export function validateGatedUpdate(spec: PodSpec, before: PodSpec): FieldError[] {
  const { nodeSelector = {} } = spec;
  const isKept = Object.entries(before.nodeSelector ?? {}).every(([key, value]) => nodeSelector[key] === value);
  const text = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  return [
    ...(isKept ? [] : [invalid('spec.nodeSelector', nodeSelector, text)]),
    ...validateAffinityUpdate(spec.affinity?.nodeAffinity, before.affinity?.nodeAffinity),
  ];
}

function validateAffinityUpdate(after: NodeAffinity | undefined, before: NodeAffinity | undefined): FieldError[] {
  const old = before?.[REQUIRED]?.nodeSelectorTerms ?? [];
  const terms = after?.[REQUIRED]?.nodeSelectorTerms ?? [];
  const field = fieldPath('spec.affinity.nodeAffinity', `${REQUIRED}.nodeSelectorTerms`);
  if (old.length === 0) return [];
  if (old.length !== terms.length) {
    return [invalid(field, terms, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')];
  }
  return eachError(terms, (term, index) => {
    const former = old[index];
    if (former === undefined || hasOnlyAdditions(term, former)) return [];
    return [invalid(keyPath(field, index), term, 'only additions are allowed (no mutations or deletions)')];
  });
}

const LISTS = ['matchExpressions', 'matchFields'] as const;

/** A term without requirements matches nothing, and must stay empty. */
function hasOnlyAdditions(term: NodeSelectorTerm, before: NodeSelectorTerm): boolean {
  const count = (each: NodeSelectorTerm) => LISTS.reduce((sum, list) => sum + (each[list] ?? []).length, 0);
  if (count(before) === 0) return count(term) === 0;
  return LISTS.every((list) => {
    const old = before[list] ?? [];
    return deepEqual((term[list] ?? []).slice(0, old.length), old);
  });
}

/** The affinity with the former node affinity, which leaves only other changes. */
export function withFormerNodeAffinity(
  affinity: Affinity | undefined,
  before: Affinity | undefined,
): Affinity | undefined {
  const others = affinity === undefined ? undefined : copyObject(affinity);
  delete others?.nodeAffinity;
  const isEmpty = others === undefined || Object.keys(others).length === 0;
  if (before?.nodeAffinity === undefined) return isEmpty ? before : others;
  return Object.assign(copyObject(others ?? {}), { nodeAffinity: before.nodeAffinity });
}
