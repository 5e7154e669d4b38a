import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { createJsonPatch } from '@pilothouse/apimachinery/patch/create-json-patch.js';
import { applyJsonPatch } from '@pilothouse/apimachinery/patch/json-patch.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type * as wire from '../grpc/generated/admission.js';
import type { Sent } from '../grpc/contract.js';
import {
  NoVerdictError,
  type AdmissionRule,
  type Change,
  type Description,
  type Operation,
  type Phase,
  type PluginDescription,
  type Review,
  type SideEffects,
  type Verdict,
} from './service.js';

const PHASES: Readonly<Record<Phase, wire.Phase>> = { MUTATE: 'PHASE_MUTATE', VALIDATE: 'PHASE_VALIDATE' };

const OPERATIONS: Readonly<Record<Operation, wire.Operation>> = {
  CREATE: 'OPERATION_CREATE',
  UPDATE: 'OPERATION_UPDATE',
  DELETE: 'OPERATION_DELETE',
  CONNECT: 'OPERATION_CONNECT',
};

const SIDE_EFFECTS: Readonly<Record<SideEffects, wire.SideEffects>> = {
  None: 'SIDE_EFFECTS_NONE',
  NoneOnDryRun: 'SIDE_EFFECTS_NONE_ON_DRY_RUN',
  Some: 'SIDE_EFFECTS_SOME',
};

const SCOPES: Readonly<Record<NonNullable<AdmissionRule['scope']>, wire.Scope>> = {
  Namespaced: 'SCOPE_NAMESPACED',
  Cluster: 'SCOPE_CLUSTER',
};

export function encodeReview(review: Review): Sent<wire.AdmissionRequest> {
  const { user } = review;
  const extra = Object.fromEntries([...user.extra].map(([key, items]) => [key, { items: [...items] }]));
  // A literal instead of spreads: this runs for each write, and spreads would cost more than all the rest.
  return {
    uid: review.uid,
    phase: PHASES[review.phase],
    plugins: review.plugins,
    operation: OPERATIONS[review.operation],
    kind: review.kind,
    resource: review.resource,
    subresource: review.subresource,
    namespace: review.namespace,
    name: review.name,
    object: bytesOf(review.object),
    oldObject: bytesOf(review.old),
    options: bytesOf(review.options),
    user: { username: user.name, uid: user.uid, groups: user.groups, extra },
    dryRun: review.dryRun,
  };
}

/** Throws a NoVerdictError for an invalid request. */
export function decodeReview(request: wire.AdmissionRequest): Review {
  const { kind, resource, user, phase, operation } = request;
  if (kind === null || resource === null || user === null) throw invalid('kind, resource or userInfo is missing');
  return {
    uid: request.uid,
    phase: keyOf(PHASES, phase) ?? unknownValue('phase', phase),
    operation: keyOf(OPERATIONS, operation) ?? unknownValue('operation', operation),
    plugins: request.plugins,
    kind,
    resource,
    subresource: request.subresource,
    namespace: request.namespace,
    name: request.name,
    object: objectIn(request.object, 'object'),
    old: objectIn(request.oldObject, 'old_object'),
    options: objectIn(request.options, 'options') ?? newObject(),
    user: {
      name: user.username,
      uid: user.uid,
      groups: user.groups,
      extra: new Map(Object.entries(user.extra).map(([key, { items }]) => [key, items])),
    },
    dryRun: request.dryRun,
  };
}

/** Encodes a verdict; a change becomes a JSON patch. */
export function encodeVerdict({ uid, object = newObject() }: Review, verdict: Verdict): Sent<wire.AdmissionResponse> {
  const { allowed, warnings, annotations, revision } = verdict;
  const common = { uid, allowed, warnings, auditAnnotations: annotations, revision };
  if (!verdict.allowed) {
    const { details, ...status } = verdict.status;
    return { ...common, refusedBy: verdict.by, status: { ...status, details: bytesOf(details) } };
  }
  const { change } = verdict;
  if (change === undefined) return common;
  return { ...common, changedBy: change.by, patch: Buffer.from(writeJson(createJsonPatch(object, change.object))) };
}

/** Throws a NoVerdictError for an invalid response and for a patch that does not apply. */
export function decodeVerdict(review: Review, response: wire.AdmissionResponse): Verdict {
  const { uid, allowed, warnings, auditAnnotations, revision, patch, status, refusedBy } = response;
  if (uid !== review.uid) throw invalid('the response has the uid of another request');
  const called = new Set(review.plugins);
  const named = [
    ...response.changedBy,
    ...auditAnnotations.map(({ plugin }) => plugin),
    ...(refusedBy === '' ? [] : [refusedBy]),
  ];
  const unknown = named.find((name) => !called.has(name));
  if (unknown !== undefined) throw invalid(`the plugin ${JSON.stringify(unknown)} was not called`);
  const common = { warnings, annotations: auditAnnotations, revision };
  const [last = ''] = review.plugins.slice(-1);
  if (allowed) {
    if (patch.byteLength === 0) return { ...common, allowed };
    const change = patched(review, patch);
    const by = response.changedBy.length === 0 ? [last] : response.changedBy;
    return change === undefined ? { ...common, allowed } : { ...common, allowed, change: { object: change, by } };
  }
  const { code, reason, message, details } = status ?? { code: 0, reason: '', message: '', details: new Uint8Array() };
  const decodedDetails = objectIn(details, 'status.details');
  const by = refusedBy === '' ? last : refusedBy;
  return {
    ...common,
    allowed,
    by,
    status: { code, reason, message, ...(decodedDetails && { details: decodedDetails }) },
  };
}

