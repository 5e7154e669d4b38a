import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { eventNames as coreEventNames, type Event as CoreEvent } from '@pilothouse/apimachinery/generated/core/v1.js';
import { eventNames, eventSchema, type Event } from '@pilothouse/apimachinery/generated/events/v1.js';
import { eventColumns } from '../core/event-columns.js';
import { validateEvent, validateEventUpdate, validateNewEvent } from '../core/event-rules.js';
import { eventStrategy, type EventOptions } from '../core/events.js';
import { ALL_VERBS, type Column, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { fromCoreEvent, toCoreEvent } from './conversion.js';

/** The events in the newer group, with stricter validation of new events. */
export function groupEvents(domain: Domain, options: EventOptions): ResourceDefinition<Event> {
  return {
    group: domain.group('events'),
    versions: [{ name: 'v1', schema: eventSchema }],
    ...eventNames,
    verbs: ALL_VERBS,
    columns: eventColumns.map(ofCoreEvent),
    selectableFields: {
      'regarding.kind': { value: ({ regarding }) => regarding.kind ?? '' },
      'regarding.namespace': { value: ({ regarding }) => regarding.namespace ?? '' },
      'regarding.name': { value: ({ regarding }) => regarding.name ?? '' },
      'regarding.uid': { value: ({ regarding }) => regarding.uid ?? '' },
      'regarding.apiVersion': { value: ({ regarding }) => regarding.apiVersion ?? '' },
      'regarding.resourceVersion': { value: ({ regarding }) => regarding.resourceVersion ?? '' },
      'regarding.fieldPath': { value: ({ regarding }) => regarding.fieldPath ?? '' },
      reason: { value: ({ reason = '' }) => reason },
      reportingController: { value: ({ reportingController = '' }) => reportingController },
      type: { value: ({ type = '' }) => type },
    },
    strategy: {
      ...eventStrategy(options),
      nameErrors: subdomainName,
      validate(newer, old) {
        const event = toCoreEvent(newer);
        const further = old === undefined ? validateNewEvent(event) : validateEventUpdate(event, toCoreEvent(old));
        return [...validateEvent(event), ...further];
      },
    },
    subresources: {},
    storedAs: {
      group: '',
      resource: coreEventNames.resource,
      kind: coreEventNames.kind,
      version: 'v1',
      fromStored: fromCoreEvent,
      toStored: toCoreEvent,
    },
  };
}

/** The corresponding column. */
function ofCoreEvent(column: Column<CoreEvent>): Column<Event> {
  return { ...column, cell: (event, now) => column.cell(toCoreEvent(event), now) };
}
