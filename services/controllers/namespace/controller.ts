import { namespaces } from '@pilothouse/client/core.js';
import { discover } from '@pilothouse/client/discover.js';
import type { Controller, ControllerContext } from '../controller.js';
import { undefinedIfNotFound } from '../api-errors.js';
import { deleteContent } from './content.js';
import { reconcileNamespace, type NamespaceDeps } from './reconcile.js';
import { sharedDiscovery } from './shared-discovery.js';

/** Namespaces that are reconciled concurrently. */
const CONCURRENCY = 16;
/** Short waits, since content with finalizers is polled. */
const RETRY = { first: 500, longest: 8_000 };

/** Deletes the content of deleted namespaces, then their finalizer. */
export const namespaceController: Controller = {
  name: 'namespace',
  async run(context) {
    /** When each deletion was first seen, by uid. Discovery after that time is current for the namespace. */
    const deletionSeen = new Map<string, number>();
    const deps = depsOf(context, deletionSeen);
    const queue = context.queue({
      work: (name) => reconcileNamespace(deps, name),
      concurrency: CONCURRENCY,
      retry: RETRY,
    });
    context.informers.of(namespaces).onChange(({ type, object }) => {
      const { name = '', uid = '', deletionTimestamp } = object.metadata;
      if (type === 'deleted') deletionSeen.delete(uid);
      else if (deletionTimestamp !== undefined) {
        if (!deletionSeen.has(uid)) deletionSeen.set(uid, context.timing.now());
        queue.add(name);
      }
    });
    await queue.ended;
  },
};

function depsOf(
  { client, signal, timing, now }: ControllerContext,
  deletionSeen: ReadonlyMap<string, number>,
): NamespaceDeps {
  const collection = client.of(namespaces);
  const discovery = sharedDiscovery(() => discover(client, signal), timing);
  return {
    get: (name) => undefinedIfNotFound(collection.get(name, { signal })),
    discover: ({ metadata: { uid = '' } }) => discovery(deletionSeen.get(uid) ?? timing.now()),
    deleteContent: (type, namespace) => deleteContent(client, type, { namespace, signal }),
    setConditions(namespace, conditions) {
      const wanted = { ...namespace, status: { ...namespace.status, phase: 'Terminating', conditions } };
      return undefinedIfNotFound(collection.subresource('status').update(wanted, { signal }));
    },
    async finalize(namespace, finalizers) {
      const wanted = { ...namespace, spec: { ...namespace.spec, finalizers } };
      await undefinedIfNotFound(collection.subresource('finalize').update(wanted, { signal }));
    },
    now,
  };
}
