import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { tokenReviewNames, tokenReviewSchema } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import type { VirtualResource } from '../definition/definition.js';
import { reviewResource } from '../definition/virtual.js';
import { reviewToken } from './review-token.js';

/** The resource `tokenreviews`. */
export function tokenReviews(domain: Domain): VirtualResource {
  const group = domain.group('authentication');
  return reviewResource({ group, names: tokenReviewNames, schema: tokenReviewSchema, perform: reviewToken });
}
