import type { CompilePattern } from '@pilothouse/apimachinery/schema/schema.js';

/** What custom kinds take from libraries that a server without any does not load. */
export interface CustomTools {
  readonly compilePattern: CompilePattern;
}

/** Loads the libraries at the first call. */
export function lazyTools(): () => Promise<CustomTools> {
  let loading: Promise<CustomTools> | undefined;
  return () => (loading ??= load());
}

async function load(): Promise<CustomTools> {
  const { RE2JS } = await import('re2js');
  return {
    compilePattern(pattern) {
      const compiled = RE2JS.compile(pattern);
      return (text) => compiled.matcher(text).find();
    },
  };
}
