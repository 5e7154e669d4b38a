import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

const MIB = 1024 * 1024;
/** Bytes that the unfinished bodies of one connection, and of all connections, may have. */
const LIMITS = { connection: 16 * MIB, total: 64 * MIB };

export interface BodyOwner {
  /** The connection, or anything that identifies it. */
  readonly connection: object;
  /** The name of the user. */
  readonly user: string;
  /** Called when the body loses its memory to others: the request is refused. */
  readonly refuse: (error: StatusError) => void;
}

/** The memory of one body that is being received. */
export interface BodyMemory {
  /** Counts received bytes. Throws 429 where there is no room for them. */
  readonly add: (bytes: number) => void;
  /** The body is complete, or no longer read. */
  readonly release: () => void;
}

/**
 * Bounds the memory of request bodies that are being received. A request never waits for room, which could be a deadlock: it is
 * refused with 429 and may be repeated. When the total is exceeded, the user with most bytes in unfinished bodies loses the largest of
 * them, so that many slow or endless bodies of one user, or of all anonymous clients, keep no other user from writing.
 */
export interface BodyBudget {
  readonly open: (owner: BodyOwner) => BodyMemory;
}

interface Body {
  readonly owner: BodyOwner;
  bytes: number;
  isOpen: boolean;
}

export function createBodyBudget({ connection: mostOfConnection, total: most } = LIMITS): BodyBudget {
  const byUser = new Map<string, Set<Body>>();
  const ofConnection = new WeakMap<object, number>();
  let total = 0;

  function count({ owner: { connection } }: Body, bytes: number): void {
    total += bytes;
    ofConnection.set(connection, (ofConnection.get(connection) ?? 0) + bytes);
  }
  function release(body: Body): void {
    if (!body.isOpen) return;
    body.isOpen = false;
    count(body, -body.bytes);
    const bodies = byUser.get(body.owner.user);
    bodies?.delete(body);
    if (bodies?.size === 0) byUser.delete(body.owner.user);
  }
  function makeRoom(): void {
    if (total <= most) return;
    const largest = largestOf(largestOf(byUser.values(), sum) ?? [], ({ bytes }) => bytes);
    if (largest === undefined) return;
    release(largest);
    largest.owner.refuse(noRoom('the server receives too many request bodies at once'));
    makeRoom();
  }

  return {
    open(owner) {
      const body: Body = { owner, bytes: 0, isOpen: true };
      const bodies = byUser.get(owner.user) ?? new Set();
      byUser.set(owner.user, bodies.add(body));
      return {
        add(bytes) {
          if (!body.isOpen) throw noRoom('the request body has been given up');
          body.bytes += bytes;
          count(body, bytes);
          if ((ofConnection.get(owner.connection) ?? 0) > mostOfConnection) {
            release(body);
            throw noRoom('the connection has too many request bodies at once');
          }
          makeRoom();
          if (!body.isOpen) throw noRoom('the server receives too many request bodies at once');
        },
        release: () => release(body),
      };
    },
  };
}

function sum(bodies: ReadonlySet<Body>): number {
  let bytes = 0;
  for (const body of bodies) bytes += body.bytes;
  return bytes;
}

function largestOf<T>(items: Iterable<T>, sizeOf: (item: T) => number): T | undefined {
  let largest: T | undefined;
  let size = -1;
  for (const item of items) {
    const other = sizeOf(item);
    if (other > size) [largest, size] = [item, other];
  }
  return largest;
}

function noRoom(message: string): StatusError {
  return new StatusError('TooManyRequests', message, { details: { retryAfterSeconds: 1 } });
}
