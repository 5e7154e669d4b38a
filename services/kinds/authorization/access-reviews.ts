import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  selfSubjectReviewNames,
  selfSubjectReviewSchema,
} from '@pilothouse/apimachinery/generated/authentication/v1.js';
import {
  localSubjectAccessReviewNames,
  localSubjectAccessReviewSchema,
  selfSubjectAccessReviewNames,
  selfSubjectAccessReviewSchema,
  selfSubjectRulesReviewNames,
  selfSubjectRulesReviewSchema,
  subjectAccessReviewNames,
  subjectAccessReviewSchema,
} from '@pilothouse/apimachinery/generated/authorization/v1.js';
import type { VirtualResource } from '../definition/definition.js';
import { reviewResource } from '../definition/virtual.js';
import { reviewAccess, reviewLocalAccess, reviewSelf, reviewSelfAccess, reviewSelfRules } from './review-access.js';

/** The access review resources: what a user may do, and who the requesting user is. */
export function accessReviews(domain: Domain): readonly VirtualResource[] {
  const group = domain.group('authorization');
  const authentication = domain.group('authentication');
  return [
    reviewResource({
      group: authentication,
      names: selfSubjectReviewNames,
      schema: selfSubjectReviewSchema,
      perform: reviewSelf,
    }),
    reviewResource({
      group,
      names: localSubjectAccessReviewNames,
      schema: localSubjectAccessReviewSchema,
      perform: reviewLocalAccess,
    }),
    reviewResource({
      group,
      names: selfSubjectAccessReviewNames,
      schema: selfSubjectAccessReviewSchema,
      perform: reviewSelfAccess,
    }),
    reviewResource({
      group,
      names: selfSubjectRulesReviewNames,
      schema: selfSubjectRulesReviewSchema,
      perform: reviewSelfRules,
    }),
    reviewResource({
      group,
      names: subjectAccessReviewNames,
      schema: subjectAccessReviewSchema,
      perform: reviewAccess,
    }),
  ];
}
