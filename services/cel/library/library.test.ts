import assert from 'node:assert/strict';
import { Run, UNHURRIED } from '../evaluate/run.js';
import { compileExpression } from '../expression.js';
import { CelError, type Value } from '../values/value.js';
import { createLibrary } from './library.js';

const library = createLibrary();

function evaluate(text: string): Value {
  const compiled = compileExpression(text, new Map(), library);
  assert.ok(compiled.ok, compiled.ok ? '' : compiled.problems.map(({ message }) => message).join());
  return compiled.program.step(new Run(UNHURRIED));
}

const TRUE: Readonly<Record<string, readonly string[]>> = {
  lists: [
    '[1, 2, 2].isSorted() && ![2, 1].isSorted() && [1][?1] == optional.none()',
    "['a', 'b'].max() == 'b' && [3, 1].min() == 1",
    "[duration('1s'), duration('2s')].sum() == duration('3s') && [1.5, 2.0].sum() == 3.5",
    "['a', 'b', 'a'].indexOf('a') == 0 && ['a', 'b', 'a'].lastIndexOf('a') == 2 && [1].indexOf(2) == -1",
    '[1, 2, 3, 4].slice(1, 3) == [2, 3]',
    '[[1], [2, 3]].flatten() == [1, 2, 3] && [dyn([[1]]), dyn(2)].flatten(2) == [1, 2]',
    '[3, 1, 2].sort() == [1, 2, 3]',
    "['bb', 'a'].sortBy(x, x.size()) == ['a', 'bb']",
    'lists.range(3) == [0, 1, 2] && [1, 2].reverse() == [2, 1]',
    '[1, 2, 1].distinct() == [1, 2]',
    '[1, 2].first() == optional.of(1) && [1, 2].last().value() == 2 && [].first() == optional.none()',
  ],
  sets: [
    'sets.contains([1, 2], [2]) && !sets.contains([1], [2])',
    'sets.equivalent([1, 1, 2], [2, 1])',
    'sets.intersects([1, 2], [2, 3]) && !sets.intersects([1], [2])',
  ],
  patterns: [
    "'abc 123'.find('[0-9]+') == '123' && 'abc'.find('[0-9]') == ''",
    "'1 a 2 b'.findAll('[0-9]') == ['1', '2'] && '1 a 2 b'.findAll('[0-9]', 1) == ['1']",
    "'aaa'.matches('a{3}') && matches('xay', 'a')",
  ],
  urls: [
    "url('https://user@example.com:80/a%20b?q=1&q=2#f').getHost() == 'example.com:80'",
    "url('https://example.com:80/').getHostname() == 'example.com' && url('https://[::1]:80/').getHostname() == '::1'",
    "url('https://example.com:80/').getPort() == '80' && url('/a').getPort() == ''",
    "url('https://example.com/a b/').getEscapedPath() == '/a%20b/'",
    "url('/a?q=1&q=2&r=x%20y').getQuery() == {'q': ['1', '2'], 'r': ['x y']}",
    "url('HTTPS://a').getScheme() == 'https'",
    "isURL('/a') && isURL('https://a') && !isURL('a') && !isURL('../a') && !isURL('https://a:b/')",
  ],
  quantities: [
    "quantity('1Gi').isGreaterThan(quantity('1G')) && quantity('1').isLessThan(quantity('2'))",
    "quantity('1').compareTo(quantity('1000m')) == 0 && quantity('1') == quantity('1000m')",
    "quantity('1').add(quantity('500m')).asApproximateFloat() == 1.5 && quantity('3').sub(1).asInteger() == 2",
    "isQuantity('1.5Gi') && !isQuantity('1x') && quantity('1').isInteger() && !quantity('1m').isInteger()",
    "sign(quantity('-1')) == -1",
  ],
  addresses: [
    "ip('192.168.0.1').family() == 4 && ip('::1').family() == 6 && isIP('::1') && !isIP('1.2.3')",
    "ip('127.0.0.1').isLoopback() && ip('0.0.0.0').isUnspecified() && ip('fe80::1').isLinkLocalUnicast()",
    "ip('224.0.0.1').isLinkLocalMulticast() && ip('1.1.1.1').isGlobalUnicast() && !ip('::1').isGlobalUnicast()",
    "ip.isCanonical('2001:db8::1') && !ip.isCanonical('2001:DB8::1') && string(ip('2001:DB8:0:0:0:0:0:1')) == '2001:db8::1'",
    "!isIP('01.2.3.4') && !isIP('::ffff:1.2.3.4') && !isIP('fe80::1%eth0')",
    "cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.0'))",
    "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))",
    "cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8') && cidr('10.0.0.0/8').prefixLength() == 8",
    "cidr('10.0.0.0/8').ip() == ip('10.0.0.0') && string(cidr('::/0')) == '::/0' && isCIDR('::/0') && !isCIDR('1.2.3.4/33')",
    "type(ip('::1')) == net.IP && type(cidr('::/0')) == net.CIDR",
  ],
  formats: [
    "!format.dns1123Label().validate('my-name').hasValue() && format.dns1123Label().validate('My').hasValue()",
    "!format.dns1123LabelPrefix().validate('my-').hasValue() && format.dns1035Label().validate('1a').hasValue()",
    "format.named('uuid').hasValue() && !format.named('other').hasValue()",
    "format.date().validate('2021-02-30').value() == ['invalid date'] && !format.byte().validate('YQ==').hasValue()",
    "format.qualifiedName().validate('a/b') == optional.none() && format.labelValue().validate('-').hasValue()",
    "!format.uri().validate('https://a').hasValue() && format.datetime().validate('x').hasValue()",
    'format.dns1123Label() == format.named("dns1123Label").value()',
  ],
  versions: [
    "semver('1.2.3').isLessThan(semver('1.10.0')) && semver('1.0.0-rc.1').isLessThan(semver('1.0.0'))",
    "semver('1.2.3').major() == 1 && semver('1.2.3').minor() == 2 && semver('1.2.3').patch() == 3",
    "semver('1.0.0-a.1').compareTo(semver('1.0.0-a.b')) == -1 && semver('1.0.0+x') == semver('1.0.0+y')",
    "!isSemver('v1.0') && isSemver('v1.0', true) && semver('v01.2', true) == semver('1.2.0') && !isSemver('01.2.3')",
  ],
  optionals: [
    "{'a': {'b': 1}}.?a.?b.orValue(2) == 1 && {'a': {'b': 1}}.?x.?b.orValue(2) == 2",
    'optional.of(1).or(optional.of(2)).value() == 1 && optional.none().orValue(3) == 3',
    "[1, 2][?5].orValue(0) == 0 && {'a': 1}[?'b'].hasValue() == false",
    "[?optional.of(1), ?optional.none()] == [1] && {?'a': optional.of(1), ?'b': optional.none()} == {'a': 1}",
    'optional.of(2).optMap(x, x * 2).value() == 4 && optional.of([1]).optFlatMap(x, x[?0]).value() == 1',
    'optional.ofNonZeroValue(0) == optional.none() && [optional.of(1), optional.none()].unwrapOpt() == [1]',
  ],
  macros: [
    '[5, 6].all(i, v, v == i + 5) && [5, 6].exists(i, v, i == 1 && v == 6) && {"a": 1}.existsOne(k, v, v == 1)',
    '[1, 2].transformList(i, v, i * v) == [0, 2] && [1, 2].transformMap(i, v, v > 1, v * 2) == {1: 4}',
    '{"a": "b"}.transformMapEntry(k, v, {v: k}) == {"b": "a"}',
    '[1, 2, 3].map(x, x > 1, x * 10) == [20, 30] && [1, 2, 3].filter(x, x != 2) == [1, 3]',
    '[1, 2].map(x, [3, 4].map(y, x * y)) == [[3, 4], [6, 8]]',
  ],
  texts: [
    "'%s %d %.2f %x %X %o %b %% %e'.format(['a', 1, 1234.5, 255, 255, 8, true, 31.4]) == 'a 1 1,234.50 ff FF 10 1 % 3.140000×10⁰¹'",
    `'%s'.format([['a', 1.5, null]]) == '["a", 1.500000, null]'`,
    "'a,b,c'.split(',', 2) == ['a', 'b,c'] && ['a', 'b'].join('-') == 'a-b' && 'tacocat'.charAt(3) == 'o'",
    `strings.quote('a"b\\n') == '"a\\\\"b\\\\n"'`,
    "'👑x'.size() == 2 && '👑x'.indexOf('x') == 1 && '👑x'.substring(1) == 'x'",
    "string(1234567.0) == '1.234567e+06' && string(duration('90s')) == '90s' && string(b'a') == 'a'",
    "timestamp('2020-01-01T00:00:00Z').getHours('+02:30') == 2 && timestamp('2020-07-01T00:00:00Z').getHours('Europe/Berlin') == 2",
  ],
  numbers: ['1 < 1.5 && dyn(1u) == 1 && 2u > 1 && 7 % 4 == 3 && -7 / 2 == -3 && 1.0 == dyn(1)'],
};

