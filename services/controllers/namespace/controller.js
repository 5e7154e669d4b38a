import { namespaces } from '@pilothouse/client/core.js';
import { discover } from '@pilothouse/client/discovery.js';
import { createInformer } from '@pilothouse/client/informer.js';
import { createWorkQueue } from '../queue/work-queue.js';
import { deleteContent, isNotFound } from './content.js';
import { reconcileNamespace } from './reconcile.js';
/** How many namespaces are worked on at a time. */
const CONCURRENCY = 5;
/** Content that finalizers hold is looked for again and again, so not too seldom. */
const RETRY = { first: 500, longest: 10_000 };
/** Empties namespaces that have been deleted, so that they can go. Resolves when it has ended, once its signal is aborted. */
export async function startNamespaceController(options) {
  const { client, signal, onError, timing } = options;
  const common = timing === undefined ? {} : { timing };
  const queue = createWorkQueue({
    ...common,
    work: (name) => reconcileNamespace(depsOf(client, signal), name),
    concurrency: CONCURRENCY,
    retry: RETRY,
    signal,
    onError: (_name, error, retryIn) => onError?.(error, retryIn),
  });
  const informer = createInformer({ ...common, source: client.of(namespaces), ...(onError && { onError }) });
  for await (const { type, object } of informer.changes(signal)) {
    const { name = '', deletionTimestamp } = object.metadata;
    if (type !== 'deleted' && deletionTimestamp !== undefined) queue.add(name);
  }
  await queue.ended;
}
function depsOf(client, signal) {
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
async function absent(result) {
  try {
    return await result;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
//# sourceMappingURL=controller.js.map
