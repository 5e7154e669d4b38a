import { type Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { RuleLister } from '@pilothouse/kinds/definition/rule-lister.js';

/** Everybody may do everything. */
export const alwaysAllow: Authorizer & RuleLister = {
  authorize: () => ({ type: 'allow', reason: '' }),
  rulesFor: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
    problems: [],
  }),
};

/** Nobody may do anything that nobody else allows; members of `system:masters` still may. */
export const alwaysDeny: Authorizer & RuleLister = {
  authorize: () => ({ type: 'noOpinion', reason: 'Everything is forbidden.' }),
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false, problems: [] }),
};
