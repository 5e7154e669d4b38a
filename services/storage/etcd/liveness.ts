import type { Connection } from '@pilothouse/http2/grpc/dial.js';
import type { MemberStatus } from './messages.js';

export interface LivenessOptions {
  /** The status at connection time; undefined if the user may not read it. */
  readonly first: MemberStatus | undefined;
  /** Reads the status; rejects on a timeout. */
  readonly fetchStatus: (timeoutMs: number) => Promise<MemberStatus | undefined>;
  /** Called when calls in flight may never be answered, because the leader they were forwarded to has changed. */
  readonly onLostLeader: () => void;
  /** Interval in milliseconds; 1000 when absent. */
  readonly intervalMs?: number | undefined;
}

const INTERVAL_MS = 1000;
const TIMEOUT_MS = 2000;

/**
 * Ends a connection whose member hangs or whose network drops packets. Status calls serve as keepalive, because etcd
 * disconnects clients that send HTTP/2 PINGs more often than every 5 seconds.
 *
 * The status also shows a change of the leader, or that the member had no leader in two checks. A member answers
 * requests that it forwarded to a lost leader only after 7 seconds. Returns a function that stops the checks.
 */
export function keepChecking(
  connection: Pick<Connection, 'usable' | 'destroy'>,
  { first, fetchStatus, onLostLeader, intervalMs = INTERVAL_MS }: LivenessOptions,
): () => void {
  let asking = false;
  let term = first?.hasLeader === true ? first.term : undefined;
  let leaderless = 0;

  async function check(): Promise<void> {
    asking = true;
    try {
      const status = await fetchStatus(TIMEOUT_MS);
      if (status !== undefined) follow(status);
    } catch {
      connection.destroy('etcd does not answer');
    } finally {
      asking = false;
    }
  }

  function follow({ hasLeader, term: now }: MemberStatus): void {
    leaderless = hasLeader ? 0 : leaderless + 1;
    if (!hasLeader && leaderless < 2) return;
    if (term !== undefined && (!hasLeader || now !== term)) onLostLeader();
    term = hasLeader ? now : undefined;
  }

  const timer = setInterval(() => {
    if (!asking && connection.usable) void check();
  }, intervalMs);
  return () => clearInterval(timer);
}
