import type { CompilePattern } from '@pilothouse/apimachinery/schema/schema.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

/** The patterns of one definition. */
export interface Patterns {
  /** The reason why a pattern is invalid; undefined if it is valid. */
  readonly problemOf: (pattern: string) => string | undefined;
  /** Throws for an invalid pattern. */
  readonly compile: CompilePattern;
}

/** Limit for all patterns of a definition, in automaton states. Compilation takes about a microsecond for each. */
const MAX_STATES = 100_000;

/** Compiles each pattern once. Refuses patterns that are too large. */
export function patternsOf(compilePattern: CompilePattern): Patterns {
  const known = new Map<string, ReturnType<CompilePattern> | string>();
  let states = 0;
  const compiled = (pattern: string): ReturnType<CompilePattern> | string => {
    let found = known.get(pattern);
    if (found === undefined) {
      states += statesOf(pattern);
      found = states > MAX_STATES ? 'error parsing regexp: expression too large' : attempt(pattern, compilePattern);
      known.set(pattern, found);
    }
    return found;
  };
  return {
    problemOf(pattern) {
      const found = compiled(pattern);
      return typeof found === 'string' ? found : undefined;
    },
    compile(pattern) {
      const found = compiled(pattern);
      if (typeof found === 'string') throw new Error(found);
      return found;
    },
  };
}

function attempt(pattern: string, compilePattern: CompilePattern): ReturnType<CompilePattern> | string {
  try {
    return compilePattern(pattern);
  } catch (error) {
    return errorMessage(error);
  }
}

/** The number of ranges counted for a Unicode script or category. */
const UNICODE_CLASS = 10;

/** A repetition, a Unicode class, an escaped character, a class, or one character. */
const TOKEN = /\{\d{1,4}(?:,\d{0,4})?\}|\\[pP](?:\{[^}]*\})?|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|./gsu;

/** Estimates the number of automaton states of a pattern. A repetition counts as copies. */
function statesOf(pattern: string): number {
  const around: number[] = [];
  let sum = 0;
  let last = 0;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === '(') {
      around.push(sum + last);
      [sum, last] = [0, 0];
    } else if (token === ')') {
      last = sum + last + 1;
      sum = around.pop() ?? 0;
    } else if (token.length > 2 && token.startsWith('{')) {
      last *= Math.max(1, ...(token.match(/\d+/g) ?? []).map(Number));
    } else {
      sum += last;
      last = /^\\[pP]/.test(token) ? UNICODE_CLASS : token.length;
    }
  }
  return around.reduce((total, each) => total + each, sum + last);
}
