import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { ResourceNames } from '@pilothouse/client/resource-type.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { AdmissionAttributes } from './attributes.js';
import type { ObjectReader } from './objects.js';
import { UNOBSERVED_MANIFESTS } from './manifests/observe.js';
import { UNOBSERVED } from './webhooks/observe.js';
import type { Capabilities } from './capabilities.js';
import { EVERY_WRITE, matchesOne } from './matching/rules.js';
import type { AdmissionPlugin, PluginHost } from './plugin.js';

/** Objects by the plural name of their resource. */
export type TestObjects = Readonly<Record<string, readonly object[]>>;

export interface TestHostOptions extends Partial<PluginHost>, Partial<Capabilities> {
  /** The objects that plugins read; none when absent. */
  readonly stored?: TestObjects;
}

/** A host with fixed objects, a fixed clock and the domain of Kubernetes. Its authorizer has no opinion. */
export function testHost({ stored = {}, ...given }: TestHostOptions = {}): PluginHost & Capabilities {
  return {
    domain: createDomain(),
    objects: fixedObjects(stored),
    now: () => new Date('2026-01-02T03:04:05Z'),
    random: () => 0,
    uuid: () => '00000000-0000-4000-8000-000000000001',
    configuration: undefined,
    addMetric: () => {},
    options: { notReadySeconds: 300, unreachableSeconds: 300 },
    sleep: async () => {},
    signal: new AbortController().signal,
    onError: () => {},
    kinds: { current: () => [], convert: (object) => object, formOf: () => undefined },
    allowsStaticManifests: false,
    manifestObserver: UNOBSERVED_MANIFESTS,
    webhookObserver: UNOBSERVED,
    heldRules: () => [],
    unchanged: () => undefined,
    changeStatus: async () => undefined,
    authorizer: { authorize: () => ({ type: 'noOpinion', reason: '' }) },
    createNamespace: async () => {},
    ...given,
  };
}

/** Reads of fixed objects. */
export function fixedObjects(stored: TestObjects): ObjectReader {
  const all = ({ resource }: ResourceNames): readonly JsonObject[] => (stored[resource] ?? []).map(json);
  const known = new Map<string, readonly JsonObject[]>();
  const list = (type: ResourceNames, namespace = ''): readonly JsonObject[] => {
    const key = `${type.resource}/${namespace}`;
    const found =
      known.get(key) ??
      all(type).filter((each) => namespace === '' || structOf(each, 'metadata')['namespace'] === namespace);
    known.set(key, found);
    return found;
  };
  // The caller's type names the type of the objects.
  return {
    list: <T>(type: ResourceNames<T>, { namespace }: { readonly namespace?: string }) =>
      list(type, namespace) as readonly T[],
    get: <T>(type: ResourceNames<T>, { namespace, name }: { readonly namespace?: string; readonly name: string }) =>
      list(type, namespace).find((each) => structOf(each, 'metadata')['name'] === name) as T | undefined,
  };
}

/** The creation of the ConfigMap `x/o`, with the given differences. */
export function testAttributes(given: Partial<AdmissionAttributes> = {}): AdmissionAttributes {
  return {
    operation: 'CREATE',
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    namespace: 'x',
    name: 'o',
    user: authenticatedUser('jane', ['devs']),
    dryRun: false,
    options: newObject,
    signal: new AbortController().signal,
    warn: () => {},
    annotate: () => {},
    normalise: (object) => object,
    object: undefined,
    old: undefined,
    ...given,
  };
}

/** The creation of the Pod `x/o` with one container `c`, with the given differences. */
export function podAttributes(spec: object = {}, given: Partial<AdmissionAttributes> = {}): AdmissionAttributes {
  return testAttributes({
    resource: { group: '', version: 'v1', resource: 'pods' },
    kind: { group: '', version: 'v1', kind: 'Pod' },
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
export interface TestOutcome {
  /** The object after mutation. */
  readonly object: JsonObject | undefined;
  /** The changed fields of the spec. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** The message of a 403. */
  readonly refusal: string | undefined;
  readonly warnings: readonly string[];
  readonly annotations: readonly (readonly [key: string, value: string])[];
}

/** Runs both phases of a plugin, if its rules match: mutation, then validation of the result. */
export async function admitted(plugin: AdmissionPlugin | undefined, given: AdmissionAttributes): Promise<TestOutcome> {
  const warnings: string[] = [];
  const annotations: (readonly [string, string])[] = [];
  const attributes = {
    ...given,
    warn: (text: string) => void warnings.push(text),
    annotate: (key: string, value: string | (() => string)) =>
      void annotations.push([key, typeof value === 'string' ? value : value()]),
  };
  let { object } = given;
  let refusal: string | undefined;
  const { rules = [EVERY_WRITE] } = plugin ?? {};
  const isSeen = matchesOne(typeof rules === 'function' ? rules() : rules, given);
  try {
    if (isSeen) object = (await plugin?.admit?.(attributes)) ?? object;
    if (isSeen) await plugin?.validate?.({ ...attributes, object });
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 403) throw error;
    refusal = error.message;
  }
  return { object, spec: changesIn(specOf(given.object), specOf(object)), refusal, warnings, annotations };
}

function specOf(object: JsonObject | undefined): JsonObject {
  return object === undefined ? newObject() : structOf(object, 'spec');
}

function changesIn(before: JsonObject, after: JsonObject): TestOutcome['spec'] {
  const names = Object.keys(after).filter((name) => after[name] !== before[name]);
  return json(Object.fromEntries(names.map((name) => [name, after[name] ?? null])));
}
