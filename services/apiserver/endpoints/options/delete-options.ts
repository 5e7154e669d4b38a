import { deleteOptionsSchema } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { DeleteOptions as DeleteOptionsObject } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import { badRequest, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { Preconditions } from '../../registry/delete.js';
import { PROPAGATION_POLICIES, validateDeleteOptions } from '@pilothouse/kinds/definition/delete-options.js';
import type { Deletion } from '../../registry/termination.js';
import type { RequestContext } from '../../request/context.js';
import type { ResourceRequest } from '../../request/info.js';
import { booleanParameter } from '../../request/query.js';
import { decodeAs } from '../decode.js';
import { contentType, parseObject } from '../negotiation/body.js';
import type { Scope } from '../scope.js';
import { dryRunValues, integerParameter } from './write-options.js';

export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly preconditions: Preconditions;
  readonly deletion: Deletion;
  /**
   * Whether the client used the old option to wait for dependents (orphanDependents=false). Kubernetes then returns
   * 202.
   */
  readonly cascades: boolean;
  /** Whether an object is deleted that cannot be read from the store. */
  readonly ignoresUnreadable: boolean;
  /** The options as an object. */
  readonly options: JsonObject;
}

const decode = compileDecoder(deleteOptionsSchema);

/**
 * The options of a delete: those of the body if there is one, otherwise those of the query. `dryRun` counts in either
 * place, so that a dry run never deletes; Kubernetes would use only the body. `name` is empty for a collection, whose
 * `resourceVersion` selects the list's version. Warns if a kind orphans dependents by default. Throws 400 and 422.
 */
export async function deleteOptions(
  context: RequestContext,
  scope: Scope,
  { name }: Pick<ResourceRequest, 'name'>,
): Promise<DeleteOptions> {
  const { metaGroup } = scope;
  const bytes = await context.readBody();
  const isEmpty = bytes.byteLength === 0;
  const sent = isEmpty ? fromQuery(context.query) : await fromBody(context, bytes, scope);
  const { ignoreStoreReadErrorWithClusterBreakingPotential: ignores, ...others } = sent;
  // Dropped without the gate.
  const given: DeleteOptionsObject = scope.deletesUnreadable ? sent : others;
  const options = { ...given, dryRun: [...new Set([...(given.dryRun ?? []), ...dryRunValues(context.query)])] };
  const errors = validateDeleteOptions(options);
  if (errors.length > 0) throw invalidObject({ group: metaGroup, kind: 'DeleteOptions' }, '', errors);
  const deletion = deletionOf(options);
  const { warning } = scope.resource.definition.strategy.orphansDependents ?? {};
  if (warning !== undefined && deletion.propagation === undefined) context.warnings.push(warning);
  return {
    dryRun: options.dryRun.length > 0,
    preconditions: options.preconditions ?? (isEmpty && name !== '' ? preconditionsFromQuery(context.query) : {}),
    deletion,
    cascades: options.orphanDependents === false,
    ignoresUnreadable: scope.deletesUnreadable && ignores === true,
    options: asSent(options, metaGroup),
  };
}

async function fromBody(
  context: RequestContext,
  bytes: Uint8Array,
  { metaGroup, forms, domain }: Scope,
): Promise<DeleteOptionsObject> {
  const type = { kind: 'DeleteOptions', protobuf: forms.deleteOptions, protobufTypes: domain.protobufMediaTypes };
  const { value } = await parseObject(bytes, contentType(context), type);
  const { apiVersion, kind } = value;
  if (kind !== undefined && kind !== 'DeleteOptions') {
    throw badRequest(
      `the object provided is unrecognized (must be of type DeleteOptions): its kind is ${JSON.stringify(kind)}`,
    );
  }
  if (apiVersion !== undefined && typeof apiVersion !== 'string') throw badRequest(`apiVersion must be a text`);
  const known =
    apiVersion === undefined ||
    apiVersion === `${metaGroup}/v1` ||
    /(?:^|\/)v1(?:(?:alpha|beta)\d+)?$/.test(apiVersion);
  if (!known) throw badRequest(`no kind "DeleteOptions" is registered for version ${JSON.stringify(apiVersion)}`);
  context.audit?.received(value);
  return decodeAs(decode, value, { kind: 'DeleteOptions', version: 'v1' }).value;
}

function fromQuery(query: URLSearchParams): DeleteOptionsObject {
  const gracePeriodSeconds = integerParameter(query, 'gracePeriodSeconds');
  const orphanDependents = booleanParameter(query, 'orphanDependents');
  const ignores = booleanParameter(query, 'ignoreStoreReadErrorWithClusterBreakingPotential');
  const propagationPolicy = query.get('propagationPolicy');
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy !== null && { propagationPolicy }),
    ...(ignores !== undefined && { ignoreStoreReadErrorWithClusterBreakingPotential: ignores }),
  };
}

function asSent({ dryRun = [], ...options }: DeleteOptionsObject, metaGroup: string): JsonObject {
  const type = { kind: 'DeleteOptions', apiVersion: `${metaGroup}/v1` };
  return Object.assign(newObject(), type, options, dryRun.length > 0 && { dryRun });
}

function preconditionsFromQuery(query: URLSearchParams): Preconditions {
  const uid = query.get('uid') ?? '';
  const resourceVersion = query.get('resourceVersion') ?? '';
  return { ...(uid !== '' && { uid }), ...(resourceVersion !== '' && { resourceVersion }) };
}

export function deletionOf({ gracePeriodSeconds, orphanDependents, propagationPolicy }: DeleteOptionsObject): Deletion {
  const old = orphanDependents === undefined ? undefined : orphanDependents ? 'Orphan' : 'Background';
  const propagation = old ?? PROPAGATION_POLICIES.find((policy) => policy === propagationPolicy);
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriod: Number(gracePeriodSeconds) }),
    ...(propagation && { propagation }),
  };
}
