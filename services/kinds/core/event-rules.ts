import type { Event } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { invalid, invalidEach, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { immutable } from '../definition/immutable.js';

// As in Kubernetes, rules of both groups use the field names of its internal form.

/** Validates an event of either group (Kubernetes' legacyValidateEvent). */
export function validateEvent(event: Event): FieldError[] {
  return event.eventTime === undefined ? validateOldForm(event) : validateNewForm(event);
}

/** Additional rules for a new event in the newer group (ValidateEventCreate). */
export function validateNewEvent(event: Event): FieldError[] {
  const { eventTime, type = '', firstTimestamp, lastTimestamp, count, source } = event;
  const unset = (field: string, value: unknown): FieldError[] =>
    value === undefined ? [] : [invalid(field, '', 'needs to be unset')];
  return [
    ...validateSeries(event),
    ...(eventTime === undefined ? [required('eventTime')] : []),
    ...(TYPES.has(type) ? [] : [invalid('type', '', `has invalid value: ${type}`)]),
    ...unset('firstTimestamp', firstTimestamp),
    ...unset('lastTimestamp', lastTimestamp),
    ...unset('count', count),
    ...unset('source', source.component ?? source.host),
  ];
}

/** Rules for an update in the newer group: only the series may change (ValidateEventUpdate). */
export function validateEventUpdate(event: Event, old: Event): FieldError[] {
  const changed = FIXED_FIELDS.filter(([, key]) => !deepEqual(event[key], old[key]));
  return [
    ...(deepEqual(event.series, old.series) ? [] : validateSeries(event)),
    ...changed.map(([field, key, zero]) => immutable(field, event[key] ?? zero)),
  ];
}

const TYPES: ReadonlySet<string> = new Set(['Normal', 'Warning']);

/** With the zero value that errors show for an absent field. */
const FIXED_FIELDS: readonly (readonly [field: string, key: keyof Event, zero: '' | 0 | null])[] = [
  ['involvedObject', 'involvedObject', null],
  ['reason', 'reason', ''],
  ['message', 'message', ''],
  ['source', 'source', null],
  ['firstTimestamp', 'firstTimestamp', null],
  ['lastTimestamp', 'lastTimestamp', null],
  ['count', 'count', 0],
  ['type', 'type', ''],
  ['eventTime', 'eventTime', null],
  ['action', 'action', ''],
  ['related', 'related', null],
  ['reportingController', 'reportingComponent', ''],
  ['reportingInstance', 'reportingInstance', ''],
];

/** An event is in the namespace of its object. Events of cluster-scoped objects are in `default`. */
function validateOldForm({ metadata, involvedObject: { namespace = '' } }: Event): FieldError[] {
  return namespace === metadata.namespace || (namespace === '' && metadata.namespace === 'default')
    ? []
    : [wrongNamespace(namespace)];
}

function validateNewForm(event: Event): FieldError[] {
  const { metadata, involvedObject, reportingComponent, reportingInstance } = event;
  const { action = '', reason = '', message = '' } = event;
  const isHomeless = (involvedObject.namespace ?? '') === '' && !HOMES.has(metadata.namespace ?? '');
  return [
    ...(isHomeless ? [wrongNamespace('')] : []),
    ...given('reportingController', reportingComponent),
    ...invalidEach('reportingController', reportingComponent, qualifiedName(reportingComponent)),
    ...given('reportingInstance', reportingInstance),
    ...short('reportingInstance', reportingInstance, 128),
    ...given('action', action),
    ...short('action', action, 128),
    ...given('reason', reason),
    ...short('reason', reason, 128),
    ...short('message', message, 1024),
  ];
}

/** Namespaces for events of cluster-scoped objects. */
const HOMES: ReadonlySet<string> = new Set(['default', 'kube-system']);

function wrongNamespace(namespace: string): FieldError {
  return invalid('involvedObject.namespace', namespace, 'does not match event.namespace');
}

function validateSeries({ series }: Event): FieldError[] {
  if (series === undefined) return [];
  const { count = 0, lastObservedTime } = series;
  return [
    ...(count < 2 ? [invalid('series.count', '', 'should be at least 2')] : []),
    ...(lastObservedTime === undefined ? [required('series.lastObservedTime')] : []),
  ];
}

function given(field: string, value: string): FieldError[] {
  return value === '' ? [required(field)] : [];
}

/** `most` is in bytes, although the text says characters. */
function short(field: string, value: string, most: number): FieldError[] {
  return utf8Length(value) > most ? [invalid(field, '', `can have at most ${most} characters`)] : [];
}
