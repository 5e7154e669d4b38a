import { scan } from './making.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

/** Functions for JSON patches. */
export const patchFunctions: readonly Overload[] = [
  overload('jsonpatch.escapeKey(string): string', 'string_jsonpatch_escapeKey_string', ([key], run) => {
    const text = textOf(key);
    scan(run, text.length);
    return text.replaceAll('~', '~0').replaceAll('/', '~1');
  }),
];
