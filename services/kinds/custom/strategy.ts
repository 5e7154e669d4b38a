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
import type { Steps } from '@pilothouse/runtime/event-loop/steps.js';
import { scaleErrors, type ScalePaths } from './scale-paths.js';

export interface CustomStrategyOptions {
  /** Whether the status is a subresource. */
  readonly hasStatus: boolean;
  readonly scale?: ScalePaths;
  /** Evaluates the rules in CEL; undefined where there are none. */
  readonly rules?: RuleCheck;
}

/** What rules say of an object that is valid otherwise. */
export interface RuleCheck {
  readonly errors: (object: JsonObject, old: JsonObject | undefined) => Steps<readonly FieldError[]>;
  /** Of an object whose errors were asked for: rules that it breaks no more than the object before it. */
  readonly warnings: (object: JsonObject) => readonly string[];
}

/** The rules of every custom kind (Kubernetes' customResourceStrategy). */
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

/** The subresource `status` of a kind. */
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

/** Rules are not evaluated over objects whose types are wrong. */
function* ruleErrors(rules: RuleCheck | undefined, { object, old, found }: Judged): Steps<readonly FieldError[]> {
  if (rules === undefined) return [];
  const blocking = blockingError(found ?? []);
  return blocking === undefined ? yield* rules.errors(object, old) : [blocking];
}

/** Everything else, and the metadata but for the managers of fields, stays as it is. */
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

/** In Kubernetes' words. */
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
