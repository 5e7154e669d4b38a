const SHOWN = 3;

/** The first three items of a cell, and the number of the others: `a,b,c + 2 more...`. */
export function moreText(items: readonly string[]): string {
  const text = items.slice(0, SHOWN).join(',');
  return items.length > SHOWN ? `${text} + ${items.length - SHOWN} more...` : text;
}
