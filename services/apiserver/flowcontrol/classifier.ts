import { lazily } from '@pilothouse/apimachinery/changing/changing.js';
import type {
  FlowSchema,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { RequestInfo, ResourceRequest } from '../request/info.js';
import { accountUsername } from '../serviceaccount/names.js';
import type { Flow } from './flow.js';

type StoredSchema = Pick<FlowSchema, 'metadata' | 'spec'>;
type Test<Value> = (value: Value) => boolean;

/** A rule of a FlowSchema in compiled form. */
interface Rule {
  /** The place in the order of precedence. */
  readonly rank: number;
  readonly matches: Test<RequestInfo>;
  readonly flowOf: (user: User, info: RequestInfo) => Flow;
}

/** Rules in order of precedence, whose subjects a user matches: by name, and by groups or a wildcard. */
interface Candidates {
  readonly own: readonly Rule[];
  readonly shared: readonly Rule[];
}

/** Limit of lists that users with the same groups share. */
const MAX_SHARED = 1000;

/**
 * Creates the function that finds the flow of a request: that of the matching FlowSchema with the lowest precedence; among
 * equal ones the first name. The last FlowSchema takes all other requests.
 */
export function createClassifier(schemas: readonly StoredSchema[]): (user: User, info: RequestInfo) => Flow {
  const sorted = schemas.toSorted(byPrecedence);
  const last = sorted.at(-1);
  if (last === undefined) throw new Error('flow control needs a FlowSchema');
  const otherwise = flowsOf(last);
  // Rules by subject, so that the number of FlowSchemas does not count for a user whom few of them name. A rule is compiled when
  // a request first needs it: with 10,000 FlowSchemas, compiling all of them would block the event loop for tens of milliseconds.
  const bySubject = new Map<string, Rule[]>();
  let rank = 0;
  for (const schema of sorted) {
    const flowOf = flowsOf(schema);
    for (const { subjects, ...tested } of schema.spec.rules ?? []) {
      const rule = { rank: rank++, matches: lazily(() => requestTest(tested)), flowOf };
      for (const key of new Set(subjects.flatMap((subject) => subjectKey(subject) ?? []))) {
        const rules = bySubject.get(key);
        if (rules === undefined) bySubject.set(key, [rule]);
        else rules.push(rule);
      }
    }
  }
  // A user with many requests is matched once.
  const known = new WeakMap<User, Candidates>();
  const shared = new Map<string, readonly Rule[]>();

  function candidatesOf(user: User): Candidates {
    const keys = sharedKeys(user).filter((key) => bySubject.has(key));
    const id = JSON.stringify(keys);
    let rules = shared.get(id);
    if (rules === undefined) {
      rules = inOrder(keys.flatMap((key) => bySubject.get(key) ?? []));
      shared.set(id, rules);
      if (shared.size > MAX_SHARED) for (const oldest of shared.keys()) if (shared.delete(oldest)) break;
    }
    const candidates = { own: bySubject.get(`user ${user.name}`) ?? [], shared: rules };
    known.set(user, candidates);
    return candidates;
  }

  return (user, info) => {
    const candidates = known.get(user) ?? candidatesOf(user);
    const { own, shared: others } = candidates;
    let [mine, theirs] = [0, 0];
    for (;;) {
      const [one, other] = [own[mine], others[theirs]];
      const rule = other === undefined || (one !== undefined && one.rank < other.rank) ? one : other;
      if (rule === undefined) return otherwise(user, info);
      if (rule.matches(info)) return rule.flowOf(user, info);
      if (rule === one) mine += 1;
      else theirs += 1;
    }
  };
}

/** Everyone, service accounts of a namespace, and groups. */
function sharedKeys({ name, groups }: User): string[] {
  const [, namespace] = /^system:serviceaccount:([^:]*):/.exec(name) ?? [];
  const accounts = namespace === undefined ? [] : [`accounts ${namespace}`];
  return ['everyone', ...accounts, ...groups.map((group) => `group ${group}`)];
}

/** The key of the users that a subject is; undefined for none. */
function subjectKey({ user, group, serviceAccount }: Subject): string | undefined {
  if (user !== undefined) return user.name === '*' ? 'everyone' : `user ${user.name}`;
  if (group !== undefined) return group.name === '*' ? 'everyone' : `group ${group.name}`;
  if (serviceAccount === undefined) return undefined;
  const { namespace, name } = serviceAccount;
  return name === '*' ? `accounts ${namespace}` : `user ${accountUsername({ namespace, name })}`;
}

/** Each rule once, by rank. */
function inOrder(rules: readonly Rule[]): readonly Rule[] {
  return [...new Set(rules)].sort((a, b) => a.rank - b.rank);
}

function byPrecedence(one: StoredSchema, other: StoredSchema): number {
  const difference = one.spec.matchingPrecedence - other.spec.matchingPrecedence;
  if (difference !== 0) return difference;
  return (one.metadata.name ?? '') < (other.metadata.name ?? '') ? -1 : 1;
}

function flowsOf({ metadata: { name = '', uid = '' }, spec }: StoredSchema): Rule['flowOf'] {
  const schema = { name, uid };
  const level = spec.priorityLevelConfiguration.name;
  const distinguish = distinguisherOf(spec.distinguisherMethod?.type);
  return (user, info) => ({ schema, level, distinguisher: distinguish(user, info) });
}

function distinguisherOf(method: string | undefined): (user: User, info: RequestInfo) => string {
  if (method === 'ByUser') return ({ name }) => name;
  if (method === 'ByNamespace') return (_user, info) => (info.type === 'resource' ? info.namespace : '');
  return () => '';
}

function requestTest({
  resourceRules = [],
  nonResourceRules = [],
}: Omit<PolicyRulesWithSubjects, 'subjects'>): Test<RequestInfo> {
  const resources = resourceRules.map(resourceTest);
  const paths = nonResourceRules.map(pathTest);
  return (info) => {
    if (info.type === 'resource') return resources.some((test) => test(info));
    return paths.some((test) => test(info));
  };
}

function resourceTest(rule: ResourcePolicyRule): Test<ResourceRequest> {
  const [verb, group, resource] = [rule.verbs, rule.apiGroups, rule.resources].map(listTest);
  const namespace = listTest(rule.namespaces);
  const { clusterScope = false } = rule;
  return (info) =>
    verb?.(info.verb) === true &&
    resource?.(info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`) === true &&
    group?.(info.group) === true &&
    (info.namespace === '' ? clusterScope : namespace(info.namespace));
}

/** A list with `*` has no other item. */
function listTest(texts: readonly string[]): Test<string> {
  if (texts.includes('*')) return () => true;
  const set = new Set(texts);
  return (text) => set.has(text);
}

/** A path rule matches itself and the paths below it; `/a/*` only those below `/a/`. */
function pathTest({ verbs, nonResourceURLs }: NonResourcePolicyRule): Test<RequestInfo> {
  const verb = listTest(verbs);
  const tests = nonResourceURLs.map((url): Test<string> => {
    if (url === '*') return () => true;
    const bare = url.endsWith('*') ? url.slice(0, -1) : url;
    const prefix = bare.endsWith('/') ? bare : `${bare}/`;
    return (path) => path === url || path.startsWith(prefix);
  });
  return (info) => verb(info.verb) && tests.some((test) => test(info.path));
}
