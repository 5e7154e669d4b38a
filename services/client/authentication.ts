// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { SelfSubjectReview, TokenReview } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import type { ClusterType } from './resource-type.js';

/** Asks who the asker is. It is not stored. */
export const selfSubjectReviews: ClusterType<SelfSubjectReview> = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  resource: 'selfsubjectreviews',
  scope: 'Cluster',
};

/** Asks whose a token is. It is not stored. */
export const tokenReviews: ClusterType<TokenReview> = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  resource: 'tokenreviews',
  scope: 'Cluster',
};
