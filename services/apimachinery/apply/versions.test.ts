import { copyObject, type JsonObject } from '../json/value.js';
import { field, integer, list, map, struct, text } from '../typed/thing.test.helper.js';
import { compileType, type Type } from '../typed/type.js';
import type { Schema } from '../schema/schema.js';
import { runScript } from './script.test.helper.js';
import { oneVersion, type Versions } from './versions.js';

const ITEM = struct('Item', [field('name', text), field('value', text)]);
const items = (): Schema => list(() => ITEM, 'map', ['name']);

/** `value` and `items` of `v1` are `text` and `parts` in `v2`. `v2` lacks `old`. */
const TYPES: ReadonlyMap<string, Type> = new Map([
  [
    'v1',
    compileType(
      struct('V1', [field('value', text), field('count', integer), field('items', items), field('old', text)]),
    ),
  ],
  ['v2', compileType(struct('V2', [field('text', text), field('count', integer), field('parts', items)]))],
]);
const NAMES = [
  ['value', 'text'],
  ['items', 'parts'],
] as const;

const BOTH: Versions = {
  typeOf: (version) => TYPES.get(version),
  normalise: (object) => object,
  storedConfig: (config) => config,
  convert: (object, from, to) => (from === to ? object : renamed(object, to)),
};

function renamed(object: JsonObject, to: string): JsonObject {
  const copy = copyObject(object);
  for (const [inV1, inV2] of NAMES) {
    const [before, after] = to === 'v2' ? [inV1, inV2] : [inV2, inV1];
    const value = copy[before];
    delete copy[before];
    if (value !== undefined) copy[after] = value;
  }
  if (to === 'v2') delete copy['old'];
  return copy;
}

const ONLY_V2: Versions = { ...BOTH, typeOf: (version) => (version === 'v2' ? TYPES.get('v2') : undefined) };

describe('applying in several versions', () => {
  const scripts: Readonly<Record<string, string>> = {
    'conflicts with fields owned in another version': `
      apply one {"value":"a","items":[{"name":"i","value":"a"}]}
      apply two@v2 {"text":"b","parts":[{"name":"i","value":"b"}]}
      ! one .value .items[name="i"].value`,
    'shares fields with the same value in both': `
      apply one {"value":"a"}
      apply two@v2 {"text":"a"}
      = {"text":"a"}
      one: .value
      two: .text`,
    'removes fields applied in another version': `
      apply one {"value":"a","items":[{"name":"i"},{"name":"j"}]}
      apply one@v2 {"parts":[{"name":"j"}]}
      = {"parts":[{"name":"j"}]}
      one: .parts[name="j"] .parts[name="j"].name`,
    'keeps fields that another manager owns in another version': `
      apply one {"value":"a","count":1}
      apply two@v2 {"text":"a"}
      apply one {}
      = {"value":"a"}
      two: .text`,
    'keeps an item that another manager owns in another version': `
      apply one {"items":[{"name":"i","value":"a"},{"name":"j"}]}
      apply two@v2 {"parts":[{"name":"i"}]}
      apply one {}
      = {"items":[{"name":"i"}]}
      two: .parts[name="i"] .parts[name="i"].name`,
    'keeps fields that the same applier now owns in another version': `
      apply one {"value":"a","items":[{"name":"i","value":"a"}]}
      apply one@v2 {"text":"a","parts":[{"name":"i","value":"a"}]}
      = {"text":"a","parts":[{"name":"i","value":"a"}]}
      one: .text .parts[name="i"] .parts[name="i"].name .parts[name="i"].value`,
    'tracks an updater separately in each version': `
      update x {"value":"a"}
      patch x@v2 {"count":1}
      x: .value
      x: .count`,
    'lets an update take fields owned in another version': `
      apply one {"value":"a","count":1}
      patch x@v2 {"text":"b"}
      = {"text":"b","count":1}
      one: .count
      x: .text`,
    'keeps fields that an intermediate version lacks': `
      apply two@v2 {"text":"a"}
      patch x {"old":"o"}
      apply one {"value":"a","count":1}
      apply one {}
      = {"value":"a","old":"o"}
      two: .text
      x: .old`,
    'does not remove fields that the version lacks': `
      apply one {"value":"a","old":"o","count":1}
      apply two {"old":"o"}
      apply one {"value":"a"}
      = {"value":"a","old":"o"}`,
  };
  for (const [name, script] of Object.entries(scripts)) it(name, () => void runScript(script, BOTH));

  it('forgets owners in a version that is no longer served', () => {
    const state = runScript('apply one {"value":"a"}\napply two@v2 {"count":1}', BOTH);
    runScript('apply two {"text":"b","count":1}\n= {"text":"b","count":1}\ntwo: .count .text', ONLY_V2, {
      ...state,
      object: renamed(state.object ?? {}, 'v2'),
      version: 'v2',
    });
    runScript('patch x {"count":2}\nx: .count', ONLY_V2, {
      ...state,
      object: renamed(state.object ?? {}, 'v2'),
      version: 'v2',
    });
  });

  it('keeps fields applied in a version that is no longer served', () => {
    const state = runScript('apply one {"value":"a"}', BOTH);
    runScript('apply one {"count":1}\n= {"text":"a","count":1}\none: .count', ONLY_V2, {
      ...state,
      object: renamed(state.object ?? {}, 'v2'),
      version: 'v2',
    });
  });
});

describe('a type that has changed', () => {
  const only = (type: Type): Versions => oneVersion('v1', type);
  const typeWith = (schema: () => Schema): Type =>
    compileType(struct('Changing', [field('it', schema), field('other', text)]));
  const forms = {
    keyedItems: typeWith(items),
    set: typeWith(() => list(text, 'set')),
    atomicItems: typeWith(() => list(() => ITEM)),
    atomicTexts: typeWith(() => list(text)),
    map: typeWith(() => map(text)),
    atomicMap: typeWith(() => map(text, true)),
    struct: typeWith(() => ITEM),
    atomicStruct: typeWith(() => ({ ...ITEM, atomic: true })),
  };
  const cases: readonly [
    name: string,
    from: keyof typeof forms,
    to: keyof typeof forms,
    value: string,
    other: string,
  ][] = [
    ['a list with keys', 'keyedItems', 'atomicItems', '[{"name":"i"}]', '[{"name":"j"}]'],
    ['a set', 'set', 'atomicTexts', '["a"]', '["b"]'],
    ['a map', 'map', 'atomicMap', '{"a":"1"}', '{"b":"1"}'],
    ['a struct', 'struct', 'atomicStruct', '{"name":"a"}', '{"value":"b"}'],
  ];
  for (const [name, granular, atomic, value, other] of cases) {
    it(`makes owners of parts of ${name} owners of the whole when it becomes atomic`, () => {
      const state = runScript(`apply one {"it":${value},"other":"o"}`, only(forms[granular]));
      runScript(`apply two {"it":${other}}\n! one .it`, only(forms[atomic]), state);
      runScript(`apply one {"it":${other}}\none: .it`, only(forms[atomic]), state);
      runScript('patch x {"other":"p"}\none: .it\nx: .other', only(forms[atomic]), state);
    });

    it(`leaves the parts of ${name} without owners when it becomes granular`, () => {
      const state = runScript(`apply one {"it":${value}}`, only(forms[atomic]));
      runScript(`apply two {"it":${other}}`, only(forms[granular]), state);
    });
  }
});
