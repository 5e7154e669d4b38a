import type { FlagTable } from '@pilothouse/flags/definition.js';
import type { CommandContext } from './command-context.js';

/** A command, from which parsing, `--help`, the completion of shells and the documentation are derived. */
export interface CommandNode {
  readonly name: string;
  readonly description: string;
  readonly flags: FlagTable;
  readonly argument?: Argument | undefined;
  /** Example command lines. */
  readonly examples: readonly string[];
  /** Resolves to the exit code. Absent if the command only groups others. */
  readonly run?: (input: CommandInput, context: CommandContext) => Promise<number>;
  readonly children: readonly CommandNode[];
}

/** A positional argument. */
export interface Argument {
  readonly name: string;
  readonly help: string;
  readonly isOptional?: boolean;
  /** All values. */
  readonly choices?: readonly string[];
}

/** The arguments of a command. */
export interface CommandInput {
  /** Texts of flags by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** The values of `--version`. */
  readonly versions: readonly string[];
  /** Empty for a command without one. */
  readonly argument: string;
}

/** Such as `<name>`, or `[name]` if it is optional. */
export function placeholder({ name, isOptional = false }: Argument): string {
  return isOptional ? `[${name}]` : `<${name}>`;
}

/** A command that groups others. */
export function commandGroup(name: string, description: string, children: readonly CommandNode[]): CommandNode {
  return { name, description, flags: [], examples: [], children };
}
