import { type Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { RuleLister } from '@pilothouse/kinds/definition/rule-lister.js';

/** The mode AlwaysAllow. */
export const alwaysAllow: Authorizer & RuleLister = {
  authorize: () => ({ type: 'allow', reason: '' }),
  rulesFor: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
    problems: [],
  }),
};

/** The mode AlwaysDeny. Members of `system:masters` are still allowed. */
export const alwaysDeny: Authorizer & RuleLister = {
  authorize: () => ({ type: 'noOpinion', reason: 'Everything is forbidden.' }),
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false, problems: [] }),
};
