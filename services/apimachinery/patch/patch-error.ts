/**
 * Why a patch was rejected, which determines the response:
 *
 * - `malformed`: the patch is invalid for any document (400 BadRequest);
 * - `tooLarge`: too many operations (413 RequestEntityTooLarge);
 * - `notApplicable`: it does not fit the document (422 Invalid);
 * - `testFailed`: a `test` operation found another value (422 Invalid).
 */
export type PatchErrorKind = 'malformed' | 'tooLarge' | 'notApplicable' | 'testFailed';

/** The only error of applying a patch. The document was not modified. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly kind: PatchErrorKind;

  constructor(kind: PatchErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
