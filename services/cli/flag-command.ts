import { CONFIG_FLAG } from '@pilothouse/flags/common.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import type { GivenText } from '@pilothouse/flags/origin.js';
import { originText } from '@pilothouse/flags/origin.js';
import { alternatives, parseFlags, type ParsedFlags } from '@pilothouse/flags/parse-flags.js';
import type { CommandContext } from './command-context.js';
import type { Argument, CommandInput, CommandNode } from './command-node.js';
import { readConfig } from './config-file.js';
import { deprecationText } from './flag-options.js';
import { listenForSignals } from './signals.js';
import type { Terminal } from './terminal.js';
import { versionText } from './version-option.js';

export type Resolved<Options> =
  | {
      readonly ok: true;
      readonly options: Options;
      /** Deprecation warnings. */
      readonly warnings?: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

export interface FlagCommand<Table extends FlagTable, Options> {
  readonly name: string;
  readonly description: string;
  readonly table: Table;
  /** A positional argument; none when absent. */
  readonly argument?: Argument;
  /** Example command lines at the end of `--help`. */
  readonly examples?: readonly string[];
  /** Resolves flags and argument to options, or to all their errors. */
  readonly resolve: (parsed: Given<Table>) => Resolved<Options>;
  /** Runs until the signal aborts, or to its end. Resolves to the exit code. */
  readonly run: (options: Options, stop: AbortSignal) => Promise<number>;
}

/** Parsed flags and the argument, which is empty if there is none. */
export type Given<Table extends FlagTable> = Extract<ParsedFlags<Table>, { ok: true }> & {
  readonly argument: string;
  /** The texts of the given flags, and where they are from. */
  readonly texts: GivenTexts;
};

export type GivenTexts = ReadonlyMap<string, GivenText>;

export const USAGE_ERROR = 2;

/** A command with the flags of a table, and others below it. */
export function flagCommand<const Table extends FlagTable, Options>(
  command: FlagCommand<Table, Options>,
  children: readonly CommandNode[] = [],
): CommandNode {
  const { name, description, table: flags, argument, examples = [] } = command;
  const run: CommandNode['run'] = (input, context) => runWith(input, command, context);
  return { name, description, flags, argument, examples, children, run };
}

async function runWith<Table extends FlagTable, Options>(
  { texts: typed, versions, argument }: CommandInput,
  { table, argument: expected, resolve, run }: FlagCommand<Table, Options>,
  { terminal, signals, elapsed, exit, work }: CommandContext,
): Promise<number> {
  const values = expected?.choices ?? [argument];
  if (!values.includes(argument)) {
    return usageErrors([`${expected?.name} ${JSON.stringify(argument)} must be ${alternatives(values)}`], terminal);
  }
  const typedTexts = [...typed].map(([name, text]) => [name, { text, origin: { type: 'flag' } }] as const);
  const path = table.some((flag) => flag === CONFIG_FLAG) ? typed.get(CONFIG_FLAG.name) : undefined;
  // A worker has the flags of the file from its supervisor: the file may have changed since.
  const file = path === undefined || work !== undefined ? NO_CONFIG : await readConfig(path, table);
  if (!file.ok) return usageErrors(file.problems, terminal);
  const texts: GivenTexts = new Map([...file.texts, ...typedTexts]);
  const parsed = parseFlags(table, texts);
  if (!parsed.ok) return usageErrors(parsed.problems, terminal);
  const version = versionText(versions);
  if (version !== undefined) {
    terminal.out(version);
    return 0;
  }
  const resolved = resolve({ ...parsed, argument, texts });
  if (!resolved.ok) return usageErrors(withPlaces(resolved.problems, texts), terminal);

  if (texts.get('deprecation-warnings')?.text !== 'false') {
    const warnings = [...deprecations(table, texts), ...(resolved.warnings ?? [])];
    for (const warning of warnings) terminal.err(`warning: ${warning}\n`);
  }
  const stop = new AbortController();
  const unlisten = listenForSignals({
    source: signals,
    now: elapsed,
    onStop: () => stop.abort(),
    onSecond: exit,
  });
  try {
    return await run(resolved.options, stop.signal);
  } finally {
    unlisten();
  }
}

const NO_CONFIG = { ok: true, texts: new Map<string, GivenText>() } as const;

function usageErrors(problems: readonly string[], terminal: Terminal): number {
  for (const problem of problems) terminal.err(`error: ${problem}\n`);
  return USAGE_ERROR;
}

/** Adds the places of those flags in problems that a configuration file sets. */
export function withPlaces(problems: readonly string[], texts: GivenTexts): string[] {
  return problems.map((problem) => {
    const names = new Set(Array.from(problem.matchAll(/--([a-z][a-z0-9-]*)/g), ([, name = '']) => name));
    const places = [...names].flatMap((name) => {
      const origin = texts.get(name)?.origin;
      return origin?.type === 'file' ? [`--${name} is in ${originText(origin)}`] : [];
    });
    return places.length === 0 ? problem : `${problem} (${places.join(', ')})`;
  });
}

function deprecations(table: FlagTable, texts: GivenTexts): string[] {
  const warnings = table.flatMap(({ name, deprecated }) =>
    deprecated !== undefined && texts.has(name) ? [`--${name} is deprecated: ${deprecationText(deprecated)}`] : [],
  );
  return withPlaces(warnings, texts);
}

/** The command line of a program with all flags that are given, those of the configuration file included. */
export function argumentsOf(name: string, texts: GivenTexts): string[] {
  return [name, ...Array.from(texts, ([flag, { text }]) => `--${flag}=${text}`)];
}
