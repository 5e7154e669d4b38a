/** The selected controllers, or the errors of the selection. */
export type Selection =
  | { readonly ok: true; readonly names: ReadonlySet<string> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Selects controllers by the rules of kube-controller-manager: the first word for a controller counts, and `*` is for the others. */
export function selectControllers(names: readonly string[], words: readonly string[]): Selection {
  const known = new Set(['*', ...names, ...names.map((name) => `-${name}`)]);
  const problems = words
    .filter((word) => !known.has(word))
    .map((word) => `--controllers ${JSON.stringify(word)} is none of ${names.join(', ')}`);
  if (problems.length > 0) return { ok: false, problems };
  const isChosen = (name: string): boolean => {
    const word = words.find((each) => each === name || each === `-${name}`);
    return word === undefined ? words.includes('*') : word === name;
  };
  return { ok: true, names: new Set(names.filter(isChosen)) };
}
