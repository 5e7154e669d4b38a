import type { GroupResources, Policy, PolicyRule } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { NonResourceRequest, RequestInfo, ResourceRequest } from '../request/info.js';
import { LEVELS, STAGES, type Level, type Stage } from './level.js';

/** The attributes of a request for policy rules. */
export interface Audited {
  readonly info: RequestInfo;
  /** Absent for an unauthenticated request: rules with users or groups then do not match. */
  readonly user?: User;
}

/** The recording options for a request. */
export interface Verdict {
  readonly level: Level;
  readonly omittedStages: ReadonlySet<Stage>;
  readonly omitManagedFields: boolean;
}

export type PolicyEvaluator = (audited: Audited) => Verdict;

interface CompiledRule {
  readonly rule: PolicyRule;
  readonly verdict: Verdict;
}

/** Returns a function that evaluates a validated policy: the first matching rule counts; None without one. */
export function policyEvaluator({ rules, omitStages = [], omitManagedFields = false }: Policy): PolicyEvaluator {
  const compiled = rules.map((rule): CompiledRule => ({
    rule,
    verdict: {
      level: LEVELS.find((level) => level === rule.level) ?? 'None',
      omittedStages: stagesOf([...omitStages, ...(rule.omitStages ?? [])]),
      omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
    },
  }));
  const otherwise: Verdict = { level: 'None', omittedStages: stagesOf(omitStages), omitManagedFields };
  return (audited) => compiled.find(({ rule }) => matches(rule, audited))?.verdict ?? otherwise;
}

function stagesOf(names: readonly string[]): ReadonlySet<Stage> {
  return new Set(STAGES.filter((stage) => names.includes(stage)));
}

function matches(rule: PolicyRule, { info, user }: Audited): boolean {
  const { users = [], userGroups = [], verbs = [], resources = [], namespaces = [], nonResourceURLs = [] } = rule;
  if (users.length > 0 && (user === undefined || !users.includes(user.name))) return false;
  if (userGroups.length > 0 && user?.groups.some((group) => userGroups.includes(group)) !== true) return false;
  if (verbs.length > 0 && !verbs.includes(info.verb)) return false;
  if (namespaces.length > 0 || resources.length > 0) {
    return info.type === 'resource' && matchesResource(info, resources, namespaces);
  }
  return nonResourceURLs.length === 0 || (info.type === 'nonResource' && matchesPath(info, nonResourceURLs));
}

function matchesResource(
  request: ResourceRequest,
  resources: readonly GroupResources[],
  namespaces: readonly string[],
): boolean {
  if (namespaces.length > 0 && !namespaces.includes(request.namespace)) return false;
  return resources.length === 0 || resources.some((each) => matchesGroup(request, each));
}

function matchesGroup(
  { group, resource, subresource, name }: ResourceRequest,
  { group: wanted = '', resources = [], resourceNames = [] }: GroupResources,
): boolean {
  if (wanted !== '*' && wanted !== group) return false;
  if (resources.length === 0) return true;
  if (resourceNames.length > 0 && !resourceNames.includes(name)) return false;
  const whole = subresource === '' ? resource : `${resource}/${subresource}`;
  // As in Kubernetes, `pods/*` also matches pods themselves.
  const patterns = ['*', whole, `${resource}/*`, ...(subresource === '' ? [] : [`*/${subresource}`])];
  return resources.some((pattern) => patterns.includes(pattern));
}

function matchesPath({ path }: NonResourceRequest, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? path.startsWith(pattern.replace(/\*+$/, '')) : path === pattern,
  );
}
