import type { PodTemplateSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { LabelSelector, ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { formatMessage } from '@pilothouse/apimachinery/names/messages.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import { forbidden, invalid, notSupported, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validatePodTemplate } from '../../core/pod/validate-spec.js';
import { podWarnings } from '../../core/pod/warnings.js';
import { notNegative } from '../../definition/numbers.js';

/** A pod template with a selector. */
export interface Workload {
  readonly selector?: LabelSelector;
  readonly template: PodTemplateSpec;
}

const TEMPLATE = 'spec.template';

/**
 * Validates a template and its selector. `kind` names the owner in errors. `claims` are names of volumes that the pods
 * get in addition to those of the template.
 */
export function validateWorkload(
  { selector, template }: Workload,
  kind: string,
  claims: readonly string[] = [],
): FieldError[] {
  return [
    ...validateSelector(selector, template, kind),
    ...validatePodTemplate(template, TEMPLATE, claims),
    ...validateLasting(template, kind),
  ];
}

/** An object with a generation and a pod template. */
interface Templated {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly template: PodTemplateSpec };
}

/** Warnings for the template of an object that is new, or has a new generation. */
export function workloadWarnings({ metadata, spec }: Templated, old: Templated | undefined): string[] {
  return metadata.generation === old?.metadata.generation ? [] : podWarnings(spec.template, TEMPLATE);
}

/** The schema requires the selector. */
function validateSelector(selector: LabelSelector | undefined, template: PodTemplateSpec, kind: string): FieldError[] {
  const { labels } = template.metadata;
  const unmatched = [
    invalid(`${TEMPLATE}.metadata.labels`, labels ?? null, '`selector` does not match template `labels`'),
  ];
  if (selector === undefined) return unmatched;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (Object.keys(matchLabels).length + matchExpressions.length === 0) {
    const named = kind === 'ReplicaSet' ? 'deployment' : kind.toLowerCase();
    return [invalid('spec.selector', selector, `empty selector is invalid for ${named}`)];
  }
  const result = selectorFromObject(selector, 'spec.selector');
  if (!result.ok) {
    const text = kind === 'StatefulSet' ? '' : 'invalid label selector';
    return [...result.errors, ...(kind === 'DaemonSet' ? [] : [invalid('spec.selector', selector, text)])];
  }
  return result.selector.matches(labels ?? {}) ? [] : unmatched;
}

/** Requires pods that run indefinitely. */
export function validateLasting({ spec }: PodTemplateSpec, kind: string): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.restartPolicy !== 'Always') {
    errors.push(notSupported(`${TEMPLATE}.spec.restartPolicy`, spec.restartPolicy ?? '', ['Always']));
  }
  if (spec.activeDeadlineSeconds !== undefined) {
    // The pods of a Deployment belong to its ReplicaSets.
    const owner = kind === 'Deployment' ? 'ReplicaSet' : kind;
    const text = `activeDeadlineSeconds in ${owner} is not Supported`;
    errors.push(forbidden(`${TEMPLATE}.spec.activeDeadlineSeconds`, text));
  }
  return errors;
}

/** Validates the counts of a status: none of `parts` exceeds `whole`. */
export function validateCounts(
  status: Readonly<Record<string, JsonValue | undefined>>,
  parts: readonly string[],
  whole: string,
  named = whole === 'replicas' ? 'status.replicas' : whole,
): FieldError[] {
  const limit = Number(status[whole] ?? 0);
  const text = `cannot be greater than ${named}`;
  return parts.flatMap((part) => {
    const value = Number(status[part] ?? 0);
    return value > limit ? [invalid(`status.${part}`, value, text)] : [];
  });
}

/** The collision count cannot decrease. */
export function validateCollisions(
  { collisionCount = 0 }: { readonly collisionCount?: number },
  { collisionCount: before = 0 }: { readonly collisionCount?: number },
): FieldError[] {
  if (collisionCount >= before) return [];
  return [invalid('status.collisionCount', collisionCount, 'cannot be decremented')];
}

/** A number of pods, or a percentage as text. */
export type Share = number | string;

const PERCENT = formatMessage({
  rule: "a valid percent string must be a numeric string followed by an ending '%'",
  examples: ['1%', '93%'],
  regex: '[0-9]+%',
});

/** Validates that a share is not negative and, as text, is a percentage (Kubernetes' ValidatePositiveIntOrPercent). */
export function validateShare(share: Share, field: string): FieldError[] {
  if (typeof share === 'string') return /^\d+%$/.test(share) ? [] : [invalid(field, share, PERCENT)];
  return notNegative(share, field);
}

/** A share of at most 100%. */
export function validateAtMostAll(share: Share, field: string): FieldError[] {
  const isPercent = typeof share === 'string' && /^\d+%$/.test(share);
  return isPercent && amountOf(share) > 100 ? [invalid(field, share, 'must not be greater than 100%')] : [];
}

/** The number before the `%`, or the number itself; 0 for anything else. */
export function amountOf(share: Share): number {
  return typeof share === 'number' ? share : Number.parseInt(share, 10) || 0;
}
