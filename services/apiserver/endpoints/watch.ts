import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { fieldSelectorOf, type FieldRequirement } from '@pilothouse/apimachinery/selectors/fields.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { listEntries } from '../registry/list.js';
import { watchEvents, type ObjectEvent } from '../registry/watch.js';
import type { RequestContext } from '../request/context.js';
import { json, negotiate, notAcceptable, type Representation } from './negotiation/representation.js';
import { respond } from './negotiation/write-entry.js';
import { watchOptions, type WatchOptions } from './options/list-options.js';
import type { Endpoint, Scope } from './scope.js';
import { storeStatusError } from './store-errors.js';
import { partialMetadata } from './table/partial-metadata.js';
import { tableOf } from './table/table.js';
import { limitedTo } from './watch-timeout.js';

const NEWLINE = Buffer.from('\n');

/** GET with `watch` (spec: watch): a stream of JSON events, one a line. */
export const watch: Endpoint = async (scope, context, request) => {
  const { metaGroup, resource } = scope;
  const representation = negotiate(context, { group: metaGroup, transforms: true });
  if (representation.encoding !== 'json') throw notAcceptable(['application/json']);
  const options = watchOptions(context, resource, metaGroup);
  const namespace = resource.definition.scope === 'Namespaced' ? request.namespace : '';
  const encode = eventEncoder(scope, context, { ...representation, pretty: false });
  const signal = limitedTo(context.signal, options.timeoutSeconds, resource.environment);
  const named = request.name === '' ? options : withName(options, request.name);
  const events = eventBatches(scope, named, { namespace, signal });
  // The first batch is awaited, so that what is wrong from the start is an HTTP status and not an event.
  const first = await events.next();
  return respond(200, json(false), stream(first, events, encode, signal));
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
  encode: (event: ObjectEvent) => Uint8Array[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    if (first.done !== true && first.value.length > 0) yield Buffer.concat(first.value.flatMap(encode));
    for await (const batch of rest) yield Buffer.concat(batch.flatMap(encode));
  } catch (thrown) {
    if (signal.aborted) return;
    const status = StatusError.from(storeStatusError(thrown)).toStatus();
    yield Buffer.from(`{"type":"ERROR","object":${JSON.stringify(status)}}\n`);
  }
}

/** How one watch's events are written. In tables, only the first event has the columns. */
function eventEncoder(
  scope: Scope,
  context: RequestContext,
  { as }: Representation,
): (event: ObjectEvent) => Uint8Array[] {
  let isFirst = true;
  return ({ type, entry, revision }) => {
    const head = Buffer.from(`{"type":"${type}","object":`);
    const tail = Buffer.from('}');
    if (as.type === 'object') return [head, ...scope.resource.stored.splice(entry, revision), tail, NEWLINE];
    const object = scope.resource.stored.decode({ ...entry, revision });
    const withoutColumns = !isFirst;
    isFirst = false;
    const value =
      as.type === 'metadata'
        ? partialMetadata(scope, object, as.version)
        : tableOf(scope, context, [object], { version: as.version, metadata: versionOnly(revision), withoutColumns });
    return [head, Buffer.from(writeJson(value)), tail, NEWLINE];
  };
}

function versionOnly(revision: number): JsonObject {
  const metadata = newObject();
  metadata['resourceVersion'] = String(revision);
  return metadata;
}
