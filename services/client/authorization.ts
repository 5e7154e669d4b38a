// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
} from '@pilothouse/apimachinery/generated/authorization/v1.js';
import type { ClusterType, NamespacedType } from './resource-type.js';

/** LocalSubjectAccessReview checks whether a user or group can perform an action in a namespace. Permission to create it can be granted for one namespace. */
export const localSubjectAccessReviews: NamespacedType<LocalSubjectAccessReview> = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'LocalSubjectAccessReview',
  resource: 'localsubjectaccessreviews',
  scope: 'Namespaced',
};

/** SelfSubjectAccessReview checks whether the requesting user can perform an action. Every authenticated user can create one. */
export const selfSubjectAccessReviews: ClusterType<SelfSubjectAccessReview> = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  resource: 'selfsubjectaccessreviews',
  scope: 'Cluster',
};

/** SelfSubjectRulesReview lists the actions that the requesting user can perform in a namespace. The list may be incomplete. Use it to show or hide actions in a user interface, and SubjectAccessReview for authorization decisions. */
export const selfSubjectRulesReviews: ClusterType<SelfSubjectRulesReview> = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectRulesReview',
  resource: 'selfsubjectrulesreviews',
  scope: 'Cluster',
};

/** SubjectAccessReview checks whether a user or group can perform an action. */
export const subjectAccessReviews: ClusterType<SubjectAccessReview> = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  resource: 'subjectaccessreviews',
  scope: 'Cluster',
};
