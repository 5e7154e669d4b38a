import { newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { authorizerValue, resourceCheckValue, type AskAccess } from '@pilothouse/cel/library/access.js';
import { jsonValue } from '@pilothouse/cel/values/json.js';
import { CelError, CelMap, type Value } from '@pilothouse/cel/values/value.js';
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
export class WriteValues {
  readonly #write: ReviewedWrite;
  readonly #ask: AskAccess;
  #object: Value | undefined;
  #oldObject: Value | undefined;
  #request: Value | undefined;

  constructor(write: ReviewedWrite, ask: AskAccess) {
    this.#write = write;
    this.#ask = ask;
  }

  object(): Value {
    return (this.#object ??= jsonValue(this.#write.object ?? null));
  }

  oldObject(): Value {
    return (this.#oldObject ??= jsonValue(this.#write.old ?? null));
  }

  request(): Value {
    return (this.#request ??= new RequestMap(this.#write));
  }

  authorizer(): Value {
    return authorizerValue(this.#ask);
  }

  requestResource(): Value {
    const { subresource, namespace, name, requestResource } = this.#write;
    const { group, resource } = requestResource;
    const target = { group, resource, subresource, namespace, name, fieldSelector: '', labelSelector: '' };
    return resourceCheckValue(this.#ask, target);
  }
}

/** The value of a variable that an expression cannot read. */
export function missingVariable(name: string): Value {
  return new CelError(`no such attribute(s): ${name}`);
}

/** The fields of `request` in expressions: Kubernetes' AdmissionRequest. Empty ones are absent. */
const REQUEST_FIELDS: ReadonlyMap<string, (write: ReviewedWrite) => JsonValue | undefined> = new Map(
  Object.entries({
    kind: ({ kind }: ReviewedWrite) => ({ ...kind }),
    resource: ({ resource }: ReviewedWrite) => ({ ...resource }),
    subResource: ({ subresource }: ReviewedWrite) => orAbsent(subresource),
    requestKind: ({ requestKind }: ReviewedWrite) => ({ ...requestKind }),
    requestResource: ({ requestResource }: ReviewedWrite) => ({ ...requestResource }),
    requestSubResource: ({ subresource }: ReviewedWrite) => orAbsent(subresource),
    name: ({ name }: ReviewedWrite) => orAbsent(name),
    namespace: ({ namespace }: ReviewedWrite) => orAbsent(namespace),
    operation: ({ operation }: ReviewedWrite) => operation,
    userInfo: ({ user }: ReviewedWrite) => userObject(user),
    dryRun: ({ dryRun }: ReviewedWrite) => dryRun,
    options: ({ operation, options }: ReviewedWrite) => (operation === 'CONNECT' ? undefined : options()),
  }),
);

function orAbsent(text: string): string | undefined {
  return text === '' ? undefined : text;
}

class RequestMap extends CelMap {
  readonly #write: ReviewedWrite;

  constructor(write: ReviewedWrite) {
    super();
    this.#write = write;
  }

  get size(): number {
    return this.keys().length;
  }

  keys(): readonly Value[] {
    return [...REQUEST_FIELDS.keys()].filter((name) => this.#field(name) !== undefined);
  }

  find(key: Value): Value | undefined {
    const field = typeof key === 'string' ? this.#field(key) : undefined;
    return field === undefined ? undefined : jsonValue(field);
  }

  #field(name: string): JsonValue | undefined {
    return REQUEST_FIELDS.get(name)?.(this.#write);
  }
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
