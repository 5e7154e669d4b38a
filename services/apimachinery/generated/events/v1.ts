// Generated from proto/events/v1/events.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, kindField, microTime, text, time } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { eventSourceSchema, objectReferenceSchema, type EventSource, type ObjectReference } from '../core/v1.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** Event is a report of something that happened to an object. Events have a limited retention time, and may be dropped or aggregated. Do not rely on their timing or completeness. */
export type Event = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Time when the event was first observed. Required for new events. */
  eventTime?: string;
  /** Series that the event belongs to. Absent for a single event. */
  series?: EventSeries;
  /** Name of the controller that emitted the event, such as `kubernetes.io/kubelet`. Required for new events. */
  reportingController?: string;
  /** Identifier of the controller instance, at most 128 bytes. Required for new events. */
  reportingInstance?: string;
  /** Machine-readable action that was taken or failed, at most 128 bytes. Required for new events. */
  action?: string;
  /** Machine-readable reason for the action, at most 128 bytes. Required for new events. */
  reason?: string;
  /** Object that the event is about. */
  regarding: ObjectReference;
  /** Secondary object of the action. */
  related?: ObjectReference;
  /** Human-readable description of the event. New events are limited to 1 kB; clients should accept up to 64 kB. */
  note?: string;
  /** Type of the event: `Normal` or `Warning`. New types may be added. Required for new events. */
  type?: string;
  /** Deprecated. Equals `source` of a core/v1 Event. Must be empty for new events. */
  deprecatedSource: EventSource;
  /** Deprecated. Equals `firstTimestamp` of a core/v1 Event. Must be empty for new events. */
  deprecatedFirstTimestamp?: string;
  /** Deprecated. Equals `lastTimestamp` of a core/v1 Event. Must be empty for new events. */
  deprecatedLastTimestamp?: string;
  /** Deprecated. Equals `count` of a core/v1 Event. Must be zero for new events. */
  deprecatedCount?: number;
};

export const eventSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.events.v1.Event',
  description: 'Event is a report of something that happened to an object. Events have a limited retention time, and may be dropped or aggregated. Do not rely on their timing or completeness.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'eventTime', number: 2, description: 'Time when the event was first observed. Required for new events.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'series', number: 3, description: 'Series that the event belongs to. Absent for a single event.', schema: () => eventSeriesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'reportingController', number: 4, description: 'Name of the controller that emitted the event, such as `kubernetes.io/kubelet`. Required for new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reportingInstance', number: 5, description: 'Identifier of the controller instance, at most 128 bytes. Required for new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'action', number: 6, description: 'Machine-readable action that was taken or failed, at most 128 bytes. Required for new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 7, description: 'Machine-readable reason for the action, at most 128 bytes. Required for new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'regarding', number: 8, description: 'Object that the event is about.', schema: () => objectReferenceSchema, presence: 'always', required: false, immutable: false },
    { name: 'related', number: 9, description: 'Secondary object of the action.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'note', number: 10, description: 'Human-readable description of the event. New events are limited to 1 kB; clients should accept up to 64 kB.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 11, description: 'Type of the event: `Normal` or `Warning`. New types may be added. Required for new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'deprecatedSource', number: 12, description: 'Deprecated. Equals `source` of a core/v1 Event. Must be empty for new events.', schema: () => eventSourceSchema, presence: 'always', required: false, immutable: false },
    { name: 'deprecatedFirstTimestamp', number: 13, description: 'Deprecated. Equals `firstTimestamp` of a core/v1 Event. Must be empty for new events.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'deprecatedLastTimestamp', number: 14, description: 'Deprecated. Equals `lastTimestamp` of a core/v1 Event. Must be empty for new events.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'deprecatedCount', number: 15, description: 'Deprecated. Equals `count` of a core/v1 Event. Must be zero for new events.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
  ],
};

export const eventNames: ResourceNames = { resource: 'events', singular: 'event', kind: 'Event', shortNames: ['ev'], categories: [], scope: 'Namespaced' };

/** EventSeries describes a series of repeated events. */
export type EventSeries = {
  /** Number of occurrences in the series up to the last heartbeat. Minimum value is 2. */
  count: number;
  /** Time of the last occurrence. */
  lastObservedTime?: string;
};

export const eventSeriesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.events.v1.EventSeries',
  description: 'EventSeries describes a series of repeated events.',
  atomic: false,
  fields: [
    { name: 'count', number: 1, description: 'Number of occurrences in the series up to the last heartbeat. Minimum value is 2.', schema: () => int32, presence: 'always', required: false, immutable: false },
    { name: 'lastObservedTime', number: 2, description: 'Time of the last occurrence.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
  ],
};

/** EventList is a list of events. */
export type EventList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of events. */
  items: Event[];
};

const eventListItems: ListSchema = { type: 'list', items: () => eventSchema, listType: 'atomic', keys: [] };

export const eventListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.events.v1.EventList',
  description: 'EventList is a list of events.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of events.', schema: () => eventListItems, presence: 'always', required: true, immutable: false },
  ],
};
