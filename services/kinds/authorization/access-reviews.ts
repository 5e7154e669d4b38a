import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { selfSubjectReviewSchema } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import {
  localSubjectAccessReviewSchema,
  selfSubjectAccessReviewSchema,
  selfSubjectRulesReviewSchema,
  subjectAccessReviewSchema,
} from '@pilothouse/apimachinery/generated/authorization/v1.js';
import type { VirtualResource } from '../definition/definition.js';
import { virtualResource } from '../definition/virtual.js';

/** Questions about who may do what (spec: Access-review resources), and about who asks. */
export function accessReviews(domain: Domain): readonly VirtualResource[] {
  const group = domain.group('authorization');
  const authentication = domain.group('authentication');
  const scope = 'Cluster';
  return [
    virtualResource({ group: authentication, kind: 'SelfSubjectReview', scope, schema: selfSubjectReviewSchema }),
    virtualResource({
      group,
      kind: 'LocalSubjectAccessReview',
      scope: 'Namespaced',
      schema: localSubjectAccessReviewSchema,
    }),
    virtualResource({ group, kind: 'SelfSubjectAccessReview', scope, schema: selfSubjectAccessReviewSchema }),
    virtualResource({ group, kind: 'SelfSubjectRulesReview', scope, schema: selfSubjectRulesReviewSchema }),
    virtualResource({ group, kind: 'SubjectAccessReview', scope, schema: subjectAccessReviewSchema }),
  ];
}
