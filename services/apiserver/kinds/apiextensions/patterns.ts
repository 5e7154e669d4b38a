import { RE2JS } from 're2js';
import type { CompilePattern } from '@pilothouse/apimachinery/schema/schema.js';

/** Compiles patterns by RE2. Throws for a text that is no pattern, in Go's words. */
export const compilePattern: CompilePattern = (pattern) => {
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.matcher(text).find();
};
