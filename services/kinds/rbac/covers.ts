import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { ALL, coversPath } from './rule.js';

/** The maximum number of reported rules. */
const MAX_MISSING = 100;
/** Limit in 64-bit words to process: some tenths of a second, and some tens of megabytes. */
const MAX_WORK = 4_000_000;

/**
 * The part of `wanted` that `held` does not cover, as rules with one group and one resource, or with one path; none if
 * the holder may grant all of it (Kubernetes' Covers). Texts that all held rules treat alike are handled together, so
 * that rules with long lists and astronomically many combinations cost no more than short ones. If the held rules
 * distinguish so many texts that the limit is reached, the remaining combinations count as missing.
 */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const search: Search = { held: holdingsOf(held), missing: new Map(), cost: 1 + held.length / 64, work: 0 };
  for (const rule of wanted) {
    if (search.missing.size >= MAX_MISSING) break;
    if ((rule.nonResourceURLs ?? []).length > 0) addMissingPaths(search, rule);
    else addMissingResources(search, rule);
  }
  return [...search.missing.values()];
}

interface Search {
  readonly held: Holdings;
  readonly missing: Map<string, PolicyRule>;
  /** The work of one evaluation of all held rules. */
  readonly cost: number;
  /** The work done. */
  work: number;
}

/** Returns the held rules that cover a text: bit n is set for rule n. */
type Cover = (text: string) => bigint;

/** The held rules, indexed for each list of a rule. */
interface Holdings {
  readonly verbs: Cover;
  readonly groups: Cover;
  readonly resources: Cover;
  readonly names: Cover;
  readonly paths: Cover;
  /** Those without resource names. */
  readonly nameless: bigint;
}

function holdingsOf(held: readonly PolicyRule[]): Holdings {
  const nameless = bitsOf(held.map(({ resourceNames = [] }) => resourceNames.length === 0));
  const names = coverOf(held.map(({ resourceNames = [] }) => resourceNames));
  const resources = coverOf(held.map((rule) => rule.resources ?? []));
  const all = resources(ALL);
  const paths = held.flatMap(({ nonResourceURLs = [] }, index) =>
    nonResourceURLs.length === 0 ? [] : [{ urls: nonResourceURLs, index }],
  );
  return {
    verbs: orAll(coverOf(held.map(({ verbs }) => verbs))),
    groups: orAll(coverOf(held.map(({ apiGroups = [] }) => apiGroups))),
    // A subresource of `*` covers that of each resource.
    resources(text) {
      const slash = text.indexOf('/');
      return resources(text) | all | (slash === -1 ? 0n : resources(ALL + text.slice(slash)));
    },
    names: (text) => names(text) | nameless,
    paths: (text) => {
      const covering = paths.filter(({ urls }) => urls.some((url) => coversPath(url, text)));
      return bitsAt(
        covering.map(({ index }) => index),
        held.length,
      );
    },
    nameless,
  };
}

/** Returns which of the lists contain a text. */
function coverOf(lists: readonly (readonly string[])[]): Cover {
  const indexes = new Map<string, number[]>();
  for (const [index, list] of lists.entries()) {
    for (const text of new Set(list)) {
      const found = indexes.get(text);
      if (found === undefined) indexes.set(text, [index]);
      else found.push(index);
    }
  }
  const known = new Map<string, bigint>();
  return (text) => {
    const found = indexes.get(text);
    if (found === undefined) return 0n;
    const bits = known.get(text) ?? bitsAt(found, lists.length);
    known.set(text, bits);
    return bits;
  };
}

function orAll(cover: Cover): Cover {
  const all = cover(ALL);
  return (text) => cover(text) | all;
}

function bitsOf(flags: readonly boolean[]): bigint {
  const indexes = flags.flatMap((flag, index) => (flag ? [index] : []));
  return bitsAt(indexes, flags.length);
}

