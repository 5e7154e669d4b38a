import { fieldSelectorOf, type FieldRequirement } from '@pilothouse/apimachinery/selectors/fields.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { listEntries } from '../registry/list.js';
import type { Resource } from '../registry/resource.js';
import { entryFilter, selectsAll, type Selection } from '../registry/selection.js';
import type { RequestContext } from '../request/context.js';
import { negotiate } from './negotiation/representation.js';
import { respond } from './negotiation/write-entry.js';
import { watchOptions, type WatchStart } from './options/watch-options.js';
import { offerOf, type Endpoint } from './scope.js';
import { streamed } from './watch-encoding.js';
import { WatchStream } from './watch-stream.js';
import { bookmarkInterval, watchLimit } from './watch-timeout.js';

/** GET with `watch`: a stream of events. An error at the start is an HTTP status and not an event. */
export const watch: Endpoint = async (scope, context, request) => {
  const { resource } = scope;
  const representation = negotiate(context, { ...offerOf(scope, scope.resource), isStream: true });
  const options = watchOptions(context, request, scope);
  const namespace = resource.definition.scope === 'Namespaced' ? request.namespace : '';
  const selection = request.isCollection ? options.selection : withName(options.selection, request.name);
  const { entries, revision } = await startOf(resource, options.start, { namespace, selection, context });
  const limit = watchLimit(options.timeoutSeconds, resource.environment, scope.deadlines.shortest);
  const isWanted = selectsAll(selection) ? undefined : entryFilter(resource, selection);
  const body = new WatchStream({
    view: { scope, context, representation: { ...representation, pretty: false }, isWanted, hasColumns: false },
    namespace,
    selection,
    initial: entries,
    after: revision,
    limit,
    marksInitialEnd: options.marksInitialEnd,
    bookmarkInterval: options.bookmarks ? bookmarkInterval(limit) : undefined,
  });
  return respond(200, streamed(representation), body);
};

/** A watch of one object is a watch of its collection with a selector for the name. */
function withName({ labels, fields }: Selection, name: string): Selection {
  const named: FieldRequirement = { field: 'metadata.name', operator: '=', value: name };
  return { labels, fields: fieldSelectorOf([named, ...(fields?.requirements ?? [])]) };
}

interface Start {
  /** The initial objects. */
  readonly entries: readonly Entry[];
  /** Events after this revision follow. */
  readonly revision: number;
}

interface Watched {
  readonly namespace: string;
  readonly selection: Selection;
  readonly context: RequestContext;
}

async function startOf(resource: Resource, start: WatchStart, watched: Watched): Promise<Start> {
  if (start.type === 'after') return { entries: [], revision: start.revision };
  const { namespace, selection, context } = watched;
  const { atLeast } = start;
  const { signal, trace } = context;
  if (start.type === 'changes') {
    const revision = await resource.store.currentRevision({ signal, trace, ...(atLeast !== undefined && { atLeast }) });
    return { entries: [], revision };
  }
  const everything = { limit: undefined, start: undefined, revision: undefined };
  return listEntries(resource, { namespace, selection, signal, trace, atLeast, ...everything });
}
