import type { Help } from 'commander';

/** Columns of `--help` where the terminal does not tell its width, and the most that are used of a wide one. */
const COLUMNS = { usual: 80, most: 100 };
const TERM_INDENT = 2;
const TEXT_INDENT = 6;

/** The width of `--help` in columns, by that of the terminal; undefined where the output is no terminal. */
export function helpWidth(columns: number | undefined): number {
  return Math.min(columns ?? COLUMNS.usual, COLUMNS.most);
}

/** Puts the description of a flag on lines of its own below the flag: beside the longest flag there is no room for it. */
export const helpLayout = {
  optionDescription: ({ description }) => description,
  formatItem(term, _termWidth, description, helper) {
    const width = (helper.helpWidth ?? COLUMNS.usual) - TEXT_INDENT;
    const lines = helper.boxWrap(description, width).split('\n');
    return [' '.repeat(TERM_INDENT) + term, ...lines.map((line) => ' '.repeat(TEXT_INDENT) + line)].join('\n');
  },
} as const satisfies Partial<Help>;
