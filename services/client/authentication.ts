// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { SelfSubjectReview, TokenReview } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import type { ClusterType } from './resource-type.js';

/** SelfSubjectReview returns the user information of the requesting user. It is not stored. */
export const selfSubjectReviews: ClusterType<SelfSubjectReview> = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  resource: 'selfsubjectreviews',
  scope: 'Cluster',
};

/** TokenReview authenticates a token to a known user. It is not stored. */
export const tokenReviews: ClusterType<TokenReview> = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  resource: 'tokenreviews',
  scope: 'Cluster',
};
