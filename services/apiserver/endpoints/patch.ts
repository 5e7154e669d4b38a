import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { parseJson, type ParsedJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { applyJsonPatch } from '@pilothouse/apimachinery/patch/json-patch.js';
import { applyMergePatch } from '@pilothouse/apimachinery/patch/merge-patch.js';
import { PatchError } from '@pilothouse/apimachinery/patch/patch-error.js';
import { applyStrategicMergePatch } from '@pilothouse/apimachinery/patch/strategic/apply.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest, invalidObject, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { updateObject } from '../registry/update.js';
import { refuseTooManyValues } from '../registry/size.js';
import { admissionFor } from './admission.js';
import { decodeDocument, reportDroppedOf } from './decode.js';
import { setNameFromPath } from './names.js';
import { contentType, unsupportedMediaType } from './negotiation/body.js';
import { negotiate } from './negotiation/representation.js';
import { duplicateTexts, MAX_REPORTED_ERRORS, outside, unknownTexts } from './options/field-validation.js';
import { patchOptions } from './options/write-options.js';
import { dropRepeatedOwners } from './owner-references.js';
import { offerOf, type Endpoint, type Scope } from './scope.js';
import { shapeOf } from './shape.js';

type ApplyPatch = (live: JsonObject, patch: JsonValue) => JsonValue;

const JSON_PATCH = 'application/json-patch+json';

/** Patch functions by media type. */
const PATCHES: Readonly<Record<string, ApplyPatch>> = {
  [JSON_PATCH]: (live, patch) => applyJsonPatch(live, patch),
  'application/merge-patch+json': (live, patch) => applyMergePatch(live, objectPatch(patch)),
};

const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/** The media types of patches. Custom kinds have no strategic merge patch, since their schemas have no merge keys. */
export function patchTypes(isStrategic: boolean): readonly string[] {
  return [...Object.keys(PATCHES), ...(isStrategic ? [STRATEGIC_PATCH] : []), APPLY_PATCH];
}

function patchOf(type: string, schema: StructSchema | undefined): ApplyPatch | undefined {
  if (type !== STRATEGIC_PATCH) return Object.hasOwn(PATCHES, type) ? PATCHES[type] : undefined;
  return schema && ((live, patch) => applyStrategicMergePatch(live, objectPatch(patch), schema));
}

/** PATCH of one object or one of its subresources. */
export const patch: Endpoint = async (scope, context, request) => {
  const { resource } = scope;
  const { namespace, name, subresource } = request;
  const type = contentType(context);
  if (type === APPLY_PATCH) return applyLazily(scope, context, request);
  const shape = shapeOf(scope, subresource);
  const applyPatch = patchOf(type, shape.patchSchema);
  if (applyPatch === undefined) throw unsupportedMediaType(patchTypes(shape.patchSchema !== undefined));
  const representation = negotiate(context, offerOf(scope, shape.type));
  const { dryRun, fieldValidation, manager } = patchOptions(context, scope);
  const { value, duplicates } = parsePatch(await context.readBody());
  context.audit?.receivedPatch(value);
  await resource.maybeYield();
  const dropped = type === JSON_PATCH ? droppedOfOperations(value, duplicates) : duplicateTexts(duplicates);
  // A retry after a conflict must not repeat warnings.
  const reported = context.warnings.length;
  const { entry } = await updateObject(resource, {
    namespace,
    name,
    subresource,
    dryRun,
    manager,
    signal: context.signal,
    trace: context.trace,
    warn: (text) => void context.warnings.push(text),
    admission: shape.admission(admissionFor(scope, context, request, { operation: 'UPDATE', dryRun })),
    async change(live) {
      context.warnings.length = reported;
      context.trace?.event('About to apply patch');
      const shown = shape.show(live);
      const patched = refusingErrors(() => applyPatch(shown, value));
      refuseTooManyValues(patched, shown);
      await resource.maybeYield();
      if (!isObject(patched)) throw badRequest('the result of the patch is not an object');
      const { value: object, unknown } = asInvalidPatch(resource, () => decodeDocument(shape.type, patched));
      reportDroppedOf(context, shape.type, [...dropped, ...unknownTexts(unknown)], fieldValidation);
      setNameFromPath(resource, object, request);
      dropRepeatedOwners(context, object);
      return shape.put(live, object);
    },
    expectsUid: shape.expectsUid,
  });
  return shape.respond(scope, context, entry, { status: 200, representation });
};

/** Server-side apply is loaded on first use: many servers never need it, and it would delay the start. */
const applyLazily = lazily(async () => (await import('./apply.js')).apply);

/** Caches the module, since a repeated import takes longer than the request. */
function lazily(load: () => Promise<Endpoint>): Endpoint {
  let loaded: Promise<Endpoint> | undefined;
  return async (...request) => (await (loaded ??= load()))(...request);
}

const OPERATION_FIELDS = new Set(['op', 'path', 'from', 'value']);

/** Texts for ignored parts of a JSON patch: duplicate keys and unknown fields of operations. */
function droppedOfOperations(patch: JsonValue, duplicates: readonly string[]): string[] {
  const operations = Array.isArray(patch) ? patch : [];
  const unknown = operations.flatMap((operation, index) =>
    (isObject(operation) ? Object.keys(operation) : [])
      .filter((name) => !OPERATION_FIELDS.has(name))
      .map((name) => `[${index}].${name}`),
  );
  const reported = unknown.slice(0, MAX_REPORTED_ERRORS);
  const texts = [...duplicateTexts(outside(duplicates, reported)), ...unknownTexts(reported)];
  return texts.map((text) => `json patch ${text}`);
}

/** Type errors in the result of a patch are the patch's fault: 422. */
function asInvalidPatch<Result>({ definition }: Scope['resource'], decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'BadRequest')) throw error;
    throw invalidObject(definition, '', [invalid('patch', '', error.message)]);
  }
}

function objectPatch(value: JsonValue): JsonObject {
  if (isObject(value)) return value;
  throw new PatchError('malformed', 'error decoding patch: it must be an object');
}

function parsePatch(bytes: Uint8Array): ParsedJson {
  try {
    const parsed = parseJson(bytes);
    refuseTooManyValues(parsed.value);
    return parsed;
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw badRequest(`error decoding patch: ${error.message}`);
    throw error;
  }
}

/** Converts a PatchError to a StatusError. */
function refusingErrors<Result>(apply: () => Result): Result {
  try {
    return apply();
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    switch (error.kind) {
      case 'malformed':
        throw badRequest(error.message);
      case 'tooLarge':
        throw new StatusError('RequestEntityTooLarge', error.message);
      case 'notApplicable':
      case 'testFailed':
        throw new StatusError(
          'Invalid',
          `the server rejected our request due to an error in our request: ${error.message}`,
          { details: {} },
        );
    }
  }
}
