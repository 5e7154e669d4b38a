import { namespaces } from '@pilothouse/client/core.js';
import { definePlugin } from '../../plugin.js';

/** Creates the namespace of a new object if it does not exist. */
export const namespaceAutoProvision = definePlugin({
  name: 'NamespaceAutoProvision',
  isDefault: false,
  reads: [namespaces],
  needs: ['createNamespace'],
  create: ({ objects, createNamespace }) => ({
    name: 'NamespaceAutoProvision',
    rules: [{ operations: ['CREATE'], groups: ['*'], versions: ['*'], resources: ['*/*'], scope: 'Namespaced' }],
    async admit({ namespace: name, dryRun, signal }) {
      if (dryRun || (await objects.get(namespaces, { name, signal })) !== undefined) return undefined;
      await createNamespace(name, signal);
      return undefined;
    },
  }),
});
