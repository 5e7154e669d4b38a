/** The most bytes of a name: more than any kind allows, and few enough for a key of every store. */
const MAX_BYTES = 512;

/** Why no object or namespace can have the name (already decoded), whatever its kind; undefined where one can. */
export function pathSegmentProblem(name: string): string | undefined {
  if (name === '') return 'may not be empty';
  if (name === '.' || name === '..') return "may not be '.' or '..'";
  if (name.includes('/') || name.includes('\0')) return "may not contain '/' or NUL";
  return Buffer.byteLength(name) > MAX_BYTES ? `may not be longer than ${MAX_BYTES} bytes` : undefined;
}
