import { canonicalJson } from '../fieldpath/canonical.js';
import { isObject, type JsonValue } from '../json/value.js';

/** A result as client-go prints it: JSON with sorted members for arrays and objects, plain text for others. */
export function resultText(value: JsonValue): string {
  if (Array.isArray(value) || isObject(value)) return canonicalJson(value);
  return typeof value === 'number' ? numberText(value) : String(value);
}

/** A value in the format of Go's `fmt.Sprint`: `map[a:1]`, `[1 2]`, `<nil>`. */
export function sprint(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(sprint).join(' ')}]`;
  if (!isObject(value)) return resultText(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${key}:${sprint(value[key] ?? null)}`);
  return `map[${members.join(' ')}]`;
}

/** Go's `%v` of a number. It switches to exponents earlier than JavaScript and pads them to two digits. */
function numberText(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 1e-4;
  const text = isSmall ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
