/** A mutation cannot be evaluated or applied. The failure policy of its policy applies. */
export class MutationError extends Error {
  override readonly name = 'MutationError';
}
