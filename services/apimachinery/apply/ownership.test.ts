import { runScript, THINGS, checkPresence, ANYTHING } from './script.test.helper.js';

/** One kind of value, as two configs that differ only in it. */
interface Sort {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  /** The paths that an applier of `a` owns, and of `b` if they differ. */
  readonly paths: string;
  readonly pathsOfB?: string;
  /** The paths on which `a` and `b` conflict; undefined if they are compatible. */
  readonly disputed?: string;
  /** The merged object, if they are compatible. */
  readonly both?: string;
  readonly isUntyped?: true;
}

const SORTS: readonly Sort[] = [
  { name: 'a text', a: '{"value":"a"}', b: '{"value":"b"}', paths: '.value', disputed: '.value' },
  { name: 'a number', a: '{"count":9007199254740993}', b: '{"count":2}', paths: '.count', disputed: '.count' },
  { name: 'false', a: '{"flag":false}', b: '{"flag":true}', paths: '.flag', disputed: '.flag' },
  { name: 'an integer or text', a: '{"port":80}', b: '{"port":"http"}', paths: '.port', disputed: '.port' },
  {
    name: 'a field far down',
    a: '{"child":{"child":{"value":"a"}}}',
    b: '{"child":{"child":{"value":"b"}}}',
    paths: '.child.child.value',
    disputed: '.child.child.value',
  },
  {
    name: 'a map entry',
    a: '{"labels":{"x/y":"a"}}',
    b: '{"labels":{"x/y":"b"}}',
    paths: '.labels.x/y',
    disputed: '.labels.x/y',
  },
  {
    name: 'a map of structs',
    a: '{"things":{"k":{"value":"a"}}}',
    b: '{"things":{"k":{"value":"b"}}}',
    paths: '.things.k .things.k.value',
    disputed: '.things.k.value',
  },
  { name: 'an atomic map', a: '{"atoms":{"x":"a"}}', b: '{"atoms":{"y":"b"}}', paths: '.atoms', disputed: '.atoms' },
  {
    name: 'an atomic struct',
    a: '{"pair":{"left":"a"}}',
    b: '{"pair":{"right":"b"}}',
    paths: '.pair',
    disputed: '.pair',
  },
  {
    name: 'an atomic list',
    a: '{"list":[{"value":"a"}]}',
    b: '{"list":[{"value":"a"},{"value":"b"}]}',
    paths: '.list',
    disputed: '.list',
  },
  {
    name: 'sets in an atomic list',
    a: '{"lists":[["a"]]}',
    b: '{"lists":[["b"]]}',
    paths: '.lists',
    disputed: '.lists',
  },
  {
    name: 'a field of a keyed item',
    a: '{"items":[{"name":"i","value":"a"}]}',
    b: '{"items":[{"name":"i","value":"b"}]}',
    paths: '.items[name="i"] .items[name="i"].name .items[name="i"].value',
    disputed: '.items[name="i"].value',
  },
  {
    name: 'a keyed item in a keyed item',
    a: '{"items":[{"name":"i","items":[{"name":"j","value":"a"}]}]}',
    b: '{"items":[{"name":"i","items":[{"name":"j","value":"b"}]}]}',
    paths:
      '.items[name="i"] .items[name="i"].name .items[name="i"].items[name="j"]' +
      ' .items[name="i"].items[name="j"].name .items[name="i"].items[name="j"].value',
    disputed: '.items[name="i"].items[name="j"].value',
  },
  {
    name: 'an item with two keys',
    a: '{"ports":[{"port":80,"protocol":"UDP","note":"a"}]}',
    b: '{"ports":[{"port":80,"protocol":"UDP","note":"b"}]}',
    paths:
      '.ports[port=80,protocol="UDP"] .ports[port=80,protocol="UDP"].note .ports[port=80,protocol="UDP"].port .ports[port=80,protocol="UDP"].protocol',
    disputed: '.ports[port=80,protocol="UDP"].note',
  },
  {
    name: 'an item with a key by default',
    a: '{"ports":[{"port":80,"note":"a"}]}',
    b: '{"ports":[{"port":80,"note":"b"}]}',
    paths: '.ports[port=80,protocol="TCP"] .ports[port=80,protocol="TCP"].note .ports[port=80,protocol="TCP"].port',
    disputed: '.ports[port=80,protocol="TCP"].note',
  },
  {
    name: 'an item of a set',
    a: '{"set":["a"]}',
    b: '{"set":["b"]}',
    paths: '.set[="a"]',
    pathsOfB: '.set[="b"]',
    both: '{"set":["a","b"]}',
  },
  {
    name: 'a number in a set',
    a: '{"numbers":[1]}',
    b: '{"numbers":[9007199254740993]}',
    paths: '.numbers[=1]',
    pathsOfB: '.numbers[=9007199254740993]',
    both: '{"numbers":[1,9007199254740993]}',
  },
  {
    name: 'items with other keys',
    a: '{"items":[{"name":"a"}]}',
    b: '{"items":[{"name":"b"}]}',
    paths: '.items[name="a"] .items[name="a"].name',
    pathsOfB: '.items[name="b"] .items[name="b"].name',
    both: '{"items":[{"name":"a"},{"name":"b"}]}',
  },
  {
    name: 'map entries with other names',
    a: '{"labels":{"a":"1"}}',
    b: '{"labels":{"b":"1"}}',
    paths: '.labels.a',
    pathsOfB: '.labels.b',
    both: '{"labels":{"a":"1","b":"1"}}',
  },
  {
    name: 'untyped JSON in a struct',
    a: '{"raw":{"x":{"y":"a"}}}',
    b: '{"raw":{"x":{"y":"b"}}}',
    paths: '.raw.x .raw.x.y',
    disputed: '.raw.x.y',
  },
  {
    name: 'a list in untyped JSON',
    a: '{"raw":{"x":[{"name":"a"}]}}',
    b: '{"raw":{"x":[{"name":"b"}]}}',
    paths: '.raw.x',
    disputed: '.raw.x',
  },
  {
    name: 'an object without schema',
    a: '{"x":{"y":1}}',
    b: '{"x":{"y":2}}',
    paths: '.x .x.y',
    disputed: '.x.y',
    isUntyped: true,
  },
  { name: 'a list without schema', a: '{"x":[1,2]}', b: '{"x":[1]}', paths: '.x', disputed: '.x', isUntyped: true },
];

