import type { RuleLister } from '@pilothouse/kinds/definition/rule-lister.js';

/** The concatenated rules of several listers. */
export function unionRules(listers: readonly RuleLister[]): RuleLister {
  return {
    rulesFor(user, namespace) {
      const all = listers.map((lister) => lister.rulesFor(user, namespace));
      return {
        resourceRules: all.flatMap(({ resourceRules }) => resourceRules),
        nonResourceRules: all.flatMap(({ nonResourceRules }) => nonResourceRules),
        incomplete: all.some(({ incomplete }) => incomplete),
        problems: all.flatMap(({ problems }) => problems),
      };
    },
  };
}
