import type { Problems } from './messages.js';

/** A name that can stand in a URL's path as one segment. It may be empty and of any length: other rules look at that. */
export function pathSegmentName(name: string): Problems {
  return name === '.' || name === '..' ? [`may not be '${name}'`] : pathSegmentPrefix(name);
}

/** The beginning of such a name, to which something will be added. */
export function pathSegmentPrefix(prefix: string): Problems {
  return ['/', '%'].filter((part) => prefix.includes(part)).map((part) => `may not contain '${part}'`);
}
