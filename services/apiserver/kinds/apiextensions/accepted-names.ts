import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { isConditionTrue } from './condition-list.js';

/** What is left of a definition where only its names matter. */
export type Named = Pick<CustomResourceDefinition, 'status'> & { readonly spec: { readonly group: string } };

/** The names that definitions have, by group: by them the server judges the names of others. */
export interface AcceptedNames {
  /** By the names of definitions. */
  readonly of: (group: string) => ReadonlyMap<string, Named>;
  /** `name` is that of the definition, which is undefined once it is deleted. */
  readonly set: (name: string, definition: CustomResourceDefinition | undefined) => void;
  /** The definitions of a group whose names are not all accepted. */
  readonly conflicted: (group: string) => readonly string[];
}

export function createAcceptedNames(): AcceptedNames {
  const groups = new Map<string, Map<string, Named>>();
  const groupNamed = (group: string): Map<string, Named> => {
    const found = groups.get(group) ?? new Map<string, Named>();
    groups.set(group, found);
    return found;
  };
  const of = (group: string): ReadonlyMap<string, Named> => groups.get(group) ?? new Map<string, Named>();
  return {
    of,
    set(name, definition) {
      const group = groupOf(name);
      if (definition !== undefined) {
        groupNamed(group).set(name, { spec: { group: definition.spec.group }, status: definition.status });
        return;
      }
      const found = groups.get(group);
      found?.delete(name);
      if (found?.size === 0) groups.delete(group);
    },
    conflicted: (group) =>
      [...of(group)].flatMap(([name, each]) => (isConditionTrue(each, 'NamesAccepted') ? [] : [name])),
  };
}

/** The group in the name of a definition, `<plural>.<group>`. */
export function groupOf(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
