import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { notFound, qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry, ReadOptions, Revision } from '@pilothouse/storage/store.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { objectKey } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';

/** Namespaces that may not be deleted. */
const PERMANENT = new Set(['default', 'kube-system', 'kube-public']);

export interface NamespaceLifecycleOptions {
  readonly namespaces: Resource;
  /** The newest revision at which this server has written a namespace. */
  readonly latestWrite: () => Revision;
  /** Whether objects of the resource are in the same store as namespaces. */
  readonly isBeside: (definition: ResourceDefinition) => boolean;
}

/**
 * Nothing is created in a namespace that does not exist (404) or is terminating (403), and the namespaces that the
 * system needs stay. What is stored beside namespaces is created only while its namespace is as it was looked at: an old
 * view of it, or a write that takes long, leaves nothing in a namespace that has been emptied.
 */
export function namespaceLifecycle({ namespaces, latestWrite, isBeside }: NamespaceLifecycleOptions): AdmissionPlugin {
  /** Entries of namespaces that were looked at and are not terminating: the cache gives the same one until it changes. */
  const open = new WeakSet<Entry>();

  /** Throws where nothing can be created in it. */
  async function lookAt(attributes: AdmissionAttributes, newest: boolean): Promise<AdmissionPrecondition> {
    const { namespace, signal } = attributes;
    const key = objectKey(namespaces.definition, '', namespace);
    const get = async (options: ReadOptions) => (await namespaces.store.get(key, options)).entry;
    // The cache knows nearly always; only what it does not have must be looked for. A deletion here counts at once.
    const cached = newest ? undefined : await get({ signal, atLeast: latestWrite() });
    const entry = cached ?? (await get({ signal }));
    if (entry === undefined) throw notFound(namespaces.groupResource, namespace);
    if (!open.has(entry)) {
      if (structOf(namespaces.stored.decode(entry), 'status')['phase'] === 'Terminating') throw terminating(attributes);
      open.add(entry);
    }
    return { key, revision: entry.revision, refreshed: () => lookAt(attributes, true) };
  }

  return {
    name: 'NamespaceLifecycle',
    rules: [
      { operations: ['CREATE'], groups: ['*'], versions: ['*'], resources: ['*/*'], scope: 'Namespaced' },
      { operations: ['DELETE'], groups: [''], versions: ['*'], resources: ['namespaces'] },
    ],
    async admit(attributes) {
      if (attributes.operation !== 'CREATE') return undefined;
      const precondition = await lookAt(attributes, false);
      if (isBeside(attributes.definition)) attributes.addPrecondition?.(precondition);
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
