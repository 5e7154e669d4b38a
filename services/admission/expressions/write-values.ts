import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { authorizerValue, resourceCheckValue, type AskAccess } from '@pilothouse/cel/library/access.js';
import { jsonValue } from '@pilothouse/cel/values/json.js';
import { CelError, type Value } from '@pilothouse/cel/values/value.js';
import type { Operation } from '@pilothouse/runtime/admission-api/service.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { GroupVersionKind } from '../matching/resource.js';
import type { GroupVersionResource } from '../matching/rule.js';

/** A write, as a webhook or policy sees it. */
export interface ReviewedWrite {
  readonly operation: Operation;
  /** Resource and kind that the rules of the webhook or policy name; objects have this version. */
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
  /** Resource and kind of the request. */
  readonly requestResource: GroupVersionResource;
  readonly requestKind: GroupVersionKind;
  /** Empty for the resource itself. */
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: User;
  readonly dryRun: boolean;
  readonly options: () => JsonObject;
  /** Absent for DELETE. */
  readonly object: JsonObject | undefined;
  /** Absent for CREATE. */
  readonly old: JsonObject | undefined;
}

/** The values of the variables of all expressions of a write, made when they are first read. */
export interface WriteValues {
  readonly object: () => Value;
  readonly oldObject: () => Value;
  readonly request: () => Value;
  readonly authorizer: () => Value;
  readonly requestResource: () => Value;
}

export function writeValues(write: ReviewedWrite, ask: AskAccess): WriteValues {
  const { subresource, namespace, name } = write;
  const { group, resource } = write.requestResource;
  const target = { group, resource, subresource, namespace, name, fieldSelector: '', labelSelector: '' };
  return {
    object: once(() => jsonValue(write.object ?? null)),
    oldObject: once(() => jsonValue(write.old ?? null)),
    request: once(() => jsonValue(requestObject(write))),
    authorizer: once(() => authorizerValue(ask)),
    requestResource: once(() => resourceCheckValue(ask, target)),
  };
}

function once(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** The value of a variable that an expression cannot read. */
export function missingVariable(name: string): Value {
  return new CelError(`no such attribute(s): ${name}`);
}

/** `request` in expressions: Kubernetes' AdmissionRequest, without empty members. */
function requestObject(write: ReviewedWrite): JsonObject {
  const { subresource, name, namespace, user } = write;
  const request = newObject();
  request['kind'] = { ...write.kind };
  request['resource'] = { ...write.resource };
  if (subresource !== '') request['subResource'] = subresource;
  request['requestKind'] = { ...write.requestKind };
  request['requestResource'] = { ...write.requestResource };
  if (subresource !== '') request['requestSubResource'] = subresource;
  if (name !== '') request['name'] = name;
  if (namespace !== '') request['namespace'] = namespace;
  request['operation'] = write.operation;
  request['userInfo'] = userObject(user);
  request['dryRun'] = write.dryRun;
  request['options'] = write.options();
  return request;
}

function userObject({ name, uid, groups, extra }: User): JsonObject {
  const user = newObject();
  if (name !== '') user['username'] = name;
  if (uid !== '') user['uid'] = uid;
  if (groups.length > 0) user['groups'] = [...groups];
  if (extra.size > 0) {
    const all = newObject();
    for (const [key, values] of extra) all[key] = [...values];
    user['extra'] = all;
  }
  return user;
}

/** The metadata of a Namespace that expressions see. */
const NAMESPACE_METADATA = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'finalizers',
] as const;

/** `namespaceObject` in expressions: parts of the Namespace; null for none. */
export function namespaceValue(namespace: JsonObject | undefined): Value {
  if (namespace === undefined) return null;
  const all = structOf(namespace, 'metadata');
  const metadata = newObject();
  for (const key of NAMESPACE_METADATA) {
    const value = all[key];
    if (value !== undefined) metadata[key] = value;
  }
  return jsonValue({ metadata, spec: namespace['spec'] ?? {}, status: namespace['status'] ?? {} });
}
