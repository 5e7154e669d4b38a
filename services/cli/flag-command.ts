import type { FlagTable } from '@pilothouse/flags/definition.js';
import { parseFlags, type ParsedFlags } from '@pilothouse/flags/parse-flags.js';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { deprecationText, flagOption, withBooleans } from './flag-options.js';
import { helpLayout } from './help-layout.js';
import { listenForSignals } from './signals.js';
import type { Terminal } from './terminal.js';
import { versionOption, versionText } from './version-option.js';

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
  readonly argument?: { readonly name: string; readonly help: string; readonly isOptional?: boolean };
  /** Example command lines at the end of `--help`. */
  readonly examples?: readonly string[];
  /** Resolves flags and argument to options, or to all their errors. */
  readonly resolve: (parsed: Given<Table>) => Resolved<Options>;
  /** Runs until the signal aborts, or to its end. Resolves to the exit code. */
  readonly run: (options: Options, stop: AbortSignal) => Promise<number>;
}

/** Parsed flags and the argument, which is empty if there is none. */
export type Given<Table extends FlagTable> = Extract<ParsedFlags<Table>, { ok: true }> & { readonly argument: string };

export const USAGE_ERROR = 2;

/** Adds a command with the flags of a table to another command, and returns it. */
export function addFlagCommand<const Table extends FlagTable, Options>(
  parent: Command,
  command: FlagCommand<Table, Options>,
  context: CommandContext,
  onExit: (code: number) => void,
): Command {
  const { name, description, table, argument, examples = [] } = command;
  const texts = new Map<string, string>();
  const versions: string[] = [];
  const added = parent.command(name);
  added
    .description(description)
    .allowExcessArguments(false)
    .configureHelp(helpLayout)
    .showHelpAfterError(`(\`${pathOf(added)} --help\` lists every flag)`)
    .action(async () => onExit(await runWith({ texts, versions, argument: added.args[0] ?? '' }, command, context)));
  if (argument !== undefined) {
    const { name: text, help, isOptional = false } = argument;
    added.argument(isOptional ? `[${text}]` : `<${text}>`, help);
  }
  if (examples.length > 0) added.addHelpText('after', ['\nExamples:', ...examples].join('\n  '));
  for (const flag of table) added.addOption(flagOption(flag, texts));
  added.addOption(versionOption(versions));
  const parse = added.parseOptions.bind(added);
  added.parseOptions = (args) => parse(withBooleans(args, table));
  return added;
}

/** The full name of a command. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

interface CommandInput {
  readonly texts: ReadonlyMap<string, string>;
  /** The values of `--version`. */
  readonly versions: readonly string[];
  readonly argument: string;
}

async function runWith<Table extends FlagTable, Options>(
  { texts, versions, argument }: CommandInput,
  { table, resolve, run }: FlagCommand<Table, Options>,
  { terminal, signals, elapsed, exit }: CommandContext,
): Promise<number> {
  const parsed = parseFlags(table, texts);
  if (!parsed.ok) return usageErrors(parsed.problems, terminal);
  const version = versionText(versions);
  if (version !== undefined) {
    terminal.out(version);
    return 0;
  }
  const resolved = resolve({ ...parsed, argument });
  if (!resolved.ok) return usageErrors(resolved.problems, terminal);

  if (texts.get('deprecation-warnings') !== 'false') {
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

function usageErrors(problems: readonly string[], terminal: Terminal): number {
  for (const problem of problems) terminal.err(`error: ${problem}\n`);
  return USAGE_ERROR;
}

function deprecations(table: FlagTable, texts: ReadonlyMap<string, string>): string[] {
  return table.flatMap(({ name, deprecated }) =>
    deprecated !== undefined && texts.has(name) ? [`--${name} is deprecated: ${deprecationText(deprecated)}`] : [],
  );
}
