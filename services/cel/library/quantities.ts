import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  QuantityError,
  type Quantity as Amount,
} from '@pilothouse/apimachinery/quantity/quantity.js';
import { CelError, Opaque, type Value } from '../values/value.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

const TYPE = 'kubernetes.Quantity';
const UNIT = 1_000n;

class Quantity extends Opaque {
  readonly typeName = TYPE;
  readonly amount: Amount;

  constructor(amount: Amount) {
    super();
    this.amount = amount;
  }

  get key(): string {
    return String(this.amount.milli);
  }
}

const of =
  (read: (amount: Amount) => Value): Overload['call'] =>
  ([quantity]) =>
    quantity instanceof Quantity ? read(quantity.amount) : null;
const ofBoth =
  (read: (left: Amount, right: Amount) => Value): Overload['call'] =>
  ([left, right]) => {
    if (!(left instanceof Quantity)) return null;
    if (typeof right === 'bigint') return read(left.amount, { milli: right * UNIT, format: 'decimalExponent' });
    return right instanceof Quantity ? read(left.amount, right.amount) : null;
  };
const sum = (left: Amount, right: Amount): Value => new Quantity(addQuantities(left, right));
const difference = (left: Amount, right: Amount): Value => sum(left, { ...right, milli: -right.milli });

/** Kubernetes' quantity functions, such as `quantity('1Gi')`. */
export const quantities: readonly Overload[] = [
  overload(`quantity(string): ${TYPE}`, 'string_to_quantity', ([text]) => readQuantity(textOf(text))),
  overload(
    'isQuantity(string): bool',
    'is_quantity_string',
    ([text]) => readQuantity(textOf(text)) instanceof Quantity,
  ),
  // Kubernetes declares it as a function and not as a method.
  overload(
    `sign(${TYPE}): int`,
    'quantity_sign',
    of(({ milli }) => (milli === 0n ? 0n : milli < 0n ? -1n : 1n)),
  ),
  overload(
    `${TYPE}.isGreaterThan(${TYPE}): bool`,
    'quantity_is_greater_than',
    ofBoth((a, b) => compareQuantities(a, b) > 0),
  ),
  overload(
    `${TYPE}.isLessThan(${TYPE}): bool`,
    'quantity_is_less_than',
    ofBoth((a, b) => compareQuantities(a, b) < 0),
  ),
  overload(
    `${TYPE}.compareTo(${TYPE}): int`,
    'quantity_compare_to',
    ofBoth((a, b) => BigInt(compareQuantities(a, b))),
  ),
  overload(
    `${TYPE}.asApproximateFloat(): double`,
    'quantity_get_float',
    of(({ milli }) => Number(milli) / 1_000),
  ),
  overload(
    `${TYPE}.asInteger(): int`,
    'quantity_get_int',
    of(({ milli }) => (milli % UNIT === 0n ? milli / UNIT : new CelError('cannot convert value to integer'))),
  ),
  overload(
    `${TYPE}.isInteger(): bool`,
    'quantity_is_integer',
    of(({ milli }) => milli % UNIT === 0n),
  ),
  overload(`${TYPE}.add(${TYPE}): ${TYPE}`, 'quantity_add', ofBoth(sum)),
  overload(`${TYPE}.add(int): ${TYPE}`, 'quantity_add_int', ofBoth(sum)),
  overload(`${TYPE}.sub(${TYPE}): ${TYPE}`, 'quantity_sub', ofBoth(difference)),
  overload(`${TYPE}.sub(int): ${TYPE}`, 'quantity_sub_int', ofBoth(difference)),
];

function readQuantity(text: string): Quantity | CelError {
  try {
    return new Quantity(parseQuantity(text));
  } catch (error) {
    if (error instanceof QuantityError) return new CelError(error.message);
    throw error;
  }
}
