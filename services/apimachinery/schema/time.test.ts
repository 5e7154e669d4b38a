import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { canonicalTime, secondsOfTime, TimeError, timeOfSeconds } from './time.js';

describe('schema/time', () => {
  const good: readonly (readonly [input: string, seconds: string | undefined, micros?: string])[] = [
    ['2026-11-20T09:48:00Z', '2026-11-20T09:48:00Z'],
    ['2026-11-20T9:48:00Z', '2026-11-20T09:48:00Z'],
    ['2026-11-20T09:48:00.999999999Z', '2026-11-20T09:48:00Z'],
    ['2026-11-20T09:48:00,5Z', '2026-11-20T09:48:00Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00Z'],
    ['2026-01-01T00:00:00+24:00', '2025-12-31T00:00:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['0001-01-01T00:00:00Z', undefined],
    ['0001-01-01T01:00:00+01:00', undefined],
    ['0001-01-01T00:00:00.5Z', undefined],
  ];
  for (const [input, output] of good) {
    it(`reads ${input}`, () => assert.equal(canonicalTime(input, false), output));
  }

  it('accepts microseconds only with six decimals', () => {
    assert.equal(canonicalTime('2026-01-01T00:00:00.000000Z', true), '2026-01-01T00:00:00.000000Z');
    assert.equal(canonicalTime('2026-01-01T02:00:00.123456+01:00', true), '2026-01-01T01:00:00.123456Z');
    assert.equal(canonicalTime('0001-01-01T00:00:00.000001Z', true), '0001-01-01T00:00:00.000001Z');
    assert.equal(canonicalTime('0001-01-01T00:00:00.000000Z', true), undefined);
    for (const input of ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.12345Z', '2026-01-01T00:00:00.1234567Z']) {
      assert.throws(() => canonicalTime(input, true), TimeError);
    }
  });

  const bad: readonly (readonly [input: string, detail: string])[] = [
    ['', ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"'],
    ['2026', ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "-"'],
    ['2026-1-01T00:00:00Z', ' as "2006-01-02T15:04:05Z07:00": cannot parse "1-01T00:00:00Z" as "01"'],
    ['2026-01-01 00:00:00Z', ' as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T"'],
    ['2026-01-01T00:00:00', ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"'],
    ['2026-01-01T00:00:00z', ' as "2006-01-02T15:04:05Z07:00": cannot parse "z" as "Z07:00"'],
    ['2026-01-01T00:00:00Z ', ': extra text: " "'],
    ['2026-13-01T00:00:00Z', ': month out of range'],
    ['2026-02-29T00:00:00Z', ': day out of range'],
    ['2026-01-00T00:00:00Z', ': day out of range'],
    ['2026-01-01T24:00:00Z', ': hour out of range'],
    ['2026-01-01T00:60:00Z', ': minute out of range'],
    ['2026-01-01T00:00:60Z', ': second out of range'],
    ['2026-01-01T00:00:00-25:00', ': time zone offset hour out of range'],
    ['2026-01-01T00:00:00+25:00', ': time zone offset hour out of range'],
    ['0000-01-01T00:00:00+01:00', ': year out of range'],
    ['9999-12-31T23:59:59-00:01', ': year out of range'],
  ];
  for (const [input, detail] of bad) {
    it(`rejects ${JSON.stringify(input)}`, () => {
      const message = `parsing time ${JSON.stringify(input)}${detail}`;
      assert.throws(() => canonicalTime(input, false), { name: 'TimeError', message });
    });
  }

  it('computes seconds and microseconds exactly', () => {
    const seconds = fc.integer({ min: -62_135_596_799, max: 253_402_300_799 });
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 999_999 }), (seconds, micros) => {
        const text = timeOfSeconds(seconds, micros) ?? '';
        assert.equal(canonicalTime(text, true), text);
        assert.deepEqual(secondsOfTime(text), { seconds, micros });
        assert.deepEqual(secondsOfTime(timeOfSeconds(seconds) ?? ''), { seconds, micros: 0 });
      }),
    );
    assert.equal(timeOfSeconds(253_402_300_800), undefined);
    assert.equal(timeOfSeconds(Number.NaN), undefined);
  });
});
