import { call, getsPerSecond } from './load.js';
import type { Row } from './row.js';
import { startServer } from './server.js';

const COLLECTION = '/api/v1/namespaces/default/configmaps';

export const requestRows: readonly Row[] = [
  {
    name: 'get of 1 KB, TLS, 32 connections',
    target: 10_000,
    better: 'higher',
    run: async (store) => {
      const server = await startServer(store);
      try {
        const object = {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'bench' },
          data: { text: 'x'.repeat(800) },
        };
        await call(server, { method: 'POST', path: COLLECTION, body: JSON.stringify(object) });
        return await getsPerSecond(server, { path: `${COLLECTION}/bench`, connections: 32, seconds: 5 });
      } finally {
        await server.stop();
      }
    },
  },
];
