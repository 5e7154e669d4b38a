/** Parsed `name=bool` texts, or their problems. */
export type Pairs =
  | { readonly ok: true; readonly pairs: ReadonlyMap<string, boolean> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Booleans as Go's `strconv.ParseBool` reads them. */
const BOOLEANS: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false])),
};

/** The last of several pairs with the same name wins. `alone` is the value of a name without one; when absent, each name needs a value. */
export function parsePairs(texts: readonly string[], alone?: boolean): Pairs {
  const pairs = new Map<string, boolean>();
  const problems: string[] = [];
  for (const text of texts) {
    const mark = text.indexOf('=');
    const name = (mark === -1 ? text : text.slice(0, mark)).trim();
    const value = text.slice(mark + 1).trim();
    const parsed = mark === -1 ? alone : Object.hasOwn(BOOLEANS, value) ? BOOLEANS[value] : undefined;
    if (parsed !== undefined) pairs.set(name, parsed);
    else if (mark === -1) problems.push(`missing bool value for ${name}`);
    else problems.push(`invalid value of ${name}=${value}: it must be true or false`);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, pairs };
}
