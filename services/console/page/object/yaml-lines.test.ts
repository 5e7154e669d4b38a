import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import type { Json } from '../api/types.js';
import { managersOf } from './managers.js';
import { lineText, textOf, yamlLines } from './yaml-lines.js';

/** Texts that YAML reads as something else unless they are quoted. */
const TRAPS = [
  'true',
  'no',
  'null',
  '~',
  '',
  ' a',
  'a ',
  'a: b',
  'a:',
  'a #b',
  '- a',
  '1',
  '1e3',
  '0x1',
  '.inf',
  '2026-01-01',
  '|',
  '*a',
  '&a',
  '!a',
  '%a',
  '@a',
  '`a',
  '"',
  "'",
  '{',
  '[a',
  '? a',
  'a\tb',
  'a\n',
  'a\nb',
  'a\n\n\n',
  '\na',
  ' a\nb',
  'a \nb',
  'a\n  b\n',
  'a\r\nb',
  '\u2028',
  '\ud83d\ude00\nx',
  '<<',
  '=',
  'y',
  '---',
  'E0',
];
const text = fc.oneof(fc.constantFrom(...TRAPS), fc.string());

describe('an object as YAML', () => {
  it('is read as the same object', () => {
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.oneof(
          text,
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(text, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const options = { version: '1.1', merge: false, uniqueKeys: false } as const;
        const wanted: unknown = JSON.parse(JSON.stringify(value));
        for (const version of ['1.1', '1.2'] as const) {
          assert.deepEqual(parse(textOf(yamlLines(value)), { ...options, version }), wanted);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has lines with their place, which fold', () => {
    const lines = yamlLines({ a: { b: [{ c: 1, d: 'x\ny\n' }, []] }, e: '' });
    assert.deepEqual(
      lines.map((line) => [lineText(line), line.path.join('.'), line.end]),
      [
        ['a:', 'a', 7],
        ['  b:', 'a.b', 7],
        ['  - c: 1', 'a.b.0.c', 6],
        ['    d: |', 'a.b.0.d', 6],
        ['      x', 'a.b.0.d', 5],
        ['      y', 'a.b.0.d', 6],
        ['  - []', 'a.b.1', 7],
        ['e: ""', 'e', 8],
      ],
    );
  });
});

describe('the managers of fields', () => {
  it('are at the place of each field', () => {
    const object = {
      metadata: {
        labels: { app: 'web' },
        finalizers: ['x', 'y'],
        managedFields: [
          {
            manager: 'a',
            operation: 'Apply',
            time: 't',
            fieldsV1: {
              'f:metadata': { 'f:labels': { 'f:app': {} }, 'f:finalizers': { 'v:"y"': {} } },
              'f:spec': { 'f:ports': { 'k:{"port":2}': { '.': {}, 'f:name': {} } }, 'f:gone': {} },
            },
          },
          {
            manager: 'b',
            operation: 'Update',
            subresource: 'status',
            fieldsV1: { 'f:metadata': { 'f:labels': { 'f:app': {} } } },
          },
        ],
      },
      spec: { ports: [{ port: 1 }, { port: 2, name: 'n' }] },
    };
    const a = { manager: 'a', operation: 'Apply', time: 't' };
    assert.deepEqual(
      [...managersOf(object)],
      [
        ['["metadata","labels","app"]', [a, { manager: 'b (status)', operation: 'Update', time: '' }]],
        ['["metadata","finalizers",1]', [a]],
        ['["spec","ports",1]', [a]],
        ['["spec","ports",1,"name"]', [a]],
      ],
    );
  });
});
