import * as fc from 'fast-check';
import { newObject, type JsonValue } from './value.js';

/**
 * Any JSON with a single spelling: unusual keys, bigints, astral characters, fractions. Doubles that are large integers
 * are excluded, because their text parses as a bigint.
 */
export function anyJson(): fc.Arbitrary<JsonValue> {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', '', '0'),
  );
  const bigint = fc
    .oneof(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.constantFrom(2n ** 53n, -(2n ** 53n), 10n ** 40n))
    .filter((value) => !Number.isSafeInteger(Number(value)));
  const double = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21);
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(null, true, false),
      fc.integer(),
      fc.maxSafeInteger(),
      double,
      bigint,
      text,
      fc.array(tie('value')),
      fc.array(fc.tuple(text, tie('value'))).map((members) => {
        const object = newObject();
        for (const [key, member] of members) object[key] = member;
        return object;
      }),
    ),
  }));
  return value;
}
