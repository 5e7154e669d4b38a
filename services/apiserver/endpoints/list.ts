import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { listEntries, type ListedEntries, type ListRequest } from '../registry/list.js';
import { CompactedError } from '../storage/store.js';
import { negotiate } from './negotiation/representation.js';
import { listResponse } from './negotiation/write-list.js';
import { encodeContinue } from './options/continue-token.js';
import { listOptions, type ListOptions } from './options/list-options.js';
import { offerOf, type Endpoint, type Scope } from './scope.js';
import { tooLargeVersion } from './store-errors.js';

/** GET of a collection (spec: list; resourceVersion semantics). */
export const list: Endpoint = async (scope, context, { namespace }) => {
  const representation = negotiate(context, offerOf(scope));
  const options = listOptions(context, scope.resource, scope.metaGroup);
  const listed = await readList(scope, options, { namespace, signal: context.signal });
  return listResponse(scope, context, listed.entries, { representation, metadata: listMetadata(listed) });
};

function listMetadata({ revision, next, remaining }: ListedEntries): JsonObject {
  const metadata = newObject();
  metadata['resourceVersion'] = String(revision);
  if (next !== undefined) metadata['continue'] = encodeContinue({ revision, start: next });
  if (remaining !== undefined) metadata['remainingItemCount'] = remaining;
  return metadata;
}

/** What a list with the given options shows. Throws 410 and 504 for versions that cannot be had. */
export async function readList(
  { resource }: Scope,
  { selection, limit, continue: token, version }: ListOptions,
  request: Pick<ListRequest, 'namespace' | 'signal'>,
): Promise<ListedEntries> {
  const common = { ...request, selection, limit };
  if (token !== undefined) {
    try {
      return await listEntries(resource, { ...common, start: token.start, revision: token.revision });
    } catch (error) {
      if (error instanceof CompactedError) throw await expiredToken(resource, token.start, request.signal);
      throw error;
    }
  }
  const revision = version.type === 'exact' ? version.revision : undefined;
  const listed = await listEntries(resource, { ...common, start: undefined, revision });
  if (version.type === 'notOlderThan' && listed.revision < version.revision) {
    throw tooLargeVersion(version.revision, listed.revision);
  }
  return listed;
}

/** 410 with a token that goes on from the same place in the newest state, for clients that can live with a gap. */
async function expiredToken({ store }: Scope['resource'], start: string, signal: AbortSignal): Promise<StatusError> {
  const revision = await store.currentRevision({ signal });
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
    'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
    'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
    'deleted between the time the first chunk was returned and now may show up in the list.';
  return new StatusError('Expired', message, { continue: encodeContinue({ revision, start }) });
}
