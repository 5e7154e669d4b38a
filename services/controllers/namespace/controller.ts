import { namespaces } from '@pilothouse/client/core.js';
import { discover } from '@pilothouse/client/discovery.js';
import type { Controller, ControllerContext } from '../controller.js';
import { absent } from '../refusals.js';
import { deleteContent } from './content.js';
import { reconcileNamespace, type NamespaceDeps } from './reconcile.js';
import { sharedDiscovery } from './shared-discovery.js';

/** How many namespaces are worked on at a time. */
const CONCURRENCY = 16;
/** Content that finalizers hold is looked for again and again, so not too seldom. */
const RETRY = { first: 500, longest: 8_000 };

/** Empties namespaces that have been deleted, so that they can go. */
export const namespaceController: Controller = {
  name: 'namespace',
  async run(context) {
    /** When each deletion was noticed, by uid: no type with content in the namespace can appear later. */
    const noticed = new Map<string, number>();
    const deps = depsOf(context, noticed);
    const queue = context.queue({
      work: (name) => reconcileNamespace(deps, name),
      concurrency: CONCURRENCY,
      retry: RETRY,
    });
    context.informers.of(namespaces).onChange(({ type, object }) => {
      const { name = '', uid = '', deletionTimestamp } = object.metadata;
      if (type === 'deleted') noticed.delete(uid);
      else if (deletionTimestamp !== undefined) {
        if (!noticed.has(uid)) noticed.set(uid, context.timing.now());
        queue.add(name);
      }
    });
    await queue.ended;
  },
};

function depsOf(
  { client, signal, timing, now }: ControllerContext,
  noticed: ReadonlyMap<string, number>,
): NamespaceDeps {
  const collection = client.of(namespaces);
  const discovery = sharedDiscovery(() => discover(client, signal), timing);
  return {
    get: (name) => absent(collection.get(name, { signal })),
    discover: ({ metadata: { uid = '' } }) => discovery(noticed.get(uid) ?? timing.now()),
    deleteContent: (type, namespace) => deleteContent(client, type, { namespace, signal }),
    setConditions(namespace, conditions) {
      const wanted = { ...namespace, status: { ...namespace.status, phase: 'Terminating', conditions } };
      return absent(collection.subresource('status').update(wanted, { signal }));
    },
    async finalize(namespace, finalizers) {
      const wanted = { ...namespace, spec: { ...namespace.spec, finalizers } };
      await absent(collection.subresource('finalize').update(wanted, { signal }));
    },
    now,
  };
}
