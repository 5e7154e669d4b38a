import type { CompilePattern } from '@pilothouse/apimachinery/schema/schema.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

/** The patterns of one definition. */
export interface Patterns {
  /** Why a text is no pattern; undefined where it is one. */
  readonly problemOf: (pattern: string) => string | undefined;
  /** Throws for a text that is no pattern. */
  readonly compile: CompilePattern;
}

/** Of all patterns of a definition together, in states of an automaton. Compiling takes about a microsecond for each. */
const MAX_STATES = 100_000;

/** Compiles each pattern once, and refuses patterns that are too large. */
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

/** A class by the name of a script or a category is a list of many ranges. */
const UNICODE_CLASS = 10;

/** A repetition, the name of a Unicode class, an escaped character, a class, or one character. */
const TOKEN = /\{\d{1,4}(?:,\d{0,4})?\}|\\[pP](?:\{[^}]*\})?|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|./gsu;

/** About how many states an automaton has that matches the pattern: each repetition stands for copies. */
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
