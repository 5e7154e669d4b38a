import type { AnyContainer, CheckedPod } from './check.js';

/** `"a", "b"`. The texts are not escaped. */
export function quotedList(texts: readonly string[]): string {
  return `"${texts.join('", "')}"`;
}

/** `a` or `as`. */
export function plural(count: number, singular: string, several = `${singular}s`): string {
  return count === 1 ? singular : several;
}

/** Without duplicates, sorted. */
export function distinct(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort();
}

/** The names of the containers for which the test holds. */
export function namesOf({ containers }: CheckedPod, test: (container: AnyContainer) => boolean): string[] {
  const names: string[] = [];
  for (const container of containers) if (test(container)) names.push(container.name);
  return names;
}

/** `containers "a", "b"`. */
export function containersText(names: readonly string[]): string {
  return `${plural(names.length, 'container')} ${quotedList(names)}`;
}

/** What sets a forbidden value: `pod`, `container "a"`, or `pod and containers "a", "b"`. Undefined if nothing does. */
export function settersText(isSetOnPod: boolean, names: readonly string[]): string | undefined {
  if (names.length === 0) return isSetOnPod ? 'pod' : undefined;
  return isSetOnPod ? `pod and ${containersText(names)}` : containersText(names);
}
