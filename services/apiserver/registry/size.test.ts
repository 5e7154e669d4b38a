import assert from 'node:assert/strict';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { MAX_VALUES, refuseTooManyValues } from './size.js';

const items = (length: number, item: JsonValue): JsonValue[] => Array.from({ length }, () => item);
const refusal = (error: unknown): boolean => error instanceof StatusError && error.code === 413;

describe('the number of values in a document', () => {
  const most = MAX_VALUES - 1;
  const documents: readonly (readonly [what: string, document: JsonValue, isRefused: boolean])[] = [
    ['one value', 'a', false],
    ['a list at the maximum', items(most, 1), false],
    ['a list of one more', items(most + 1, 1), true],
    ['empty objects', items(most + 1, {}), true],
    ['empty lists', items(most + 1, []), true],
    ['nulls', items(most + 1, null), true],
    ['members', Object.fromEntries(items(most + 1, 1).map((value, index) => [`k${index}`, value])), true],
    ['few lists of many items', { a: items(most / 2, 'x'), b: [items(most / 2, 'x')] }, true],
    ['nested lists', items(1_000, items(98, 1)), false],
    ['more nested lists', items(1_000, items(100, 1)), true],
  ];
  for (const [what, document, isRefused] of documents) {
    it(`${isRefused ? 'exceeds' : 'is within'} the limit: ${what}`, () => {
      if (isRefused) assert.throws(() => refuseTooManyValues(document), refusal);
      else refuseTooManyValues(document);
    });
  }

  it('may stay above the limit in an update', () => {
    const former = items(most + 9, {});
    refuseTooManyValues(items(most + 9, {}), former);
    refuseTooManyValues(items(most + 8, 'a'), former);
    assert.throws(() => refuseTooManyValues(items(most + 10, 'a'), former), refusal);
    assert.throws(() => refuseTooManyValues(items(most + 1, 'a'), items(most, 'a')), refusal);
  });

  it('includes values at any depth', () => {
    let deep: JsonValue = items(MAX_VALUES, 1);
    for (let level = 0; level < 10_000; level++) deep = { a: deep };
    assert.throws(() => refuseTooManyValues(deep), refusal);
  });
});
