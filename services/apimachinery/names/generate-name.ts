import type { Problems } from './messages.js';

const MAX_LENGTH = 63;
const SUFFIX_LENGTH = 5;
/** Without vowels and look-alikes, so that no words come out. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * The prefix, cut to 58 characters, with five random ones behind it. `random(n)` gives an integer from 0 to n - 1.
 */
export function generateName(prefix: string, random: (n: number) => number): string {
  let name = prefix.slice(0, MAX_LENGTH - SUFFIX_LENGTH);
  for (let count = 0; count < SUFFIX_LENGTH; count++) name += ALPHABET.charAt(random(ALPHABET.length));
  return name;
}

/** Judges a `generateName` by the rule for whole names: a dash at its end is fine, as something will follow it. */
export function generateNameProblems(prefix: string, rule: (name: string) => Problems): Problems {
  return rule(prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix);
}
