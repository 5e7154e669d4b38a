import { medianOf, type Row } from './row.js';
import { startServer } from './server.js';

const RUNS = 7;

/** Where other people's tests get a control plane from; loaded by name, as it is no part of this folder's build. */
const TESTING: string = '@pilothouse/testing/start-control-plane.js';

interface ControlPlane {
  readonly stop: () => Promise<void>;
}

export const startRows: readonly Row[] = [
  {
    name: 'start to ready, process',
    target: 600,
    better: 'lower',
    run: async (store) => ({
      value: await medianOf(RUNS, async () => {
        const server = await startServer(store);
        await server.stop();
        return server.readyMs;
      }),
      unit: 'ms',
    }),
  },
  {
    name: 'start to ready, in-process',
    target: 200,
    better: 'lower',
    run: async (store) => {
      const start = store === 'ephemeral' ? await controlPlaneStarter() : undefined;
      if (start === undefined) return undefined;
      const value = await medianOf(RUNS, async () => {
        const began = performance.now();
        const { stop } = await start();
        const took = performance.now() - began;
        await stop();
        return took;
      });
      return { value, unit: 'ms' };
    },
  },
];

async function controlPlaneStarter(): Promise<(() => Promise<ControlPlane>) | undefined> {
  try {
    const module = (await import(TESTING)) as { startControlPlane: () => Promise<ControlPlane> };
    return module.startControlPlane;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
