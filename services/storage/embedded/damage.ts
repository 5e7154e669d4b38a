import { dirname } from 'node:path';
import { StoreUnavailableError } from '../store.js';

/** Files of the store are missing, truncated or corrupt. The store is not served. */
export class StoreDamagedError extends StoreUnavailableError {
  /** `what` names the file, the position and the defect. */
  constructor(
    readonly directory: string,
    readonly what: string,
    options?: ErrorOptions,
  ) {
    const data = dirname(directory);
    super(
      `the store in ${directory} is damaged (${what}): move ${data} away and restore a backup: ` +
        `pilothouse restore --from BACKUP --data-dir ${data}`,
      false,
      options,
    );
  }
}
