import type { ParamKind, ParamRef } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { forbidden, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { Strategy } from '../definition/definition.js';
import { parseGroupVersion } from '../definition/group-version.js';
import type { WriteAccess } from '../definition/write-access.js';

interface PolicyLike extends JsonObject {
  spec: WithParamKind & JsonObject;
}

interface BindingLike extends JsonObject {
  spec: WithParamRef & JsonObject;
}

/** The permissions that a policy needs, if it is valid. */
export const policyPermissions = {
  permissions: async ({ spec }, old, access, found) =>
    found.length > 0 ? [] : paramKindErrors(spec, old?.spec, access),
} satisfies Pick<Strategy<PolicyLike>, 'permissions'>;

/** The permissions that a binding needs, if it is valid. */
export function bindingPermissions(policies: GroupResource): Required<Pick<Strategy<BindingLike>, 'permissions'>> {
  return {
    permissions: async ({ spec }, old, access, found) =>
      found.length > 0 ? [] : paramRefErrors(spec, old?.spec, access, policies),
  };
}

interface WithParamKind {
  paramKind?: ParamKind;
}

interface WithParamRef {
  policyName?: string;
  paramRef?: ParamRef;
}

const PART = { type: 'resource', subresource: '' } as const;

/** A user that sets the kind of parameters must be allowed to read all objects of the kind: expressions can show them. */
async function paramKindErrors(
  { paramKind }: WithParamKind,
  old: WithParamKind | undefined,
  access: WriteAccess,
): Promise<readonly FieldError[]> {
  if (paramKind === undefined || (old?.paramKind !== undefined && deepEqual(paramKind, old.paramKind))) return [];
  const { apiVersion = '', kind = '' } = paramKind;
  const { group, version, resource } = placeOf(paramKind, access);
  try {
    const request = { ...PART, verb: 'get', group, version, resource, namespace: '*', name: '*' };
    if (await access.isAllowed(request)) return [];
    const what = `all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
    return [forbidden('spec.paramKind', `user ${userText(access.user)} must have "get" permission on ${what}`)];
  } catch (error) {
    return [forbidden('spec.paramKind', errorMessage(error))];
  }
}

/** A user that binds parameters must be allowed to read them. `policies` is the resource of the policies. */
async function paramRefErrors(
  { policyName = '', paramRef }: WithParamRef,
  old: WithParamRef | undefined,
  access: WriteAccess,
  policies: GroupResource,
): Promise<readonly FieldError[]> {
  if (paramRef === undefined) return [];
  const isSame = old?.paramRef !== undefined && deepEqual(paramRef, old.paramRef) && policyName === old.policyName;
  if (isSame) return [];
  const { name = '', namespace = '' } = paramRef;
  const verb = name === '' ? 'list' : 'get';
  const policy = (await access.stored(policies, policyName)) as { spec: WithParamKind } | undefined;
  const paramKind = policy?.spec.paramKind;
  const { group, version, resource } = placeOf(paramKind, access);
  try {
    if (await access.isAllowed({ ...PART, verb, group, version, resource, namespace, name })) return [];
  } catch (error) {
    return [forbidden('spec.paramRef', `failed to authorize request: ${errorMessage(error)}`)];
  }
  const user = `user ${userText(access.user)} does not have "${verb}" permission`;
  const everything = `to determine minimum required permissions and ${user} for all groups, versions and resources`;
  let text = `${user} on the object referenced by paramRef`;
  if (policy === undefined) text = `unable to get policy ${policyName} ${everything}`;
  else if (paramKind !== undefined && resource === ANY) {
    const kind = `&ParamKind{APIVersion:${paramKind.apiVersion ?? ''},Kind:${paramKind.kind ?? ''},}`;
    text = `unable to resolve paramKind ${kind} ${everything}`;
  }
  return [forbidden('spec.paramRef', text)];
}

const ANY = '*';

/** What is not known stands for everything. */
function placeOf(
  paramKind: ParamKind | undefined,
  { resourceOfKind }: WriteAccess,
): { readonly group: string; readonly version: string; readonly resource: string } {
  if (paramKind === undefined) return { group: ANY, version: ANY, resource: ANY };
  const { group, version } = parseGroupVersion(paramKind.apiVersion ?? '');
  return { group, version, resource: resourceOfKind({ group, version, kind: paramKind.kind ?? '' }) ?? ANY };
}

/** A user as Go prints it. */
function userText({ name, uid, groups, extra }: User): string {
  const entries = [...extra].map(([key, values]) => `${key}:[${values.join(' ')}]`).sort();
  return `&{${name} ${uid} [${groups.join(' ')}] map[${entries.join(' ')}]}`;
}
