import { namespaces, serviceAccounts } from '@pilothouse/client/core.js';
import type { Controller } from '../controller.js';
import { haveSynced } from '../informers/shared.js';
import { reconcileServiceAccount } from './reconcile.js';

/** The service account of pods that name none. */
const DEFAULT = 'default';
const CONCURRENCY = 5;
const RETRY = { first: 100, longest: 30_000 };

/** Creates the service account `default` in every active namespace, also after its deletion. */
export const serviceAccountController: Controller = {
  name: 'service-account',
  async run({ client, informers, queue: createQueue, signal }) {
    const activeNamespaces = informers.of(namespaces);
    const accounts = informers.of(serviceAccounts);
    const queue = createQueue({
      work: (namespace) =>
        reconcileServiceAccount(
          {
            namespace: (name) => activeNamespaces.objects.get(name),
            hasDefault: (name) => accounts.objects.has(`${name}/${DEFAULT}`),
            createDefault: (name) =>
              client
                .of(serviceAccounts)
                .namespace(name)
                .create({ metadata: { name: DEFAULT } }, { signal }),
          },
          namespace,
        ),
      concurrency: CONCURRENCY,
      retry: RETRY,
    });
    if (await haveSynced(activeNamespaces, accounts)) {
      activeNamespaces.onChange(({ object }) => queue.add(object.metadata.name ?? ''));
      accounts.onChange(({ type, object: { metadata } }) => {
        if (type === 'deleted' && metadata.name === DEFAULT) queue.add(metadata.namespace ?? '');
      });
    }
    await queue.ended;
  },
};
