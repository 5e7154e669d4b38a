/** Texts such as `a=true` as pairs, or all that is wrong with them. */
export type Pairs =
  | { readonly ok: true; readonly pairs: ReadonlyMap<string, boolean> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** What Go takes for booleans. */
const BOOLEANS: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false])),
};

/** The last of several with one name counts. `alone` is what a name without a value means; it must have one when absent. */
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
