import type { GetRecord, History, ListRecord, SeenObject, Version } from './history.js';
import { createCursor, type Model } from './model.js';
import type { RealTime } from './order.js';

/** Checks that every list equals the model at its revision, and that every read is as recent as required. */
export function checkReads({ lists, gets }: History, model: Model, time: RealTime): string[] {
  const cursor = createCursor(model);
  const inOrder = [...lists].sort((a, b) => a.revision - b.revision);
  return [
    ...inOrder.flatMap((list) => [
      ...wrongAge(list, time),
      ...differences(list, cursor.objectsAt(list.revision, list.scope)),
    ]),
    ...gets.flatMap((get) => wrongGet(get, model, time)),
  ];
}

/** The oldest acceptable revision. */
function oldest(version: Version, began: number, time: RealTime): number {
  return version.type === 'mostRecent' ? time.knownBefore(began) : version.revision;
}

function wrongAge(list: ListRecord, time: RealTime): string[] {
  const { version, revision, began, ended } = list;
  const low = oldest(version, began, time);
  const high = version.type === 'exact' ? version.revision : time.notBegunBy(ended) - 1;
  if (revision < low) return [`${nameOf(list)} is stale: it had to be as new as ${low}`];
  if (revision > high) return [`${nameOf(list)} shows what came later than ${high}`];
  return [];
}

function differences(list: ListRecord, expected: readonly SeenObject[]): string[] {
  const { objects } = list;
  const length = Math.max(objects.length, expected.length);
  for (let index = 0; index < length; index++) {
    const [seen, wanted] = [objects[index], expected[index]];
    if (text(seen) === text(wanted)) continue;
    return [`${nameOf(list)} has ${text(seen)} where the model has ${text(wanted)}`];
  }
  return [];
}

/** A get of an absent object returns no revision. It must match the model at some revision that it may show. */
function wrongGet(get: GetRecord, { spansOf }: Model, time: RealTime): string[] {
  const { key, object, version, began, ended } = get;
  const [low, high] = [oldest(version, began, time), time.notBegunBy(ended) - 1];
  const possible = spansOf(key).filter(({ first, state }) =>
    object === undefined ? state === undefined : state?.id === object.id && first === object.revision,
  );
  if (possible.some(({ first, last }) => first <= high && last >= low)) return [];
  const what = `the get of ${key} through ${get.replica} that shows ${text(object)}`;
  return [possible.length === 0 ? `${what} is not of the model` : `${what} is not of revisions ${low} to ${high}`];
}

function text(object: SeenObject | undefined): string {
  return object === undefined ? 'nothing' : `${object.key} ${object.id} at ${object.revision}`;
}

function nameOf({ revision, replica, version, scope }: ListRecord): string {
  return `the list ${JSON.stringify({ ...scope, version })} at ${revision} through ${replica}`;
}
