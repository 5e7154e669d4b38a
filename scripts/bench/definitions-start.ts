import { createMany, statusOf } from './client.js';
import { customKinds, customObjectText, definitionText, DEFINITIONS, objectsOf } from './custom-kinds.js';
import { residentMegabytes } from './memory.js';
import { startIn, type StoreLocation, type RunningServer } from './server.js';
import { storedGroup } from './stored-group.js';

const COUNT = 2000;
const GROUPS = 80;

/** A server that starts with many definitions. */
export const startOnDefinitions = storedGroup({
  isFor: (store) => store !== 'ephemeral',
  start: async (location) => ({ server: await startAgain(location) }),
  rows: [
    {
      name: 'start on 2,000 definitions',
      why: 'From the start of the command to its ready message, when all kinds are served.',
      target: 2,
      better: 'lower',
      run: async ({ server }) => ({ value: server.readyMs / 1000, unit: 's' }),
    },
    {
      name: 'memory on 2,000 definitions',
      why: 'Memory for definitions whose kinds are unused.',
      target: 300,
      better: 'lower',
      run: async ({ server }) => ({ value: await residentMegabytes(server), unit: 'MB' }),
    },
  ],
});

/** Creates the definitions through one server, stops it and starts another one. */
async function startAgain(location: StoreLocation): Promise<RunningServer> {
  const kinds = customKinds('start', COUNT, GROUPS);
  const [kind] = kinds;
  if (kind === undefined) throw new Error('there are no kinds');
  const first = await startIn(location);
  try {
    await createMany(first, { path: DEFINITIONS, bodies: kinds.map(definitionText) });
    const path = objectsOf(kind, first.namespace);
    await createMany(first, { path, bodies: [customObjectText(kind, 'first')] });
  } finally {
    await first.stop();
  }
  const server = await startIn(location);
  const status = await statusOf(server, `${objectsOf(kind, server.namespace)}/first`);
  if (status === 200) return server;
  await server.stop();
  throw new Error(`an object of a kind that was defined before was answered with ${status}`);
}
