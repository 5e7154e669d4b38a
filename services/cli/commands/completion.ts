import type { FlagTable } from '@pilothouse/flags/definition.js';
import type { CommandNode } from '../command-node.js';
import { bashScript } from '../completion/bash.js';
import { fishScript } from '../completion/fish.js';
import { completedCommands, type CompletedCommand } from '../completion/model.js';
import { zshScript } from '../completion/zsh.js';
import type { FlagCommand } from '../flag-command.js';
import type { Terminal } from '../terminal.js';

type Script = (commands: readonly CompletedCommand[]) => string;

const SCRIPTS: ReadonlyMap<string, Script> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

/** `pilothouse completion SHELL`: a script that completes commands, flags and values without running the program. */
export function completionCommand(
  { out }: Terminal,
  commands: () => readonly CommandNode[],
): FlagCommand<FlagTable, string> {
  return {
    name: 'completion',
    description: 'print the script that completes commands in bash, zsh or fish',
    table: [],
    argument: { name: 'shell', help: 'The shell.', choices: [...SCRIPTS.keys()] },
    examples: [
      'source <(pilothouse completion bash)',
      'pilothouse completion zsh > "${fpath[1]}/_pilothouse"',
      'pilothouse completion fish > ~/.config/fish/completions/pilothouse.fish',
    ],
    resolve: ({ argument }) => ({ ok: true, options: argument }),
    async run(shell) {
      out(SCRIPTS.get(shell)?.(completedCommands(commands())) ?? '');
      return 0;
    },
  };
}
