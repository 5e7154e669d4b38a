import { namespaces } from '@pilothouse/client/core.js';
import { definePlugin } from '../../plugin.js';
import { namespaceOf } from '../namespace-of.js';

/** Refuses writes in a namespace that does not exist. NamespaceLifecycle does this for creations. */
export const namespaceExists = definePlugin({
  name: 'NamespaceExists',
  isDefault: false,
  reads: [namespaces],
  create: ({ objects }) => ({
    name: 'NamespaceExists',
    rules: [
      {
        operations: ['CREATE', 'UPDATE', 'DELETE'],
        groups: ['*'],
        versions: ['*'],
        resources: ['*/*'],
        scope: 'Namespaced',
      },
    ],
    async validate(attributes) {
      await namespaceOf(attributes, objects);
    },
  }),
});
