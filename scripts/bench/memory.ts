import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from './row.js';
import { startServer } from './server.js';

const SETTLE_MS = 5000;

export const memoryRows: readonly Row[] = [
  {
    name: 'resident memory when idle',
    target: 130,
    better: 'lower',
    run: async (store) => {
      const server = await startServer(store);
      try {
        await sleep(SETTLE_MS);
        return { value: residentKilobytes(server.pid) / 1024, unit: 'MB' };
      } finally {
        await server.stop();
      }
    },
  },
];

function residentKilobytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim());
}
