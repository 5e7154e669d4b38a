import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { budgetFor, type Budget } from '@pilothouse/apimachinery/jsonpath/budget.js';
import { findResults } from '@pilothouse/apimachinery/jsonpath/evaluate.js';
import { JsonPathError } from '@pilothouse/apimachinery/jsonpath/error.js';
import type { Template } from '@pilothouse/apimachinery/jsonpath/nodes.js';
import { toInt64 } from '@pilothouse/apimachinery/jsonpath/numbers.js';
import { parseJsonPath } from '@pilothouse/apimachinery/jsonpath/parse.js';
import { resultText } from '@pilothouse/apimachinery/jsonpath/print.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { canonicalTime, TimeError } from '@pilothouse/apimachinery/schema/time.js';
import { age, NAME_COLUMN } from '../definition/columns.js';
import type { Column } from '../definition/definition.js';

/** A printer column of a definition. Validation limits its type. */
export interface CustomColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** The printer columns of a version. */
export interface CustomColumns {
  readonly additionalPrinterColumns?: readonly CustomColumn[];
}

const AGE: CustomColumn = {
  name: 'Age',
  type: 'date',
  description: 'When the object was created.',
  jsonPath: '.metadata.creationTimestamp',
};

/**
 * The columns of a version: the name, then those of the definition, by default the age. As in Kubernetes, an invalid
 * path ends the columns. The cells of a row share a budget of time and space proportional to the object; cells beyond
 * it are empty.
 */
export function columnsOf({ additionalPrinterColumns = [] }: CustomColumns): readonly Column[] {
  const columns: Column[] = [NAME_COLUMN];
  const budgetOf = keyed((object: JsonObject) => budgetFor(object));
  for (const custom of additionalPrinterColumns.length === 0 ? [AGE] : additionalPrinterColumns) {
    const path = parsed(custom.jsonPath);
    if (path === undefined) break;
    columns.push(columnOf(custom, path, budgetOf));
  }
  return columns;
}

function parsed(jsonPath: string): Template | undefined {
  try {
    return parseJsonPath(jsonPath);
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

/** The number of characters of a cell that costs as much as one visited value. */
const CHARACTERS_A_VISIT = 2;

function columnOf(
  { name, type, format, description, priority, jsonPath }: CustomColumn,
  path: Template,
  budgetOf: (object: JsonObject) => Budget,
): Column {
  const shown = description ?? '';
  return {
    name,
    type: typeOf(type),
    ...(format !== undefined && { format }),
    description: shown === '' ? `Custom resource definition column (in JSONPath format): ${jsonPath}` : shown,
    priority: priority ?? 0,
    cell: (object, now) => {
      const budget = budgetOf(object);
      return unlessFailing(() => {
        const value = findResults(path, object, { allowMissingKeys: true, budget })[0]?.[0];
        if (value === undefined) return null;
        const cell = cellOf(type, value, now);
        if (typeof cell === 'string') budget.spend(Math.ceil(cell.length / CHARACTERS_A_VISIT));
        return cell;
      });
    },
  };
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'date'] as const;

/** Validation refuses other types. */
function typeOf(type: string): Column['type'] {
  return TYPES.find((known) => known === type) ?? 'string';
}

/** A path that fails yields null. */
function unlessFailing(cell: () => JsonValue): JsonValue {
  try {
    return cell();
  } catch (error) {
    if (error instanceof JsonPathError) return null;
    throw error;
  }
}

/** Null for a value of another type, except that a string column shows any value. */
function cellOf(type: string, value: JsonValue, now: Date): JsonValue {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  switch (type) {
    case 'string':
      return value === null ? '<no value>' : resultText(value);
    case 'integer':
      return isNumber ? toInt64(value) : null;
    case 'number':
      return isNumber ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? dateCell(value, now) : null;
    default:
      return null;
  }
}

/** The age of a time. An empty text or `null` is not a time. */
function dateCell(text: string, now: Date): string {
  if (text === '' || text === 'null') return age(undefined, now);
  try {
    return age(canonicalTime(text, false), now);
  } catch (error) {
    if (error instanceof TimeError) return '<invalid>';
    throw error;
  }
}
