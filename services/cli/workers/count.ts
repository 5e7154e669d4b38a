import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The most workers that are started by default. */
const MOST = 8;

/** Files of control groups, of version 2 and 1: quota and period in microseconds. */
const QUOTA_FILES = [
  ['/sys/fs/cgroup/cpu.max'],
  ['/sys/fs/cgroup/cpu/cpu.cfs_quota_us', '/sys/fs/cgroup/cpu/cpu.cfs_period_us'],
] as const;

/** The default number of workers: the processors that this process may use, at most 8. */
export function usualWorkers(processors = availableParallelism(), read: (path: string) => string = readText): number {
  const granted = QUOTA_FILES.map((paths) => grantedBy(paths.map(read).join(' ')));
  return Math.max(1, Math.min(MOST, processors, ...granted));
}

/** Whole processors that a quota grants; Infinity without one. */
function grantedBy(text: string): number {
  const [, quota = '', period = ''] = /^(\d+)\s+(\d+)\s*$/.exec(text) ?? [];
  return Number(period) > 0 ? Math.floor(Number(quota) / Number(period)) : Infinity;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
