import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { notFound, qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { objectKey } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import type { Revision } from '../../storage/store.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';

/** Namespaces that may not be deleted. */
const PERMANENT = new Set(['default', 'kube-system', 'kube-public']);

/**
 * Nothing is created in a namespace that does not exist (404) or is terminating (403), and the namespaces that the
 * system needs stay. `latestWrite` is the newest revision at which this server has written a namespace.
 */
export function namespaceLifecycle(namespaces: Resource, latestWrite: () => Revision): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    rules: [
      { operations: ['CREATE'], groups: ['*'], versions: ['*'], resources: ['*/*'], scope: 'Namespaced' },
      { operations: ['DELETE'], groups: [''], versions: ['*'], resources: ['namespaces'] },
    ],
    async admit(attributes) {
      if (attributes.operation !== 'CREATE') return undefined;
      const { namespace, signal } = attributes;
      const key = objectKey(namespaces.definition, '', namespace);
      // The cache knows nearly always; only what it does not have must be looked for. A deletion here counts at once.
      const cached = await namespaces.store.get(key, { signal, atLeast: latestWrite() });
      const entry = cached.entry ?? (await namespaces.store.get(key, { signal })).entry;
      if (entry === undefined) throw notFound(namespaces.groupResource, namespace);
      if (structOf(namespaces.stored.decode(entry), 'status')['phase'] === 'Terminating') throw terminating(attributes);
      return undefined;
    },
    async validate({ operation, definition, name }) {
      if (operation !== 'DELETE' || definition !== namespaces.definition || !PERMANENT.has(name)) return;
      const message = `namespaces ${JSON.stringify(name)} is forbidden: this namespace may not be deleted`;
      throw new StatusError('Forbidden', message, { details: { name, kind: 'namespaces' } });
    },
  };
}

function terminating({ definition, namespace, name }: AdmissionAttributes): StatusError {
  const { group, resource } = definition;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  return new StatusError('Forbidden', `${qualifiedResource(definition)} ${JSON.stringify(name)} is forbidden: ${why}`, {
    details: {
      name,
      ...(group !== '' && { group }),
      kind: resource,
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    },
  });
}