describe('ownership of', () => {
  for (const { name, a, b, paths, pathsOfB = paths, disputed, both, isUntyped } of SORTS) {
    const versions = isUntyped === true ? ANYTHING : THINGS;
    const run = (...lines: readonly string[]): void => checkPresence(runScript(lines.join('\n'), versions), versions);
    const rest = paths
      .split(' ')
      .filter((path) => !disputed?.split(' ').includes(path))
      .join(' ');
    const ownersBesides = (...others: string[]): string[] => (rest === '' ? others : [`one: ${rest}`, ...others]);

    describe(name, () => {
      it('belongs to the applier', () => run(`apply one ${a}`, `= ${a}`, `one: ${paths}`));

      it('belongs to the creator', () => run(`update one ${a}`, `apply two ${a}`, `= ${a}`));

      it('is unchanged by applying the same again', () =>
        run(`apply one ${a}`, `apply one ${a}`, `= ${a}`, `one: ${paths}`));

      it('is shared by managers that apply the same', () =>
        run(`apply one ${a}`, `apply two ${a}`, `= ${a}`, `one: ${paths}`, `two: ${paths}`));

      it('ends with the value, once the last owner no longer applies it', () =>
        run(
          `apply one ${a}`,
          `apply two ${a}`,
          'apply one {}',
          `= ${a}`,
          `two: ${paths}`,
          'apply two {}',
          '= {}',
          'no managers',
        ));

      it('moves to the new value of the same applier', () =>
        run(`apply one ${a}`, `apply one ${b}`, `= ${b}`, `one: ${pathsOfB}`));

      if (disputed === undefined) {
        it('is separate for each manager', () => {
          run(`apply one ${a}`, `apply two ${b}`, `= ${both}`, `one: ${paths}`, `two: ${pathsOfB}`);
          run(`apply one ${a}`, `apply two ${b}`, 'apply one {}', `= ${b}`, `two: ${pathsOfB}`);
        });
      } else {
        it('conflicts with another value', () =>
          run(`apply one ${a}`, `apply two ${b}`, `! one ${disputed}`, `= ${a}`, `one: ${paths}`));

        it('conflicts with another value of a co-owner', () =>
          run(`apply one ${a}`, `apply two ${a}`, `apply two ${b}`, `! one ${disputed}`, `= ${a}`));

        it('is taken by force', () =>
          run(`apply one ${a}`, `force two ${b}`, `= ${b}`, ...ownersBesides(`two: ${paths}`)));

        it('is taken by an update', () =>
          run(`apply one ${a}`, `update two ${b}`, `= ${b}`, ...ownersBesides(`two: ${disputed}`)));

        it('conflicts with a value set by an update', () =>
          run(`apply one ${a}`, `update two ${b}`, `apply one ${a}`, `! two ${disputed}`, `= ${b}`));
      }

      it('ends when an update removes the value', () => run(`apply one ${a}`, 'update two {}', '= {}', 'no managers'));

      it('keeps a value that an updater also owns', () =>
        run(`update two ${a}`, `apply one ${a}`, 'apply one {}', `= ${a}`));

      it('keeps a value from before the first apply', () =>
        run(`plain x ${a}`, `apply one ${a}`, `= ${a}`, 'apply one {}', `= ${a}`));
    });
  }
});
