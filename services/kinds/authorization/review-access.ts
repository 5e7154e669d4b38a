import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { SelfSubjectReview } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import type {
  LocalSubjectAccessReview,
  NonResourceAttributes,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from '@pilothouse/apimachinery/generated/authorization/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import { userInfo } from '@pilothouse/token-authenticators/user-info.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { VirtualAction } from '../definition/action.js';
import type { AuthorizableRequest, Authorizer } from '../definition/authorizer.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { NO_SELECTORS } from '@pilothouse/apimachinery/selectors/parsed.js';
import { localReviewErrors, reviewErrors, selfReviewErrors } from './access-review-errors.js';
import { ignoredSelectors, selectorsOfReview } from './review-selectors.js';

/**
 * Handlers of the access reviews. Nothing is stored, so a dry run does the same. They throw 400 and 422 for invalid
 * reviews.
 */

export const reviewSelfAccess: VirtualAction = async ({ object, user, domain, services, validate }) => {
  const review = object as SelfSubjectAccessReview;
  refuse(domain, 'SelfSubjectAccessReview', selfReviewErrors(review));
  await validate();
  review.status = await statusOf(services.authorizer, user, questionOf(review.spec));
  return review;
};

export const reviewAccess: VirtualAction = async ({ object, domain, services, validate }) => {
  const review = object as SubjectAccessReview;
  refuse(domain, 'SubjectAccessReview', reviewErrors(review));
  await validate();
  review.status = await statusOf(services.authorizer, userOf(review.spec), questionOf(review.spec));
  return review;
};

export const reviewLocalAccess: VirtualAction = async ({ object, namespace, domain, services, validate }) => {
  const review = object as LocalSubjectAccessReview;
  const { spec } = review;
  if (spec.resourceAttributes !== undefined) spec.resourceAttributes.namespace ??= namespace;
  refuse(domain, 'LocalSubjectAccessReview', localReviewErrors(review));
  // Admission may have changed both.
  if (review.metadata.namespace !== namespace) {
    throw badRequest(`spec.resourceAttributes.namespace must match namespace: ${namespace}`);
  }
  await validate();
  review.status = await statusOf(services.authorizer, userOf(spec), questionOf(spec));
  return review;
};

export const reviewSelfRules: VirtualAction = async ({ object, user, services, validate }) => {
  const review = object as SelfSubjectRulesReview;
  const { namespace = '' } = review.spec;
  if (namespace === '') throw badRequest('no namespace on request');
  await validate();
  const { resourceRules, nonResourceRules, incomplete, problems } = services.rules.rulesFor(user, namespace);
  // As in Kubernetes, and only here, the answer does not repeat the metadata.
  review.metadata = {};
  review.spec = {};
  review.status = {
    resourceRules: [...resourceRules],
    nonResourceRules: [...nonResourceRules],
    incomplete,
    ...(problems.length > 0 && { evaluationError: problems.join(', ') }),
  };
  return review;
};

export const reviewSelf: VirtualAction = async ({ object, user, services, validate }) => {
  const review = object as SelfSubjectReview;
  await validate();
  review.metadata = { creationTimestamp: timestamp(services.now()) };
  review.status = { userInfo: userInfo(user) };
  return review;
};

function refuse(domain: Domain, kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject({ group: domain.group('authorization'), kind }, '', errors);
}

async function statusOf(
  authorizer: Authorizer,
  user: User,
  request: AuthorizableRequest,
): Promise<SubjectAccessReviewStatus> {
  const ignored = request.type === 'resource' ? ignoredSelectors(request.selectors ?? NO_SELECTORS) : [];
  try {
    const { type, reason } = await authorizer.authorize({ user, request });
    return {
      allowed: type === 'allow',
      ...(type === 'deny' && { denied: true }),
      ...(reason !== '' && { reason }),
      ...(ignored.length > 0 && { evaluationError: ignored.join('; ') }),
    };
  } catch (error) {
    const problem = errorMessage(error);
    return { allowed: false, evaluationError: [problem, ...ignored].join('; ') };
  }
}

interface Question {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
}

/** The attributes of the review. Exactly one kind is set. */
function questionOf({ resourceAttributes, nonResourceAttributes }: Question): AuthorizableRequest {
  if (resourceAttributes === undefined) {
    const { path = '', verb = '' } = nonResourceAttributes ?? {};
    return { type: 'nonResource', path, verb };
  }
  const {
    namespace = '',
    verb = '',
    group = '',
    version = '',
    resource = '',
    subresource = '',
    name = '',
  } = resourceAttributes;
  const selectors = selectorsOfReview(resourceAttributes);
  return { type: 'resource', namespace, verb, group, version, resource, subresource, name, selectors };
}

/** The subject of the review, with exactly the given groups. */
function userOf({ user: name = '', groups = [], uid = '', extra = {} }: SubjectAccessReviewSpec): User {
  return { name, groups, uid, extra: new Map(Object.entries(extra)) };
}
