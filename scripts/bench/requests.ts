import { createMany, getsPerSecond, postsPerSecond } from './load.js';
import { residentMegabytes } from './memory.js';
import { COLLECTION, objectText } from './objects.js';
import { group } from './row.js';
import { startServer, stopServer } from './server.js';

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

function reviewText(name: string): string {
  const resourceAttributes = { verb: 'get', resource: 'configmaps', namespace: 'default', name };
  return JSON.stringify({ spec: { resourceAttributes } });
}

/** What is measured on a server that has next to nothing to keep. */
export const emptyServer = group({
  start: startServer,
  stop: stopServer,
  rows: [
    {
      name: 'resident memory when idle',
      target: 130,
      better: 'lower',
      peer: 310,
      run: async (server) => ({ value: await residentMegabytes(server), unit: 'MB' }),
    },
    {
      name: 'get of 1 KB, TLS, 32 connections',
      target: 10_000,
      better: 'higher',
      peer: 6965,
      run: async (server) => {
        await createMany(server, { path: COLLECTION, bodies: [objectText('bench')] });
        return getsPerSecond(server, { path: `${COLLECTION}/bench`, connections: 32, seconds: 5 });
      },
    },
    {
      name: 'create of 1 KB, TLS, 16 connections',
      target: 2900,
      better: 'higher',
      peer: 2624,
      run: (server) => postsPerSecond(server, { path: COLLECTION, connections: 16, seconds: 10 }),
    },
    {
      name: 'access review, TLS, 32 connections',
      target: 8000,
      better: 'higher',
      run: (server) => postsPerSecond(server, { path: REVIEWS, connections: 32, seconds: 5, text: reviewText }),
    },
  ],
});
