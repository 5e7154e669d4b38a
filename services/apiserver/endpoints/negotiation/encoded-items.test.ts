import assert from 'node:assert/strict';
import { encodedItems } from './encoded-items.js';

const entry = (key: string) => ({ key, value: new Uint8Array(), revision: 1 });

describe('encodedItems', () => {
  it('encodes an entry once, and keeps so many bytes of those that were asked for last', () => {
    const items = encodedItems(20);
    const [a, b, c] = [entry('a'), entry('b'), entry('c')];
    const made: string[] = [];
    const encode = ({ key }: { key: string }): Uint8Array => {
      made.push(key);
      return Buffer.alloc(10, key);
    };
    for (const each of [a, b, a, c, a, b]) assert.equal(items.of(each, encode).toString(), each.key.repeat(10));
    assert.deepEqual(made, ['a', 'b', 'c', 'b']);
  });

  it('does not keep what is larger than all it may keep', () => {
    const items = encodedItems(5);
    const large = entry('large');
    let made = 0;
    for (let i = 0; i < 2; i++) items.of(large, () => (made++, Buffer.alloc(6)));
    assert.equal(made, 2);
  });
});
