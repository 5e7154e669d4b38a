import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { SYSTEM_PRIORITY_CLASSES } from '../../kinds/scheduling/system-priority-classes.js';
import type { AdmissionPlugin } from '../admission.js';

const PERMANENT = new Set(SYSTEM_PRIORITY_CLASSES.map(({ metadata }) => metadata.name));

/** The system's own priority classes stay. Throws 403 in Kubernetes' words. */
export const systemPriorityClasses: AdmissionPlugin = {
  name: 'SystemPriorityClasses',
  rules: [{ operations: ['DELETE'], groups: ['*'], versions: ['*'], resources: ['priorityclasses'] }],
  async validate({ operation, definition, name }) {
    const { group, resource, kind } = definition;
    if (operation !== 'DELETE' || kind !== 'PriorityClass' || !PERMANENT.has(name)) return;
    const why = 'this is a system priority class and cannot be deleted';
    const message = `${qualifiedResource(definition)} ${JSON.stringify(name)} is forbidden: ${why}`;
    throw new StatusError('Forbidden', message, { details: { name, group, kind: resource } });
  },
};
