import type { SeenBookmark, SeenEvent, StreamRecord } from './history.js';
import type { Model } from './model.js';

/** Every stream is the model's history for its scope from where it began: each event once, in order, and none left out. */
export function checkStreams(streams: readonly StreamRecord[], model: Model): string[] {
  return streams.flatMap((stream) => wrongStream(stream, model));
}

function wrongStream(stream: StreamRecord, model: Model): string[] {
  const { from, scope, seen, through } = stream;
  const expected = model.eventsAfter(from, scope);
  let next = expected.next();
  let reached = from;
  for (const item of seen) {
    if (item.type === 'BOOKMARK') {
      if (!next.done && next.value.revision <= item.revision) return [`${told(stream)} ${passedOver(item, next.value)}`];
      if (item.revision < reached) return [`${told(stream)} goes back from ${reached} to a bookmark at ${item.revision}`];
    } else {
      if (next.done || text(next.value) !== text(item)) return [`${told(stream)} ${wrong(stream, item, model)}`];
      next = expected.next();
    }
    reached = item.revision;
  }
  if (through !== undefined && !next.done && next.value.revision <= through) {
    return [`${told(stream)} never brought ${text(next.value)}`];
  }
  return [];
}

function passedOver({ revision }: SeenBookmark, left: SeenEvent): string {
  return `has a bookmark at ${revision} without having brought ${text(left)}`;
}

/** What is wrong with the event that was not the next one. */
function wrong({ from, scope, seen }: StreamRecord, item: SeenEvent, model: Model): string {
  const all = [...model.eventsAfter(from, scope)].map(text);
  const before = seen.slice(0, seen.indexOf(item)).filter(({ type }) => type !== 'BOOKMARK').length;
  const at = all.indexOf(text(item));
  if (at === -1) return `brought ${text(item)}, which is not of the model; ${all[before] ?? 'nothing'} was next`;
  return at < before ? `brought ${text(item)} again` : `brought ${text(item)} before ${all[before] ?? ''}`;
}

function text({ type, key, id, revision }: SeenEvent): string {
  return `${type} ${key} ${id} at ${revision}`;
}

function told({ from, scope, replica }: StreamRecord): string {
  return `the watch of ${JSON.stringify(scope)} from ${from} through ${replica}`;
}
