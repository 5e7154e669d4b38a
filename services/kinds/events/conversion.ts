import { eventSchema as coreEventSchema, type Event as CoreEvent } from '@pilothouse/apimachinery/generated/core/v1.js';
import { eventSchema, type Event } from '@pilothouse/apimachinery/generated/events/v1.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';

/** Fields with different names in the two groups. */
const NAMES: readonly (readonly [core: string, newer: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];

const NEWER_NAMES: ReadonlyMap<string, string> = new Map(NAMES);
const CORE_NAMES: ReadonlyMap<string, string> = new Map(NAMES.map(([core, newer]) => [newer, core]));

const decodeNewer = compileDecoder(eventSchema);
const decodeCore = compileDecoder(coreEventSchema);

/** Converts an event of the core group to the newer group, in normal form, without kind and apiVersion. */
export function fromCoreEvent(event: JsonObject): Event {
  return decodeNewer(renamed(event, NEWER_NAMES)).value as Event;
}

/** The inverse conversion. */
export function toCoreEvent(event: Event): CoreEvent {
  return decodeCore(renamed(event, CORE_NAMES)).value as CoreEvent;
}

function renamed({ kind: _kind, apiVersion: _version, ...event }: JsonObject, names: ReadonlyMap<string, string>) {
  const result = newObject();
  for (const [name, value] of Object.entries(event)) result[names.get(name) ?? name] = value;
  return result;
}
