import assert from 'node:assert/strict';
import { createAbsentOwners } from './absent-owners.js';
import { things } from './world.test.helper.js';

const place = (name: string, namespace = 'n') => ({ type: things, namespace, name });

describe('absent owners', () => {
  it('are forgotten when there are too many, those that nobody asked for first', () => {
    const absent = createAbsentOwners(2);
    for (const name of ['a', 'b']) absent.add(place(name), '1');
    assert.ok(absent.has(place('a'), '1'));
    absent.add(place('c'), '1');
    assert.deepEqual(
      ['a', 'b', 'c'].map((name) => absent.has(place(name), '1')),
      [true, false, true],
    );
  });

  it('are absent where they were looked for, and nowhere else', () => {
    const absent = createAbsentOwners(2);
    absent.add(place('a'), '1');
    assert.deepEqual([absent.has(place('a', 'm'), '1'), absent.has(place('a'), '2')], [false, false]);
  });
});
