import { deepEqual } from '../json/equal.js';
import type { JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import type { CompilePattern } from '../schema/schema.js';
import { invalid, notSupported, tooLong, typeInvalid } from '../status/field-error.js';
import { NO_PATH, where, type ScalarCheck } from './check.js';
import { formatCheck } from './formats.js';
import { pathText } from './normalise.js';
import type { StructuralSchema } from './schema.js';

/** The checks of a value without its nested values. */
export function scalarChecks(schema: StructuralSchema, compilePattern: CompilePattern): ScalarCheck[] {
  return [...textCheck(schema, compilePattern), ...formatted(schema), ...numberCheck(schema), ...enumCheck(schema)];
}

export function typeCheck({ type, nullable, isIntOrString }: StructuralSchema): ScalarCheck {
  const expected: readonly string[] = isIntOrString ? ['integer', 'string'] : type === undefined ? [] : [type];
  return (value, _old, walk) => {
    if (expected.length === 0) return 1;
    const actual = typeOf(value);
    const fits =
      value === null ? nullable : expected.includes(actual) || (actual === 'integer' && expected.includes('number'));
    if (fits) return 1;
    const message = `${where(walk)} must be of type ${expected.join(',')}: ${JSON.stringify(actual)}`;
    walk.errors.push(typeInvalid(pathText(walk.path), actual, message));
    return 0;
  };
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function textCheck({ maxLength, minLength, pattern }: StructuralSchema, compilePattern: CompilePattern): ScalarCheck[] {
  if (maxLength === undefined && minLength === undefined && pattern === undefined) return [];
  const matches = pattern === undefined ? undefined : compilePattern(pattern);
  return [
    (value, _old, walk) => {
      if (typeof value !== 'string') return 0;
      const length = maxLength === undefined && minLength === undefined ? 0 : codePoints(value);
      // Reports one error for a text.
      if (maxLength !== undefined && length > maxLength) {
        walk.errors.push(tooLong(pathText(walk.path), maxLength));
      } else if (minLength !== undefined && length < minLength) {
        walk.errors.push(
          invalid(pathText(walk.path), value, `${where(walk)} should be at least ${minLength} chars long`),
        );
      } else if (matches?.(value) === false) {
        walk.errors.push(invalid(pathText(walk.path), value, `${where(walk)} should match '${pattern}'`));
      }
      return 1;
    },
  ];
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function formatted({ type, format }: StructuralSchema): ScalarCheck[] {
  const hasFormat = format === undefined || (type !== undefined && type !== 'string') ? undefined : formatCheck(format);
  if (hasFormat === undefined) return [];
  return [
    (value, _old, walk) => {
      if (typeof value !== 'string') return 0;
      if (!hasFormat(value)) {
        const message = `${where(walk)} must be of type ${format}: ${JSON.stringify(value)}`;
        walk.errors.push(typeInvalid(pathText(walk.path), value, message));
      }
      return 1;
    },
  ];
}

const INT32 = 2 ** 31;
const INT64 = 2n ** 63n;

function numberCheck(schema: StructuralSchema): ScalarCheck[] {
  const { type, format, maximum, exclusiveMaximum, minimum, exclusiveMinimum, multipleOf } = schema;
  if (type !== 'integer' && maximum === undefined && minimum === undefined && multipleOf === undefined) return [];
  const isInRange = (value: number | bigint): boolean => {
    if (type !== 'integer') return true;
    if (typeof value === 'number' && !Number.isInteger(value)) return false;
    if (format === 'int32') return value >= -INT32 && value < INT32;
    return value >= -INT64 && value < INT64;
  };
  return [
    (value, _old, walk) => {
      if (typeof value !== 'number' && typeof value !== 'bigint') return 0;
      const refuse = (text: string): void =>
        void walk.errors.push(invalid(pathText(walk.path), value, `${where(walk)} should be ${text}`));
      if (!isInRange(value)) {
        const kind =
          format === 'int32' || format === 'int64' ? `integer with format ${format}` : 'integer (default format)';
        walk.errors.push(invalid(NO_PATH, '', `Checked value must be of type ${kind} in ${pathText(walk.path)}`));
      }
      if (multipleOf !== undefined && !isMultiple(value, multipleOf)) refuse(`a multiple of ${multipleOf}`);
      if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
        refuse(`less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
      }
      if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
        refuse(`greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
      }
      return 1;
    },
  ];
}

function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint') return Number.isInteger(factor) && value % BigInt(factor) === 0n;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

function enumCheck({ enum: allowed }: StructuralSchema): ScalarCheck[] {
  if (allowed === undefined) return [];
  const simple = new Set(allowed.filter((each) => !isCompound(each)));
  const compound = allowed.filter(isCompound);
  const names = allowed.map((each) => (typeof each === 'string' ? each : writeJson(each)));
  return [
    (value, _old, walk) => {
      if (!isCompound(value)) {
        if (simple.has(value)) return 1;
      } else {
        walk.budget.spend(compound.length);
        if (compound.some((each) => deepEqual(each, value))) return 1;
      }
      walk.errors.push(notSupported(pathText(walk.path), value, names));
      return 0;
    },
  ];
}

function isCompound(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}
