import assert from 'node:assert/strict';
import { compileExpression } from '../expression.js';
import { createLibrary } from '../library/library.js';
import { DYN } from './type.js';

const library = createLibrary();

/** The first error and its column. */
function problem(text: string): string | undefined {
  const compiled = compileExpression(text, new Map([['x', DYN]]), library);
  const [first] = compiled.ok ? [] : compiled.problems;
  return first && `${(first.at ?? -1) + 1}: ${first.message}`;
}

describe('a call of format over literals', () => {
  const STRING_RULE =
    'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps';
  const table: readonly (readonly [text: string, expected: string | undefined])[] = [
    ["'%s %s %s %s %s'.format([1, 'a', [1], {'a': 1}, null])", undefined],
    ["'%s %s %s'.format([type(1), duration('1s'), timestamp('2026-01-01T00:00:00Z')])", undefined],
    ["'%d %d %o %b %b %x %X %x'.format([1, 1u, 1, true, 1, 'a', b'a', 1])", undefined],
    ["'%f %.2e %f'.format([1.0, 1.0, 'NaN'])", undefined],
    ["'%d %f %s'.format([x, x.a, x])", undefined],
    ["'100%%'.format([])", undefined],
    ["x.format(['a'])", undefined],
    ["'%d'.format(x)", undefined],
    [
      "'%d'.format(['a'])",
      '14: error during formatting: decimal clause can only be used on integers, was given string',
    ],
    [
      "'%f'.format([duration('1s')])",
      '22: error during formatting: fixed-point clause can only be used on doubles, was given google.protobuf.Duration',
    ],
    ["'%e'.format([1])", '14: error during formatting: scientific clause can only be used on doubles, was given int'],
    [
      "'%b'.format([1.5])",
      '14: error during formatting: only integers and bools can be formatted as binary, was given double',
    ],
    ["'%o'.format([true])", '14: error during formatting: octal clause can only be used on integers, was given bool'],
    [
      "'%X'.format([null])",
      '14: error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given null_type',
    ],
    ["'%s'.format([optional.none()])", `27: error during formatting: ${STRING_RULE}, was given optional_type`],
    ["'%s'.format([[1, {'a': ip('::1')}]])", `26: error during formatting: ${STRING_RULE}, was given net.IP`],
    ["'%s'.format([])", '12: index 0 out of range'],
    ["'%s'.format([1, 2])", '12: too many arguments supplied to string.format (expected 1, got 2)'],
    ["'a %'.format([])", '13: unexpected end of string'],
    ["'%z'.format([1])", '12: could not parse formatting clause: unrecognized formatting clause "z"'],
    ["'%S'.format([1])", '12: could not parse formatting clause: unrecognized formatting clause "S"'],
    [
      "'%.2'.format([1])",
      '13: could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
    ],
    [
      "'%.f'.format([1.0])",
      '13: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    ],
  ];
  for (const [text, expected] of table) it(text, () => assert.equal(problem(text), expected));
});
