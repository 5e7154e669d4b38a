import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The most workers that are started by default. */
const MOST = 8;

const CONTROL_GROUPS = '/sys/fs/cgroup';
/** Quota and period of version 1, in which a container sees its own group as the root. */
const FORMER = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) => `${CONTROL_GROUPS}/cpu/${name}`);

/** The default number of workers: the processors that this process may use, at most 8. */
export function usualWorkers(processors = availableParallelism(), read: (path: string) => string = readText): number {
  const quotas = [
    FORMER.map(read).join(' '),
    ...groupsOf(read('/proc/self/cgroup')).map((group) => read(`${CONTROL_GROUPS}${group}/cpu.max`)),
  ];
  return Math.max(1, Math.min(MOST, processors, ...quotas.map(grantedBy)));
}

/** The control group of this process, and all above it, each of which may have a quota. The root is the empty text. */
function groupsOf(text: string): string[] {
  const names = /^0::\/(.*)$/m.exec(text)?.[1]?.split('/') ?? [];
  const present = names.filter((name) => name !== '');
  return ['', ...present.map((_name, index) => `/${present.slice(0, index + 1).join('/')}`)];
}

/** Whole processors that a quota grants, from quota and period in microseconds; Infinity without one. */
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
