/**
 * Failures without objects. Mocha's processes load this module. To send a failure to the main process, Mocha follows every path
 * through the properties of its error: an error with an object that is reachable in many ways, such as a connection, takes hours.
 */
import { inspect } from 'node:util';
import Mocha from 'mocha';

const runner = Mocha.Runner.prototype;
const fail = Reflect.get(runner, 'fail');
runner.fail = function failPlainly(test, error, force) {
  return Reflect.apply(fail, this, [test, plainError(error), force]);
};

/** The error with its message, its stack and its causes. What an assertion compared becomes text. */
function plainError(error) {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause, actual, expected } = error;
  const plain = Object.assign(new Error(message), { name, stack });
  if (cause !== undefined && cause !== error) plain.cause = plainError(cause);
  if (expected !== undefined) Object.assign(plain, { actual: textOf(actual), expected: textOf(expected) });
  return plain;
}

function textOf(value) {
  if (typeof value === 'string') return value;
  return inspect(value, { depth: 5, sorted: true, compact: false, maxArrayLength: 500, maxStringLength: 10_000 });
}
