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

/** A FlowSchema in compiled form. */
interface Matcher {
  readonly matches: readonly { readonly user: Test<User>; readonly request: Test<RequestInfo> }[];
  readonly flowOf: (user: User, info: RequestInfo) => Flow;
}

/** The matcher of a FlowSchema that a user can match, and what the request must match. */
interface Candidate {
  readonly matcher: Matcher;
  readonly requests: readonly Test<RequestInfo>[];
}

/**
 * Creates the function that finds the flow of a request: that of the matching FlowSchema with the lowest precedence; among
 * equal ones the first name. The last FlowSchema takes all other requests.
 */
export function createClassifier(schemas: readonly StoredSchema[]): (user: User, info: RequestInfo) => Flow {
  const matchers = schemas.toSorted(byPrecedence).map(compile);
  const last = matchers.at(-1);
  if (last === undefined) throw new Error('flow control needs a FlowSchema');
  // A user with many requests is matched once.
  const known = new WeakMap<User, readonly Candidate[]>();

  function candidatesOf(user: User): readonly Candidate[] {
    const candidates = matchers.flatMap((matcher) => {
      const requests = matcher.matches.filter((rule) => rule.user(user)).map((rule) => rule.request);
      return requests.length === 0 ? [] : [{ matcher, requests }];
    });
    known.set(user, candidates);
    return candidates;
  }

  return (user, info) => {
    for (const { matcher, requests } of known.get(user) ?? candidatesOf(user)) {
      for (const test of requests) if (test(info)) return matcher.flowOf(user, info);
    }
    return last.flowOf(user, info);
  };
}

function byPrecedence(one: StoredSchema, other: StoredSchema): number {
  const difference = one.spec.matchingPrecedence - other.spec.matchingPrecedence;
  if (difference !== 0) return difference;
  return (one.metadata.name ?? '') < (other.metadata.name ?? '') ? -1 : 1;
}

function compile({ metadata: { name = '', uid = '' }, spec }: StoredSchema): Matcher {
  const schema = { name, uid };
  const level = spec.priorityLevelConfiguration.name;
  const distinguish = distinguisherOf(spec.distinguisherMethod?.type);
  return {
    matches: (spec.rules ?? []).map((rule) => ({ user: userTest(rule.subjects), request: requestTest(rule) })),
    flowOf: (user, info) => ({ schema, level, distinguisher: distinguish(user, info) }),
  };
}

function distinguisherOf(method: string | undefined): (user: User, info: RequestInfo) => string {
  if (method === 'ByUser') return ({ name }) => name;
  if (method === 'ByNamespace') return (_user, info) => (info.type === 'resource' ? info.namespace : '');
  return () => '';
}

function userTest(subjects: readonly Subject[]): Test<User> {
  const tests = subjects.map(subjectTest);
  return (user) => tests.some((test) => test(user));
}

function subjectTest({ user, group, serviceAccount }: Subject): Test<User> {
  if (user !== undefined) return user.name === '*' ? () => true : ({ name }) => name === user.name;
  if (group !== undefined) return group.name === '*' ? () => true : ({ groups }) => groups.includes(group.name);
  if (serviceAccount === undefined) return () => false;
  const { namespace, name: account } = serviceAccount;
  const prefix = accountUsername({ namespace, name: '' });
  if (account === '*') return ({ name }) => name.startsWith(prefix);
  const wanted = accountUsername({ namespace, name: account });
  return ({ name }) => name === wanted;
}

function requestTest({ resourceRules = [], nonResourceRules = [] }: PolicyRulesWithSubjects): Test<RequestInfo> {
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
