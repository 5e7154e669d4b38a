import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import type { Controller } from '../controller.js';
import { haveSynced } from '../informers/shared.js';
import { createDamper } from './damper.js';
import { reconcileRootCa, ROOT_CA_MAP, type RootCaDeps } from './reconcile.js';

const CONCURRENCY = 5;
const RETRY = { first: 100, longest: 30_000 };

/**
 * Keeps a config map with the certificate of the server's authority (PEM) in every active namespace, so that whatever
 * runs there can trust the server.
 */
export function rootCaPublisher({ rootCa }: { readonly rootCa: Changing<string> }): Controller {
  return {
    name: 'root-ca-cert-publisher',
    async run({ client, informers, queue: createQueue, domain, timing, signal }) {
      const places = informers.of(namespaces);
      const maps = informers.of(configMaps, { fieldSelector: `metadata.name=${ROOT_CA_MAP}` });
      const mapsIn = (namespace: string) => client.of(configMaps).namespace(namespace);
      const damper = createDamper(timing.now);
      const deps: RootCaDeps = {
        rootCa: rootCa.current,
        annotation: domain.key('description'),
        namespace: (name) => places.objects.get(name),
        map: (namespace) => maps.objects.get(`${namespace}/${ROOT_CA_MAP}`),
        create: (namespace, map) => mapsIn(namespace).create(map, { signal }),
        update: (namespace, map) => mapsIn(namespace).update(map, { signal }),
        delay: damper.delay,
        remove: (namespace, { metadata: { uid = '' } }) =>
          mapsIn(namespace).delete(ROOT_CA_MAP, { preconditions: { uid }, signal }),
      };
      const queue = createQueue({
        work: (namespace) => reconcileRootCa(deps, namespace),
        concurrency: CONCURRENCY,
        retry: RETRY,
      });
      if (await haveSynced(places, maps)) {
        places.onChange(
          ({
            type,
            object: {
              metadata: { name = '' },
            },
          }) => {
            if (type === 'deleted') damper.forget(name);
            else queue.add(name);
          },
        );
        rootCa.onChange(() => {
          for (const { metadata } of places.objects.values()) queue.add(metadata.name ?? '');
        }, signal);
        maps.onChange(({ object }) => queue.add(object.metadata.namespace ?? ''));
      }
      await queue.ended;
    },
  };
}
