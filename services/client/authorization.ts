// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
} from '@pilothouse/apimachinery/generated/authorization/v1.js';
import type { ClusterType, NamespacedType } from './resource-type.js';

/** Asks whether a user may do something in one namespace, so that the right to ask can be given for that namespace alone. */
export const localSubjectAccessReviews: NamespacedType<LocalSubjectAccessReview> = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'LocalSubjectAccessReview',
  resource: 'localsubjectaccessreviews',
  scope: 'Namespaced',
};

/** Asks whether the asking user may do something. Everybody may ask that. */
export const selfSubjectAccessReviews: ClusterType<SelfSubjectAccessReview> = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  resource: 'selfsubjectaccessreviews',
  scope: 'Cluster',
};

/** Asks for all that the asking user may do in one namespace. The answer may have gaps: it is for showing and hiding what people can click, and no ground for decisions about access. */
export const selfSubjectRulesReviews: ClusterType<SelfSubjectRulesReview> = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectRulesReview',
  resource: 'selfsubjectrulesreviews',
  scope: 'Cluster',
};

/** Asks whether a user may do something, anywhere. */
export const subjectAccessReviews: ClusterType<SubjectAccessReview> = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  resource: 'subjectaccessreviews',
  scope: 'Cluster',
};
