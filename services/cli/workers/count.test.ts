import assert from 'node:assert/strict';
import { usualWorkers } from './count.js';

describe('usualWorkers', () => {
  const V1 = '/sys/fs/cgroup/cpu/cpu.cfs_';
  for (const [title, processors, files, wanted] of [
    ['all processors without a quota', 4, { '/sys/fs/cgroup/cpu.max': 'max 100000' }, 4],
    ['all processors on other systems', 4, {}, 4],
    ['at most 8', 64, {}, 8],
    ['the quota', 16, { '/sys/fs/cgroup/cpu.max': '300000 100000' }, 3],
    ['whole processors of a quota', 16, { '/sys/fs/cgroup/cpu.max': '250000 100000' }, 2],
    [
      'the least quota of the groups above',
      16,
      {
        '/proc/self/cgroup': '0::/system.slice/pilothouse.service\n',
        '/sys/fs/cgroup/system.slice/cpu.max': '500000 100000',
        '/sys/fs/cgroup/system.slice/pilothouse.service/cpu.max': 'max 100000',
      },
      5,
    ],
    ['at least 1', 16, { '/sys/fs/cgroup/cpu.max': '50000 100000' }, 1],
    ['the quota of version 1', 16, { [`${V1}quota_us`]: '200000', [`${V1}period_us`]: '100000' }, 2],
    ['all processors without a quota of version 1', 6, { [`${V1}quota_us`]: '-1', [`${V1}period_us`]: '100000' }, 6],
  ] as const) {
    it(`is ${title}`, () => {
      const texts: Readonly<Record<string, string>> = files;
      assert.equal(
        usualWorkers(processors, (path) => texts[path] ?? ''),
        wanted,
      );
    });
  }
});
