import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { textOf } from '../library/args.js';
import type { Library } from '../library/library.js';
import { scan } from '../library/making.js';
import { overload } from '../library/overload.js';
import { patchTypes } from './types.js';

const escapeKey = overload('jsonpatch.escapeKey(string): string', 'string_jsonpatch_escapeKey_string', ([key], run) => {
  const text = textOf(key);
  scan(run, text.length);
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
});

/** The library with what expressions of mutations have in addition: the types of patches, and `jsonpatch.escapeKey`. */
export const withPatches = keyed((library: Library): Library => ({
  ...library,
  functions: new Map([...library.functions, [escapeKey.name, [escapeKey]]]),
  messages: patchTypes,
}));
