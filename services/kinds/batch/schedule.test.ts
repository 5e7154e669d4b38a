import assert from 'node:assert/strict';
import { scheduleProblem } from './schedule.js';
import { timeZoneProblem } from './time-zones.js';

describe('the schedule of a CronJob', () => {
  const valid = [
    '5 4 * * *',
    '*/15 0-23/2 ? jan-MAR,12 sun',
    '5/10 * * * *',
    '*-9 * * * *',
    ', * * * *',
    '@every 1h30m',
  ];
  for (const schedule of valid) it(`can be ${schedule}`, () => assert.equal(scheduleProblem(schedule), undefined));

  const invalid: [schedule: string, problem: string][] = [
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['* jan * * *', 'failed to parse int from jan: strconv.Atoi: parsing "jan": invalid syntax'],
    ['*/-1 * * * *', 'negative number (-1) not allowed: -1'],
    [
      `${'9'.repeat(100_000)} * * * *`,
      `failed to parse int from ${'9'.repeat(100_000)}: strconv.Atoi: parsing "${'9'.repeat(100_000)}": value out of range`,
    ],
    ['@reboot', 'unrecognized descriptor: @reboot'],
    ['@every 5', 'failed to parse duration @every 5: time: missing unit in duration "5"'],
    ['@every 5x', 'failed to parse duration @every 5x: time: unknown unit "x" in duration "5x"'],
    ['@every 2562048h', 'failed to parse duration @every 2562048h: time: invalid duration "2562048h"'],
    ['TZ=a/b * * * * *', 'provided bad location a/b: unknown time zone a/b'],
    ['TZ=UTC', 'invalid schedule format: runtime error: slice bounds out of range [:-1]'],
  ];
  for (const [schedule, problem] of invalid) {
    it(`cannot be ${schedule.slice(0, 20)}`, () => assert.equal(scheduleProblem(schedule), problem));
  }
});

describe('a time zone', () => {
  it('has a name of the tz database, in its exact case', () => {
    const names = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'EST5EDT', 'W-SU', 'europe/berlin', 'Est', 'PST', '/UTC'];
    assert.deepEqual(names.map(timeZoneProblem), [
      ...Array.from({ length: 5 }, () => undefined),
      ...['europe/berlin', 'Est', 'PST'].map((name) => `unknown time zone ${name}`),
      'time: invalid location name',
    ]);
  });

  it('has every name that Node.js lists', () =>
    assert.deepEqual(
      Intl.supportedValuesOf('timeZone').filter((name) => timeZoneProblem(name) !== undefined),
      [],
    ));
});
