import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  quantityText,
  QuantityError,
  type QuantityFormat,
} from './quantity.js';

const MAXIMUM = '9223372036854775807';

describe('quantities', () => {
  const cases: Record<string, [text: string, milli: bigint, format: QuantityFormat, canonical: string][]> = {
    'decimal suffixes': [
      ['0', 0n, 'decimalSI', '0'],
      ['1', 1000n, 'decimalSI', '1'],
      ['3m', 3n, 'decimalSI', '3m'],
      ['8k', 8_000_000n, 'decimalSI', '8k'],
      ['7M', 7n * 10n ** 9n, 'decimalSI', '7M'],
      ['6G', 6n * 10n ** 12n, 'decimalSI', '6G'],
      ['40T', 4n * 10n ** 16n, 'decimalSI', '40T'],
      ['2P', 2n * 10n ** 18n, 'decimalSI', '2P'],
      ['1E', 10n ** 21n, 'decimalSI', '1E'],
    ],
    'binary suffixes': [
      ['0Ki', 0n, 'binarySI', '0'],
      ['8Ki', 8n * 1024n * 1000n, 'binarySI', '8Ki'],
      ['7Mi', 7n * 1024n ** 2n * 1000n, 'binarySI', '7Mi'],
      ['6Gi', 6n * 1024n ** 3n * 1000n, 'binarySI', '6Gi'],
      ['100Ti', 100n * 1024n ** 4n * 1000n, 'binarySI', '100Ti'],
      ['4Pi', 4n * 1024n ** 5n * 1000n, 'binarySI', '4Pi'],
      ['3Ei', 3n * 1024n ** 6n * 1000n, 'binarySI', '3Ei'],
    ],
    'decimal exponents': [
      ['1e3', 1_000_000n, 'decimalExponent', '1e3'],
      ['1E-3', 1n, 'decimalExponent', '1e-3'],
      ['1.3E+6', 13n * 10n ** 8n, 'decimalExponent', '1300e3'],
      ['1e14', 10n ** 17n, 'decimalExponent', '100e12'],
      ['5e0', 5000n, 'decimalExponent', '5'],
      ['0.5e-1', 50n, 'decimalExponent', '50e-3'],
      ['0e9', 0n, 'decimalExponent', '0'],
    ],
    'canonical form': [
      ['1000', 1_000_000n, 'decimalSI', '1k'],
      ['1000k', 10n ** 9n, 'decimalSI', '1M'],
      ['50000', 50_000_000n, 'decimalSI', '50k'],
      ['1.5', 1500n, 'decimalSI', '1500m'],
      ['1.500', 1500n, 'decimalSI', '1500m'],
      ['1.5Gi', 1536n * 1024n ** 2n * 1000n, 'binarySI', '1536Mi'],
      ['1024Mi', 1024n ** 3n * 1000n, 'binarySI', '1Gi'],
      ['1025Ki', 1025n * 1024n * 1000n, 'binarySI', '1025Ki'],
      ['0.5Ki', 512_000n, 'binarySI', '512'],
      ['1.001Ki', 1025_024n, 'binarySI', '1025024m'],
      ['0.5Mi', 512n * 1024n * 1000n, 'binarySI', '512Ki'],
      ['100.035k', 100_035_000n, 'decimalSI', '100035'],
      ['+1', 1000n, 'decimalSI', '1'],
      ['-1', -1000n, 'decimalSI', '-1'],
      ['-0', 0n, 'decimalSI', '0'],
      ['-2048Mi', -2n * 1024n ** 3n * 1000n, 'binarySI', '-2Gi'],
      ['-1500m', -1500n, 'decimalSI', '-1500m'],
      ['00012', 12_000n, 'decimalSI', '12'],
      ['.001', 1n, 'decimalSI', '1m'],
      ['1.', 1000n, 'decimalSI', '1'],
      ['1.G', 10n ** 12n, 'decimalSI', '1G'],
    ],
    'rounded away from zero': [
      ['0.1m', 1n, 'decimalSI', '1m'],
      ['-0.1m', -1n, 'decimalSI', '-1m'],
      ['1.0001', 1001n, 'decimalSI', '1001m'],
      ['-1.0009', -1001n, 'decimalSI', '-1001m'],
      ['5n', 1n, 'decimalSI', '1m'],
      ['4000u', 4n, 'decimalSI', '4m'],
      ['1e-999999999', 1n, 'decimalExponent', '1e-3'],
      ['0.000000000001Ki', 1n, 'decimalSI', '1m'],
      [`0.${'0'.repeat(900)}1`, 1n, 'decimalSI', '1m'],
    ],
    capped: [
      [MAXIMUM, BigInt(MAXIMUM) * 1000n, 'decimalSI', MAXIMUM],
      ['9223372036854775808', BigInt(MAXIMUM) * 1000n, 'decimalSI', MAXIMUM],
      ['12E', BigInt(MAXIMUM) * 1000n, 'decimalSI', MAXIMUM],
      ['9Ei', BigInt(MAXIMUM) * 1000n, 'binarySI', MAXIMUM],
      ['-9Ei', BigInt(MAXIMUM) * -1000n, 'binarySI', `-${MAXIMUM}`],
      ['1e999999999999', BigInt(MAXIMUM) * 1000n, 'decimalExponent', MAXIMUM],
      ['0e999999999999', 0n, 'decimalExponent', '0'],
      ['9'.repeat(1000), BigInt(MAXIMUM) * 1000n, 'decimalSI', MAXIMUM],
    ],
  };
  for (const [group, table] of Object.entries(cases)) {
    describe(group, () => {
      for (const [text, milli, format, canonical] of table) {
        it(`${text.slice(0, 40)} is ${canonical}`, () => {
          const quantity = parseQuantity(text);
          assert.deepEqual(quantity, { milli, format });
          assert.equal(quantityText(quantity), canonical);
        });
      }
    });
  }

  const wrongFormat = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const wrongSuffix = "unable to parse quantity's suffix";
  const refused: [text: string, message: string][] = [
    ...[
      '',
      ' 1',
      '1 ',
      '1\n',
      'aoeu',
      '.',
      '-',
      '+',
      'm',
      '--1',
      '1.1.M',
      '1+1.0M',
      '0.1am',
      '0x10',
      '1g',
      '１',
      '1,5',
    ].map((text): [string, string] => [text, wrongFormat]),
    ...[
      '.5i',
      '1i',
      '-3.01i',
      '0.1mi',
      '1K',
      '1ki',
      '1e',
      '1e+',
      '-3.01e-',
      '1Ki5',
      '1+1',
      '1ee3',
      '1e99999999999999999999',
    ].map((text): [string, string] => [text, wrongSuffix]),
    ['1'.repeat(1001), wrongFormat],
  ];
  for (const [text, message] of refused) {
    it(`rejects ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.throws(
        () => parseQuantity(text),
        (error) => error instanceof QuantityError && error.message === message,
      );
    });
  }

  const format = fc.constantFrom<QuantityFormat>('binarySI', 'decimalSI', 'decimalExponent');
  const limit = (2n ** 63n - 1n) * 1000n;
  const milli = fc.oneof(
    fc.bigInt({ min: -limit, max: limit }),
    fc.bigInt({ min: -5_000_000n, max: 5_000_000n }),
    fc
      .tuple(fc.bigInt({ min: -2000n, max: 2000n }), fc.nat(5))
      .map(([left, power]) => left * 1024n ** BigInt(power) * 1000n),
    fc.tuple(fc.bigInt({ min: -2000n, max: 2000n }), fc.nat(15)).map(([left, power]) => left * 10n ** BigInt(power)),
  );
  const quantity = fc.record({ milli, format });

  it('round-trips its canonical text', () => {
    fc.assert(
      fc.property(quantity, (value) => {
        const text = quantityText(value);
        assert.match(text, /^(?:0|-?[1-9]\d*(?:[KMGTPE]i|[mkMGTPE]|e-?\d+)?)$/);
        const read = parseQuantity(text);
        assert.equal(read.milli, value.milli);
        if (read.format === value.format) assert.equal(quantityText(read), text);
      }),
      { numRuns: 2000 },
    );
  });

  it('uses the largest suffix', () => {
    fc.assert(
      fc.property(milli, (value) => {
        const [, digits = '', suffix = ''] =
          /^-?(\d+)(.*)$/.exec(quantityText({ milli: value, format: 'decimalSI' })) ?? [];
        assert.ok(!digits.endsWith('000') || suffix === 'E', `${digits}${suffix}`);
      }),
    );
  });

  it('adds and compares exactly', () => {
    fc.assert(
      fc.property(quantity, quantity, (a, b) => {
        const sum = addQuantities(a, b);
        const exact = a.milli + b.milli;
        const capped = exact > limit ? limit : exact < -limit ? -limit : exact;
        assert.equal(sum.milli, capped);
        assert.equal(sum.format, a.milli === 0n ? b.format : a.format);
        assert.equal(compareQuantities(sum, a), b.milli === 0n || sum.milli === a.milli ? 0 : b.milli > 0n ? 1 : -1);
        assert.equal(compareQuantities(a, b), -compareQuantities(b, a) || 0);
      }),
    );
    const text = (a: string, b: string) => quantityText(addQuantities(parseQuantity(a), parseQuantity(b)));
    assert.equal(text('0', '1Gi'), '1Gi');
    assert.equal(text('100m', '0Ki'), '100m');
    assert.equal(text('1Gi', '1G'), '2073741824');
    assert.equal(compareQuantities(parseQuantity('10000T'), parseQuantity('100Gi')), 1);
    assert.equal(compareQuantities(parseQuantity('1024Mi'), parseQuantity('1Gi')), 0);
  });
});
