import { FLAGS, type FlagDefinition, type FlagName, type FlagValue, type FlagValues } from './flags.js';
import { parseValue } from './parse-value.js';

export type ParsedFlags =
  | { readonly ok: true; readonly values: FlagValues; readonly given: ReadonlySet<FlagName> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The texts of the flags that were given, by name, as typed values with defaults; or all that is wrong with them. */
export function parseFlags(texts: ReadonlyMap<string, string>): ParsedFlags {
  const values: Record<string, FlagValue> = {};
  const problems: string[] = [];
  const given = new Set<FlagName>();
  for (const flag of FLAGS) {
    const text = texts.get(flag.name) ?? defaultOf(flag);
    if (text === undefined) continue;
    const parsed = parseValue(flag.type, text);
    if (parsed.ok) values[flag.name] = parsed.value;
    else problems.push(`--${flag.name} ${JSON.stringify(text)} ${parsed.problem}`);
    if (texts.has(flag.name)) given.add(flag.name);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values: values as FlagValues, given };
}

function defaultOf(flag: FlagDefinition): string | undefined {
  return flag.default;
}
