import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** The order in which the errors of a kind are reported, if it is not schema errors followed by rule errors. */
export interface ErrorOrder {
  /**
   * The order of an object's fields, by the name of the field that holds the object; the empty name is the kind itself.
   * Unlisted fields come last, as found. An error of the object as a whole comes first, or where the empty name is
   * listed. The errors of fields in an inner list, and of what is below them, are reported as found. By default, all errors are.
   */
  readonly order?: Readonly<Record<string, readonly OrderedField[]>>;
  /** Every error is reported, also several of one field. */
  readonly reportsAll?: true;
  /** Matches errors that come after all others, as found. */
  readonly last?: RegExp;
  /** Matches details of errors that hide further errors within the field. */
  readonly closing?: RegExp;
  /** The rules report all errors outside of metadata. What the schema requires is only for OpenAPI. */
  readonly rulesReportAll?: true;
}

/** A field, or fields without an order among them. */
export type OrderedField = string | readonly string[];

/** The errors of an object, by source. */
export interface FoundErrors {
  readonly metadata: readonly FieldError[];
  readonly schema: readonly FieldError[];
  readonly rules: readonly FieldError[];
}

/**
 * The reported errors. If schema and rules refuse the same field, only the rules' errors are reported, unless the field
 * is immutable.
 */
export function reportedErrors({ metadata, schema, rules }: FoundErrors, form?: ErrorOrder): readonly FieldError[] {
  if (form?.reportsAll === true) return [...metadata, ...schema, ...rules];
  if (schema.length === 0 && form === undefined) return [...metadata, ...rules];
  const judged = new Set(rules.map(({ field }) => field));
  const closed = rules.filter(({ message }) => form?.closing?.test(message) === true).map(({ field }) => `${field}.`);
  const bySchema = schema.filter(
    ({ field, message }) =>
      (form?.rulesReportAll !== true || field.startsWith('metadata')) &&
      (isOfImmutable(message) || !(judged.has(field) || closed.some((start) => field.startsWith(start)))),
  );
  const all = [...metadata, ...bySchema, ...rules];
  return form?.order === undefined ? all : inOrder(all, form.order, form.last);
}

/** Sort keys of the path steps: the index of a field in its object's order, or of an item in its list. */
function inOrder(
  errors: readonly FieldError[],
  order: NonNullable<ErrorOrder['order']>,
  last?: RegExp,
): readonly FieldError[] {
  const found = new Map<string, number>();
  const rankOf = (parent: string, name: string, way: string): number => {
    const listed = placeOf(name, order[parent]);
    if (listed >= 0) return listed;
    const known = found.get(way) ?? UNLISTED + found.size;
    found.set(way, known);
    return known;
  };
  const ranked = errors.map((error) => {
    if (last?.test(error.message) === true) return { error, ranks: [Number.POSITIVE_INFINITY] };
    const ranks: number[] = [];
    let parent = '';
    let way = '';
    for (const [, name, key] of error.field.matchAll(STEP)) {
      way += key === undefined ? `.${name}` : `[${key}]`;
      if (name !== undefined) {
        ranks.push(rankOf(parent, name, way));
        if (isAsFound(name, order[parent])) return { error, ranks };
      }
      if (name === undefined) ranks.push(/^\d+$/.test(key ?? '') ? Number(key) : rankOf('', `[${key}]`, way));
      parent = name ?? parent;
    }
    const own = placeOf('', order[parent]);
    return { error, ranks: own < 0 ? ranks : [...ranks, own] };
  });
  return ranked.sort((a, b) => compare(a.ranks, b.ranks)).map(({ error }) => error);
}

/** The index of a field in an order; -1 if it is not listed. */
function placeOf(name: string, fields: readonly OrderedField[] = []): number {
  return fields.findIndex((field) => (typeof field === 'string' ? field === name : field.includes(name)));
}

/** Whether the errors of the field, and of those below it, are reported as found. */
function isAsFound(name: string, fields: readonly OrderedField[] = []): boolean {
  return fields.some((field) => typeof field !== 'string' && field.includes(name));
}

/** Errors of immutable fields. */
export const IMMUTABLE = /field is immutable$/;

function isOfImmutable(message: string): boolean {
  return IMMUTABLE.test(message);
}

/** A name, or the text in brackets. */
const STEP = /([^.[\]]+)|\[([^\]]*)\]/g;
const UNLISTED = 1_000_000;

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, rank] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (rank !== other) return rank - other;
  }
  return a.length - b.length;
}
