import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { isConditionTrue, type ConditionType } from './condition-list.js';

/** The parts of a definition that name conflicts depend on. */
export interface Named {
  readonly uid?: string | undefined;
  readonly spec: { readonly group: string };
  readonly status: Pick<CustomResourceDefinition['status'], 'acceptedNames'>;
}

/** Index of the names of all definitions, by group. The server detects name conflicts with it. */
export interface AcceptedNames {
  /** Definitions by their object name. */
  readonly of: (group: string) => ReadonlyMap<string, Named>;
  /** `definition` is undefined once the definition `name` is deleted. `revision` is that of the new state. */
  readonly set: (name: string, definition: CustomResourceDefinition | undefined, revision?: number) => void;
  /**
   * The definitions of a group without NamesAccepted=True (because of a conflict, or because a client wrote the
   * status), and those that must lose names.
   */
  readonly conflicted: (group: string) => readonly string[];
  /**
   * The definitions of a group that share a name with an older definition: two servers accepted both at the same
   * moment. The older definition keeps the name.
   */
  readonly contested: (group: string) => ReadonlySet<string>;
}

/** The names that a definition reserves: resource names and kind names. */
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

/** A definition with its age. */
interface Aged extends Named {
  readonly created: string;
  /** The revision of the first state that this server has seen. */
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
