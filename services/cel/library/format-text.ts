import { compareTexts } from '../values/compare.js';
import { typeName } from '../values/kind.js';
import { List, CelMap, CelError, Duration, Timestamp, TypeValue, Uint, type Value } from '../values/value.js';
import type { Run } from '../evaluate/run.js';
import { CLAUSE, clauseProblem, DEFAULT_PRECISION, wrongArgument } from './format-clauses.js';
import { quote } from './making.js';
import { convertText } from './standard.js';

/** Thrown inside this file; the message is that of the resulting error. */
class FormatProblem extends Error {}

/** `'%s is %d'.format(['a', 1])` in Kubernetes' version, which groups digits as in English. */
export function formatText(form: string, args: List, run: Run): Value {
  let next = 0;
  run.work(form.length / 50);
  try {
    return form.replaceAll(CLAUSE, (clause, precision: string | undefined, verb: string) => {
      if (clause === '%%') return '%';
      if (next >= args.size) throw new FormatProblem(`index ${next} out of range`);
      if (clause === '%') throw new FormatProblem('unexpected end of string');
      const problem = clauseProblem(precision, verb);
      if (problem !== undefined) throw new FormatProblem(problem);
      const arg = args.get(next);
      next += 1;
      return clauseText(verb, precision, arg, run);
    });
  } catch (error) {
    if (error instanceof FormatProblem) return new CelError(error.message);
    throw error;
  }
}

function clauseText(verb: string, precision: string | undefined, value: Value, run: Run): string {
  const places = precision === undefined ? DEFAULT_PRECISION : Number(precision);
  switch (verb) {
    case 'd':
      return integerText(value, 10) ?? wrong(verb, value);
    case 'f':
      return fixedText(value, places);
    case 'e':
      return scientificText(value, places);
    case 'b':
      if (typeof value === 'boolean') return value ? '1' : '0';
      return integerText(value, 2) ?? wrong(verb, value);
    case 'o':
      return integerText(value, 8) ?? wrong(verb, value);
    case 'x':
      return hexText(value, run);
    case 'X':
      return hexText(value, run).toUpperCase();
    default:
      return stringText(value, run);
  }
}

function wrong(verb: string, value: Value): never {
  throw new FormatProblem(wrongArgument(verb, typeName(value)));
}

function integerText(value: Value, base: number): string | undefined {
  if (typeof value === 'bigint') return value.toString(base);
  return value instanceof Uint ? value.value.toString(base) : undefined;
}

function doubleOf(value: Value, clause: string): number {
  if (typeof value === 'number') return value;
  if (value === 'NaN') return NaN;
  if (value === 'Infinity' || value === '-Infinity') return Number(value);
  return wrong(clause, value);
}

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? undefined : value > 0 ? '∞' : '-∞';
}

function fixedText(value: Value, places: number): string {
  const number = doubleOf(value, 'f');
  const [whole = '', fraction] = decimals(number, places).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return special(number) ?? (fraction === undefined ? grouped : `${grouped}.${fraction}`);
}

/** `toFixed` without an exponent for large numbers. */
function decimals(value: number, places: number): string {
  if (Math.abs(value) < 1e21) return halfEven(value, places);
  return `${BigInt(Number.isFinite(value) ? value : 0)}${places === 0 ? '' : `.${'0'.repeat(places)}`}`;
}

/** JavaScript rounds halves away from zero, Go to even. */
function halfEven(value: number, places: number): string {
  const text = value.toFixed(places);
  const [before, after] = [value - Number(text), Number(text) - value];
  const step = 10 ** -places;
  if (Math.abs(before) !== step / 2 && Math.abs(after) !== step / 2) return text;
  const isOdd = Number(text.at(-1)) % 2 === 1;
  return isOdd ? (Number(text) - Math.sign(value) * step).toFixed(places) : text;
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function scientificText(value: Value, places: number): string {
  const number = doubleOf(value, 'e');
  const [mantissa = '', exponent = '0'] = Number.isFinite(number) ? number.toExponential(places).split('e') : [];
  const power = String(Math.abs(Number(exponent))).padStart(2, '0');
  const raised = Array.from(power, (digit) => RAISED[Number(digit)]).join('');
  return special(number) ?? `${mantissa}×10${Number(exponent) < 0 ? '⁻' : ''}${raised}`;
}

function hexText(value: Value, run: Run): string {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    run.work(value.length / 10);
    return Buffer.from(value as Uint8Array).toString('hex');
  }
  return integerText(value, 16) ?? wrong('x', value);
}

function stringText(value: Value, run: Run): string {
  if (value instanceof List || value instanceof CelMap) return nestedText(value, run);
  if (value === null) return 'null';
  const text = convertText(value);
  if (typeof text === 'string') {
    run.work(1 + text.length / 50);
    return text;
  }
  return wrong('s', value);
}

/** A value inside a list or map, in CEL syntax. */
function nestedText(value: Value, run: Run): string {
  run.work(10);
  if (typeof value === 'string') return quote(stringText(value, run));
  if (typeof value === 'number')
    return Number.isFinite(value) ? decimals(value, DEFAULT_PRECISION) : quote(goSpecial(value));
  if (value instanceof Uint8Array) return `b${quote(stringText(value, run))}`;
  if (value instanceof Timestamp) return `timestamp(${quote(stringText(value, run))})`;
  if (value instanceof Duration) return `duration(${quote(stringText(value, run))})`;
  if (value instanceof TypeValue) return `type(${value.name})`;
  if (value instanceof List) return `[${[...value].map((item) => nestedText(item, run)).join(', ')}]`;
  if (value instanceof CelMap) return mapText(value, run);
  if (value === null || typeof value === 'boolean' || integerText(value, 10) !== undefined)
    return stringText(value, run);
  throw new FormatProblem(`error during formatting: no formatting function for ${typeName(value)}`);
}

function goSpecial(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

function mapText(map: CelMap, run: Run): string {
  const entries = [...map.keys()].map((key) => [nestedText(key, run), nestedText(map.find(key) ?? null, run)] as const);
  const sorted = entries.sort(([a], [b]) => compareTexts(a, b));
  return `{${sorted.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}
