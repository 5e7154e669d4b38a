import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compareQuantities, parseQuantity, quantityText, type QuantityFormat } from './quantity.js';

/** A text and its value as a fraction: `numerator / denominator`. */
interface Written {
  readonly text: string;
  readonly kind: QuantityFormat;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

interface Suffix {
  readonly suffix: string;
  readonly kind: QuantityFormat;
  readonly base: bigint;
  readonly power: number;
}

const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map((suffix, index): Suffix => ({
  suffix,
  kind: 'decimalSI',
  base: 1000n,
  power: index - 3,
}));
const BINARY = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, index): Suffix => ({
  suffix,
  kind: 'binarySI',
  base: 1024n,
  power: index + 1,
}));
const exponent = fc
  .tuple(fc.constantFrom('e', 'E'), fc.integer({ min: -12, max: 20 }), fc.boolean())
  .map(([letter, power, plus]): Suffix => ({
    suffix: `${letter}${plus && power >= 0 ? '+' : ''}${power}`,
    kind: 'decimalExponent',
    base: 10n,
    power,
  }));

const digits = fc.oneof(fc.stringMatching(/^[0-9]{1,4}$/), fc.stringMatching(/^[0-9]{1,22}$/), fc.constant('000'));
const written: fc.Arbitrary<Written> = fc
  .record({
    sign: fc.constantFrom('', '+', '-'),
    whole: digits,
    point: fc.option(fc.oneof(digits, fc.constant(''))),
    scale: fc.oneof(fc.constantFrom(...DECIMAL), fc.constantFrom(...BINARY), exponent),
  })
  .map(({ sign, whole, point, scale: { suffix, kind, base, power } }) => {
    const amount = BigInt(whole + (point ?? ''));
    const factor = base ** BigInt(Math.abs(power));
    return {
      text: `${sign}${whole}${point === null ? '' : `.${point}`}${suffix}`,
      kind,
      numerator: (sign === '-' ? -amount : amount) * (power > 0 ? factor : 1n),
      denominator: 10n ** BigInt(point?.length ?? 0) * (power < 0 ? factor : 1n),
    };
  });

const MAXIMUM = 2n ** 63n - 1n;

/** In thousandths, rounded away from zero and capped. */
function exactMilli({ numerator, denominator }: Written): bigint {
  const amount = numerator < 0n ? -numerator : numerator;
  const milli = (amount * 1000n + denominator - 1n) / denominator;
  const capped = milli > MAXIMUM * 1000n ? MAXIMUM * 1000n : milli;
  return numerator < 0n ? -capped : capped;
}

const isExact = (value: Written): boolean =>
  (value.numerator * 1000n) % value.denominator === 0n &&
  exactMilli(value) * value.denominator === value.numerator * 1000n;

const many = { numRuns: 2000 };

describe('properties of quantities', () => {
  it('1: have at most three decimals and a maximum; finer values are rounded up, larger ones capped', () => {
    fc.assert(
      fc.property(written, (value) => assert.equal(parseQuantity(value.text).milli, exactMilli(value), value.text)),
      many,
    );
  });

  it('2: keep their kind of suffix', () => {
    fc.assert(
      fc.property(written, ({ text, kind }) => {
        const { milli, format } = parseQuantity(text);
        const isFraction = milli > 0n && milli < 1000n;
        assert.equal(format, kind === 'binarySI' && isFraction ? 'decimalSI' : kind, text);
        const suffix = quantityText({ milli, format }).replace(/^-?\d+/, '');
        const kinds = {
          binarySI: /^(?:[KMGTPE]i|[mkMGTPE])?$/,
          decimalSI: /^[mkMGTPE]?$/,
          decimalExponent: /^(?:e-?\d+)?$/,
        };
        assert.match(suffix, kinds[format], text);
      }),
      many,
    );
  });

  it('3: are canonical: exact, without a fraction, with the largest suffix, and a sign only when negative', () => {
    fc.assert(
      fc.property(written, ({ text }) => {
        const quantity = parseQuantity(text);
        const canonical = quantityText(quantity);
        assert.match(canonical, /^(?:0|-?[1-9]\d*(?:[KMGTPE]i|[mkMGTPE]|e-?\d+)?)$/);
        assert.equal(parseQuantity(canonical).milli, quantity.milli);
        const [, mantissa = '', suffix = ''] = /^-?(\d+)(.*)$/.exec(canonical) ?? [];
        const isLargest = suffix.endsWith('i') ? BigInt(mantissa) % 1024n !== 0n : !mantissa.endsWith('000');
        assert.ok(canonical === '0' || isLargest || suffix.startsWith('E'), canonical);
      }),
      many,
    );
  });

  it('4: keep their canonical text', () => {
    fc.assert(
      fc.property(written, ({ text }) => {
        const canonical = quantityText(parseQuantity(text));
        assert.equal(quantityText(parseQuantity(canonical)), canonical);
      }),
      many,
    );
  });

  it('5: compare exactly for any spelling', () => {
    const exact = written.filter(isExact);
    fc.assert(
      fc.property(exact, exact, (a, b) => {
        const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
        const expected = left < right ? -1 : left > right ? 1 : 0;
        assert.equal(compareQuantities(parseQuantity(a.text), parseQuantity(b.text)), expected, `${a.text}, ${b.text}`);
      }),
      many,
    );
  });
});
