import { inNewNamespace } from './namespace.js';
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

/** `run` needs our server; `compare` uses only HTTP within the namespace and restores the state. */
export type ServerRow = Row &
  (
    | { readonly run: (server: RunningServer) => Promise<Measurement>; readonly compare?: never }
    | { readonly compare: (target: Target) => Promise<Measurement>; readonly run?: never }
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
      const started = await startServer({ store });
      let theirs: Target | undefined;
      try {
        const namespace = `bench-${process.pid}-${Date.now()}`;
        const ours = await inNewNamespace(started, namespace);
        await prepare?.(ours);
        if (peer !== undefined && wanted.some(({ compare }) => compare !== undefined)) {
          theirs = await inNewNamespace(peer, namespace);
          await prepare?.(theirs);
        }
        for (const row of wanted) report(row, await resultOf(row, ours, theirs).catch(asError));
      } finally {
        await started.stop();
        if (theirs !== undefined) {
          await clean?.(theirs);
          await removeNamespace(theirs);
        }
      }
    },
  };
}

async function resultOf(row: ServerRow, ours: RunningServer, theirs: Target | undefined): Promise<Result> {
  if (row.compare === undefined) return row.run(ours);
  if (theirs === undefined) return row.compare(ours);
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) {
    rounds.push({ ours: await row.compare(ours), theirs: await row.compare(theirs) });
  }
  const [first] = rounds;
  if (first === undefined) throw new Error('nothing was measured');
  return { ...first.ours, rounds };
}
