import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Review } from '@pilothouse/runtime/admission-api/service.js';
import type { Plugin, PluginCall } from './plugin.js';

/** A creation of the config map `x/o`, with the given differences. */
export function reviewOf(given: Partial<Review> = {}): Review {
  return {
    uid: 'u',
    phase: 'MUTATE',
    plugins: [],
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    namespace: 'x',
    name: 'o',
    object: undefined,
    old: undefined,
    options: newObject(),
    user: { name: 'jane', uid: '', groups: ['devs'], extra: new Map() },
    dryRun: false,
    ...given,
  };
}

/** A creation of the pod `x/o` with one container `c`, with the given differences. */
export function podReview(spec: object = {}, given: Partial<Review> = {}): Review {
  return reviewOf({
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    object: podWith(spec),
    ...given,
  });
}

export function podWith(spec: object = {}, metadata: object = {}): JsonObject {
  return json({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'o', namespace: 'x', ...metadata },
    spec: { containers: [{ name: 'c', image: 'i', resources: {} }], ...spec },
  });
}

export function json(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** The outcome of both phases. */
export interface Answer {
  /** The changed fields of the spec. */
  readonly spec: { readonly [field: string]: unknown };
  readonly refusal: string | undefined;
  readonly warnings: readonly string[];
  readonly annotations: readonly (readonly [string, string])[];
}

/** Runs both phases of a plugin: mutation, then validation of the result. */
export async function admit(plugin: Plugin, review: Review): Promise<Answer> {
  const warnings: string[] = [];
  const annotations: [string, string][] = [];
  const call: PluginCall = {
    signal: new AbortController().signal,
    warn: (text) => void warnings.push(text),
    annotate: (key, value) => void annotations.push([key, value]),
  };
  let object = review.object;
  let refusal: string | undefined;
  try {
    object = (await plugin.mutate?.(review, call)) ?? object;
    await plugin.validate?.({ ...review, phase: 'VALIDATE', object }, call);
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 403) throw error;
    refusal = error.message;
  }
  return { spec: changesIn(specOf(review.object), specOf(object)), refusal, warnings, annotations };
}

function specOf(object: JsonObject | undefined): JsonObject {
  return (object?.['spec'] ?? {}) as JsonObject;
}

function changesIn(before: JsonObject, after: JsonObject): Answer['spec'] {
  const names = Object.keys(after).filter((name) => after[name] !== before[name]);
  return json(Object.fromEntries(names.map((name) => [name, after[name] ?? null])));
}
