import { managedFieldsOf } from '@pilothouse/apimachinery/apply/managed-fields.js';
import { ApplyError } from '@pilothouse/apimachinery/fieldpath/apply-error.js';
import { copyObject, isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import { badRequest, conflict } from '@pilothouse/apimachinery/status/status-error.js';
import { dropUnknown } from '@pilothouse/apimachinery/typed/known.js';
import { parseAsJson, textIn } from '@pilothouse/apimachinery/yaml/as-json.js';
import { YamlSyntaxError } from '@pilothouse/apimachinery/yaml/syntax-error.js';
import { applyConfig } from '../registry/apply.js';
import { withConversions } from '../registry/fields/conversions.js';
import type { Resource } from '../registry/resource.js';
import type { TypeMeta } from '@pilothouse/kinds/definition/stored-form.js';
import { updateObject } from '../registry/update.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { refuseTooManyValues } from '../registry/size.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import { admissionFor, admissionForCreation } from './admission.js';
import { decodeDocument, reportDroppedOf } from './decode.js';
import { setNameFromPath } from './names.js';
import type { ParsedBody } from './negotiation/body.js';
import { negotiate } from './negotiation/representation.js';
import { droppedTexts } from './options/field-validation.js';
import { applyOptions } from './options/write-options.js';
import { dropRepeatedOwners } from './owner-references.js';
import { offerOf, type Endpoint } from './scope.js';
import { shapeOf } from './shape.js';

/** Server-side apply: PATCH of an object or of a subresource with an applied config. */
export const apply: Endpoint = async (scope, context, request) => {
  const { resource } = scope;
  const { namespace, name, subresource } = request;
  const shape = shapeOf(scope, subresource);
  const representation = negotiate(context, offerOf(scope, shape.type));
  const { dryRun, fieldValidation, manager, force } = applyOptions(context, scope);
  const body = await readConfig(context);
  const { value: sent } = body;
  context.audit?.receivedPatch(sent);
  await resource.maybeYield();
  checkConfig(shape.type, sent);
  // The mode Strict keeps unknown fields. Apply refuses them by path, together with values of the wrong type.
  const { value: config, unknown } =
    fieldValidation === 'Strict' ? { value: sent, unknown: [] } : dropUnknown(shape.fields(), sent);
  if (fieldValidation !== 'Ignore') reportDroppedOf(context, shape.type, droppedTexts(body, unknown), fieldValidation);
  await resource.maybeYield();
  // A retry after a conflict must not repeat warnings.
  const reported = context.warnings.length;
  const applied = async (live: JsonObject | undefined): Promise<JsonObject> => {
    context.warnings.length = reported;
    const merged = await withConversions(resource, (converting) =>
      refusingBadConfig(converting, request, () =>
        applyConfig(converting, live, { config: shape.config(config), manager, force, subresource }),
      ),
    );
    await resource.maybeYield();
    return wholeObject(context, resource, request, merged);
  };
  const create = (): Promise<JsonObject> => {
    refuseExpectations(resource, config, name);
    return applied(undefined);
  };
  const { entry, isCreated } = await updateObject(resource, {
    namespace,
    name,
    subresource,
    dryRun,
    signal: context.signal,
    trace: context.trace,
    user: context.user,
    warn: (text) => void context.warnings.push(text),
    admission: shape.admission(admissionFor(scope, context, request, { operation: 'UPDATE', dryRun })),
    change: applied,
    expectsUid: shape.expectsUid,
    ...(subresource === '' && { absent: { create, admission: admissionForCreation(scope, context, request, dryRun) } }),
  });
  return shape.respond(scope, context, entry, { status: isCreated ? 201 : 200, representation });
};

/** Reads the config. JSON is a subset of YAML. Throws 400 and 413. */
async function readConfig(context: RequestContext): Promise<ParsedBody<JsonObject>> {
  const bytes = await context.readBody();
  try {
    const text = textIn(bytes);
    const parsed = parseAsJson(text) ?? (await import('@pilothouse/apimachinery/yaml/parse.js')).parseYaml(text);
    const { value } = parsed;
    refuseTooManyValues(value);
    if (isObject(value) || value === null) return { ...parsed, value: value ?? newObject() };
  } catch (error) {
    if (error instanceof YamlSyntaxError) throw badRequest(`error decoding YAML: ${error.message}`);
    throw error;
  }
  throw badRequest('error decoding patch: it must be an object');
}

/** Throws 400 for a config of another kind or version, or with managedFields. */
function checkConfig({ kind, apiVersion }: TypeMeta, config: JsonObject): void {
  if (config['kind'] !== kind || config['apiVersion'] !== apiVersion) {
    throw badRequest(`invalid object type: ${typeText(config['apiVersion'], config['kind'])}`);
  }
  const managedFields = managedFieldsOf(config);
  if (Array.isArray(managedFields) || isObject(managedFields)) {
    throw badRequest('metadata.managedFields must be nil');
  }
}

/** A type in Kubernetes' notation: `/v1, Kind=ConfigMap`, or `apps/v1, Kind=ControllerRevision`. */
function typeText(apiVersion: unknown, kind: unknown): string {
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  return `${version.includes('/') ? version : `/${version}`}, Kind=${typeof kind === 'string' ? kind : ''}`;
}

/** Throws 409 if a config with uid or resourceVersion creates an object. */
function refuseExpectations({ groupResource }: Resource, config: JsonObject, name: string): void {
  const { metadata } = config;
  const { uid, resourceVersion } = isObject(metadata) ? metadata : newObject();
  const absence = 'and no existing object was found';
  if (typeof uid === 'string' && uid !== '') {
    throw conflict(groupResource, name, `uid mismatch: the provided object specified uid ${uid}, ${absence}`);
  }
  if (typeof resourceVersion === 'string' && resourceVersion !== '' && resourceVersion !== '0') {
    const text = `the provided object specified resourceVersion ${resourceVersion}, ${absence}`;
    throw conflict(groupResource, name, `resourceVersion mismatch: ${text}`);
  }
}

/** The applied object, normalised, with the name and namespace of the path. */
function wholeObject(
  context: RequestContext,
  resource: Resource,
  request: ResourceRequest,
  applied: JsonObject,
): JsonObject {
  // It shares with the config, which a retry needs; decoding sets the type in its argument.
  const { value: object } = decodeDocument(resource, copyObject(applied));
  setNameFromPath(resource, object, request);
  dropRepeatedOwners(context, object);
  return object;
}

/** Kubernetes' limit for reported unknown fields. */
const MAX_PROBLEMS = 100;

/**
 * Throws 400 for a config with type errors. Unreadable managedFields of the live object are not an error of the client.
 */
function* refusingBadConfig<Result>(
  { kind, apiVersion }: Resource,
  { namespace, name }: ResourceRequest,
  apply: () => Steps<Result>,
): Steps<Result> {
  const what = `(${namespace}/${name}; ${typeText(apiVersion, kind)})`;
  try {
    return yield* apply();
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`failed to convert new object ${what}: ${error.message}`);
    if (!(error instanceof ApplyError && error.kind === 'value')) throw error;
    const { message } = new ApplyError('value', error.problems.slice(0, MAX_PROBLEMS));
    throw badRequest(`failed to create typed patch object ${what}: ${message}`);
  }
}
