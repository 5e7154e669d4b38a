import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { smallObject } from '../patch/json.test.helper.js';
import { parseYaml } from '../yaml/parse.js';
import { deepEqual } from './equal.js';
import { parseJson } from './parse.js';
import { isObject, type JsonValue } from './value.js';
import { writeJson } from './write.js';

/** A document with duplicate members, and their paths. */
interface Doubled {
  readonly text: string;
  readonly paths: readonly string[];
}

/** Writes each member selected by `isDoubled` twice, first as a number. */
function doubled(value: JsonValue, path: string, isDoubled: () => boolean): Doubled {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => doubled(item, `${path}[${index}]`, isDoubled));
    return { text: `[${items.map(({ text }) => text).join(', ')}]`, paths: items.flatMap(({ paths }) => paths) };
  }
  if (!isObject(value)) return { text: writeJson(value), paths: [] };
  const members = Object.entries(value).map(([key, member]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const twice = isDoubled();
    const { text, paths } = doubled(member, at, isDoubled);
    const name = JSON.stringify(key);
    return { text: `${twice ? `${name}: 7, ` : ''}${name}: ${text}`, paths: twice ? [at, ...paths] : paths };
  });
  return { text: `{${members.map(({ text }) => text).join(', ')}}`, paths: members.flatMap(({ paths }) => paths) };
}

describe('duplicate members', () => {
  const parsers = { JSON: parseJson, YAML: parseYaml };
  for (const [name, parse] of Object.entries(parsers)) {
    it(`are found at any depth in ${name}, and the last one is kept`, () => {
      fc.assert(
        fc.property(smallObject({ nulls: true }), fc.infiniteStream(fc.boolean()), (document, choices) => {
          const { text, paths } = doubled(document, '', () => choices.next().value === true);
          const parsed = parse(text);
          assert.deepEqual(parsed.duplicates, paths);
          assert.ok(deepEqual(parsed.value, document), text);
        }),
        { numRuns: 500 },
      );
    });
  }
});
