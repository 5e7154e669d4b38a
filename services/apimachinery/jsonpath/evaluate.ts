import { Buffer } from 'node:buffer';
import { isObject, ownValue, type JsonValue } from '../json/value.js';
import { budgetFor, type Budget } from './budget.js';
import { compare, type Operand } from './compare.js';
import { JsonPathError } from './error.js';
import type { JsonPathNode, ListNode, Template } from './nodes.js';
import { rangesOf, type Ranges } from './ranges.js';

export interface FindOptions {
  /** When false, a missing field is an error. */
  readonly allowMissingKeys?: boolean;
  /** Shared by several evaluations; proportional to the document when absent. */
  readonly budget?: Budget;
}

/**
 * Evaluates a template: one list of results for each text and each pair of braces, in order. Members of objects keep
 * their order, which is random in Kubernetes. Results share the document's values. Takes time proportional to the
 * document. Throws {@link JsonPathError}.
 */
export function findResults(
  template: Template,
  document: JsonValue,
  { allowMissingKeys = false, budget = budgetFor(document) }: FindOptions = {},
): JsonValue[][] {
  const ranges = rangesOf();
  const evaluation: Evaluation = { budget, allowMissingKeys, ranges };
  return ranges.run(template, document, (node, values) => walk(evaluation, node, values));
}

interface Evaluation {
  readonly budget: Budget;
  readonly allowMissingKeys: boolean;
  readonly ranges: Ranges;
}

/** A failed step. An existence filter still uses the values found before the failure. */
class StepError extends JsonPathError {
  constructor(
    message: string,
    readonly found: readonly JsonValue[],
  ) {
    super(message);
  }
}

function walk(
  evaluation: Evaluation,
  node: JsonPathNode | ListNode,
  input: readonly JsonValue[],
): readonly JsonValue[] {
  evaluation.budget.spend(1 + input.length);
  switch (node.type) {
    case 'list':
      return node.nodes.reduce((values, step) => walk(evaluation, step, values), input);
    case 'text':
      return [node.text];
    case 'int':
    case 'float':
    case 'bool':
      return input.map(() => node.value);
    case 'field':
      return fieldOf(evaluation, node.name, input);
    case 'wildcard':
      return input.flatMap((value) => spending(evaluation, childrenOf(value)));
    case 'recursive': {
      const found: JsonValue[] = [];
      for (const value of input) descend(evaluation, value, found);
      return found;
    }
    case 'slice':
      return slicesOf(node, input);
    case 'union':
      return unionOf(evaluation, node.lists, input);
    case 'filter':
      return filtered(evaluation, node, input);
    case 'identifier':
      return identified(evaluation, node.name, input);
  }
}

function spending(evaluation: Evaluation, values: readonly JsonValue[]): readonly JsonValue[] {
  evaluation.budget.spend(values.length);
  return values;
}

/** Items, members, or the bytes of a text. */
function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  if (isObject(value)) return Object.values(value);
  return typeof value === 'string' ? [...Buffer.from(value)] : [];
}

function fieldOf({ allowMissingKeys }: Evaluation, name: string, input: readonly JsonValue[]): readonly JsonValue[] {
  const found: JsonValue[] = [];
  for (const value of input) {
    const member = isObject(value) ? ownValue(value, name) : undefined;
    if (member !== undefined) found.push(member);
  }
  if (found.length === 0 && input.length > 0 && !allowMissingKeys) throw new StepError(`${name} is not found`, found);
  return found;
}

/** Adds the value and all its descendants, unless it is empty, a number, a boolean or null. */
function descend(evaluation: Evaluation, value: JsonValue, found: JsonValue[]): void {
  evaluation.budget.spend(1);
  if (typeof value === 'string') {
    if (value !== '') found.push(value);
    return;
  }
  const children = childrenOf(value);
  if (children.length === 0) return;
  found.push(value);
  for (const child of children) descend(evaluation, child, found);
}

