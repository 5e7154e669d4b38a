import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './server.js';

/** Milliseconds until a server has come to rest. */
export const SETTLE_MS = 5000;

/** The server's memory in megabytes, once it is idle. */
export async function residentMegabytes({ pid }: RunningServer): Promise<number> {
  await sleep(SETTLE_MS);
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) / 1024;
}

/** The part in mapped files (the program itself). Undefined if the system does not report it. */
export function mappedFilesNote({ pid }: RunningServer): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const kilobytes = /^RssFile:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kilobytes === undefined
    ? undefined
    : `${Math.round(Number(kilobytes) / 1024)} MB are mapped files, the program; some 50 MB live objects and their bytes; the rest is kept by V8 and malloc for reuse`;
}
