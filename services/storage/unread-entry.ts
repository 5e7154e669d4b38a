import { UnreadableError, type Entry, type Revision } from './store.js';

/**
 * The entry of a value that its reader holds. The problem is made on use only: an error costs more than the encryption. A class, since
 * each object literal has accessors of its own.
 */
export class UnreadEntry implements Entry {
  readonly key: string;
  readonly revision: Revision;

  /** `prefix` precedes the key in the backend. */
  constructor(
    { key, revision }: Pick<Entry, 'key' | 'revision'>,
    private readonly prefix: string,
  ) {
    this.key = key;
    this.revision = revision;
  }

  get problem(): UnreadableError {
    return new UnreadableError(this.prefix + this.key, 'the value was not read');
  }

  get value(): Uint8Array {
    throw this.problem;
  }
}
