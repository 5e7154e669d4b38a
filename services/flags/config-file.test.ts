import assert from 'node:assert/strict';
import { parseConfig } from './config-file.js';
import { CONFIG_FLAG } from './common.js';
import type { FlagTable } from './definition.js';
import { nearest } from './nearest.js';
import type { GivenText } from './origin.js';
import { alternatives, parseFlags } from './parse-flags.js';

const TABLE = [
  CONFIG_FLAG,
  { name: 'secure-port', type: 'port', default: '6443', group: 'Serving', help: '' },
  { name: 'ephemeral', type: 'boolean', default: 'false', group: 'Storage', help: '' },
  { name: 'etcd-servers', type: 'urls', group: 'Storage', help: '' },
  { name: 'feature-gates', type: 'pairs', group: 'API', help: '' },
  { name: 'mode', type: 'text', choices: ['a', 'b'], default: 'a', group: 'API', help: '' },
] as const satisfies FlagTable;

describe('parseConfig', () => {
  const valid: readonly (readonly [yaml: string, texts: Readonly<Record<string, string>>])[] = [
    ['', {}],
    ['# nothing\n', {}],
    ['---\n', {}],
    ['{"secure-port": 1, "ephemeral": true}', { 'secure-port': '1', ephemeral: 'true' }],
    ['secure-port: 6443\nephemeral: true\n', { 'secure-port': '6443', ephemeral: 'true' }],
    ['secure-port: "6443"', { 'secure-port': '6443' }],
    ['secure-port: 0x10', { 'secure-port': '0x10' }],
    ['etcd-servers: http://a:1,http://b:1', { 'etcd-servers': 'http://a:1,http://b:1' }],
    ['etcd-servers:\n- http://a:1\n- http://b:1', { 'etcd-servers': 'http://a:1,http://b:1' }],
    ['feature-gates: {A: true, B: false}', { 'feature-gates': 'A=true,B=false' }],
    ['feature-gates: [A=true]', { 'feature-gates': 'A=true' }],
    ['mode: "null"', { mode: 'null' }],
  ];
  for (const [yaml, texts] of valid) {
    it(`reads ${JSON.stringify(yaml)}`, () => {
      const parsed = parseConfig(yaml, 'f', TABLE);
      assert.ok(parsed.ok, JSON.stringify(parsed));
      assert.deepEqual(Object.fromEntries([...parsed.texts].map(([name, { text }]) => [name, text])), texts);
    });
  }

  const invalid: readonly (readonly [yaml: string, ...problems: string[]])[] = [
    ['secure-prt: 1', 'f:1: there is no flag "secure-prt"; did you mean secure-port?'],
    ['--secure-port: 1', 'f:1: there is no flag "--secure-port"; did you mean secure-port?'],
    ['nothing-like-it: 1', 'f:1: there is no flag "nothing-like-it"'],
    ['mode: a\n\nmode: b', 'f:3: mode is set in line 1 already'],
    ['config: g', 'f:1: a configuration file cannot name another one'],
    ['secure-port:\nephemeral: ~', 'f:1: secure-port has no value', 'f:2: ephemeral has no value'],
    ['secure-port: [1]', 'f:1: secure-port must be one value, and not a list'],
    ['secure-port: {a: 1}', 'f:1: secure-port must be one value, and not a mapping'],
    ['etcd-servers: {a: 1}', 'f:1: etcd-servers must be a list, and not a mapping'],
    ['etcd-servers: []', 'f:1: etcd-servers has no items'],
    ['etcd-servers:\n- a\n- [b]', 'f:3: etcd-servers must have texts as items'],
    ['etcd-servers:\n- a\n-', 'f:3: etcd-servers has an empty item'],
    ['feature-gates: {A: true, A: false}', 'f:1: feature-gates has the key "A" twice'],
    ['feature-gates:\n  A:\n    b: 1', 'f:2: feature-gates has no text for "A"'],
    ['mode: &x a\nsecure-port: *x', 'f:2: secure-port must not be an alias'],
    ['[a]: b', 'f:1: a key must be the name of a flag'],
    ['- a', 'f:1: the file must map names of flags to values, such as "secure-port: 6443"'],
    ['secure-port', 'f:1: the file must map names of flags to values, such as "secure-port: 6443"'],
  ];
  for (const [yaml, ...problems] of invalid) {
    it(`rejects ${JSON.stringify(yaml)}`, () => {
      assert.deepEqual(parseConfig(yaml, 'f', TABLE), { ok: false, problems });
    });
  }

  it('names the line of what is not YAML', () => {
    for (const [yaml, line] of [
      ['mode: a\nmode: b: c', 2],
      ['mode: "a', 1],
      ['mode: a\n---\nmode: b', 2],
      ['mode: a\n\u0007', 2],
    ] as const) {
      const parsed = parseConfig(yaml, 'f', TABLE);
      assert.match(String(parsed.ok || parsed.problems), new RegExp(`^f:${line}: yaml: [^(]+$`), yaml);
    }
  });
});

describe('parseFlags', () => {
  it('has the values of a file, and names its lines in problems', () => {
    const file = parseConfig('ephemeral: true\nsecure-port: 99999\nmode: c', 'f', TABLE);
    assert.ok(file.ok);
    assert.deepEqual(parseFlags(TABLE, new Map<string, GivenText | string>([...file.texts, ['mode', 'd']])), {
      ok: false,
      problems: ['f:2: secure-port "99999" must be a port between 0 and 65535', '--mode "d" must be a or b'],
    });
    assert.deepEqual(
      parseFlags(TABLE, new Map<string, GivenText | string>([...file.texts, ['mode', 'b'], ['secure-port', '1']])),
      {
        ok: true,
        values: { 'secure-port': 1, ephemeral: true, mode: 'b' },
        given: new Set(['secure-port', 'ephemeral', 'mode']),
      },
    );
  });
});

it('nearest names a word that differs by few letters', () => {
  const words = ['secure-port', 'v', 'data-dir', 'doctor'];
  const cases = {
    'secure-prt': 'secure-port',
    datadir: 'data-dir',
    docter: 'doctor',
    x: undefined,
    zzzz: undefined,
    '': undefined,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(cases).map((text) => [text, nearest(text, words)])), cases);
});

it('alternatives are joined by commas and "or"', () => {
  assert.deepEqual([['a'], ['a', 'b'], ['a', 'b', 'c']].map(alternatives), ['a', 'a or b', 'a, b or c']);
});
