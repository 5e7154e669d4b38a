import assert from 'node:assert/strict';
import { newObject, type JsonObject } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { applyObject } from './apply.test.helper.js';
import { NO_MANAGERS } from './managers.js';
import { largeSample, smallSample } from './samples.test.helper.js';
import { ANYTHING } from './script.test.helper.js';

describe('applying large objects', () => {
  it('changes one image among three managers', () => {
    const applied = smallSample()();
    assert.ok(applied.ok && applied.isChanged);
    assert.equal(applied.managers.size, 3);
    assert.match(writeJson(applied.object), /app-0:1\.2\.4.*"name":"E"/);
  });

  it('changes and removes items of a large list', () => {
    const applied = largeSample(500)();
    assert.ok(applied.ok);
    const text = writeJson(applied.object);
    assert.equal(text.match(/another value/g)?.length, 50);
    assert.equal(text.match(/"row-/g)?.length, 499);
  });

  it('accepts the maximum depth of documents', () => {
    const deep = (core: string): JsonObject => {
      let value: JsonObject = Object.assign(newObject(), { core });
      for (let level = 0; level < 998; level++) value = Object.assign(newObject(), { a: value });
      return value;
    };
    const apply = {
      version: 'v1',
      subresource: '',
      versions: ANYTHING,
      now: '2024-01-01T00:00:00Z',
      manager: 'one',
      force: false,
    };
    const first = applyObject({ ...apply, live: undefined, managers: NO_MANAGERS, config: deep('x') });
    assert.ok(first.ok);
    const other = { ...apply, live: first.object, managers: first.managers };
    const refused = applyObject({ ...other, manager: 'two', config: deep('y') });
    assert.deepEqual(!refused.ok && refused.conflicts.map(({ path }) => path), [`${'.a'.repeat(998)}.core`]);
    const gone = applyObject({ ...other, config: newObject() });
    assert.equal(gone.ok && writeJson(gone.object), '{}');
  });
});
