import { fieldSelectorOf, type FieldRequirement } from '@pilothouse/apimachinery/selectors/fields.js';
import { listEntries } from '../registry/list.js';
import { watchEvents, type ObjectEvent } from '../registry/watch.js';
import { negotiate, notAcceptable } from './negotiation/representation.js';
import { respond } from './negotiation/write-entry.js';
import { watchOptions, type WatchOptions } from './options/list-options.js';
import { offerOf, type Endpoint, type Scope } from './scope.js';
import { watchStatusError } from './store-errors.js';
import { eventEncoder, streamed, type EventEncoder } from './watch-events.js';
import { limitedTo } from './watch-timeout.js';

/** GET with `watch` (spec: watch): a stream of JSON events, one a line. */
export const watch: Endpoint = async (scope, context, request) => {
  const { metaGroup, resource } = scope;
  const representation = negotiate(context, offerOf(scope));
  if (representation.encoding === 'yaml') throw notAcceptable(['application/json', ...scope.domain.protobufMediaTypes]);
  const options = watchOptions(context, resource, metaGroup);
  const namespace = resource.definition.scope === 'Namespaced' ? request.namespace : '';
  const encode = eventEncoder(scope, context, { ...representation, pretty: false });
  const signal = limitedTo(context.signal, options.timeoutSeconds, resource.environment);
  const named = request.name === '' ? options : withName(options, request.name);
  const events = eventBatches(scope, named, { namespace, signal });
  // The first batch is awaited, so that what is wrong from the start is an HTTP status and not an event.
  const first = await events.next();
  return respond(200, streamed(representation), stream(first, events, encode, signal));
};

/** A watch of one object by its path is one of its collection with that name selected. */
function withName({ selection, ...options }: WatchOptions, name: string): WatchOptions {
  const named: FieldRequirement = { field: 'metadata.name', operator: '=', value: name };
  const fields = fieldSelectorOf([named, ...(selection.fields?.requirements ?? [])]);
  return { ...options, selection: { ...selection, fields } };
}

/** Batches of events; the first one, which may be empty, holds the state that the watch starts from. */
async function* eventBatches(
  { resource }: Scope,
  { selection, after }: WatchOptions,
  { namespace, signal }: { readonly namespace: string; readonly signal: AbortSignal },
): AsyncGenerator<readonly ObjectEvent[]> {
  let start = after;
  if (start === undefined) {
    const everything = { limit: undefined, start: undefined, revision: undefined };
    const { entries, revision } = await listEntries(resource, { namespace, selection, signal, ...everything });
    yield entries.map((entry) => ({ type: 'ADDED', entry, revision: entry.revision }));
    start = revision;
  } else {
    yield [];
  }
  yield* watchEvents(resource, { namespace, selection, after: start, signal });
}

async function* stream(
  first: IteratorResult<readonly ObjectEvent[]>,
  rest: AsyncGenerator<readonly ObjectEvent[]>,
  encode: EventEncoder,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    if (first.done !== true && first.value.length > 0) yield Buffer.concat(first.value.flatMap(encode.event));
    for await (const batch of rest) yield Buffer.concat(batch.flatMap(encode.event));
  } catch (thrown) {
    if (!signal.aborted) yield encode.error(watchStatusError(thrown));
  }
}
