import { readdir, readFile } from 'node:fs/promises';
import type { Installation } from '../production/installation.js';
import { processesOf } from '../production/observe.js';
import type { Window } from './measure.js';

const MIB = 1024;

/** Memory and file descriptors of all processes, and of this one. */
export async function usageOf(installation: Installation): Promise<Pick<Window, 'memory' | 'descriptors'>> {
  const memory: Record<string, number> = {};
  const descriptors: Record<string, number> = {};
  for (const [name, pid] of [...processesOf(installation), ['the soak', process.pid] as const]) {
    // A process that has just exited has none.
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    if (resident === 0) continue;
    memory[name] = Math.round(resident / MIB);
    descriptors[name] = files.length;
  }
  return { memory, descriptors };
}
