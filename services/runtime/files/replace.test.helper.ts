import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Replaces files, by name, in a directory. */
export type Replace = (directory: string, files: Readonly<Record<string, string>>) => void;

let versions = 0;

/** The ways in which files are replaced in practice. */
export const WAYS_TO_REPLACE: Readonly<Record<string, Replace>> = {
  'in place'(directory, files) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  },
  'by renaming'(directory, files) {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(directory, `${name}.new`), text);
      renameSync(join(directory, `${name}.new`), join(directory, name));
    }
  },
  /** Each name is a symlink through `..data`, which the kubelet replaces atomically. */
  'as in a mounted Secret'(directory, files) {
    const version = `..version-${++versions}`;
    const data = join(directory, '..data');
    if (existsSync(data)) cpSync(realpathSync(data), join(directory, version), { recursive: true });
    else mkdirSync(join(directory, version));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, version, name), text);
    symlinkSync(version, join(directory, '..data_tmp'));
    renameSync(join(directory, '..data_tmp'), data);
    for (const name of Object.keys(files)) {
      symlinkSync(join('..data', name), join(directory, `${name}.link`));
      renameSync(join(directory, `${name}.link`), join(directory, name));
    }
  },
};
