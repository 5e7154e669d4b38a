import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { runWithoutYielding } from '../steps/steps.js';
import { eachMember } from './members.js';

function membersOf(text: string): [key: string, value: string][] {
  const found: [string, string][] = [];
  const steps = eachMember(Buffer.from(text), (key, value) => found.push([key, Buffer.from(value).toString()]));
  runWithoutYielding(steps);
  return found;
}

describe('the members of a JSON object', () => {
  it('are those that parsing finds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom('', ' ', '\n\t'), (object, space) => {
        const text = `${space}${JSON.stringify(object, undefined, space)}${space}`;
        const found = membersOf(text).map(([key, value]) => [key, JSON.parse(value) as unknown]);
        assert.deepEqual(found, Object.entries(JSON.parse(text) as object));
      }),
    );
  });

  it('are found with pauses in long values', () => {
    const text = JSON.stringify({ a: Array.from({ length: 200_000 }, () => '}') });
    const steps = eachMember(Buffer.from(text), () => undefined);
    let count = 0;
    while (steps.next().done !== true) count += 1;
    assert.ok(count > 2, `${count} pauses`);
  });

  const INVALID = [
    '',
    '[]',
    '1',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":[}',
    '{"a":1,}',
    '{"a" 1}',
    '{a:1}',
    '{"a":"',
    '{}1',
    '{"a":{"b":1}',
  ];
  for (const text of INVALID) {
    it(`are not found in ${JSON.stringify(text)}`, () => {
      assert.throws(() => membersOf(text), /expected|end/);
    });
  }
});
