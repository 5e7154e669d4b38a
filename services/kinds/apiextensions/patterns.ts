import { RE2JS } from 're2js';
import type { CompilePattern } from '@pilothouse/apimachinery/schema/schema.js';

/**
 * Compiles patterns with RE2. Throws for an invalid pattern, with Go's error text. `test` runs a DFA; `find` simulates
 * the NFA, which takes about a hundred times as long.
 */
export const compilePattern: CompilePattern = (pattern) => {
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.test(text);
};
