import { Pause } from '@pilothouse/cel/evaluate/run.js';
import { parseFieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import { parseLabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import { parsedWith, type Selectors } from '@pilothouse/apimachinery/selectors/parsed.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type {
  AccessDecision,
  AccessPath,
  AccessQuestion,
  AccessResource,
  AskAccess,
  ServiceAccount,
} from '@pilothouse/cel/library/access.js';
import type { Attributes, AuthorizableRequest, Authorizer, Decision } from '@pilothouse/kinds/definition/authorizer.js';
import type { User } from '@pilothouse/token-authenticators/user.js';

/** Ends an evaluation that needs the answer of an authorizer. It is continued after `answered`. */
export class PendingAccess extends Pause {
  override readonly name = 'PendingAccess';
  readonly answered: Promise<void>;

  constructor(answered: Promise<void>) {
    super();
    this.answered = answered;
  }
}

/**
 * Answers the authorization checks of the expressions of one write. Each question is asked once. A question that the
 * authorizer does not answer at once throws PendingAccess.
 */
export function createAccess(authorizer: Authorizer, user: User): AskAccess {
  const answers = new Map<string, AccessDecision | PendingAccess>();
  return (question) => {
    const key = JSON.stringify(question);
    const known = answers.get(key);
    if (known instanceof PendingAccess) throw known;
    if (known !== undefined) return known;
    const decision = decide(authorizer, { user: userOf(question.account, user), request: requestOf(question) });
    if (!(decision instanceof Promise)) {
      answers.set(key, decision);
      return decision;
    }
    const keep = async (): Promise<void> => {
      answers.set(key, await decision);
    };
    const pending = new PendingAccess(keep());
    answers.set(key, pending);
    throw pending;
  };
}

/** A failure of the authorizer is an answer too. */
function decide(authorizer: Authorizer, attributes: Attributes): AccessDecision | Promise<AccessDecision> {
  try {
    const decision = authorizer.authorize(attributes);
    return decision instanceof Promise ? decision.then(answerOf, failed) : answerOf(decision);
  } catch (error) {
    return failed(error);
  }
}

function answerOf({ type, reason }: Decision): AccessDecision {
  return { isAllowed: type === 'allow', reason, error: undefined };
}

function failed(error: unknown): AccessDecision {
  return { isAllowed: false, reason: '', error: errorMessage(error) };
}

function userOf(account: ServiceAccount | undefined, user: User): User {
  if (account === undefined) return user;
  const { namespace, name } = account;
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    uid: '',
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    extra: new Map(),
  };
}

function requestOf({ verb, target }: AccessQuestion): AuthorizableRequest {
  if (isPath(target)) return { type: 'nonResource', verb, path: target.path };
  const { group, resource, subresource, namespace, name } = target;
  const selectors = selectorsOf(target);
  const request = { type: 'resource', verb, group, version: '*', resource, subresource, namespace, name } as const;
  return selectors === undefined ? request : { ...request, selectors };
}

function isPath(target: AccessPath | AccessResource): target is AccessPath {
  return 'path' in target;
}

/** A selector that cannot be parsed is ignored, which makes the check stricter. */
function selectorsOf({ fieldSelector, labelSelector }: AccessResource): Selectors | undefined {
  if (fieldSelector === '' && labelSelector === '') return undefined;
  return {
    fields: fieldSelector === '' ? undefined : parsedWith(parseFieldSelector, fieldSelector),
    labels: labelSelector === '' ? undefined : parsedWith(parseLabelSelector, labelSelector),
  };
}
