import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import type { Controller } from '../controller.js';
import { haveSynced } from '../informers/shared.js';
import { createCorrectionBackoff } from './correction-backoff.js';
import { reconcileRootCa, ROOT_CA_MAP, type RootCaDeps } from './reconcile.js';

const CONCURRENCY = 5;
const RETRY = { first: 100, longest: 30_000 };

/**
 * Maintains a ConfigMap with the certificate authority of the server (PEM) in every active namespace, with which pods verify the
 * server.
 */
export function rootCaPublisher({ rootCa }: { readonly rootCa: Changing<string> }): Controller {
  return {
    name: 'root-ca-cert-publisher',
    async run({ client, informers, queue: createQueue, domain, timing, signal }) {
      const activeNamespaces = informers.of(namespaces);
      const maps = informers.of(configMaps, { fieldSelector: `metadata.name=${ROOT_CA_MAP}` });
      const mapsIn = (namespace: string) => client.of(configMaps).namespace(namespace);
      const correctionBackoff = createCorrectionBackoff(timing.now);
      const deps: RootCaDeps = {
        rootCa: rootCa.current,
        annotation: domain.key('description'),
        namespace: (name) => activeNamespaces.objects.get(name),
        map: (namespace) => maps.objects.get(`${namespace}/${ROOT_CA_MAP}`),
        create: (namespace, map) => mapsIn(namespace).create(map, { signal }),
        update: (namespace, map) => mapsIn(namespace).update(map, { signal }),
        delay: correctionBackoff.delay,
        remove: (namespace, { metadata: { uid = '' } }) =>
          mapsIn(namespace).delete(ROOT_CA_MAP, { preconditions: { uid }, signal }),
      };
      const queue = createQueue({
        work: (namespace) => reconcileRootCa(deps, namespace),
        concurrency: CONCURRENCY,
        retry: RETRY,
      });
      if (await haveSynced(activeNamespaces, maps)) {
        activeNamespaces.onChange(
          ({
            type,
            object: {
              metadata: { name = '' },
            },
          }) => {
            if (type === 'deleted') correctionBackoff.forget(name);
            else queue.add(name);
          },
        );
        rootCa.onChange(() => {
          for (const { metadata } of activeNamespaces.objects.values()) queue.add(metadata.name ?? '');
        }, signal);
        maps.onChange(({ object }) => queue.add(object.metadata.namespace ?? ''));
      }
      await queue.ended;
    },
  };
}
