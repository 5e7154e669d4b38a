import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createLinkedQueue, type Linked, type LinkedQueue } from '@pilothouse/runtime/linked-queue/linked-queue.js';

const MIB = 1024 * 1024;
/** Limits in bytes for the unfinished bodies of one connection and of all connections. */
const LIMITS = { connection: 16 * MIB, total: 64 * MIB };

export interface BodyOwner {
  /** The connection, or an object that identifies it. */
  readonly connection: object;
  /** The name of the user. */
  readonly user: string;
  /** Called when the body is refused in favour of others. */
  readonly refuse: (error: StatusError) => void;
}

/** The memory of one body that is being received. */
export interface BodyMemory {
  /** Counts received bytes. Throws 429 at a limit. */
  readonly add: (bytes: number) => void;
  /** Ends the accounting: the body is complete, or no longer read. */
  readonly release: () => void;
}

/**
 * Limits the memory of request bodies that are being received. A request never waits for memory, since that could deadlock: it is
 * refused with 429 and may be retried. Above the total limit, the user with most bytes in unfinished bodies loses the largest of
 * them. Slow or endless bodies of one user, or of all anonymous clients, therefore never prevent the writes of other users.
 */
export interface BodyBudget {
  readonly open: (owner: BodyOwner) => BodyMemory;
}

interface Body extends Linked<Body> {
  readonly owner: BodyOwner;
  bytes: number;
  isOpen: boolean;
}

export function createBodyBudget({ connection: connectionLimit, total: totalLimit } = LIMITS): BodyBudget {
  const byUser = new Map<string, LinkedQueue<Body>>();
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
    bodies?.remove(body);
    if (bodies?.size() === 0) byUser.delete(body.owner.user);
  }
  function refuseLargest(): void {
    if (total <= totalLimit) return;
    const largest = largestOf(largestOf(byUser.values(), sum)?.all() ?? [], ({ bytes }) => bytes);
    if (largest === undefined) return;
    release(largest);
    largest.owner.refuse(tooManyBodies('the server receives too many request bodies at once'));
    refuseLargest();
  }

  return {
    open(owner) {
      const body: Body = { owner, bytes: 0, isOpen: true, previous: undefined, next: undefined };
      let bodies = byUser.get(owner.user);
      if (bodies === undefined) byUser.set(owner.user, (bodies = createLinkedQueue()));
      bodies.add(body);
      return {
        add(bytes) {
          if (!body.isOpen) throw tooManyBodies('the request body was refused');
          body.bytes += bytes;
          count(body, bytes);
          if ((ofConnection.get(owner.connection) ?? 0) > connectionLimit) {
            release(body);
            throw tooManyBodies('the connection has too many request bodies at once');
          }
          refuseLargest();
          if (!body.isOpen) throw tooManyBodies('the server receives too many request bodies at once');
        },
        release: () => release(body),
      };
    },
  };
}

function sum(bodies: LinkedQueue<Body>): number {
  let bytes = 0;
  for (let body = bodies.first(); body !== undefined; body = body.next) bytes += body.bytes;
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

function tooManyBodies(message: string): StatusError {
  return new StatusError('TooManyRequests', message, { details: { retryAfterSeconds: 1 } });
}
