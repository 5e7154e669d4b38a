import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** How clients know the errors of a kind, where that is not what schema and rules say one after the other. */
export interface ErrorOrder {
  /**
   * The order in which the fields of an object are looked at, by the name of the field that has the object; the empty name
   * is the kind's own. Fields that are not listed come last, as they were found; what is wrong with the object as a whole
   * comes first, or where the empty name is listed. Absent means the order in which errors were found.
   */
  readonly order?: Readonly<Record<string, readonly string[]>>;
  /** Everything that is found is told, also several errors of one field. */
  readonly reportsAll?: true;
  /** Details of errors about a field whose inside is then not looked at any more. */
  readonly closing?: RegExp;
  /** The rules find everything that is wrong outside of metadata: what the schema requires is said for OpenAPI alone. */
  readonly rulesReportAll?: true;
}

/** What was found wrong with an object, by whom. */
export interface FoundErrors {
  readonly metadata: readonly FieldError[];
  readonly schema: readonly FieldError[];
  readonly rules: readonly FieldError[];
}

/**
 * What is told of what was found. Of fields that schema and rules both find wrong, only the rules speak, unless the field
 * may not change.
 */
export function reportedErrors({ metadata, schema, rules }: FoundErrors, form?: ErrorOrder): readonly FieldError[] {
  if (form?.reportsAll === true) return [...metadata, ...schema, ...rules];
  if (schema.length === 0 && form === undefined) return [...metadata, ...rules];
  const judged = new Set(rules.map(({ field }) => field));
  const closed = rules.filter(({ message }) => form?.closing?.test(message) === true).map(({ field }) => `${field}.`);
  const bySchema = schema.filter(
    ({ field, message }) =>
      (form?.rulesReportAll !== true || field.startsWith('metadata')) &&
      (message.endsWith('field is immutable') ||
        !(judged.has(field) || closed.some((start) => field.startsWith(start)))),
  );
  const all = [...metadata, ...bySchema, ...rules];
  return form?.order === undefined ? all : inOrder(all, form.order);
}

/** Steps on the way to a field, each as a number: where it stands among the fields of its object, or in its list. */
function inOrder(errors: readonly FieldError[], order: NonNullable<ErrorOrder['order']>): readonly FieldError[] {
  const found = new Map<string, number>();
  const rankOf = (parent: string, name: string, way: string): number => {
    const listed = order[parent]?.indexOf(name) ?? -1;
    if (listed >= 0) return listed;
    const known = found.get(way) ?? UNLISTED + found.size;
    found.set(way, known);
    return known;
  };
  const ranked = errors.map((error) => {
    const ranks: number[] = [];
    let parent = '';
    let way = '';
    for (const [, name, key] of error.field.matchAll(STEP)) {
      way += key === undefined ? `.${name}` : `[${key}]`;
      if (name !== undefined) ranks.push(rankOf(parent, name, way));
      else ranks.push(/^\d+$/.test(key ?? '') ? Number(key) : rankOf('', `[${key}]`, way));
      parent = name ?? parent;
    }
    const own = order[parent]?.indexOf('') ?? -1;
    return { error, ranks: own < 0 ? ranks : [...ranks, own] };
  });
  return ranked.sort((a, b) => compare(a.ranks, b.ranks)).map(({ error }) => error);
}

/** A name, or what stands in brackets. */
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