/** Undefined if the patch changes nothing. */
function patched({ object }: Review, bytes: Uint8Array): Change['object'] | undefined {
  const patch = jsonIn(bytes, 'patch');
  if (Array.isArray(patch) && patch.length === 0) return undefined;
  if (object === undefined) throw invalid('the response has a patch, but the request has no object');
  let value: JsonValue;
  try {
    value = applyJsonPatch(object, patch);
  } catch (error) {
    throw invalid(`the patch does not apply: ${errorMessage(error)}`, error);
  }
  if (isObject(value)) return value === object ? undefined : value;
  throw invalid('the patched value is not an object');
}

export function encodeDescription({ plugins, revision }: Description): Sent<wire.DescribeResponse> {
  return { revision, plugins: plugins.map(encodePlugin) };
}

function encodePlugin({
  name,
  rules,
  phases,
  sideEffects,
  reinvocation,
  timeout = 0,
}: PluginDescription): Sent<wire.Plugin> {
  return {
    name,
    rules: rules.map(({ operations, groups, versions, resources, scope }) => ({
      operations,
      apiGroups: groups,
      apiVersions: versions,
      resources,
      scope: scope === undefined ? 'SCOPE_UNSPECIFIED' : SCOPES[scope],
    })),
    phases: phases.map((phase) => PHASES[phase]),
    sideEffects: SIDE_EFFECTS[sideEffects],
    reinvocation: reinvocation === 'IfNeeded' ? 'REINVOCATION_IF_NEEDED' : 'REINVOCATION_NEVER',
    timeoutMilliseconds: timeout,
  };
}

/** Throws a NoVerdictError if any plugin is invalid, because ignoring one would skip its checks. */
export function decodeDescription({ plugins, revision }: wire.DescribeResponse): Description {
  const names = plugins.map(({ name }) => name);
  const bad = names.find((name, index) => name === '' || names.indexOf(name) < index);
  if (bad !== undefined) throw invalid(bad === '' ? 'a plugin has no name' : `two plugins are named ${bad}`);
  return { revision, plugins: plugins.map(decodePlugin) };
}

function decodePlugin(plugin: wire.Plugin): PluginDescription {
  const { name, rules, phases, sideEffects, reinvocation, timeoutMilliseconds } = plugin;
  return {
    name,
    rules: rules.map(decodeRule),
    phases: phases.map((phase) => keyOf(PHASES, phase) ?? unknownValue('phase', phase)),
    sideEffects: keyOf(SIDE_EFFECTS, sideEffects) ?? 'Some',
    reinvocation: reinvocation === 'REINVOCATION_IF_NEEDED' ? 'IfNeeded' : 'Never',
    ...(timeoutMilliseconds > 0 && { timeout: timeoutMilliseconds }),
  };
}

function decodeRule({ operations, apiGroups, apiVersions, resources, scope }: wire.Rule): AdmissionRule {
  const narrowed = scope === 'SCOPE_UNSPECIFIED' ? undefined : (keyOf(SCOPES, scope) ?? unknownValue('scope', scope));
  return {
    operations: operations.map((name) => operationNamed(name) ?? unknownValue('operation', name)),
    groups: apiGroups,
    versions: apiVersions,
    resources,
    ...(narrowed && { scope: narrowed }),
  };
}

function operationNamed(name: string): Operation | '*' | undefined {
  if (name === '*') return name;
  return keyOf(OPERATIONS, `OPERATION_${name}`);
}

/** The key of a value in a table. */
function keyOf<Key extends string, Value>(table: Readonly<Record<Key, Value>>, value: unknown): Key | undefined {
  for (const key in table) if (table[key] === value) return key;
  return undefined;
}

function unknownValue(what: string, value: string | number): never {
  throw invalid(`the ${what} ${JSON.stringify(value)} is not known`);
}

function bytesOf(value: JsonObject | undefined): Uint8Array {
  return value === undefined ? new Uint8Array() : Buffer.from(writeJson(value));
}

/** Undefined for no bytes. */
function objectIn(bytes: Uint8Array, field: string): JsonObject | undefined {
  if (bytes.byteLength === 0) return undefined;
  const value = jsonIn(bytes, field);
  if (isObject(value)) return value;
  throw invalid(`${field} is not a JSON object`);
}

function jsonIn(bytes: Uint8Array, field: string): JsonValue {
  try {
    return parseJson(bytes).value;
  } catch (error) {
    throw invalid(`${field} is not JSON: ${errorMessage(error)}`, error);
  }
}

function invalid(message: string, cause?: unknown): NoVerdictError {
  return new NoVerdictError('invalid', message, { cause });
}
