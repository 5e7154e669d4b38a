import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { ServerShare } from './share.js';

/** How a server starts. */
export interface StartOptions {
  /** Aborts the start, which then rejects. */
  readonly signal: AbortSignal;
  /** Logger; logs to standard error when absent. */
  readonly logger?: Logger;
  /** Reload metrics of the process. The server adds its own reloads and exposes all of them. */
  readonly reloads?: Reloads;
  /** The part of this process in a server of several workers; the whole server when absent. */
  readonly share?: ServerShare;
  /** Called while an embedded store is read, with bytes. */
  readonly onStoreBytes?: (done: number, total: number) => void;
  /** Called after each change of the kinds that are served. */
  readonly onKindsChanged?: () => void;
}
