import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './server.js';

const SETTLE_MS = 5000;

/** Megabytes that the server occupies once it has come to rest. */
export async function residentMegabytes({ pid }: RunningServer): Promise<number> {
  await sleep(SETTLE_MS);
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) / 1024;
}
