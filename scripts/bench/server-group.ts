import { inNewNamespace } from './namespace.js';
import type { OpenPeer } from './peer.js';
import { removeNamespace } from './remove.js';
import { asError, type Group, type Measurement, type Result, type Round, type Row, type Run } from './row.js';
import { startServer, type RunningServer } from './server.js';
import type { Target } from './target.js';

export interface ServerGroupOptions {
  /** Fills the namespace for all rows. */
  readonly prepare?: (target: Target) => Promise<void>;
  /** Removes from a peer what `prepare` created outside the namespace. */
  readonly clean?: (target: Target) => Promise<void>;
  readonly rows: readonly ServerRow[];
}

/**
 * `run` needs our server; `compare` uses only HTTP within the namespace and restores the state. `isOnce`: measured once
 * and at the same time on both, such as memory.
 */
export type ServerRow = Row &
  (
    | { readonly run: (server: RunningServer) => Promise<Measurement>; readonly compare?: never }
    | {
        readonly compare: (target: Target) => Promise<Measurement>;
        readonly isOnce?: boolean;
        readonly run?: never;
      }
  );

/** Number of alternating measurements with a peer. */
const ROUNDS = 3;

/** Rows measured on one of our servers, started for them, and on the peer if there is one. */
export function serverGroup({ prepare, clean, rows }: ServerGroupOptions): Group {
  return {
    rows,
    async measure({ store, isWanted, report, peer }: Run) {
      const wanted = rows.filter(isWanted);
      if (wanted.length === 0) return;
      const isCompared = wanted.some(({ compare }) => compare !== undefined);
      const started = await startServer({ store, program: 'apiserver' });
      let theirs: OpenPeer | undefined;
      try {
        const namespace = `bench-${process.pid}-${Date.now()}`;
        const ours = await inNewNamespace(started, namespace);
        await prepare?.(ours);
        if (peer !== undefined && isCompared) {
          theirs = await inNewNamespace(await peer.open(), namespace);
          await prepare?.(theirs);
        }
        for (const row of wanted) report(row, await resultOf(row, ours, theirs).catch(asError));
      } finally {
        await started.stop();
        if (theirs !== undefined) await leave(theirs, clean);
      }
    },
  };
}

async function leave(peer: OpenPeer, clean: ServerGroupOptions['clean']): Promise<void> {
  if (!peer.isOwn) {
    await clean?.(peer);
    await removeNamespace(peer);
  }
  await peer.close();
}

async function resultOf(row: ServerRow, ours: RunningServer, theirs: Target | undefined): Promise<Result> {
  if (row.compare === undefined) return row.run(ours);
  if (theirs === undefined) return row.compare(ours);
  const rounds: Round[] = [];
  if (row.isOnce === true) {
    const [mine, other] = await Promise.all([row.compare(ours), row.compare(theirs)]);
    rounds.push({ ours: mine, theirs: other });
  }
  while (row.isOnce !== true && rounds.length < ROUNDS) {
    rounds.push({ ours: await row.compare(ours), theirs: await row.compare(theirs) });
  }
  const [first] = rounds;
  if (first === undefined) throw new Error('nothing was measured');
  const note = noteOf(rounds);
  return { ...first.ours, rounds, ...(note !== undefined && { note }) };
}

/** The first remark on each server. */
function noteOf(rounds: readonly Round[]): string | undefined {
  const ours = rounds.find((round) => round.ours.note !== undefined)?.ours.note;
  const theirs = rounds.find((round) => round.theirs.note !== undefined)?.theirs.note;
  if (theirs === undefined) return ours;
  return `${ours === undefined ? '' : `${ours}; `}of the other server: ${theirs}`;
}
