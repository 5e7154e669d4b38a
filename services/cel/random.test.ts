import assert from 'node:assert/strict';
import { estimateCost } from './cost/coster.js';
import { Run, RunError } from './evaluate/run.js';
import { compileExpression } from './expression.js';
import { createLibrary } from './library/library.js';
import { damaged, numbersFrom, randomExpression } from './random-expression.test.helper.js';
import { plainText, problemsText } from './syntax/problem.js';
import { BOOL, DOUBLE, DYN, INT, listOf, mapOf, STRING, TIMESTAMP, type Type } from './types/type.js';
import { jsonValue } from './values/json.js';
import { Timestamp, type Value } from './values/value.js';
import { EntryMap } from './values/map.js';

const library = createLibrary();
const MAX_COST = 100;
/** Limit of clock reads in one evaluation. One follows each 100 µs of work; the variables are small. */
const MAX_LOOKS = 200;

const TYPES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['flag', BOOL],
  ['int', INT],
  ['double', DOUBLE],
  ['text', STRING],
  ['list', listOf(INT)],
  ['map', mapOf(STRING, INT)],
  ['objects', listOf(DYN)],
  ['mixed', listOf(DYN)],
  ['deep', DYN],
  ['time', TIMESTAMP],
]);
const OBJECT: Type = { kind: 'object', name: 'self', fields: TYPES };
const JSON_VALUES = {
  flag: true,
  int: 3,
  double: 0.5,
  text: 'abc 1.2.3 👑',
  list: [3, 1, 2],
  map: { a: 1, b: 2 },
  objects: [{ int: 1, text: 'a' }, { list: [] }, null, 'text', 1.5, { deep: { deep: {} } }],
  mixed: [1, 'a', 1.5, null, [1]],
  deep: { deep: { deep: [[[]]], int: 2 }, text: '10.0.0.1', none: null },
};
const SELF = new EntryMap(
  new Map<string, { key: Value; value: Value }>([
    ...Object.entries(JSON_VALUES).map(([key, value]) => [key, { key, value: jsonValue(value) }] as const),
    ['time', { key: 'time', value: new Timestamp(0n) }],
  ]),
);

interface Tally {
  compiled: number;
  values: number;
  /** Evaluations that exceeded the cost limit. */
  stopped: number;
}

/** Compiles and evaluates. Rethrows only errors that are not the engine's own. */
function exercise(text: string, type: Type, tally: Tally): void {
  const compiled = compileExpression(text, new Map([['self', type]]), library);
  if (!compiled.ok) {
    assert.ok(compiled.problems.length > 0);
    assert.notEqual(problemsText(text, compiled.problems), '');
    for (const problem of compiled.problems) assert.notEqual(plainText(text, problem), '');
    return;
  }
  tally.compiled += 1;
  const { checked, program } = compiled;
  const { min, max } = estimateCost(checked, () => undefined);
  assert.ok(min >= 0 && max >= 0, `estimate ${min} to ${max}`);
  let looks = 0;
  const run = new Run({ isLate: () => (looks += 1) > MAX_LOOKS }, [SELF]);
  run.begin(MAX_COST);
  try {
    const value = program.step(run);
    assert.notEqual(value, undefined);
    assert.ok(run.cost <= MAX_COST, `cost ${run.cost}`);
    if (typeof value === 'boolean') tally.values += 1;
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    assert.equal(error.kind, 'cost', 'takes long for its cost');
    tally.stopped += 1;
  }
}

function exerciseAll(seed: number, count: number, make: (pick: (below: number) => number) => string): Tally {
  const pick = numbersFrom(seed);
  const tally: Tally = { compiled: 0, values: 0, stopped: 0 };
  for (let index = 0; index < count; index += 1) {
    const text = make(pick);
    try {
      exercise(text, pick(2) === 0 ? DYN : OBJECT, tally);
    } catch (error) {
      throw new Error(`the expression ${JSON.stringify(text)} breaks the engine`, { cause: error });
    }
  }
  return tally;
}

describe('a random expression', () => {
  it('returns a value or an error of the engine, within its cost limit', () => {
    const { compiled, values, stopped } = exerciseAll(1, 4_000, (pick) => randomExpression(pick, 1 + pick(4)));
    assert.ok(
      compiled > 2_000 && values > 1_500 && stopped > 10,
      `${compiled} compiled, ${values} values, ${stopped} stopped`,
    );
  });

  it('is rejected with a position when it is mutated, or is another expression', () => {
    exerciseAll(2, 4_000, (pick) => damaged(randomExpression(pick, 1 + pick(3)), pick));
  });
});
