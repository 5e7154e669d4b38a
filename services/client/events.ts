// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { Event } from '@pilothouse/apimachinery/generated/events/v1.js';
import type { NamespacedType } from './resource-type.js';

/** Event is a report of something that happened to an object. Events have a limited retention time, and may be dropped or aggregated. Do not rely on their timing or completeness. */
export const events: NamespacedType<Event> = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  scope: 'Namespaced',
};
