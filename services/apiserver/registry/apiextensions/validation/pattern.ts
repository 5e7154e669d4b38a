import type { CompilePattern } from '@pilothouse/apimachinery/schema/schema.js';

/** Why a text is no pattern; undefined where it is one. */
export type CheckPattern = (pattern: string) => string | undefined;

/** The check by an engine; each pattern is compiled once. */
export function patternCheck(compilePattern: CompilePattern): CheckPattern {
  const known = new Map<string, string | undefined>();
  return (pattern) => {
    if (!known.has(pattern)) known.set(pattern, problemOf(pattern, compilePattern));
    return known.get(pattern);
  };
}

function problemOf(pattern: string, compilePattern: CompilePattern): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
