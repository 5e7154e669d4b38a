import { createMany } from './client.js';
import { createKind } from './create-kind.js';
import { customKinds, customObjectText, objectsOf, type CustomKind } from './custom-kinds.js';
import { listEverything, OBJECTS, pagesPerSecond } from './lists.js';
import { residentMegabytes } from './memory.js';
import { removeDefinitions } from './remove.js';
import { createsPerSecond, getsPerSecond } from './requests.js';
import { serverGroup } from './server-group.js';
import type { Target } from './target.js';
import { eventsPerSecond, memoryWithWatches } from './watches.js';

const FIRST = 'first';
const WATCHERS = 500;
const CREATES = 200;

/** The only custom kind in a namespace. */
export function kindIn({ namespace }: Pick<Target, 'namespace'>): CustomKind {
  const [kind] = customKinds(namespace, 1, 1);
  if (kind === undefined) throw new Error('there is no kind');
  return kind;
}

const collectionIn = (target: Target): string => objectsOf(kindIn(target), target.namespace);
const define = (target: Target): Promise<void> => createKind(target, kindIn(target), { name: FIRST });
const clean = (target: Target): Promise<void> => removeDefinitions(target, [kindIn(target)]);
const written = (target: Target) => ({
  path: collectionIn(target),
  text: (name: string) => customObjectText(kindIn(target), name),
});

/** The same measurements as of ConfigMaps, on 26,000 custom objects of 1 KB. */
export const customResources = serverGroup({
  async prepare(target) {
    await define(target);
    const { path, text } = written(target);
    await createMany(target, { path, bodies: Array.from({ length: OBJECTS }, (_, index) => text(`object-${index}`)) });
  },
  clean,
  rows: [
    {
      name: 'resident memory, 26,000 custom objects',
      why: 'Custom objects of 1 KB in the store and in the watch cache.',
      better: 'lower',
      peerTarget: 3,
      isOnce: true,
      compare: async (target) => ({ value: await residentMegabytes(target), unit: 'MB' }),
    },
    {
      name: 'list of 26,000 custom objects',
      why: 'The first request of an informer of a custom resource: all objects with resourceVersion=0 on one connection.',
      better: 'lower',
      peerTarget: 5,
      compare: (target) => listEverything(target, { collection: collectionIn(target) }),
    },
    {
      name: 'list of 26,000 custom objects, HTTP/2',
      why: 'The same as a stream of an HTTP/2 connection with the flow control of client-go.',
      better: 'lower',
      peerTarget: 5,
      compare: (target) => listEverything(target, { collection: collectionIn(target), isHttp2: true }),
    },
    {
      name: 'list of 500 custom objects',
      why: 'The page size of kubectl, on 4 connections.',
      better: 'higher',
      peerTarget: 5,
      compare: (target) => pagesPerSecond(target, { collection: collectionIn(target) }),
    },
    {
      name: 'get of a custom object',
      why: 'The smallest read, of 1 KB, on 32 connections.',
      better: 'higher',
      peerTarget: 3,
      compare: (target) => getsPerSecond(target, { path: `${collectionIn(target)}/${FIRST}` }),
    },
    {
      name: 'get of a custom object, HTTP/2',
      why: 'The same on one connection with the flow control of client-go.',
      better: 'higher',
      peerTarget: 3,
      compare: (target) => getsPerSecond(target, { path: `${collectionIn(target)}/${FIRST}`, isHttp2: true }),
    },
    {
      name: '500 watchers of custom objects, events',
      why: 'Events of custom objects that are delivered to all watchers, each on a connection of its own.',
      better: 'higher',
      peerTarget: 1.5,
      compare: (target) => eventsPerSecond(target, { ...written(target), watchers: WATCHERS, creates: CREATES }),
    },
    {
      name: 'create of a custom object',
      why: 'A complete write with validation against the schema, on 16 connections.',
      better: 'higher',
      peerTarget: 1.5,
      compare: (target) => createsPerSecond(target, written(target)),
    },
    {
      name: 'create of a custom object, HTTP/2',
      why: 'The same on one connection with the flow control of client-go.',
      better: 'higher',
      peerTarget: 1.5,
      compare: (target) => createsPerSecond(target, { ...written(target), isHttp2: true }),
    },
  ],
});

export const watchedCustomResources = serverGroup({
  prepare: define,
  clean,
  rows: [
    {
      name: 'memory, watches of custom objects',
      why: 'Resident memory of the server while 5,000 watches are open on 20 HTTP/2 connections.',
      better: 'lower',
      peerTarget: 3,
      isOnce: true,
      compare: (target) => memoryWithWatches(target, collectionIn(target)),
    },
  ],
});
