import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { EventOptions } from '../core/events.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { groupEvents } from './events.js';

/** The kinds of the group `events.k8s.io`. */
export function eventsKinds(domain: Domain, options: EventOptions): readonly ResourceDefinition[] {
  return [groupEvents(domain, options)];
}
