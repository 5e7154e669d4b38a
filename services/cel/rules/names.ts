const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);
const UNESCAPES: ReadonlyMap<string, string> = new Map([...ESCAPES].map(([plain, escaped]) => [escaped, plain]));

/** The escaped name of a field in rules. Undefined for a field that rules cannot access. */
export function escapeName(name: string): string | undefined {
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(name)) return undefined;
  if (RESERVED.has(name)) return `__${name}__`;
  return name.replaceAll(/__|[-./]/g, (part) => ESCAPES.get(part) ?? part);
}

/** The field of an escaped name; undefined for an invalid escape. */
export function unescapeName(escaped: string): string | undefined {
  let isWrong = false;
  const name = escaped.replaceAll(/__[^_]+__/g, (part) => {
    const word = part.slice(2, -2);
    const plain = UNESCAPES.get(part) ?? (RESERVED.has(word) && part.length === escaped.length ? word : undefined);
    isWrong ||= plain === undefined;
    return plain ?? '';
  });
  return isWrong ? undefined : name;
}
