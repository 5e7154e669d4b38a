import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { fieldPaths } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { blockingError } from '@pilothouse/cel/rules/blocking.js';
import { countGeneration } from '../definition/count-generation.js';
import type { PartSubresource, Strategy } from '../definition/definition.js';
import { STATUS } from '../definition/reset.js';
import { subdomainName } from '../definition/names.js';
import { isBareFinalizer } from '../definition/validate-metadata.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { scaleErrors, type ScalePaths } from './scale-paths.js';

export interface CustomStrategyOptions {
  /** Whether the status is a subresource. */
  readonly hasStatus: boolean;
  readonly scale?: ScalePaths;
  /** Evaluates CEL rules; undefined without rules. */
  readonly rules?: RuleCheck;
}

/** Evaluation of CEL rules, for an object that is otherwise valid. */
export interface RuleCheck {
  readonly errors: (object: JsonObject, old: JsonObject | undefined) => Steps<readonly FieldError[]>;
  /** Warnings from an object that was validated: violations that ratcheting tolerates. */
  readonly warnings: (object: JsonObject) => readonly string[];
}

/** The strategy of every custom kind (Kubernetes' customResourceStrategy). */
export function customStrategy({ hasStatus, scale, rules }: CustomStrategyOptions): Strategy {
  const errors = scale && scaleErrors(scale);
  return {
    nameErrors: subdomainName,
    prepareForCreate(object) {
      if (hasStatus) delete object['status'];
      metadataOf(object).generation = 1;
    },
    prepareForUpdate(object, old) {
      if (hasStatus) keepMember(object, old, 'status');
      countGeneration(object, old, !deepEqual(withoutMetadata(object), withoutMetadata(old)));
    },
    ...((errors || rules) && {
      *validate(object: JsonObject, old: JsonObject | undefined, found?: readonly FieldError[]) {
        return [
          ...(errors?.spec(object) ?? []),
          ...(errors?.status(object) ?? []),
          ...(yield* ruleErrors(rules, { object, old, found })),
        ];
      },
    }),
    errorOrder: { reportsAll: true },
    ...(hasStatus && { resetFields: STATUS }),
    warnings: finalizerWarnings,
    ...(rules && { passed: rules.warnings }),
    allowsBareFinalizers: true,
    createOnUpdate: false,
    updateNeedsVersion: true,
    deleteReturns: 'status',
  };
}

/** The subresource `status` of a custom kind. */
export function customStatus({ scale, rules }: Omit<CustomStrategyOptions, 'hasStatus'>): PartSubresource {
  const errors = scale && scaleErrors(scale);
  if (errors === undefined && rules === undefined) return statusPart;
  return {
    ...statusPart,
    *validate(object, old, found) {
      return [...(errors?.status(object) ?? []), ...(yield* ruleErrors(rules, { object, old, found }))];
    },
    ...(rules && { passed: rules.warnings }),
  };
}

interface Judged {
  readonly object: JsonObject;
  readonly old: JsonObject | undefined;
  readonly found: readonly FieldError[] | undefined;
}

/** Rules are not evaluated on objects with type errors. */
function* ruleErrors(rules: RuleCheck | undefined, { object, old, found }: Judged): Steps<readonly FieldError[]> {
  if (rules === undefined) return [];
  const blocking = blockingError(found ?? []);
  return blocking === undefined ? yield* rules.errors(object, old) : [blocking];
}

/** All fields except the status, and the metadata except managedFields, stay unchanged. */
const statusPart: PartSubresource = {
  type: 'part',
  verbs: ['get', 'update', 'patch'],
  prepareForUpdate(object, old) {
    const { managedFields } = metadataOf(object);
    const { status } = object;
    for (const name of Object.keys(object)) delete object[name];
    Object.assign(object, copyObject(old));
    const metadata = copyObject(metadataOf(old));
    if (managedFields === undefined) delete metadata.managedFields;
    else metadata.managedFields = managedFields;
    object['metadata'] = metadata;
    if (status === undefined) delete object['status'];
    else object['status'] = status;
  },
  resetFields: fieldPaths([['metadata'], ['spec']]),
};

/** With Kubernetes' text. */
function finalizerWarnings(object: JsonObject, old: JsonObject | undefined): string[] {
  const before = new Set(old && metadataOf(old).finalizers);
  const added = new Set(metadataOf(object).finalizers?.filter((finalizer) => !before.has(finalizer)));
  return [...added]
    .filter(isBareFinalizer)
    .sort()
    .map((finalizer) => {
      const path = finalizer.includes('.') ? ' including a path (/)' : '';
      const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
      return `metadata.finalizers: ${JSON.stringify(finalizer)}: ${advice}`;
    });
}

function keepMember(object: JsonObject, old: JsonObject, name: string): void {
  const value = old[name];
  if (value === undefined) delete object[name];
  else object[name] = value;
}

function withoutMetadata(object: JsonObject): JsonObject {
  const copy = copyObject(object);
  delete copy['metadata'];
  return copy;
}
