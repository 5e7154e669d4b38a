import type { FlagDefinition, FlagTable, FlagValue, NameIn, ValuesOf } from './definition.js';
import { originText, type GivenText, type Origin } from './origin.js';
import { parseValue, type Parsed } from './parse-value.js';

export type ParsedFlags<Table extends FlagTable> =
  | {
      readonly ok: true;
      readonly values: ValuesOf<Table>;
      /** The flags of the command line and of the configuration file. */
      readonly given: ReadonlySet<NameIn<Table>>;
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Parses flag texts by name to typed values with defaults, or returns all errors. A text alone is from the command line. */
export function parseFlags<const Table extends FlagTable>(
  table: Table,
  texts: ReadonlyMap<string, string | GivenText>,
): ParsedFlags<Table> {
  const values: Record<string, FlagValue> = {};
  const problems: string[] = [];
  const given = new Set<NameIn<Table>>();
  for (const flag of table) {
    const found = texts.get(flag.name);
    const { text = flag.default, origin = COMMAND_LINE } = typeof found === 'string' ? { text: found } : (found ?? {});
    if (text === undefined) continue;
    const parsed = parseText(flag, text);
    if (parsed.ok) values[flag.name] = parsed.value;
    else problems.push(`${placeOf(flag.name, origin)} ${JSON.stringify(text)} ${parsed.problem}`);
    if (found !== undefined) given.add(flag.name);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values: values as ValuesOf<Table>, given };
}

const COMMAND_LINE: Origin = { type: 'flag' };

/** Such as `--v` or `server.yaml:3: v`. */
function placeOf(name: string, origin: Origin): string {
  return origin.type === 'file' ? `${originText(origin)}: ${name}` : `--${name}`;
}

function parseText({ type, choices }: FlagDefinition, text: string): Parsed {
  const isWrong = type === 'text' && choices !== undefined && !choices.includes(text);
  return isWrong ? { ok: false, problem: `must be ${alternatives(choices)}` } : parseValue(type, text);
}

/** Such as `a, b or c`. */
export function alternatives(words: readonly string[]): string {
  const last = words.slice(-1);
  return [words.slice(0, -1).join(', '), ...last].filter((part) => part !== '').join(' or ');
}
