import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { CompactedError } from '@pilothouse/storage/store.js';
import { collectionPrefix } from '../registry/keys.js';
import { listEntries, type ListedEntries, type ListRequest } from '../registry/list.js';
import { negotiate } from './negotiation/representation.js';
import { listResponse } from './negotiation/write-list.js';
import { listOptions, type ListOptions, type ListVersion } from './options/list-options.js';
import { offerOf, type Endpoint, type Scope } from './scope.js';
import { unreadableList } from './unsafe-deletion.js';

/** GET of a collection. */
export const list: Endpoint = async (scope, context, request) => {
  const { namespace } = request;
  const representation = negotiate(context, { ...offerOf(scope, scope.resource), isList: true });
  const options = listOptions(context, request, scope);
  const { signal, trace } = context;
  const listed = await readList(scope, options, { namespace, signal, trace }).catch((error: unknown) => {
    throw scope.deletesUnreadable ? unreadableList(error, request) : error;
  });
  const metadata = listMetadata(scope, listed, namespace);
  return listResponse(scope, context, listed.entries, { representation, metadata });
};

function listMetadata(
  { resource, continueTokens }: Scope,
  { revision, next, remaining }: ListedEntries,
  namespace: string,
): JsonObject {
  const metadata = newObject();
  // Computed collections have no version.
  if (revision > 0) metadata['resourceVersion'] = String(revision);
  if (next !== undefined) {
    const token = { revision, start: next, following: remaining };
    metadata['continue'] = continueTokens.encode(token, collectionPrefix(resource.definition, namespace));
  }
  if (remaining !== undefined) metadata['remainingItemCount'] = remaining;
  return metadata;
}

/** Reads a page. Throws 410 and 504 for unavailable versions. */
export async function readList(
  scope: Scope,
  { selection, limit, continue: text, version }: ListOptions,
  request: Pick<ListRequest, 'namespace' | 'signal' | 'trace'>,
): Promise<ListedEntries> {
  const common = { ...request, selection, limit };
  if (text === undefined) {
    return listEntries(scope.resource, { ...common, ...stateOf(version), start: undefined });
  }
  const token = scope.continueTokens.decode(text, collectionPrefix(scope.resource.definition, request.namespace));
  try {
    return await listEntries(scope.resource, { ...common, ...token });
  } catch (error) {
    if (error instanceof CompactedError) throw await expiredToken(scope, token.start, request);
    throw error;
  }
}

/** The state to read from the store. */
function stateOf(version: ListVersion): Pick<ListRequest, 'revision' | 'atLeast'> {
  switch (version.type) {
    case 'mostRecent':
      return { revision: undefined };
    case 'any':
      return { revision: undefined, atLeast: 0 };
    case 'notOlderThan':
      return { revision: undefined, atLeast: version.revision };
    case 'exact':
      return { revision: version.revision };
  }
}

/**
 * 410 with a token that continues at the same key in the newest state, for clients that accept an inconsistent list.
 */
async function expiredToken(
  { resource, continueTokens }: Scope,
  start: string,
  { namespace, signal }: Pick<ListRequest, 'namespace' | 'signal'>,
): Promise<StatusError> {
  const revision = await resource.store.currentRevision({ signal });
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
    'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
    'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
    'deleted between the time the first chunk was returned and now may show up in the list.';
  const token = continueTokens.encode({ revision, start }, collectionPrefix(resource.definition, namespace));
  return new StatusError('Expired', message, { continue: token });
}
