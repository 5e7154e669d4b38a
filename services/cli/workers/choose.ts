/** What the supervisor knows of a worker when it has a connection to hand out. */
export interface Candidate {
  readonly state: 'starting' | 'listening' | 'ready' | 'closing';
  /** Number of its connections. */
  readonly connections: number;
  /** The connection that it has been handed and has not taken, with the time; undefined if it can take one. */
  readonly handed: { readonly at: number } | undefined;
  /** Whether it has answered the last reads. */
  readonly isAnswering: boolean;
}

/** Milliseconds after which connections no longer wait for a worker that does not take any. */
const PATIENCE = 500;

/**
 * The worker that gets the next connection: the one with the fewest, because connections live long. A busy worker is waited
 * for briefly. Undefined if the connection has to wait. Workers that are not ready only get connections if none is ready, so
 * that health checks are answered, and those that do not answer only if none does.
 */
export function chooseWorker<Worker extends Candidate>(workers: readonly Worker[], now: number): Worker | undefined {
  const ready = workers.filter(({ state }) => state === 'ready');
  const able = ready.length > 0 ? ready : workers.filter(({ state }) => state === 'listening');
  const answering = able.filter(({ isAnswering }) => isAnswering);
  const [least] = (answering.length > 0 ? answering : able)
    .filter(({ handed }) => handed === undefined || now - handed.at < PATIENCE)
    .toSorted((a, b) => a.connections - b.connections);
  return least?.handed === undefined ? least : undefined;
}
