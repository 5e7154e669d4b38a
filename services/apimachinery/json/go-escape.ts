const SHORT = new Map([
  ['\\', '\\\\'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

/** A character as Go's `%q` escapes it; printable characters stay. The caller escapes quotes. */
export function goEscape(character: string): string {
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  if (!/[\p{C}\p{Z}]/u.test(character) || character === ' ') return character;
  const code = character.codePointAt(0) ?? 0;
  const [letter, digits] = code < 0x80 ? ['x', 2] : code > 0xffff ? ['U', 8] : ['u', 4];
  return `\\${letter}${code.toString(16).padStart(digits, '0')}`;
}

/** A text as Go's `%q` quotes it: one line for any input. */
export function goQuote(text: string): string {
  return `"${Array.from(text, (character) => (character === '"' ? '\\"' : goEscape(character))).join('')}"`;
}
