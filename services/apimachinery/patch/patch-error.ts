/**
 * Why a patch was refused, which decides the answer:
 * - `malformed`: the patch is wrong whatever it is applied to (400 BadRequest);
 * - `tooLarge`: it holds more operations than are allowed (413 RequestEntityTooLarge);
 * - `notApplicable`: it does not fit the document (422 Invalid);
 * - `testFailed`: a `test` operation found another value (422 Invalid).
 */
export type PatchErrorKind = 'malformed' | 'tooLarge' | 'notApplicable' | 'testFailed';

/** The one error that applying a patch throws. The document was not changed. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly kind: PatchErrorKind;

  constructor(kind: PatchErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