const ERRORS: readonly (readonly [text: string, message: string])[] = [
  ['1 / 0 == 1', 'division by zero'],
  ['9223372036854775807 + 1 == 0', 'integer overflow'],
  ["{'a': 1}.b == 1", 'no such key: b'],
  ['[1][1] == 1', 'index out of bounds: 1'],
  ["dyn('a') > 1", 'no such overload'],
  ["dyn('a').lastIndexOf(1) == 1", 'no such overload: lastIndexOf(string, int)'],
  ['optional.none().value() == 1', 'optional.none() dereference'],
  ["int('x') == 1", "type conversion error from 'string' to 'int'"],
  ['[].max() == 1', 'max called on empty list'],
  ['[1].slice(0, 2) == []', 'cannot slice(0, 2), list is length 1'],
  [
    "ip('x') == ip('y')",
    'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
  ],
  ["'abc'.charAt(9) == ''", 'index out of range: 9'],
  ['{"a": 1, "b": 1}.transformMapEntry(k, v, {v: k}) == {}', 'insert failed: key 1 already exists'],
  ["quantity('1m').asInteger() == 0", 'cannot convert value to integer'],
];

describe('library functions', () => {
  for (const [name, texts] of Object.entries(TRUE)) {
    describe(name, () => {
      for (const text of texts) it(text, () => assert.equal(evaluate(text), true));
    });
  }
  for (const [text, message] of ERRORS) {
    it(`${text} fails`, () => {
      const result = evaluate(text);
      assert.ok(result instanceof CelError);
      assert.equal(result.message, message);
    });
  }
  it('absorb errors in logic', () => assert.equal(evaluate('1 / 0 == 1 || true'), true));
});
