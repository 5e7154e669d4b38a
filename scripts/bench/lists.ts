import { createMany, getsPerSecond, millisecondsToGet } from './load.js';
import { mappedFilesNote, residentMegabytes } from './memory.js';
import { COLLECTION, objectText } from './objects.js';
import { group } from './row.js';
import { startServer, stopServer } from './server.js';

const OBJECTS = 26_000;

/** What is measured on a server that keeps many objects. */
export const fullServer = group({
  async start(store) {
    const server = await startServer(store);
    const bodies = Array.from({ length: OBJECTS }, (_, index) => objectText(`object-${index}`));
    await createMany(server, { path: COLLECTION, bodies });
    return server;
  },
  stop: stopServer,
  rows: [
    {
      name: 'resident memory, 26,000 objects',
      target: 200,
      better: 'lower',
      peer: 818,
      async run(server) {
        const value = await residentMegabytes(server);
        const note = mappedFilesNote(server);
        return { value, unit: 'MB', ...(note !== undefined && { note }) };
      },
    },
    {
      name: 'list of 26,000, any version',
      target: 60,
      better: 'lower',
      peer: 195,
      run: (server) => millisecondsToGet(server, `${COLLECTION}?resourceVersion=0`),
    },
    {
      name: 'list of 26,000, most recent',
      target: 90,
      better: 'lower',
      peer: 353,
      run: (server) => millisecondsToGet(server, COLLECTION),
    },
    {
      name: 'list of 10,000, protobuf to JSON',
      target: 3,
      better: 'lower',
      async run(server) {
        const path = `${COLLECTION}?limit=10000`;
        const json = await millisecondsToGet(server, path);
        const protobuf = await millisecondsToGet(server, path, 'application/vnd.kubernetes.protobuf');
        const { note } = protobuf;
        return { value: protobuf.value / json.value, unit: 'x', ...(note !== undefined && { note }) };
      },
    },
    {
      name: 'list of 500, 4 connections',
      target: 700,
      better: 'higher',
      peer: 140,
      run: (server) => getsPerSecond(server, { path: `${COLLECTION}?limit=500`, connections: 4, seconds: 5 }),
    },
    {
      name: 'list with a label that none has',
      target: 1500,
      better: 'higher',
      run: (server) =>
        getsPerSecond(server, { path: `${COLLECTION}?labelSelector=app%3Dnone`, connections: 4, seconds: 5 }),
    },
  ],
});
