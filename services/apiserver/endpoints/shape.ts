import { copyObject, deepCopy, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { badRequest, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import { UNTYPED, type Type } from '@pilothouse/apimachinery/typed/type.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ResourceDefinition, ViewSubresource } from '@pilothouse/kinds/definition/definition.js';
import type { ProtobufForm } from '../registry/protobuf-form.js';
import type { Resource } from '../registry/resource.js';
import type { AdmissionHooks } from '../registry/write.js';
import type { RequestContext } from '../request/context.js';
import type { Response } from '../request/response.js';
import { actionType, type ActionType } from './action-type.js';
import type { DecodableType } from './decode.js';
import { entryResponse, formOf, valueResponse, type ResponseOptions } from './negotiation/write-entry.js';
import type { Scope } from './scope.js';

/** The representation of a resource's objects at a path: themselves, or views. */
export interface Shape {
  readonly type: DecodableType & { readonly protobuf: ProtobufForm | undefined };
  /** The merge keys for strategic merge patches; undefined for types without them. */
  readonly patchSchema: StructSchema | undefined;
  /** The type for server-side apply. */
  readonly fields: () => Type;
  /** Whether a uid in a patch is a precondition, as in a PUT (409 on mismatch). */
  readonly expectsUid: boolean;
  /** Must not modify its argument. */
  readonly show: (object: JsonObject) => JsonObject;
  /** The new object, from the live object and its new representation. Throws 422. */
  readonly put: (live: JsonObject, shown: JsonObject) => JsonObject;
  /** The part of an object that a config of this representation applies. Throws 400 and DecodeError. */
  readonly config: (config: JsonObject) => JsonObject;
  /** Runs admission on this representation. */
  readonly admission: (hooks: AdmissionHooks) => AdmissionHooks;
  readonly respond: (
    scope: Scope,
    context: RequestContext,
    entry: Entry,
    options: ResponseOptions,
  ) => Promise<Response>;
}

export function shapeOf({ resource }: Scope, subresource: string): Shape {
  const view = viewOf(resource.definition, subresource);
  return view === undefined ? ownShape(resource) : viewShape(resource, view);
}

function viewOf({ subresources }: ResourceDefinition, subresource: string): ViewSubresource | undefined {
  const found = Object.hasOwn(subresources, subresource) ? subresources[subresource] : undefined;
  return found?.type === 'view' ? found : undefined;
}

const same = <Value>(value: Value): Value => value;
const second = (_live: JsonObject, shown: JsonObject): JsonObject => shown;

function ownShape(resource: Resource): Shape {
  const { schema } = resource.version;
  return {
    type: resource,
    patchSchema: schema.type === 'struct' ? schema : undefined,
    fields: () => resource.fieldVersions.typeOf(resource.apiVersion) ?? UNTYPED,
    expectsUid: false,
    show: same,
    put: second,
    config: same,
    admission: same,
    respond: entryResponse,
  };
}

function viewShape(resource: Resource, view: ViewSubresource): Shape {
  const type = actionType(view);
  const show = (object: JsonObject): JsonObject => shown(type, object, view);
  return {
    type,
    patchSchema: resource.definition.origin === undefined ? view.schema : undefined,
    fields: type.fields,
    expectsUid: true,
    show,
    put(live, wanted) {
      const { name = '', uid, resourceVersion } = metadataOf(wanted);
      const errors = view.validatesWhole === true ? [] : type.validate(wanted);
      if (errors.length > 0) throw invalidObject(view, name, errors);
      const object = deepCopy(live);
      const metadata = metadataOf(object);
      // The uid is a precondition for the object.
      if (uid !== undefined) metadata.uid = uid;
      // Without a version it refers to the live object.
      if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
      view.put(object, wanted);
      return object;
    },
    config(config) {
      const {
        value,
        unknown: [unknown],
      } = type.decode(copyObject(config));
      if (unknown !== undefined) {
        throw badRequest(`failed to create typed patch object: .${unknown}: field not declared in schema`);
      }
      const { kind, apiVersion } = resource;
      return Object.assign(newObject(), { kind, apiVersion, metadata: identityOf(value) }, view.config(config));
    },
    admission: (hooks) => ({
      ...hooks,
      async mutate(object, old) {
        const wanted = show(object);
        await hooks.mutate(wanted, old && show(old));
        view.put(object, wanted);
      },
      validate: (object, old) => hooks.validate(object && show(object), old && show(old)),
    }),
    async respond(scope, context, entry, { status, representation }) {
      const whole = resource.stored.decode(entry);
      view.refuseRead?.(whole);
      const object = { value: show(whole), protobuf: type.protobuf };
      const table = { metadata: { resourceVersion: String(entry.revision) }, columns: view.columns };
      return valueResponse(formOf(scope, context, object, representation.as, table), { status, representation });
    },
  };
}

/** The identity in an object's metadata. */
function identityOf(object: JsonObject): JsonObject {
  const { name, namespace, uid, resourceVersion } = metadataOf(object);
  return Object.assign(
    newObject(),
    name !== undefined && { name },
    namespace !== undefined && { namespace },
    uid !== undefined && { uid },
    resourceVersion !== undefined && { resourceVersion },
  );
}

/** The view of an object, with the identity in its metadata. */
function shown({ kind, apiVersion }: ActionType, object: JsonObject, view: ViewSubresource): JsonObject {
  const { creationTimestamp } = metadataOf(object);
  const metadata = Object.assign(identityOf(object), creationTimestamp !== undefined && { creationTimestamp });
  return Object.assign(newObject(), { kind, apiVersion, metadata }, view.show(object));
}
