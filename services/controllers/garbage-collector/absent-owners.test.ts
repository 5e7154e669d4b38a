import assert from 'node:assert/strict';
import { createAbsentOwners } from './absent-owners.js';
import { things } from './world.test.helper.js';

const coordinates = (name: string, namespace = 'n') => ({ type: things, namespace, name });

describe('createAbsentOwners', () => {
  it('evicts the least recently used', () => {
    const absent = createAbsentOwners(2);
    for (const name of ['a', 'b']) absent.add(coordinates(name), '1');
    assert.ok(absent.has(coordinates('a'), '1'));
    absent.add(coordinates('c'), '1');
    assert.deepEqual(
      ['a', 'b', 'c'].map((name) => absent.has(coordinates(name), '1')),
      [true, false, true],
    );
  });

  it('distinguishes owners by their coordinates', () => {
    const absent = createAbsentOwners(2);
    absent.add(coordinates('a'), '1');
    assert.deepEqual([absent.has(coordinates('a', 'm'), '1'), absent.has(coordinates('a'), '2')], [false, false]);
  });
});
