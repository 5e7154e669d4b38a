import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { CelError, Opaque, type Value } from '../values/value.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

/** What an expression asks: whether a user may do something to a resource or a path. */
export interface AccessQuestion {
  /** Undefined for the user of the request. */
  readonly account: ServiceAccount | undefined;
  readonly verb: string;
  readonly target: AccessResource | AccessPath;
}

export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

export interface AccessPath {
  readonly path: string;
}

export interface AccessResource {
  readonly group: string;
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Selectors as text; empty for none. */
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

export interface AccessDecision {
  readonly isAllowed: boolean;
  readonly reason: string;
  /** Why the authorizer failed. */
  readonly error: string | undefined;
}

/** Answers a question. It may throw, which ends the evaluation with that exception. */
export type AskAccess = (question: AccessQuestion) => AccessDecision;

const SPACE = 'kubernetes.authorization';
const AUTHORIZER = `${SPACE}.Authorizer`;
const PATH = `${SPACE}.PathCheck`;
const GROUP = `${SPACE}.GroupCheck`;
const RESOURCE = `${SPACE}.ResourceCheck`;
const DECISION = `${SPACE}.Decision`;

/** The types of the variables `authorizer` and `authorizer.requestResource`. */
export const AUTHORIZER_TYPE = { kind: 'named', name: AUTHORIZER, params: [] } as const;
export const RESOURCE_CHECK_TYPE = { kind: 'named', name: RESOURCE, params: [] } as const;

class Authorizer extends Opaque {
  readonly typeName = AUTHORIZER;
  readonly key: string;
  readonly ask: AskAccess;
  readonly account: ServiceAccount | undefined;

  constructor(ask: AskAccess, account: ServiceAccount | undefined) {
    super();
    this.ask = ask;
    this.account = account;
    this.key = JSON.stringify(account ?? null);
  }
}

class PathCheck extends Opaque {
  readonly typeName = PATH;
  readonly key: string;
  readonly authorizer: Authorizer;
  readonly path: string;

  constructor(authorizer: Authorizer, path: string) {
    super();
    this.authorizer = authorizer;
    this.path = path;
    this.key = JSON.stringify([authorizer.key, path]);
  }
}

class GroupCheck extends Opaque {
  readonly typeName = GROUP;
  readonly key: string;
  readonly authorizer: Authorizer;
  readonly group: string;

  constructor(authorizer: Authorizer, group: string) {
    super();
    this.authorizer = authorizer;
    this.group = group;
    this.key = JSON.stringify([authorizer.key, group]);
  }
}

class ResourceCheck extends Opaque {
  readonly typeName = RESOURCE;
  readonly authorizer: Authorizer;
  readonly target: AccessResource;

  constructor(authorizer: Authorizer, target: AccessResource) {
    super();
    this.authorizer = authorizer;
    this.target = target;
  }

  get key(): string {
    return JSON.stringify([this.authorizer.key, this.target]);
  }
}

class Decision extends Opaque {
  readonly typeName = DECISION;
  readonly decision: AccessDecision;

  constructor(decision: AccessDecision) {
    super();
    this.decision = decision;
  }

  get key(): string {
    return JSON.stringify(this.decision);
  }
}

/** The value of the variable `authorizer`. */
export function authorizerValue(ask: AskAccess): Value {
  return new Authorizer(ask, undefined);
}

/** The value of the variable `authorizer.requestResource`. */
export function resourceCheckValue(ask: AskAccess, target: AccessResource): Value {
  return new ResourceCheck(new Authorizer(ask, undefined), target);
}

const NO_RESOURCE = { subresource: '', namespace: '', name: '', fieldSelector: '', labelSelector: '' };

const isBlank = (text: string): boolean => text.trim() === '';

/** A function that sets a part of a check. */
function part(name: keyof AccessResource, id: string): Overload {
  return overload(`${RESOURCE}.${name}(string): ${RESOURCE}`, id, ([check, text]) =>
    check instanceof ResourceCheck
      ? new ResourceCheck(check.authorizer, { ...check.target, [name]: textOf(text) })
      : null,
  );
}

function decisionPart(signature: string, id: string, read: (decision: AccessDecision) => Value): Overload {
  return overload(`${DECISION}.${signature}`, id, ([value]) =>
    value instanceof Decision ? read(value.decision) : null,
  );
}

function serviceAccount({ ask }: Authorizer, namespace: string, name: string): Value {
  if (dnsSubdomain(name).length > 0) return new CelError('Invalid service account name');
  if (dnsLabel(namespace).length > 0) return new CelError('Invalid service account namespace');
  return new Authorizer(ask, { namespace, name });
}

/** Kubernetes' authorization checks, such as `authorizer.group('').resource('pods').check('create').allowed()`. */
export const accessFunctions: readonly Overload[] = [
  overload(`${AUTHORIZER}.path(string): ${PATH}`, 'authorizer_path', ([authorizer, text]) => {
    if (!(authorizer instanceof Authorizer)) return null;
    const path = textOf(text);
    return isBlank(path) ? new CelError('path must not be empty') : new PathCheck(authorizer, path);
  }),
  overload(`${AUTHORIZER}.group(string): ${GROUP}`, 'authorizer_group', ([authorizer, group]) =>
    authorizer instanceof Authorizer ? new GroupCheck(authorizer, textOf(group)) : null,
  ),
  overload(
    `${AUTHORIZER}.serviceAccount(string, string): ${AUTHORIZER}`,
    'authorizer_serviceaccount',
    ([authorizer, namespace, name]) =>
      authorizer instanceof Authorizer ? serviceAccount(authorizer, textOf(namespace), textOf(name)) : null,
  ),
  overload(`${GROUP}.resource(string): ${RESOURCE}`, 'groupcheck_resource', ([check, text]) => {
    if (!(check instanceof GroupCheck)) return null;
    const resource = textOf(text);
    if (isBlank(resource)) return new CelError('resource must not be empty');
    return new ResourceCheck(check.authorizer, { ...NO_RESOURCE, group: check.group, resource });
  }),
  part('subresource', 'resourcecheck_subresource'),
  part('namespace', 'resourcecheck_namespace'),
  part('name', 'resourcecheck_name'),
  part('fieldSelector', 'authorizer_fieldselector'),
  part('labelSelector', 'authorizer_labelselector'),
  overload(`${PATH}.check(string): ${DECISION}`, 'pathcheck_check', ([check, verb]) =>
    check instanceof PathCheck ? decide(check.authorizer, textOf(verb), { path: check.path }) : null,
  ),
  overload(`${RESOURCE}.check(string): ${DECISION}`, 'resourcecheck_check', ([check, verb]) =>
    check instanceof ResourceCheck ? decide(check.authorizer, textOf(verb), check.target) : null,
  ),
  decisionPart('errored(): bool', 'decision_errored', ({ error }) => error !== undefined),
  decisionPart('error(): string', 'decision_error', ({ error = '' }) => error),
  decisionPart('allowed(): bool', 'decision_allowed', ({ isAllowed }) => isAllowed),
  decisionPart('reason(): string', 'decision_reason', ({ reason }) => reason),
];

function decide({ ask, account }: Authorizer, verb: string, target: AccessResource | AccessPath): Value {
  return new Decision(ask({ account, verb, target }));
}
