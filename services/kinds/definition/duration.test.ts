import assert from 'node:assert/strict';
import { humanDuration } from './duration.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

describe('ages', () => {
  const cases: readonly (readonly [seconds: number, text: string])[] = [
    [-2, '<invalid>'],
    [-1, '0s'],
    [0, '0s'],
    [119.9, '119s'],
    [2 * MINUTE, '2m'],
    [3 * MINUTE + 5, '3m5s'],
    [10 * MINUTE - 1, '9m59s'],
    [10 * MINUTE, '10m'],
    [3 * HOUR - 1, '179m'],
    [3 * HOUR, '3h'],
    [3 * HOUR + 30 * MINUTE, '3h30m'],
    [8 * HOUR, '8h'],
    [48 * HOUR - 1, '47h'],
    [48 * HOUR, '2d'],
    [2 * DAY + 5 * HOUR, '2d5h'],
    [8 * DAY + 5 * HOUR, '8d'],
    [2 * YEAR - 1, '729d'],
    [2 * YEAR, '2y'],
    [2 * YEAR + 10 * DAY, '2y10d'],
    [8 * YEAR + 10 * DAY, '8y'],
  ];
  for (const [seconds, text] of cases) it(`${seconds} s is ${text}`, () => assert.equal(humanDuration(seconds), text));
});
