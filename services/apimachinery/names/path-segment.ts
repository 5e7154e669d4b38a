import { type Problems, utf8Length } from './messages.js';

/** The most bytes of a name: more than any other kind of name has, and few enough for a key of every store. */
const MAX_BYTES = 512;

/** What nearly all names are made of, with which nothing can be wrong but their length. */
const USUAL = /^[\w-][\w.:-]*$/;

/**
 * A name that can stand in a URL's path as one segment and in a store's key: the least that is asked of any name. It may be
 * empty: other rules look at that. Kubernetes has no limit to its length.
 */
export function pathSegmentName(name: string): Problems {
  if (name.length <= MAX_BYTES && USUAL.test(name)) return [];
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  const problems = ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
  if (name.includes('\0')) problems.push('may not contain NUL');
  if (/\p{Surrogate}/u.test(name)) problems.push('must be well-formed Unicode');
  if (utf8Length(name) > MAX_BYTES) problems.push(`must be no more than ${MAX_BYTES} bytes`);
  return problems;
}
