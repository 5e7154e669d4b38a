import { eventNames, eventSchema, type Event } from '@pilothouse/apimachinery/generated/core/v1.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { ALL_VERBS, type ResourceDefinition, type Strategy } from '../definition/definition.js';
import { eventColumns } from './event-columns.js';
import { validateEvent } from './event-rules.js';

export interface EventOptions {
  /** Seconds after its last write at which an event expires; an hour by default, never if 0. */
  readonly eventTtl?: number;
}

const HOUR = 3600;

/** Events of the core group. Events of both groups are stored in this form. */
export function events(options: EventOptions): ResourceDefinition<Event> {
  return {
    group: '',
    versions: [{ name: 'v1', schema: eventSchema }],
    ...eventNames,
    verbs: ALL_VERBS,
    columns: eventColumns,
    selectableFields: {
      'involvedObject.kind': { value: ({ involvedObject }) => involvedObject.kind ?? '' },
      'involvedObject.namespace': { value: ({ involvedObject }) => involvedObject.namespace ?? '' },
      'involvedObject.name': { value: ({ involvedObject }) => involvedObject.name ?? '' },
      'involvedObject.uid': { value: ({ involvedObject }) => involvedObject.uid ?? '' },
      'involvedObject.apiVersion': { value: ({ involvedObject }) => involvedObject.apiVersion ?? '' },
      'involvedObject.resourceVersion': { value: ({ involvedObject }) => involvedObject.resourceVersion ?? '' },
      'involvedObject.fieldPath': { value: ({ involvedObject }) => involvedObject.fieldPath ?? '' },
      reason: { value: ({ reason = '' }) => reason },
      reportingComponent: { value: ({ reportingComponent }) => reportingComponent },
      source: { value: ({ source, reportingComponent }) => source.component ?? reportingComponent },
      type: { value: ({ type = '' }) => type },
    },
    // Events are often named after their object, so they have its loose naming rules.
    strategy: { ...eventStrategy(options), nameErrors: pathSegmentName, validate: validateEvent },
    subresources: {},
  };
}

/** The common strategy of events in both groups. */
export function eventStrategy({ eventTtl = HOUR }: EventOptions): Omit<Strategy, 'nameErrors' | 'validate'> {
  return {
    createOnUpdate: true,
    deleteReturns: 'status',
    ownsNothing: true,
    bypassesUnreachedAdmission: true,
    ...(eventTtl > 0 && { ttl: eventTtl }),
  };
}
