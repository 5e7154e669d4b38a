import { FLAGS, type FlagDefinition } from '@pilothouse/apiserver/options/flags.js';
import { parseFlags } from '@pilothouse/apiserver/options/parse-flags.js';
import { resolveOptions } from '@pilothouse/apiserver/options/server-options.js';
import { Command, CommanderError } from 'commander';
import { up } from './commands/up.js';
import { flagOption } from './flag-options.js';
import type { Runner } from './runner.js';
import { listenForSignals, type SignalSource } from './signals.js';
import type { Terminal } from './terminal.js';
import { VERSION } from '@pilothouse/apiserver/version.js';

export interface CommandContext {
  readonly start: Runner;
  readonly terminal: Terminal;
  readonly signals: SignalSource;
  /** Milliseconds since the process was started. */
  readonly elapsed: () => number;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
}

const USAGE_ERROR = 2;

/** Runs the command that the arguments (without node and script) make. Resolves to the exit code; 2 for wrong usage. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const { terminal } = context;
  let exitCode = 0;
  const program = new Command('pilothouse')
    .description('A cluster control API that speaks the Kubernetes resource model.')
    .version(VERSION, '--version', 'print the version')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();

  program
    .command('version')
    .description('print the version')
    .action(() => terminal.out(`pilothouse ${VERSION}\n`));

  const texts = new Map<string, string>();
  const upCommand = program
    .command('up')
    .description('run a control plane in this process, until Ctrl-C')
    .allowExcessArguments(false)
    .configureHelp({ optionDescription: ({ description }) => description })
    .showHelpAfterError('(`pilothouse up --help` lists every flag)')
    .action(async () => {
      exitCode = await runUp(texts, context);
    });
  for (const flag of FLAGS) upCommand.addOption(flagOption(flag, texts));

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : USAGE_ERROR;
  }
}

async function runUp(texts: ReadonlyMap<string, string>, context: CommandContext): Promise<number> {
  const { start, terminal, signals, elapsed, exit } = context;
  const parsed = parseFlags(texts);
  if (!parsed.ok) return usageErrors(parsed.problems, terminal);
  const resolved = resolveOptions(parsed.values, parsed.given);
  if (!resolved.ok) return usageErrors(resolved.problems, terminal);

  for (const warning of deprecations(texts)) terminal.err(`warning: ${warning}\n`);
  const stop = new AbortController();
  const unlisten = listenForSignals({
    source: signals,
    now: elapsed,
    onStop: () => stop.abort(),
    onSecond: exit,
  });
  try {
    const { options, kubeconfigOut } = resolved;
    return await up({ server: options, kubeconfigOut }, { start, terminal, elapsed, stop: stop.signal });
  } finally {
    unlisten();
  }
}

function usageErrors(problems: readonly string[], terminal: Terminal): number {
  for (const problem of problems) terminal.err(`error: ${problem}\n`);
  return USAGE_ERROR;
}

function deprecations(texts: ReadonlyMap<string, string>): string[] {
  const flags: readonly FlagDefinition[] = FLAGS;
  return flags.flatMap(({ name, deprecated }) =>
    deprecated !== undefined && texts.has(name) ? [`--${name} is deprecated: ${deprecated}`] : [],
  );
}
