import { coloured } from './colours.js';
import type { Help } from 'commander';

/** Columns of `--help` for an unknown terminal width, and the greatest width. */
const COLUMNS = { fallback: 80, max: 100 };
const TERM_INDENT = 2;
const TEXT_INDENT = 6;

/** The width of `--help` in columns; `columns` is undefined if the output is not a terminal. */
export function helpWidth(columns: number | undefined): number {
  return Math.min(columns ?? COLUMNS.fallback, COLUMNS.max);
}

/** The commands below another one, without their placeholders. */
export const commandLayout = {
  subcommandTerm: (command) => command.name(),
  styleTitle: (title) => coloured(title, 'bold'),
} as const satisfies Partial<Help>;

/** Puts the description of a flag on separate lines below the flag, since the flags are long. */
export const helpLayout = {
  ...commandLayout,
  optionDescription: ({ description }) => description,
  formatItem(term, _termWidth, description, helper) {
    const width = (helper.helpWidth ?? COLUMNS.fallback) - TEXT_INDENT;
    const lines = helper.boxWrap(description, width).split('\n');
    return [' '.repeat(TERM_INDENT) + term, ...lines.map((line) => ' '.repeat(TEXT_INDENT) + line)].join('\n');
  },
} as const satisfies Partial<Help>;
