// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { Event } from '@pilothouse/apimachinery/generated/events/v1.js';
import type { NamespacedType } from './resource-type.js';

/** A report of something that happened to an object. Events go by themselves after some time, and who reports may leave some out: they inform, and nothing should hang on them. */
export const events: NamespacedType<Event> = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  scope: 'Namespaced',
};
