import { ApplyError, type Problem } from '../fieldpath/apply-error.js';
import { elementText, indexElement, type PathElement } from '../fieldpath/element.js';
import { isObject, type JsonArray, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { memberOf, type ListType, type ObjectType, type ScalarType, type Type } from './type.js';
import { itemElement, kindOf } from './value.js';

/**
 * Throws ApplyError `value` with all reasons why a value cannot be applied: undeclared members, wrong types, and set or
 * map items that are duplicates or lack a key. Null is allowed everywhere except in such items.
 */
export function validate(type: Type, value: JsonValue): void {
  const check: Check = { path: [], problems: [] };
  checkValue(type, value, check);
  if (check.problems.length > 0) throw new ApplyError('value', check.problems);
}

interface Check {
  /** The current path. */
  readonly path: PathElement[];
  readonly problems: Problem[];
}

function checkValue(type: Type, value: JsonValue, check: Check): void {
  if (value === null) return;
  const kind = kindOf(type, value);
  if (kind === 'object' && type.object !== undefined) checkObject(type.object, value, check);
  else if (kind === 'list' && type.list !== undefined) checkList(type.list, value, check);
  else if (type.scalar !== undefined) checkScalar(type.scalar, value, check);
}

function checkObject(type: ObjectType, value: JsonValue, check: Check): void {
  if (!isObject(value)) return report(check, `expected map, got ${shown(value)}`);
  for (const name of Object.keys(value)) {
    const member = memberOf(type, name);
    check.path.push(member.element);
    if (type.values === undefined && !type.fields.has(name)) report(check, 'field not declared in schema');
    else checkValue(member.type, value[name] ?? null, check);
    check.path.pop();
  }
}

function checkList(type: ListType, value: JsonValue, check: Check): void {
  if (!Array.isArray(value)) return report(check, `expected list, got ${shown(value)}`);
  if (type.relation === 'atomic') checkItems(type, value, check);
  else checkKeyedItems(type, value, check);
}

function checkItems({ items }: ListType, list: JsonArray, check: Check): void {
  for (const [index, item] of list.entries()) {
    check.path.push(indexElement(index));
    checkValue(items, item, check);
    check.path.pop();
  }
}

function checkKeyedItems(type: ListType, list: JsonArray, check: Check): void {
  const seen = new Set<PathElement>();
  for (const [index, item] of list.entries()) {
    const element = itemElement(type, item, index);
    if (element.startsWith('i:')) {
      report(check, `element ${index}: ${keyProblem(type, item)}`);
      continue;
    }
    if (seen.has(element)) report(check, `duplicate entries for key ${elementText(element)}`);
    seen.add(element);
    check.path.push(element);
    checkValue(type.items, item, check);
    check.path.pop();
  }
}

/** Why an item has no path element. */
function keyProblem({ relation, keys }: ListType, item: JsonValue): string {
  if (relation === 'set') {
    if (item === null) return "associative list without keys has an element that's an explicit null";
    if (Array.isArray(item)) return 'not supported: associative list with lists as elements';
    return "associative list without keys has an element that's a map type";
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isObject(item)) return 'associative list with keys may not have non-map elements';
  const names = keys.map(({ name }) => JSON.stringify(name)).join(' ');
  const omitted = `associative list with keys has an element that omits all key fields [${names}]`;
  return `${omitted} (and doesn't have default values for any key fields)`;
}

function checkScalar(type: ScalarType, value: JsonValue, check: Check): void {
  const actual = typeof value === 'bigint' ? 'number' : typeof value;
  if (type === 'any' ? actual !== 'object' : actual === type) return;
  report(check, `expected ${EXPECTED[type]}, got ${shown(value)}`);
}

const EXPECTED = { string: 'string', number: 'numeric (int or float)', boolean: 'boolean', any: 'any scalar' } as const;

const SHOWN_LENGTH = 100;

function shown(value: JsonValue): string {
  if (isObject(value)) return 'map';
  if (Array.isArray(value)) return 'list';
  const text = writeJson(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}...` : text;
}

function report({ path, problems }: Check, message: string): void {
  problems.push({ path: path.map(elementText).join(''), message });
}