/** A number with exactly these bits set. */
function bitsAt(indexes: readonly number[], length: number): bigint {
  const bytes = Buffer.alloc(Math.ceil((length + 1) / 8));
  for (const index of indexes) {
    const at = bytes.length - 1 - (index >> 3);
    bytes[at] = (bytes[at] ?? 0) | (1 << (index & 7));
  }
  return BigInt(`0x${bytes.toString('hex')}`);
}

/** Texts that the same held rules cover. */
interface EquivalenceClass {
  readonly by: bigint;
  readonly texts: string[];
}

function equivalenceClasses(search: Search, texts: readonly string[], cover: Cover): EquivalenceClass[] {
  // By text, since Map hashes only the last digits of large numbers.
  const classes = new Map<string, EquivalenceClass>();
  for (const text of new Set(texts)) {
    const by = hasBudget(search) ? cover(text) : 0n;
    const key = by.toString(16);
    const found = classes.get(key);
    if (found === undefined) classes.set(key, { by, texts: [text] });
    else found.texts.push(text);
  }
  return [...classes.values()];
}

function addMissingResources(search: Search, rule: PolicyRule): void {
  const { held, missing } = search;
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  const groups = equivalenceClasses(search, apiGroups, held.groups);
  const kinds = equivalenceClasses(search, resources, held.resources);
  const verbClasses = equivalenceClasses(search, verbs, held.verbs);
  // Without names a rule applies to all objects, which a rule with names does not cover.
  const names: readonly (EquivalenceClass | { readonly by: bigint; readonly texts: readonly [undefined] })[] =
    resourceNames.length > 0
      ? equivalenceClasses(search, resourceNames, held.names)
      : [{ by: held.nameless, texts: [undefined] }];
  // Usually one rule covers everything.
  if ([groups, kinds, verbClasses, names].flat().reduce((bits, { by }) => bits & by, -1n) !== 0n) return;
  for (const group of groups) {
    for (const kind of kinds) {
      for (const name of names) {
        const by = group.by & kind.by & name.by;
        for (const verbClass of verbClasses) {
          if (hasBudget(search) && (by & verbClass.by) !== 0n) continue;
          addEach(missing, { verbs: verbClass.texts, groups: group.texts, resources: kind.texts, names: name.texts });
          if (missing.size >= MAX_MISSING) return;
        }
      }
    }
  }
}

/** Whether the limit allows one more evaluation of the held rules. */
function hasBudget(search: Search): boolean {
  search.work += search.cost;
  return search.work <= MAX_WORK;
}

interface MissingRights {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly names: readonly (string | undefined)[];
}

function addEach(missing: Map<string, PolicyRule>, { verbs, groups, resources, names }: MissingRights): void {
  for (const group of groups) {
    for (const resource of resources) {
      for (const name of names) {
        if (missing.size >= MAX_MISSING) return;
        addOne(missing, {
          apiGroups: [group],
          resources: [resource],
          ...(name !== undefined && { resourceNames: [name] }),
          verbs: [...verbs],
        });
      }
    }
  }
}

function addMissingPaths(search: Search, { nonResourceURLs = [], verbs }: PolicyRule): void {
  const { held, missing } = search;
  const verbClasses = equivalenceClasses(search, verbs, held.verbs);
  for (const url of equivalenceClasses(search, nonResourceURLs, held.paths)) {
    for (const verbClass of verbClasses) {
      if (hasBudget(search) && (url.by & verbClass.by) !== 0n) continue;
      for (const text of url.texts) {
        if (missing.size >= MAX_MISSING) return;
        addOne(missing, { nonResourceURLs: [text], verbs: [...verbClass.texts] });
      }
    }
  }
}

/** Merges the verbs of rules for the same resource. */
function addOne(missing: Map<string, PolicyRule>, rule: PolicyRule): void {
  const { apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const key = JSON.stringify([apiGroups, resources, resourceNames, nonResourceURLs]);
  const found = missing.get(key);
  missing.set(key, found === undefined ? rule : { ...rule, verbs: [...new Set([...found.verbs, ...rule.verbs])] });
}
