import type { Problems } from './messages.js';

const MAX_LENGTH = 63;
const SUFFIX_LENGTH = 5;
/** Without vowels and look-alikes, to avoid words. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * The prefix, truncated to 58 characters, plus five random characters. `random(n)` returns an integer from 0 to n - 1.
 */
export function generateName(prefix: string, random: (n: number) => number): string {
  let name = prefix.slice(0, MAX_LENGTH - SUFFIX_LENGTH);
  for (let count = 0; count < SUFFIX_LENGTH; count++) name += ALPHABET.charAt(random(ALPHABET.length));
  return name;
}

/** Validates a `generateName` by the rule for names. A trailing dash is valid, because characters follow. */
export function generateNameProblems(prefix: string, rule: (name: string) => Problems): Problems {
  return rule(prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix);
}