type SliceNode = Extract<JsonPathNode, { readonly type: 'slice' }>;

function slicesOf(node: SliceNode, input: readonly JsonValue[]): readonly JsonValue[] {
  const found: JsonValue[] = [];
  for (const value of input) {
    if (value === null) continue;
    const fail = (message: string): StepError => new StepError(message, input);
    if (!Array.isArray(value)) throw fail(`${typeName(value)} is not array or slice`);
    const { length } = value;
    const start = (node.start ?? 0) + ((node.start ?? 0) < 0 ? length : 0);
    const given = node.end ?? length;
    const end = given + (given < 0 || (given === 0 && node.isIndex) ? length : 0);
    // As in Kubernetes, an empty slice of one array ends the step for all.
    if (start === end) return found;
    if (start < 0 || start >= length) throw fail(outOfBounds(start, length));
    if (end < 0 || end > length) throw fail(outOfBounds(end - 1, length));
    if (start > end) throw fail(`starting index ${start} is greater than ending index ${end}`);
    const step = node.step ?? 1;
    if (step <= 0) throw fail('step must be > 0');
    for (let index = start; index < end; index += step) found.push(value[index] as JsonValue);
  }
  return found;
}

function outOfBounds(index: number, length: number): string {
  return `array index out of bounds: index ${index}, length ${length}`;
}

/** The Go name of a JSON type. */
function typeName(value: JsonValue): string {
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' && !Number.isSafeInteger(value) ? 'float64' : 'int64';
}

function unionOf(
  evaluation: Evaluation,
  lists: readonly ListNode[],
  input: readonly JsonValue[],
): readonly JsonValue[] {
  try {
    return lists.flatMap((list) => spending(evaluation, walk(evaluation, list, input)));
  } catch (error) {
    throw error instanceof StepError ? new StepError(error.message, input) : error;
  }
}

type FilterNode = Extract<JsonPathNode, { readonly type: 'filter' }>;

/** The array items for which the condition holds. */
function filtered(evaluation: Evaluation, node: FilterNode, input: readonly JsonValue[]): readonly JsonValue[] {
  const found: JsonValue[] = [];
  try {
    for (const value of input) {
      if (!Array.isArray(value)) {
        const what = value === null ? '<nil>' : typeName(value);
        throw new JsonPathError(`${what} is not array or slice and cannot be filtered`);
      }
      for (const item of value) if (holds(evaluation, node, item)) found.push(item);
    }
  } catch (error) {
    throw error instanceof JsonPathError ? new StepError(error.message, input) : error;
  }
  return found;
}

function holds(evaluation: Evaluation, { left, right, operator }: FilterNode, item: JsonValue): boolean {
  if (operator === 'exists') return foundEven(evaluation, left, item).length > 0;
  const first = operandOf(evaluation, left, item);
  if (first === undefined) return false;
  const second = operandOf(evaluation, right, item);
  return second !== undefined && compare(operator, first, second);
}

/** The values that the steps find, or had found before one failed. */
function foundEven(evaluation: Evaluation, list: ListNode, item: JsonValue): readonly JsonValue[] {
  try {
    return walk(evaluation, list, [item]);
  } catch (error) {
    if (error instanceof StepError) return error.found;
    throw error;
  }
}

function operandOf(evaluation: Evaluation, list: ListNode, item: JsonValue): Operand | undefined {
  const values = walk(evaluation, list, [item]);
  if (values.length > 1) throw new JsonPathError('can only compare one element at a time');
  const [value] = values;
  return value === undefined ? undefined : { value, isFloat: list.nodes.at(-1)?.type === 'float' };
}

function identified({ ranges }: Evaluation, name: string, input: readonly JsonValue[]): readonly JsonValue[] {
  if (name === 'range') {
    ranges.begin();
    return input;
  }
  if (name !== 'end') throw new StepError(`unrecognized identifier ${name}`, input);
  if (!ranges.end()) throw new StepError('not in range, nothing to end', []);
  return [];
}
