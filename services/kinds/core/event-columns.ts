import type { Event } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { age, NAME_COLUMN } from '../definition/columns.js';
import type { Column } from '../definition/definition.js';

/**
 * Columns of events in both groups, for objects in the form of the core group. The columns of the object come first.
 */
export const eventColumns: readonly Column<Event>[] = [
  column('Last Seen', 'Time since it last happened.', lastSeen),
  column('Type', 'Normal or Warning.', ({ type = '' }) => type),
  column('Reason', 'Why the object is in its state.', ({ reason = '' }) => reason),
  column('Object', 'The object that it happened to.', targetOf),
  wide(
    'Subobject',
    'The part of the object that it happened to.',
    ({ involvedObject }) => involvedObject.fieldPath ?? '',
  ),
  wide('Source', 'Who reports it.', sourceOf),
  column('Message', 'What happened.', ({ message = '' }) => message.trim()),
  wide('First Seen', 'Time since it first happened.', firstSeen),
  // A single event in the newer form has no count.
  wide('Count', 'How often it happened.', ({ series, count = 0 }) => series?.count ?? (count === 0 ? 1 : count)),
  { ...NAME_COLUMN, priority: 1 },
];

function column(name: string, description: string, cell: (event: Event, now: Date) => JsonValue): Column<Event> {
  return { name, type: 'string', description, priority: 0, cell };
}

function wide(name: string, description: string, cell: (event: Event, now: Date) => JsonValue): Column<Event> {
  return { ...column(name, description, cell), priority: 1 };
}

function firstSeen({ firstTimestamp, eventTime }: Event, now: Date): string {
  return age(firstTimestamp ?? eventTime, now);
}

function lastSeen(event: Event, now: Date): string {
  const { series, lastTimestamp } = event;
  if (series !== undefined) return age(series.lastObservedTime, now);
  return lastTimestamp === undefined ? firstSeen(event, now) : age(lastTimestamp, now);
}

function targetOf({ involvedObject: { kind = '', name } }: Event): string {
  return name === undefined ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
}

function sourceOf({ source, reportingComponent, reportingInstance }: Event): string {
  const instance = source.host ?? reportingInstance;
  const component = source.component ?? reportingComponent;
  return instance === '' ? component : `${component}, ${instance}`;
}
