/** The service does not answer at present, so that a later call may succeed. */
export class KmsUnavailableError extends Error {
  override readonly name = 'KmsUnavailableError';
}
