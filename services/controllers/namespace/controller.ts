import { namespaces } from '@pilothouse/client/core.js';
import { discover } from '@pilothouse/client/discovery.js';
import type { Controller, ControllerContext } from '../controller.js';
import { deleteContent, isNotFound } from './content.js';
import { reconcileNamespace, type NamespaceDeps } from './reconcile.js';

/** How many namespaces are worked on at a time. */
const CONCURRENCY = 5;
/** Content that finalizers hold is looked for again and again, so not too seldom. */
const RETRY = { first: 500, longest: 10_000 };

/** Empties namespaces that have been deleted, so that they can go. */
export const namespaceController: Controller = {
  name: 'namespace',
  async run(context) {
    const deps = depsOf(context);
    const queue = context.queue({
      work: (name) => reconcileNamespace(deps, name),
      concurrency: CONCURRENCY,
      retry: RETRY,
    });
    context.informers.of(namespaces).onChange(({ type, object }) => {
      const { name = '', deletionTimestamp } = object.metadata;
      if (type !== 'deleted' && deletionTimestamp !== undefined) queue.add(name);
    });
    await queue.ended;
  },
};

function depsOf({ client, signal }: ControllerContext): NamespaceDeps {
  const collection = client.of(namespaces);
  return {
    get: (name) => absent(collection.get(name, { signal })),
    discover: () => discover(client, signal),
    deleteContent: (type, namespace) => deleteContent(client, type, { namespace, signal }),
    async finalize(namespace, finalizers) {
      const wanted = { ...namespace, spec: { ...namespace.spec, finalizers } };
      await absent(collection.update(wanted, { subresource: 'finalize', signal }));
    },
  };
}

/** Undefined in place of a 404. */
async function absent<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
