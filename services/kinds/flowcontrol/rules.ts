import type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
} from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import {
  eachError,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateSubject } from './subjects.js';

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];
const ALL = '*';

/** The errors of one set of rules of a FlowSchema. */
export function validateRules(rules: PolicyRulesWithSubjects, field: string): FieldError[] {
  const { subjects, resourceRules = [], nonResourceRules = [] } = rules;
  return [
    ...(subjects.length === 0
      ? [required(`${field}.subjects`, 'subjects must contain at least one value')]
      : eachError(subjects, (subject, index) => validateSubject(subject, keyPath(`${field}.subjects`, index)))),
    ...(resourceRules.length === 0 && nonResourceRules.length === 0
      ? [required(field, 'at least one of resourceRules and nonResourceRules has to be non-empty')]
      : []),
    ...eachError(resourceRules, (rule, index) => validateResourceRule(rule, keyPath(`${field}.resourceRules`, index))),
    ...eachError(nonResourceRules, (rule, index) =>
      validateNonResourceRule(rule, keyPath(`${field}.nonResourceRules`, index)),
    ),
  ];
}

function validateResourceRule(rule: ResourcePolicyRule, field: string): FieldError[] {
  const { apiGroups, resources, clusterScope = false, namespaces } = rule;
  const groups = `${field}.apiGroups`;
  return [
    ...validateVerbs(rule.verbs, field),
    ...(apiGroups.length === 0
      ? [required(groups, 'resource rules must supply at least one api group')]
      : validateWildcard(apiGroups, groups, 'api groups')),
    ...(resources.length === 0
      ? [required(`${field}.resources`, 'resource rules must supply at least one resource')]
      : validateWildcard(resources, `${field}.resources`, 'resources')),
    ...(namespaces.length === 0 && !clusterScope
      ? [
          required(
            `${field}.namespaces`,
            'resource rules that are not cluster scoped must supply at least one namespace',
          ),
        ]
      : validateNamespaces(namespaces, `${field}.namespaces`)),
  ];
}

function validateNamespaces(namespaces: readonly string[], field: string): FieldError[] {
  if (namespaces.includes(ALL)) return validateWildcard(namespaces, field, 'namespaces');
  return eachError(namespaces, (name, index) =>
    dnsLabel(name).map((text) =>
      invalid(keyPath(field, index), name, `each member of this list must be '*' or a DNS-1123 label; ${text}`),
    ),
  );
}

function validateNonResourceRule({ verbs, nonResourceURLs }: NonResourcePolicyRule, parent: string): FieldError[] {
  const field = `${parent}.nonResourceURLs`;
  const errors = validateVerbs(verbs, parent);
  if (nonResourceURLs.length === 0) {
    return [...errors, required(field, 'nonResourceURLs must contain at least one value')];
  }
  if (nonResourceURLs.includes(ALL)) {
    return [...errors, ...validateWildcard(nonResourceURLs, field, 'non-resource URLs')];
  }
  return [
    ...errors,
    ...eachError(nonResourceURLs, (url, index) => {
      const problem = urlProblem(url);
      return problem === undefined ? [] : [invalid(keyPath(field, index), url, problem)];
    }),
  ];
}

/** A path whose only wildcard is its last segment. */
function urlProblem(url: string): string | undefined {
  if (url === '') return 'must not be empty';
  if (!url.startsWith('/')) return 'must start with slash';
  if (url.includes(' ')) return 'must not contain white-space';
  if (url.includes('//')) return 'must not contain double slash';
  const wildcard = url.indexOf('*');
  const isSuffix = wildcard === url.length - 1 && url.endsWith('/*');
  return wildcard === -1 || isSuffix ? undefined : 'wildcard can only do suffix matching';
}

function validateVerbs(verbs: readonly string[], parent: string): FieldError[] {
  const field = `${parent}.verbs`;
  if (verbs.length === 0) return [required(field, 'verbs must contain at least one value')];
  if (verbs.includes(ALL)) return validateWildcard(verbs, field, 'verbs');
  return verbs.every((verb) => VERBS.includes(verb)) ? [] : [notSupported(field, [...verbs], VERBS)];
}

/** A wildcard must be the only item. */
function validateWildcard(items: readonly string[], field: string, what: string): FieldError[] {
  if (items.length <= 1 || !items.includes(ALL)) return [];
  return [invalid(field, [...items], `if '*' is present, must not specify other ${what}`)];
}
