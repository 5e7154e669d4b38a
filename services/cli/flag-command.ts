import type { FlagTable } from '@pilothouse/flags/definition.js';
import { parseFlags, type ParsedFlags } from '@pilothouse/flags/parse-flags.js';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { flagOption } from './flag-options.js';
import { listenForSignals } from './signals.js';
import type { Terminal } from './terminal.js';

export type Resolved<Options> =
  { readonly ok: true; readonly options: Options } | { readonly ok: false; readonly problems: readonly string[] };

export interface FlagCommand<Table extends FlagTable, Options> {
  readonly name: string;
  readonly description: string;
  readonly table: Table;
  /** What the flags mean, or everything that is wrong with them. */
  readonly resolve: (parsed: Extract<ParsedFlags<Table>, { ok: true }>) => Resolved<Options>;
  /** Runs until the signal is aborted, or it ends by itself. Resolves to the exit code. */
  readonly run: (options: Options, stop: AbortSignal) => Promise<number>;
}

export const USAGE_ERROR = 2;

/** Adds a command that takes the flags of a table and runs until it is told to stop. */
export function addFlagCommand<const Table extends FlagTable, Options>(
  program: Command,
  command: FlagCommand<Table, Options>,
  context: CommandContext,
  onExit: (code: number) => void,
): void {
  const { name, description, table } = command;
  const texts = new Map<string, string>();
  const added = program
    .command(name)
    .description(description)
    .allowExcessArguments(false)
    .configureHelp({ optionDescription: ({ description: text }) => text })
    .showHelpAfterError(`(\`pilothouse ${name} --help\` lists every flag)`)
    .action(async () => onExit(await runWith(texts, command, context)));
  for (const flag of table) added.addOption(flagOption(flag, texts));
}

async function runWith<Table extends FlagTable, Options>(
  texts: ReadonlyMap<string, string>,
  { table, resolve, run }: FlagCommand<Table, Options>,
  { terminal, signals, elapsed, exit }: CommandContext,
): Promise<number> {
  const parsed = parseFlags(table, texts);
  if (!parsed.ok) return usageErrors(parsed.problems, terminal);
  const resolved = resolve(parsed);
  if (!resolved.ok) return usageErrors(resolved.problems, terminal);

  for (const warning of deprecations(table, texts)) terminal.err(`warning: ${warning}\n`);
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

function usageErrors(problems: readonly string[], terminal: Terminal): number {
  for (const problem of problems) terminal.err(`error: ${problem}\n`);
  return USAGE_ERROR;
}

function deprecations(table: FlagTable, texts: ReadonlyMap<string, string>): string[] {
  return table.flatMap(({ name, deprecated }) =>
    deprecated !== undefined && texts.has(name) ? [`--${name} is deprecated: ${deprecated}`] : [],
  );
}
