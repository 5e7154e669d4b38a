import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { ALL, coversPath } from './rule.js';

/** Tells of so many missing rights at most. */
const MAX_MISSING = 100;

/**
 * The part of `wanted` that `held` does not cover, as rules of one group and one resource, or of one path: none where the
 * holder may give all of it away (Kubernetes' Covers). Texts that all held rules treat alike are looked at together, so that
 * rules with long lists, whose combinations nobody could count, cost no more than short ones.
 */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const missing = new Map<string, PolicyRule>();
  for (const rule of wanted) {
    if (missing.size >= MAX_MISSING) break;
    if ((rule.nonResourceURLs ?? []).length > 0) addMissingPaths(held, rule, missing);
    else addMissingResources(held, rule, missing);
  }
  return [...missing.values()];
}

/** Texts that the same held rules cover. */
interface Alike {
  /** Bit n is set where rule n covers them. */
  readonly by: bigint;
  readonly texts: string[];
}

function alike(
  texts: readonly string[],
  held: readonly PolicyRule[],
  covers: (rule: PolicyRule) => (text: string) => boolean,
): Alike[] {
  const checks = held.map(covers);
  const classes = new Map<bigint, Alike>();
  for (const text of new Set(texts)) {
    const by = checks.reduce((bits, check, index) => (check(text) ? bits | (1n << BigInt(index)) : bits), 0n);
    const found = classes.get(by);
    if (found === undefined) classes.set(by, { by, texts: [text] });
    else found.texts.push(text);
  }
  return [...classes.values()];
}

function addMissingResources(held: readonly PolicyRule[], rule: PolicyRule, missing: Map<string, PolicyRule>): void {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  const groups = alike(apiGroups, held, (each) => among(each.apiGroups));
  const kinds = alike(resources, held, (each) => amongResources(each.resources));
  const deeds = alike(verbs, held, (each) => among(each.verbs));
  // Without names all objects are meant, which a rule with names does not cover.
  const names: readonly (Alike | { readonly by: bigint; readonly texts: readonly [undefined] })[] =
    resourceNames.length > 0
      ? alike(resourceNames, held, (each) => amongNames(each.resourceNames))
      : [{ by: bitsOf(held, ({ resourceNames: own = [] }) => own.length === 0), texts: [undefined] }];
  for (const group of groups) {
    for (const kind of kinds) {
      for (const name of names) {
        const by = group.by & kind.by & name.by;
        for (const deed of deeds) {
          if ((by & deed.by) !== 0n) continue;
          addEach(missing, { verbs: deed.texts, groups: group.texts, resources: kind.texts, names: name.texts });
          if (missing.size >= MAX_MISSING) return;
        }
      }
    }
  }
}

interface Lack {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly names: readonly (string | undefined)[];
}

function addEach(missing: Map<string, PolicyRule>, { verbs, groups, resources, names }: Lack): void {
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

function addMissingPaths(held: readonly PolicyRule[], rule: PolicyRule, missing: Map<string, PolicyRule>): void {
  const urls = alike(rule.nonResourceURLs ?? [], held, (each) => (url) => {
    return (each.nonResourceURLs ?? []).some((own) => coversPath(own, url));
  });
  const deeds = alike(rule.verbs, held, (each) => among(each.verbs));
  for (const url of urls) {
    for (const deed of deeds) {
      if ((url.by & deed.by) !== 0n) continue;
      for (const text of url.texts) {
        if (missing.size >= MAX_MISSING) return;
        addOne(missing, { nonResourceURLs: [text], verbs: [...deed.texts] });
      }
    }
  }
}

/** Puts the verbs of rules for the same together. */
function addOne(missing: Map<string, PolicyRule>, rule: PolicyRule): void {
  const { apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const key = JSON.stringify([apiGroups, resources, resourceNames, nonResourceURLs]);
  const found = missing.get(key);
  missing.set(key, found === undefined ? rule : { ...rule, verbs: [...new Set([...found.verbs, ...rule.verbs])] });
}

function bitsOf(held: readonly PolicyRule[], is: (rule: PolicyRule) => boolean): bigint {
  return held.reduce((bits, rule, index) => (is(rule) ? bits | (1n << BigInt(index)) : bits), 0n);
}

function among(list: readonly string[] = []): (text: string) => boolean {
  const own = new Set(list);
  return own.has(ALL) ? () => true : (text) => own.has(text);
}

function amongNames(list: readonly string[] = []): (text: string) => boolean {
  const own = new Set(list);
  return own.size === 0 ? () => true : (text) => own.has(text);
}

/** A subresource of everything covers that of each resource. */
function amongResources(list: readonly string[] = []): (text: string) => boolean {
  const own = new Set(list);
  if (own.has(ALL)) return () => true;
  return (text) => own.has(text) || (text.includes('/') && own.has(`${ALL}/${text.slice(text.indexOf('/') + 1)}`));
}
