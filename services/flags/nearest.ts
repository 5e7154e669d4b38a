/** The word that is most like `text`, if it differs by few letters; undefined otherwise. */
export function nearest(text: string, words: readonly string[]): string | undefined {
  const most = Math.floor(text.length / 3);
  const found = words
    .map((word) => ({ word, distance: distance(text, word) }))
    .filter((each) => each.distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return found[0]?.word;
}

/** The number of letters to insert, remove or replace (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (let at = 0; at < b.length; at++) {
      const replaced = (row[at] ?? 0) + (letter === b[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
