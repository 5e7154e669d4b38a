import type { BoundObjectReference, TokenRequest } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest, conflict, invalidObject, notFound } from '@pilothouse/apimachinery/status/status-error.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { objectKey } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import type { ResourceRequest } from '../../request/info.js';
import { BINDINGS, boundClaims, type Binding, type BoundTokenOptions } from '../../serviceaccount/bound-claims.js';
import type { TokenConfig } from '../../serviceaccount/config.js';
import { signToken } from '../../serviceaccount/sign.js';
import { admissionFor } from '../../endpoints/admission.js';
import type { Action } from '../../endpoints/scope.js';

export interface TokenRequestOptions {
  readonly config: TokenConfig;
  /** Resources of the core group, by name. */
  readonly resources: ReadonlyMap<string, Resource>;
}

const SHORTEST = 10 * 60;
const LONGEST = 2 ** 32;

/**
 * Makes a token of the account that the path names (Kubernetes' TokenRequest). Nothing is stored, so that a dry run is no
 * different. Throws 404 where the account or what the token is to be bound to does not exist, 409 where that has another
 * uid, 400 and 422 for requests that make no sense.
 */
export function tokenRequest({ config, resources }: TokenRequestOptions): Action {
  return async (scope, context, request, { object, dryRun }) => {
    const wanted = object as TokenRequest;
    const { domain, resource } = scope;
    const { environment } = resource;
    const { namespace, name } = request;
    const kind = { group: domain.group('authentication'), kind: 'TokenRequest' };
    const hooks = admissionFor(scope, context, request, { operation: 'CREATE', dryRun });
    await hooks.mutate(object, undefined);
    const misplaced = placeErrors(wanted, request);
    if (misplaced.length > 0) throw invalidObject(kind, name, misplaced);
    const { uid = '' } = metadataOf(await objectNamed(resource, { namespace, name }, context.signal));
    const now = environment.now();
    const { spec } = wanted;
    if (spec.audiences.length === 0) spec.audiences = [...config.audiences];
    Object.assign(wanted.metadata, { name, namespace, creationTimestamp: timestamp(now) });
    const errors = durationErrors(spec.expirationSeconds ?? 0);
    if (errors.length > 0) throw invalidObject(kind, '', errors);
    await hooks.validate(object, undefined);
    const bound = spec.boundObjectRef && (await findBound(spec.boundObjectRef));
    const seconds = shortened(Number(spec.expirationSeconds));
    spec.expirationSeconds = seconds;
    const id = environment.uuid();
    const claims = boundClaims(
      {
        account: { namespace, name, uid },
        bound,
        issuer: config.issuers[0],
        audiences: spec.audiences,
        now,
        seconds,
        id,
      },
      domain,
    );
    const token = await signToken(config.keys().signing, claims);
    // The name of the token in the extra values of the user that it will be, so that the audit log tells where it came from.
    context.audit?.annotate(`authentication.${domain.label}/issued-credential-id`, `JTI=${id}`);
    wanted.status = { token, expirationTimestamp: timestamp(new Date(now.getTime() + seconds * 1000)) };
    return object;

    async function findBound(ref: BoundObjectReference): Promise<NonNullable<BoundTokenOptions['bound']>> {
      const { name: boundName = '', kind: boundKind = '' } = ref;
      const binding = bindingOf(ref);
      const found = BINDINGS[binding];
      const boundResource = resources.get(found);
      if (boundResource === undefined) throw notFound({ group: '', resource: found }, boundName);
      const object = await objectNamed(boundResource, { namespace, name: boundName }, context.signal);
      if (binding === 'pod') refuseOtherAccount(object as Pod, name);
      const { uid: actual = '' } = metadataOf(object);
      if (ref.uid === undefined || ref.uid === actual) return { binding, name: boundName, uid: actual };
      throw conflict(
        { group: '', resource: boundKind },
        boundName,
        `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
      );
    }

    function shortened(asked: number): number {
      const { maxExpiration = asked } = config;
      if (asked <= maxExpiration) return asked;
      context.warnings.push(`requested expiration of ${asked} seconds shortened to ${maxExpiration} seconds`);
      return maxExpiration;
    }
  };
}

/** Name and namespace may be left out, but not be others than those of the path. The first error will do. */
function placeErrors({ metadata }: TokenRequest, { name, namespace }: ResourceRequest): FieldError[] {
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

/** Of the newest state. Throws 404, also for names that no object can have. */
async function objectNamed(
  { definition, groupResource, store, stored }: Resource,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
): Promise<JsonObject> {
  if (dnsSubdomain(name).length > 0) throw notFound(groupResource, name);
  const { entry } = await store.get(objectKey(definition, namespace, name), { signal });
  if (entry === undefined) throw notFound(groupResource, name);
  return stored.decode(entry);
}

/** A token that a pod vouches for is one of the account as which the pod runs. Throws 400. */
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

/** Throws 400 for a kind that tokens cannot be bound to. Versions are not looked at, as in Kubernetes. */
function bindingOf({ apiVersion = '', kind = '' }: BoundObjectReference): Binding {
  const parts = apiVersion.split('/');
  const [version = '', group = ''] = parts.length > 2 ? [] : parts.reverse();
  const binding = group === '' ? KINDS.get(kind) : undefined;
  if (binding !== undefined) return binding;
  throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
}
