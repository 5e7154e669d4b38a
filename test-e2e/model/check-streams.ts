import type { SeenBookmark, SeenEvent, StreamRecord } from './history.js';
import type { Model } from './model.js';

/** Checks that every stream is the model's history of its scope from its start: each event once, in order, without gaps. */
export function checkStreams(streams: readonly StreamRecord[], model: Model): string[] {
  return streams.flatMap((stream) => wrongStream(stream, model));
}

function wrongStream(stream: StreamRecord, model: Model): string[] {
  const { from, scope, seen, through } = stream;
  const expected = model.eventsAfter(from, scope);
  let next = expected.next();
  let reached = from;
  let brought = 0;
  for (const item of seen) {
    if (item.type === 'BOOKMARK') {
      if (!next.done && next.value.revision <= item.revision)
        return [`${nameOf(stream)} ${passedOver(item, next.value)}`];
      if (item.revision < reached)
        return [`${nameOf(stream)} goes back from ${reached} to a bookmark at ${item.revision}`];
    } else {
      if (next.done || text(next.value) !== text(item))
        return [`${nameOf(stream)} ${wrong(stream, item, brought, model)}`];
      next = expected.next();
      brought += 1;
    }
    reached = item.revision;
  }
  if (through !== undefined && !next.done && next.value.revision <= through) {
    return [`${nameOf(stream)} never brought ${text(next.value)}`];
  }
  return [];
}

function passedOver({ revision }: SeenBookmark, left: SeenEvent): string {
  return `has a bookmark at ${revision} without having brought ${text(left)}`;
}

/** Describes an event that is not the expected one after `brought` events. */
function wrong({ from, scope }: StreamRecord, item: SeenEvent, brought: number, model: Model): string {
  const all = [...model.eventsAfter(from, scope)].map(text);
  const at = all.indexOf(text(item));
  if (at === -1) return `brought ${text(item)}, which is not of the model; ${all[brought] ?? 'nothing'} was next`;
  return at < brought ? `brought ${text(item)} again` : `brought ${text(item)} before ${all[brought] ?? ''}`;
}

function text({ type, key, id, revision }: SeenEvent): string {
  return `${type} ${key} ${id} at ${revision}`;
}

function nameOf({ from, scope, replica }: StreamRecord): string {
  return `the watch of ${JSON.stringify(scope)} from ${from} through ${replica}`;
}
