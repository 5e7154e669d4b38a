import { accessSync, constants, statSync } from 'node:fs';
import type { FlagTable, FlagValue } from './definition.js';

/** The errors of flags whose files must exist and be readable. */
export function unreadableFiles(table: FlagTable, values: Readonly<Record<string, FlagValue | undefined>>): string[] {
  return table.flatMap(({ name, type }) => {
    if (type !== 'file' && type !== 'files') return [];
    return [values[name]].flat().flatMap((path) => {
      const problem = typeof path === 'string' ? unreadable(path) : undefined;
      return problem === undefined ? [] : [`--${name} ${JSON.stringify(path)}: ${problem}`];
    });
  });
}

function unreadable(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isDirectory() ? 'is a directory' : undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return 'there is no such file';
    return code === 'EACCES' ? 'permission denied' : String(error);
  }
}
