import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
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
  /** `name` is that of the definition, which is undefined once it is deleted. `revision` is that of its state. */
  readonly set: (name: string, definition: CustomResourceDefinition | undefined, revision?: number) => void;
  /**
   * The definitions of a group whose status does not say that all names are accepted, since other definitions had them, or since a client
   * wrote the status; and those that must lose names.
   */
  readonly conflicted: (group: string) => readonly string[];
  /**
   * The definitions of a group that have a name which an older one has too: two servers accepted both at the same moment. The older
   * one keeps it.
   */
  readonly contested: (group: string) => ReadonlySet<string>;
}

/** The names that a definition has beside other resources, and beside other kinds. */
export function namesIn({
  plural,
  singular = '',
  shortNames = [],
  kind,
  listKind = '',
}: CustomResourceDefinitionNames): {
  readonly resources: readonly string[];
  readonly kinds: readonly string[];
} {
  const isName = (name: string): boolean => name !== '';
  return { resources: [plural, singular, ...shortNames].filter(isName), kinds: [kind, listKind].filter(isName) };
}

/** A definition with what tells which of two is older. */
interface Aged extends Named {
  readonly created: string;
  /** Of the first state that this server has seen. */
  readonly revision: number;
}

export function createAcceptedNames(): AcceptedNames {
  const groups = new Map<string, Map<string, Aged>>();
  const unsettled = new Set<string>();
  const groupNamed = (group: string): Map<string, Aged> => {
    const found = groups.get(group) ?? new Map<string, Aged>();
    groups.set(group, found);
    return found;
  };
  const of = (group: string): ReadonlyMap<string, Aged> => groups.get(group) ?? new Map<string, Aged>();
  const contested = (group: string): ReadonlySet<string> => {
    const [resources, kinds, found] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const [name, { status }] of [...of(group)].sort(([, a], [, b]) => compareAges(a, b))) {
      const own = namesIn(status.acceptedNames);
      if (own.resources.some((each) => resources.has(each)) || own.kinds.some((each) => kinds.has(each))) {
        found.add(name);
        continue;
      }
      for (const each of own.resources) resources.add(each);
      for (const each of own.kinds) kinds.add(each);
    }
    return found;
  };
  return {
    of,
    set(name, definition, revision = 0) {
      const group = groupOf(name);
      if (definition === undefined || isSettled(definition)) unsettled.delete(name);
      else unsettled.add(name);
      if (definition !== undefined) {
        const { metadata, spec, status } = definition;
        const { acceptedNames } = status;
        const known = of(group).get(name);
        groupNamed(group).set(name, {
          uid: metadata.uid,
          spec: { group: spec.group },
          status: { acceptedNames },
          created: metadata.creationTimestamp ?? '',
          revision: known !== undefined && known.uid === metadata.uid ? known.revision : revision,
        });
        return;
      }
      const found = groups.get(group);
      found?.delete(name);
      if (found?.size === 0) groups.delete(group);
    },
    conflicted(group) {
      const losers = contested(group);
      return [...of(group).keys()].filter((name) => unsettled.has(name) || losers.has(name));
    },
    contested,
  };
}

/** The group in the name of a definition, `<plural>.<group>`. */
export function groupOf(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

function compareAges(a: Aged, b: Aged): number {
  if (a.created !== b.created) return a.created < b.created ? -1 : 1;
  return a.revision - b.revision;
}

function isSettled(definition: CustomResourceDefinition): boolean {
  const { names } = definition.spec;
  const { plural, kind } = definition.status.acceptedNames;
  const areWanted = plural === names.plural && kind === names.kind;
  return areWanted && SETTLED.every((type) => isConditionTrue(definition, type));
}

const SETTLED: readonly ConditionType[] = ['NamesAccepted', 'Established'];
