import { type Problems, utf8Length } from './messages.js';

/** Size limit of a name in bytes: above that of all other rules, and within the key limit of every store. */
const MAX_BYTES = 512;

/** Characters of nearly all names; only their length needs a check. */
const USUAL = /^[\w-][\w.:-]*$/;

/**
 * The minimum rule of names: usable as a URL path segment and as part of a store key. May be empty, which other rules
 * check. Kubernetes has no length limit here.
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
