import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import { notFound, qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { namespaces } from '@pilothouse/client/core.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import { definePlugin } from '../../plugin.js';

/** Namespaces that cannot be deleted. */
const PERMANENT = new Set(['default', 'kube-system', 'kube-public']);

/**
 * NamespaceLifecycle: refuses creations in a missing (404) or terminating (403) namespace, and deletions of the system's
 * namespaces. Creations in the namespaces' store have the namespace's revision as a precondition. A stale cache or a slow
 * write therefore leaves no object in a namespace that has been emptied.
 */
export const namespaceLifecycle = definePlugin({
  name: 'NamespaceLifecycle',
  isDefault: true,
  reads: [namespaces],
  needs: ['unchanged'],
  create({ domain, objects, unchanged }) {
    const authorization = domain.group('authorization');
    /** Its answer must not tell whether a namespace exists (Kubernetes' rule). */
    const isReview = ({ resource: { group, resource } }: AdmissionAttributes): boolean =>
      resource === 'localsubjectaccessreviews' && group === authorization;

    /** Throws if the namespace accepts no new objects. */
    function checked(attributes: AdmissionAttributes, found: Namespace | undefined): Namespace {
      if (found === undefined) throw notFound({ group: '', resource: namespaces.resource }, attributes.namespace);
      if (found.status.phase === 'Terminating') throw terminating(attributes);
      return found;
    }

    async function newest(attributes: AdmissionAttributes): Promise<Namespace> {
      const { namespace: name, signal } = attributes;
      return checked(attributes, await objects.get(namespaces, { name, signal, live: true }));
    }

    function addPrecondition(attributes: AdmissionAttributes, found: Namespace): void {
      if (attributes.addPrecondition === undefined) return;
      const precondition = preconditionOf(attributes, found);
      if (precondition !== undefined) attributes.addPrecondition(precondition);
    }

    /** The cache has nearly every namespace; on a miss the store is read. A deletion by this server is visible at once. */
    async function admitLater(
      attributes: AdmissionAttributes,
      cached: Awaitable<Namespace | undefined>,
    ): Promise<undefined> {
      const found = await cached;
      addPrecondition(attributes, found === undefined ? await newest(attributes) : checked(attributes, found));
    }

    function preconditionOf(attributes: AdmissionAttributes, found: Namespace): AdmissionPrecondition | undefined {
      const precondition = unchanged(namespaces, found, attributes.resource);
      return precondition && { ...precondition, refreshed: () => refreshed(attributes, precondition) };
    }

    async function refreshed(
      attributes: AdmissionAttributes,
      former: Pick<AdmissionPrecondition, 'key' | 'revision'>,
    ): Promise<AdmissionPrecondition> {
      const next = preconditionOf(attributes, await newest(attributes));
      return next ?? { ...former, refreshed: () => refreshed(attributes, former) };
    }

    return {
      name: 'NamespaceLifecycle',
      rules: [
        { operations: ['CREATE'], groups: ['*'], versions: ['*'], resources: ['*/*'], scope: 'Namespaced' },
        { operations: ['DELETE'], groups: [''], versions: ['*'], resources: ['namespaces'] },
      ],
      admit(attributes) {
        if (attributes.operation !== 'CREATE' || isReview(attributes)) return undefined;
        const { namespace: name, signal } = attributes;
        const cached = objects.get(namespaces, { name, signal });
        if (cached === undefined || cached instanceof Promise) return admitLater(attributes, cached);
        addPrecondition(attributes, checked(attributes, cached));
        return undefined;
      },
      validate({ operation, subresource, name }) {
        if (operation !== 'DELETE' || subresource !== '' || !PERMANENT.has(name)) return;
        const message = `namespaces ${JSON.stringify(name)} is forbidden: this namespace may not be deleted`;
        throw new StatusError('Forbidden', message, { details: { name, kind: 'namespaces' } });
      },
    };
  },
});

function terminating({ resource: { group, resource }, namespace, name }: AdmissionAttributes): StatusError {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  return new StatusError(
    'Forbidden',
    `${qualifiedResource({ group, resource })} ${JSON.stringify(name)} is forbidden: ${why}`,
    {
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
    },
  );
}
