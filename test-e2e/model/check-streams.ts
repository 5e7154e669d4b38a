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
  let brought = 0;
  for (const item of seen) {
    if (item.type === 'BOOKMARK') {
      if (!next.done && next.value.revision <= item.revision)
        return [`${told(stream)} ${passedOver(item, next.value)}`];
      if (item.revision < reached)
        return [`${told(stream)} goes back from ${reached} to a bookmark at ${item.revision}`];
    } else {
      if (next.done || text(next.value) !== text(item))
        return [`${told(stream)} ${wrong(stream, item, brought, model)}`];
      next = expected.next();
      brought += 1;
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

/** What is wrong with the event that was not the next one after so many. */
function wrong({ from, scope }: StreamRecord, item: SeenEvent, brought: number, model: Model): string {
  const all = [...model.eventsAfter(from, scope)].map(text);
  const at = all.indexOf(text(item));
  if (at === -1) return `brought ${text(item)}, which is not of the model; ${all[brought] ?? 'nothing'} was next`;
  return at < brought ? `brought ${text(item)} again` : `brought ${text(item)} before ${all[brought] ?? ''}`;
}

function text({ type, key, id, revision }: SeenEvent): string {
  return `${type} ${key} ${id} at ${revision}`;
}

function told({ from, scope, replica }: StreamRecord): string {
  return `the watch of ${JSON.stringify(scope)} from ${from} through ${replica}`;
}
