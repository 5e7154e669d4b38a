import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { ServerPlugin } from '../admission.js';

/** Refuses the deletion of the system's priority classes, given by name: 403 with Kubernetes' text. */
export const systemPriorityClasses = (names: ReadonlySet<string>): ServerPlugin => ({
  name: 'SystemPriorityClasses',
  rules: [{ operations: ['DELETE'], groups: ['*'], versions: ['*'], resources: ['priorityclasses'] }],
  async validate({ operation, definition, name }) {
    const { group, resource, kind } = definition;
    if (operation !== 'DELETE' || kind !== 'PriorityClass' || !names.has(name)) return;
    const why = 'this is a system priority class and cannot be deleted';
    const message = `${qualifiedResource(definition)} ${JSON.stringify(name)} is forbidden: ${why}`;
    throw new StatusError('Forbidden', message, { details: { name, group, kind: resource } });
  },
});
