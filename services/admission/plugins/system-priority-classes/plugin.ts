import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { SYSTEM_PRIORITY_CLASSES } from '@pilothouse/kinds/scheduling/system-priority-classes.js';
import { definePlugin } from '../../plugin.js';

const NAMES: ReadonlySet<string> = new Set(SYSTEM_PRIORITY_CLASSES.map(({ metadata: { name = '' } }) => name));

/** Refuses the deletion of the system's priority classes: 403 with Kubernetes' text. */
export const systemPriorityClasses = definePlugin({
  name: 'SystemPriorityClasses',
  isDefault: true,
  isMandatory: true,
  create: ({ domain }) => ({
    name: 'SystemPriorityClasses',
    rules: [
      {
        operations: ['DELETE'],
        groups: [domain.group('scheduling')],
        versions: ['*'],
        resources: ['priorityclasses'],
      },
    ],
    validate({ resource: { group, resource }, name }) {
      if (!NAMES.has(name)) return;
      const why = 'this is a system priority class and cannot be deleted';
      const message = `${qualifiedResource({ group, resource })} ${JSON.stringify(name)} is forbidden: ${why}`;
      throw new StatusError('Forbidden', message, { details: { name, group, kind: resource } });
    },
  }),
});
