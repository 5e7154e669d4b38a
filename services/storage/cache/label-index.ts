import type { Attributes, Entry } from '../store.js';

/** Which objects carry a label with a value, so that a selector looks only at those. */
export interface LabelIndex {
  readonly add: (entry: Entry) => void;
  readonly remove: (entry: Entry) => void;
  /** Keys of entries that carry the label with one of the values, in no order. */
  readonly find: (label: string, values: readonly string[]) => string[];
}

export function createLabelIndex(): LabelIndex {
  const keys = new Map<string, Set<string>>();
  return {
    add({ key, attributes }) {
      forEachLabel(attributes, (text) => {
        const found = keys.get(text);
        if (found === undefined) keys.set(text, new Set([key]));
        else found.add(key);
      });
    },
    remove({ key, attributes }) {
      forEachLabel(attributes, (text) => {
        const found = keys.get(text);
        found?.delete(key);
        if (found?.size === 0) keys.delete(text);
      });
    },
    find: (label, values) => values.flatMap((value) => [...(keys.get(labelText(label, value)) ?? [])]),
  };
}

function forEachLabel(attributes: Attributes | undefined, visit: (text: string) => void): void {
  if (attributes === undefined) return;
  for (const label of Object.keys(attributes.labels)) visit(labelText(label, attributes.labels[label] ?? ''));
}

/** Neither part can contain `=`. */
function labelText(label: string, value: string): string {
  return `${label}=${value}`;
}
