import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../house/sources.js';
import { group, inProcess, type StoreName } from './row.js';
import { startServer } from './server.js';
import { medianOf } from './statistics.js';

const RUNS = 7;

/** The first step of a test suite, in a new process: loads the package and starts a control plane. */
const IN_PROCESS = `
const began = performance.now();
const { startControlPlane } = await import('@pilothouse/testing');
const plane = await startControlPlane();
console.log(performance.now() - began);
await plane.stop();
`;

export const startOfProcess = group<StoreName>({
  start: async (store) => store,
  stop: async () => undefined,
  rows: [
    {
      name: 'start to ready, process',
      why: 'From the start of the command to its ready message, with a running etcd.',
      target: 700,
      better: 'lower',
      peer: 3300,
      run: async (store) => ({
        value: await medianOf(RUNS, async () => {
          const server = await startServer({ store });
          await server.stop();
          return server.readyMs;
        }),
        unit: 'ms',
      }),
    },
  ],
});

export const startInProcess = inProcess([
  {
    name: 'start to ready, in-process',
    why: 'The first step of a test suite: load the package and start a control plane.',
    target: 250,
    better: 'lower',
    run: async () => {
      const args = ['--input-type=module', '--eval', IN_PROCESS];
      const run = async (): Promise<number> => {
        const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
        return Number(stdout);
      };
      return { value: await medianOf(RUNS, run), unit: 'ms' };
    },
  },
]);
