import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { notFound, qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry, ReadOptions, Revision } from '@pilothouse/storage/store.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { objectKey } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { ServerAttributes, ServerPlugin } from '../admission.js';

/** Namespaces that cannot be deleted. */
const PERMANENT = new Set(['default', 'kube-system', 'kube-public']);

export interface NamespaceLifecycleOptions {
  readonly namespaces: Resource;
  /** The latest revision at which this server wrote a namespace. */
  readonly latestWrite: () => Revision;
  /** Whether objects of the resource are in the same store as namespaces. */
  readonly isBeside: (definition: ResourceDefinition) => boolean;
}

/**
 * NamespaceLifecycle: refuses creations in a missing (404) or terminating (403) namespace, and deletions of the system's
 * namespaces. Creations in the namespaces' store have the namespace's revision as a precondition. A stale cache or a slow
 * write therefore leaves no object in a namespace that has been emptied.
 */
export function namespaceLifecycle({ namespaces, latestWrite, isBeside }: NamespaceLifecycleOptions): ServerPlugin {
  /** Namespace entries known as not terminating. The cache returns the same entry until it changes. */
  const open = new WeakSet<Entry>();

  /** Throws if the namespace accepts no new objects. */
  async function check(attributes: ServerAttributes, newest: boolean): Promise<AdmissionPrecondition> {
    const { namespace, signal } = attributes;
    const key = objectKey(namespaces.definition, '', namespace);
    const get = async (options: ReadOptions) => (await namespaces.store.get(key, options)).entry;
    // The cache has nearly every namespace; on a miss the store is read. A deletion by this server is visible at once.
    const cached = newest ? undefined : await get({ signal, atLeast: latestWrite() });
    const entry = cached ?? (await get({ signal }));
    if (entry === undefined) throw notFound(namespaces.groupResource, namespace);
    if (!open.has(entry)) {
      if (structOf(namespaces.stored.decode(entry), 'status')['phase'] === 'Terminating') throw terminating(attributes);
      open.add(entry);
    }
    return { key, revision: entry.revision, refreshed: () => check(attributes, true) };
  }

  return {
    name: 'NamespaceLifecycle',
    rules: [
      { operations: ['CREATE'], groups: ['*'], versions: ['*'], resources: ['*/*'], scope: 'Namespaced' },
      { operations: ['DELETE'], groups: [''], versions: ['*'], resources: ['namespaces'] },
    ],
    async admit(attributes) {
      if (attributes.operation !== 'CREATE') return undefined;
      const precondition = await check(attributes, false);
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

function terminating({ definition, namespace, name }: ServerAttributes): StatusError {
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
