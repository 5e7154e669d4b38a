import { once } from '@pilothouse/apimachinery/changing/changing.js';
import { VERSION } from '@pilothouse/runtime/version.js';
import { nearest } from '@pilothouse/flags/nearest.js';
import { Command, CommanderError, Option } from 'commander';
import type { CommandContext } from './command-context.js';
import { placeholder, type CommandNode } from './command-node.js';
import { allCommands } from './commands.js';
import { USAGE_ERROR } from './flag-command.js';
import { flagOption, withBooleans } from './flag-options.js';
import { commandLayout, helpLayout, helpWidth } from './help-layout.js';
import type { Terminal } from './terminal.js';
import { versionOption } from './version-option.js';

/** Runs the command of these arguments (without node and script). Resolves to the exit code; 2 for wrong usage. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const { terminal } = context;
  let exitCode = 0;
  const onExit = (code: number): void => {
    exitCode = code;
  };
  const program = new Command('pilothouse')
    .description('A Kubernetes-compatible API server and control plane.')
    .version(VERSION, '--version', 'Print the version and exit.')
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHelpWidth: () => helpWidth(terminal.columns?.()),
      getOutHasColors: () => terminal.hasColours ?? false,
    })
    .exitOverride()
    .configureHelp(commandLayout)
    .addHelpOption(helpOption())
    // Flags after the name of a command belong to it.
    .enablePositionalOptions()
    .helpCommand(false)
    .addHelpText('after', HELP_END);
  for (const node of allCommands(context)) addCommand(program, node, context, onExit);
  addHelpCommand(program, context.terminal, onExit);

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : USAGE_ERROR;
  }
}

const HELP_END = `
Examples:
  pilothouse up --ephemeral
  pilothouse help kubeconfig user
  source <(pilothouse completion bash)`;

function helpOption(): Option {
  const option = new Option('-h, --help', 'Show this help.');
  option.helpGroup('Output:');
  return option;
}

/** Adds a command with those below it. */
function addCommand(parent: Command, node: CommandNode, context: CommandContext, onExit: (code: number) => void): void {
  const { name, description, flags, argument, examples, children, run } = node;
  const added = parent.command(name).description(description).configureHelp(commandLayout).addHelpOption(helpOption());
  if (run !== undefined) {
    const texts = new Map<string, string>();
    const versions: string[] = [];
    added
      .configureHelp(helpLayout)
      .allowExcessArguments(false)
      .showHelpAfterError(`(\`${pathOf(added)} --help\` lists every flag)`)
      .action(async () => onExit(await run({ texts, versions, argument: added.args[0] ?? '' }, context)));
    // Only for the command that is used, since the commands have hundreds of flags.
    const addFlags = once(() => {
      for (const flag of flags) added.addOption(flagOption(flag, texts));
      return added.addOption(versionOption(versions));
    });
    const parse = added.parseOptions.bind(added);
    added.parseOptions = (args) => {
      addFlags();
      return parse(withBooleans(args, flags));
    };
  }
  if (argument !== undefined) added.argument(placeholder(argument), argument.help);
  if (examples.length > 0) added.addHelpText('after', ['\nExamples:', ...examples].join('\n  '));
  added.helpCommand(false).enablePositionalOptions();
  for (const child of children) addCommand(added, child, context, onExit);
}

/** `pilothouse help COMMAND…`. */
function addHelpCommand(program: Command, { err }: Terminal, onExit: (code: number) => void): void {
  const help = program.command('help').description('show the help of a command');
  help.argument('[command...]', 'The words of the command.').action((words: readonly string[]) => {
    let found = program;
    for (const word of words) {
      const next = found.commands.find((each) => each.name() === word);
      if (next === undefined) {
        const like = nearest(
          word,
          found.commands.map((each) => each.name()),
        );
        const advice = like === undefined ? `\`${pathOf(found)} --help\` lists all` : `did you mean ${like}?`;
        err(`error: there is no command \`${pathOf(found)} ${word}\`; ${advice}\n`);
        return onExit(USAGE_ERROR);
      }
      found = next;
    }
    // Adds its flags.
    found.parseOptions([]);
    found.outputHelp();
  });
}

/** The full name of a command. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
