import { isList, type FlagDefinition } from '@pilothouse/flags/definition.js';
import type { CommandNode } from '../command-node.js';

/** A command as shells complete it. */
export interface CompletedCommand {
  /** Such as `kubeconfig user`; empty for the program. */
  readonly path: string;
  readonly children: readonly { readonly name: string; readonly help: string }[];
  readonly flags: readonly CompletedFlag[];
  /** Values of the positional argument. */
  readonly argument: readonly string[];
}

export interface CompletedFlag {
  readonly name: string;
  readonly short?: string | undefined;
  readonly help: string;
  readonly value: CompletedValue;
}

/** `none`: the flag has no value. `text`: any text. */
export type CompletedValue =
  | { readonly type: 'none' | 'text' | 'boolean' | 'files' | 'directories' }
  /** `isList`: several, separated by commas. */
  | { readonly type: 'words'; readonly words: readonly string[]; readonly isList: boolean };

const HELP: CompletedFlag = { name: 'help', short: 'h', help: 'Show the help.', value: { type: 'none' } };
const VERSION: CompletedFlag = { name: 'version', help: 'Print the version and exit.', value: { type: 'none' } };

/** The program and all commands, each after those that contain it. */
export function completedCommands(commands: readonly CommandNode[]): readonly CompletedCommand[] {
  const children = [
    ...commands.map(({ name, description }) => ({ name, help: description })),
    { name: 'help', help: 'show the help of a command' },
  ];
  const own = commands.flatMap((each) => below(each, ''));
  const help: CompletedCommand = {
    path: 'help',
    children: [],
    flags: [HELP],
    argument: commands.map(({ name }) => name),
  };
  return [{ path: '', children, flags: [VERSION, HELP], argument: [] }, ...own, help];
}

function below({ name, flags, argument, children, run }: CommandNode, parent: string): CompletedCommand[] {
  const path = parent === '' ? name : `${parent} ${name}`;
  const command = {
    path,
    children: children.map((child) => ({ name: child.name, help: child.description })),
    flags: [...flags.map(completedFlag), ...(run === undefined ? [HELP] : [VERSION, HELP])],
    argument: argument?.choices ?? [],
  };
  return [command, ...children.flatMap((child) => below(child, path))];
}

function completedFlag(flag: FlagDefinition): CompletedFlag {
  const { name, short, help } = flag;
  return { name, short, help: firstSentence(help), value: completedValue(flag) };
}

function completedValue({ type, choices }: FlagDefinition): CompletedValue {
  if (choices !== undefined) return { type: 'words', words: choices, isList: isList(type) };
  if (type === 'boolean') return { type };
  if (type === 'directory') return { type: 'directories' };
  return { type: FILES.has(type) ? 'files' : 'text' };
}

const FILES: ReadonlySet<FlagDefinition['type']> = new Set(['file', 'files', 'path', 'paths']);

/** Columns of a description beside a flag. */
const MOST_LETTERS = 90;

function firstSentence(text: string): string {
  const sentence = /^.*?[^.]\.(?= |$)/.exec(text)?.[0] ?? text;
  const letters = Array.from(sentence.replace(/\.$/, ''));
  return letters.length <= MOST_LETTERS ? letters.join('') : `${letters.slice(0, MOST_LETTERS - 1).join('')}…`;
}
