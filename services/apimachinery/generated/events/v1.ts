// Generated from proto/events/v1/events.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, kindField, microTime, text, time } from '../../schema/common.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { eventSourceSchema, objectReferenceSchema, type EventSource, type ObjectReference } from '../core/v1.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** A report of something that happened to an object. Events go by themselves after some time, and who reports may leave some out: they inform, and nothing should hang on them. */
export type Event = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** When it first happened. Required of new events. */
  eventTime?: string;
  /** How it went on; absent where it happened only once. */
  series?: EventSeries;
  /** Name of the controller that reports it, such as `kubernetes.io/kubelet`. Required of new events. */
  reportingController?: string;
  /** Identifier of the instance of the controller, of at most 128 bytes. Required of new events. */
  reportingInstance?: string;
  /** What was done, or failed, about the object, in one word for programs of at most 128 bytes. Required of new events. */
  action?: string;
  /** Why it was done, in one CamelCase word of at most 128 bytes. Required of new events. */
  reason?: string;
  /** The object that it happened to. */
  regarding: ObjectReference;
  /** A second object that had to do with it. */
  related?: ObjectReference;
  /** What happened, for people, in at most 1 kB; older events may have more. */
  note?: string;
  /** `Normal` or `Warning`; there may be others one day. Required of new events. */
  type?: string;
  /** The `source` of events of the core group. New events have none. */
  deprecatedSource: EventSource;
  /** The `firstTimestamp` of events of the core group. New events have none. */
  deprecatedFirstTimestamp?: string;
  /** The `lastTimestamp` of events of the core group. New events have none. */
  deprecatedLastTimestamp?: string;
  /** The `count` of events of the core group. New events have none. */
  deprecatedCount?: number;
};

export const eventSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.events.v1.Event',
  description: 'A report of something that happened to an object. Events go by themselves after some time, and who reports may leave some out: they inform, and nothing should hang on them.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'eventTime', number: 2, description: 'When it first happened. Required of new events.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'series', number: 3, description: 'How it went on; absent where it happened only once.', schema: () => eventSeriesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'reportingController', number: 4, description: 'Name of the controller that reports it, such as `kubernetes.io/kubelet`. Required of new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reportingInstance', number: 5, description: 'Identifier of the instance of the controller, of at most 128 bytes. Required of new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'action', number: 6, description: 'What was done, or failed, about the object, in one word for programs of at most 128 bytes. Required of new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 7, description: 'Why it was done, in one CamelCase word of at most 128 bytes. Required of new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'regarding', number: 8, description: 'The object that it happened to.', schema: () => objectReferenceSchema, presence: 'always', required: false, immutable: false },
    { name: 'related', number: 9, description: 'A second object that had to do with it.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'note', number: 10, description: 'What happened, for people, in at most 1 kB; older events may have more.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 11, description: '`Normal` or `Warning`; there may be others one day. Required of new events.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'deprecatedSource', number: 12, description: 'The `source` of events of the core group. New events have none.', schema: () => eventSourceSchema, presence: 'always', required: false, immutable: false },
    { name: 'deprecatedFirstTimestamp', number: 13, description: 'The `firstTimestamp` of events of the core group. New events have none.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'deprecatedLastTimestamp', number: 14, description: 'The `lastTimestamp` of events of the core group. New events have none.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'deprecatedCount', number: 15, description: 'The `count` of events of the core group. New events have none.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
  ],
};

/** How something went on happening. */
export type EventSeries = {
  /** How often it had happened by then; at least 2. */
  count: number;
  /** When it last happened. */
  lastObservedTime?: string;
};

export const eventSeriesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.events.v1.EventSeries',
  description: 'How something went on happening.',
  atomic: false,
  fields: [
    { name: 'count', number: 1, description: 'How often it had happened by then; at least 2.', schema: () => int32, presence: 'always', required: false, immutable: false },
    { name: 'lastObservedTime', number: 2, description: 'When it last happened.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of events. */
export type EventList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The events. */
  items: Event[];
};

const eventListItems: ListSchema = { type: 'list', items: () => eventSchema, listType: 'atomic', keys: [] };

export const eventListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.events.v1.EventList',
  description: 'A list of events.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The events.', schema: () => eventListItems, presence: 'always', required: true, immutable: false },
  ],
};
