import type { Connection } from './grpc.js';
import type { MemberStatus } from './messages.js';

export interface LivenessOptions {
  /** What the member said when it was connected; undefined where it may not be asked. */
  readonly first: MemberStatus | undefined;
  /** Asks it again; rejects when there is no answer in time. */
  readonly ask: (timeoutMs: number) => Promise<MemberStatus | undefined>;
  /** Called when what was sent until now may never be answered, since it was on its way to a leader that is none any more. */
  readonly onLostLeader: () => void;
  /** Milliseconds between two questions; 1000 when absent. */
  readonly intervalMs?: number | undefined;
}

const INTERVAL_MS = 1000;
const PATIENCE_MS = 2000;

/**
 * Ends a connection whose server does not answer any more, though nothing else says so: a process that hangs, a
 * network that swallows packets. Calls of our own do that, since etcd shuts out clients whose HTTP/2 pings come more
 * often than every 5 seconds. What they tell is also whether etcd has elected another leader, or this member has had
 * none for two looks: it answers what it passed on to a leader that is gone only after 7 seconds. Returns what stops it.
 */
export function keepChecking(
  connection: Pick<Connection, 'usable' | 'destroy'>,
  { first, ask, onLostLeader, intervalMs = INTERVAL_MS }: LivenessOptions,
): () => void {
  let asking = false;
  let term = first?.hasLeader === true ? first.term : undefined;
  let leaderless = 0;

  async function check(): Promise<void> {
    asking = true;
    try {
      const status = await ask(PATIENCE_MS);
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
