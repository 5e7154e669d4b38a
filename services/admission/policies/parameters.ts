import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { ParamKind, ParamRef } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import type { ResourceNames } from '@pilothouse/client/resource-type.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { parseGroupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { servedVersions } from '@pilothouse/kinds/definition/versions.js';
import type { Awaitable } from '../awaitable.js';
import type { ObjectReader } from '../objects.js';

/** A policy, binding or parameter that cannot be used. The text is Kubernetes'. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The resource of the parameters of a policy. */
export interface ParameterResource {
  readonly type: ResourceNames<JsonObject>;
  readonly kind: ParamKind;
  readonly isNamespaced: boolean;
}

/** Finds the resource of a kind. Throws a ConfigurationError if the kind is not served. */
export function parameterResource(kind: ParamKind, definitions: readonly ResourceDefinition[]): ParameterResource {
  const { group, version } = parseGroupVersion(kind.apiVersion ?? '');
  const found = definitions.find((each) => each.kind === kind.kind && each.group === group);
  if (found === undefined || !servedVersions(found).some(({ name }) => name === version)) {
    const what = `${group}/${version}, Kind=${kind.kind ?? ''}`;
    throw new ConfigurationError(`failed to find resource referenced by paramKind: '${what}'`);
  }
  const { resource, scope } = found;
  return { type: { group, resource, version }, kind, isNamespaced: scope === 'Namespaced' };
}

export interface ParameterRequest {
  /** Undefined if the policy has no kind of parameters. */
  readonly resource: ParameterResource | undefined;
  readonly paramRef: ParamRef | undefined;
  /** The namespace of the write. */
  readonly namespace: string;
  readonly objects: ObjectReader;
  readonly signal: AbortSignal;
}

/** No parameters: `params` is null or undeclared. */
const NONE: readonly undefined[] = [undefined];

/**
 * The parameters of a binding. The policy is evaluated with each of them; not at all if there are none. Rejects with an
 * Error if they cannot be read, or must exist.
 */
export function collectParameters(request: ParameterRequest): Awaitable<readonly (JsonObject | undefined)[]> {
  const { resource, paramRef } = request;
  return resource === undefined || paramRef === undefined ? NONE : requiredParameters(request, resource, paramRef);
}

async function requiredParameters(
  request: ParameterRequest,
  resource: ParameterResource,
  paramRef: ParamRef,
): Promise<readonly JsonObject[]> {
  const found = await readParameters(request, resource, paramRef);
  if (found.length === 0 && paramRef.parameterNotFoundAction === 'Deny') {
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return found;
}

async function readParameters(
  { namespace, objects, signal }: ParameterRequest,
  { type, kind, isNamespaced }: ParameterResource,
  paramRef: ParamRef,
): Promise<readonly JsonObject[]> {
  const { name = '', namespace: wanted = '', selector } = paramRef;
  const within = wanted === '' ? namespace : wanted;
  if (isNamespaced && within === '') {
    throw new ConfigurationError(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    );
  }
  if (!isNamespaced && wanted !== '') {
    throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const options = { signal, ...(isNamespaced && { namespace: within }) };
  const typed = typedAs(kind);
  if (name !== '') {
    const found = await objects.get(type, { ...options, name });
    return found === undefined ? [] : [typed(found)];
  }
  if (selector === undefined) throw new ConfigurationError('one of name or selector must be provided');
  const all = await objects.list(type, options);
  return selected(all)(paramRef).map(typed);
}

/** The selected objects of a list, found once for each list and reference. */
const selected = keyed((all: readonly JsonObject[]) =>
  keyed(({ selector }: ParamRef): readonly JsonObject[] => {
    const result = selectorFromObject(selector, '');
    if (!result.ok) throw new ConfigurationError(result.errors.map(fieldErrorText).join(', '));
    return all.filter((object) => result.selector.matches(metadataOf(object).labels ?? {}));
  }),
);

/** Parameters have their type, which stored objects lack. */
function typedAs({ apiVersion = '', kind = '' }: ParamKind): (object: JsonObject) => JsonObject {
  return (object) => ({ ...object, apiVersion, kind });
}
