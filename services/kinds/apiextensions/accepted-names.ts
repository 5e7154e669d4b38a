import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { isConditionTrue, type ConditionType } from './condition-list.js';

/** What is left of a definition where only its names matter. */
export interface Named {
  readonly uid?: string | undefined;
  readonly spec: { readonly group: string };
  readonly status: Pick<CustomResourceDefinition['status'], 'acceptedNames'>;
}

/** The names that definitions have, by group: by them the server judges the names of others. */
export interface AcceptedNames {
  /** By the names of definitions. */
  readonly of: (group: string) => ReadonlyMap<string, Named>;
  /** `name` is that of the definition, which is undefined once it is deleted. */
  readonly set: (name: string, definition: CustomResourceDefinition | undefined) => void;
  /**
   * The definitions of a group whose status does not say that all names are accepted: since other definitions had them, or since a client
   * wrote the status.
   */
  readonly conflicted: (group: string) => readonly string[];
}

export function createAcceptedNames(): AcceptedNames {
  const groups = new Map<string, Map<string, Named>>();
  const unsettled = new Set<string>();
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
      if (definition === undefined || isSettled(definition)) unsettled.delete(name);
      else unsettled.add(name);
      if (definition !== undefined) {
        const { metadata, spec, status } = definition;
        const { acceptedNames } = status;
        groupNamed(group).set(name, { uid: metadata.uid, spec: { group: spec.group }, status: { acceptedNames } });
        return;
      }
      const found = groups.get(group);
      found?.delete(name);
      if (found?.size === 0) groups.delete(group);
    },
    conflicted: (group) => [...of(group).keys()].filter((name) => unsettled.has(name)),
  };
}

/** The group in the name of a definition, `<plural>.<group>`. */
export function groupOf(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

function isSettled(definition: CustomResourceDefinition): boolean {
  const { names } = definition.spec;
  const { plural, kind } = definition.status.acceptedNames;
  const areWanted = plural === names.plural && kind === names.kind;
  return areWanted && SETTLED.every((type) => isConditionTrue(definition, type));
}

const SETTLED: readonly ConditionType[] = ['NamesAccepted', 'Established'];
