import type { FlagTable, FlagValue, NameIn, ValuesOf } from './definition.js';
import { parseValue } from './parse-value.js';

export type ParsedFlags<Table extends FlagTable> =
  | { readonly ok: true; readonly values: ValuesOf<Table>; readonly given: ReadonlySet<NameIn<Table>> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Parses flag texts by name to typed values with defaults, or returns all errors. */
export function parseFlags<const Table extends FlagTable>(
  table: Table,
  texts: ReadonlyMap<string, string>,
): ParsedFlags<Table> {
  const values: Record<string, FlagValue> = {};
  const problems: string[] = [];
  const given = new Set<NameIn<Table>>();
  for (const flag of table) {
    const text = texts.get(flag.name) ?? flag.default;
    if (text === undefined) continue;
    const parsed = parseValue(flag.type, text);
    if (parsed.ok) values[flag.name] = parsed.value;
    else problems.push(`--${flag.name} ${JSON.stringify(text)} ${parsed.problem}`);
    if (texts.has(flag.name)) given.add(flag.name);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values: values as ValuesOf<Table>, given };
}
