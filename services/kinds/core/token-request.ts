import type { BoundObjectReference, TokenRequest } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import { serviceAccountNames, type Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest, conflict, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { BINDINGS, type AccountToken, type Binding } from '../definition/account-tokens.js';
import type { ObjectAction, ObjectActionCall } from '../definition/action.js';

const SHORTEST = 10 * 60;
const LONGEST = 2 ** 32;

/**
 * TokenRequest: issues a token for the service account in the path. Nothing is stored, so a dry run does the same.
 * Throws 404 if the service account or the bound object does not exist, 409 if the bound object has another uid, 400
 * and 422 for invalid requests.
 */
export const requestToken: ObjectAction = async (call) => {
  const { object, namespace, domain, target, services } = call;
  const { name } = target;
  const wanted = object as TokenRequest;
  const kind = { group: domain.group('authentication'), kind: 'TokenRequest' };
  await target.mutate();
  const misplaced = placeErrors(wanted, { namespace, name });
  if (misplaced.length > 0) throw invalidObject(kind, name, misplaced);
  const { uid = '' } = metadataOf(await call.read({ group: '', resource: serviceAccountNames.resource }, name));
  const { uid: asked = uid } = wanted.metadata;
  if (asked !== uid) {
    const text = `the UID in the token request (${asked}) does not match the UID of the service account (${uid})`;
    throw conflict({ group: kind.group, resource: kind.kind }, name, text);
  }
  const now = services.now();
  const { spec } = wanted;
  if (spec.audiences.length === 0) spec.audiences = [...services.apiAudiences];
  Object.assign(wanted.metadata, { name, namespace, uid, creationTimestamp: timestamp(now) });
  const errors = durationErrors(spec.expirationSeconds ?? 0);
  if (errors.length > 0) throw invalidObject(kind, '', errors);
  await target.validate();
  const bound = spec.boundObjectRef && (await findBound(call, spec.boundObjectRef));
  const seconds = shortened(call, Number(spec.expirationSeconds));
  spec.expirationSeconds = seconds;
  const account = { namespace, name, uid };
  const { token, id } = await services.accountTokens.issue({ account, bound, audiences: spec.audiences, now, seconds });
  // The token's id is also in the extra values of its user, so audit events of its use lead back to this request.
  call.annotate(`authentication.${domain.label}/issued-credential-id`, `JTI=${id}`);
  wanted.status = { token, expirationTimestamp: timestamp(new Date(now.getTime() + seconds * 1000)) };
  return object;
};

/** The object to which the token is to be bound. */
async function findBound(
  { read, target }: ObjectActionCall,
  ref: BoundObjectReference,
): Promise<NonNullable<AccountToken['bound']>> {
  const { name = '', kind = '' } = ref;
  const binding = bindingOf(ref);
  const object = await read({ group: '', resource: BINDINGS[binding] }, name);
  if (binding === 'pod') refuseOtherAccount(object as Pod, target.name);
  const { uid = '' } = metadataOf(object);
  if (ref.uid === undefined || ref.uid === uid) return { binding, name, uid };
  throw conflict(
    { group: '', resource: kind },
    name,
    `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
  );
}

function shortened({ services, warn }: ObjectActionCall, asked: number): number {
  const { maxExpiration = asked } = services.accountTokens;
  if (asked <= maxExpiration) return asked;
  warn(`requested expiration of ${asked} seconds shortened to ${maxExpiration} seconds`);
  return maxExpiration;
}

/** Name and namespace must agree with the path if set. Reports the first error only. */
function placeErrors(
  { metadata }: TokenRequest,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): FieldError[] {
  if (metadata.name !== undefined && metadata.name !== name) {
    return [invalid('metadata.name', metadata.name, 'must match the service account name if specified')];
  }
  if (metadata.namespace === undefined || metadata.namespace === namespace) return [];
  const text = 'must match the service account namespace if specified';
  return [invalid('metadata.namespace', metadata.namespace, text)];
}

function durationErrors(seconds: number | bigint): FieldError[] {
  const field = 'spec.expirationSeconds';
  if (seconds < SHORTEST) return [invalid(field, seconds, 'may not specify a duration less than 10 minutes')];
  if (seconds <= LONGEST) return [];
  return [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')];
}

/** A token bound to a pod must be for the pod's service account. Throws 400. */
function refuseOtherAccount({ spec }: Pod, account: string): void {
  if (spec.serviceAccountName === account) return;
  const name = JSON.stringify(account);
  throw badRequest(`cannot bind token for serviceaccount ${name} to pod running with different serviceaccount name.`);
}

const KINDS: ReadonlyMap<string, Binding> = new Map([
  ['Pod', 'pod'],
  ['Secret', 'secret'],
  ['Node', 'node'],
]);

/** Throws 400 for an unsupported kind. As in Kubernetes, versions are ignored. */
function bindingOf({ apiVersion = '', kind = '' }: BoundObjectReference): Binding {
  const parts = apiVersion.split('/');
  const [version = '', group = ''] = parts.length > 2 ? [] : parts.reverse();
  const binding = group === '' ? KINDS.get(kind) : undefined;
  if (binding !== undefined) return binding;
  throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
}
