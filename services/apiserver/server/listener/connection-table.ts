import { createLinkedQueue, type Linked, type LinkedQueue } from '@pilothouse/runtime/linked-queue/linked-queue.js';

/**
 * State of a connection. A connection is anonymous until its client certificate is verified, or one of its requests is
 * authenticated. Silent: it has made no request. Busy: requests are in progress. Stalled: the client does not read a buffered
 * response. Idle: no request is in progress.
 */
export type ConnectionState =
  'silent' | 'anonymousBusy' | 'anonymousStalled' | 'anonymousIdle' | 'busy' | 'stalled' | 'idle';

/** `ask`: the first of several requests begins. `rest`: the last of them ends. */
export type ConnectionEvent = 'ask' | 'authenticate' | 'stall' | 'move' | 'rest';

/** Events without an entry do not change the state. */
const TRANSITIONS: Readonly<Record<ConnectionState, Readonly<Partial<Record<ConnectionEvent, ConnectionState>>>>> = {
  silent: { ask: 'anonymousBusy', authenticate: 'idle' },
  anonymousBusy: { rest: 'anonymousIdle', stall: 'anonymousStalled', authenticate: 'busy' },
  anonymousStalled: { rest: 'anonymousIdle', move: 'anonymousBusy', authenticate: 'stalled' },
  anonymousIdle: { ask: 'anonymousBusy', authenticate: 'idle' },
  busy: { rest: 'idle', stall: 'stalled' },
  stalled: { rest: 'idle', move: 'busy' },
  idle: { ask: 'busy' },
};

/** Order of eviction. Within a state, the connection that entered it first is evicted. Busy authenticated ones are never evicted. */
const EVICTION: readonly ConnectionState[] = [
  'anonymousStalled',
  'stalled',
  'anonymousIdle',
  'idle',
  'anonymousBusy',
  'silent',
];
/** States that count against the share of anonymous connections, in order of eviction. */
const ANONYMOUS: readonly ConnectionState[] = ['anonymousStalled', 'anonymousIdle', 'anonymousBusy'];

/** Fraction of slots that anonymous connections with a request cannot hold. */
const RESERVED_PART = 0.1;

/** Slot of a connection. Only the table changes it. */
export interface ConnectionSlot<Connection> extends Linked<ConnectionSlot<Connection>> {
  readonly connection: Connection;
  /** Undefined after the connection has left the table. */
  state: ConnectionState | undefined;
}

/** Result of a new connection: a slot, possibly of an evicted connection, or none. */
export type Arrival<Connection> =
  | { readonly type: 'accepted'; readonly slot: ConnectionSlot<Connection>; readonly evicted: Connection | undefined }
  | { readonly type: 'refused' };

/** Bounded table of connections. All operations except `inState` take constant time. */
export interface ConnectionTable<Connection> {
  readonly size: () => number;
  readonly arrive: (connection: Connection) => Arrival<Connection>;
  /** Returns the connection that is evicted because of the event. Events of connections that have left are ignored. */
  readonly on: (slot: ConnectionSlot<Connection>, event: ConnectionEvent) => Connection | undefined;
  /** The connection is closed. Idempotent. */
  readonly leave: (slot: ConnectionSlot<Connection>) => void;
  readonly inState: (state: ConnectionState) => readonly ConnectionSlot<Connection>[];
}

/**
 * Creates a table with `most` slots. A tenth is reserved: anonymous connections that have made a request cannot hold it, so that
 * new connections have time to authenticate. In a full table a new connection evicts the oldest silent connection. If fewer
 * connections than the reserve are silent, another connection is evicted instead, if there is one.
 */
export function createConnectionTable<Connection>(most: number): ConnectionTable<Connection> {
  const reserve = most === Infinity ? 0 : Math.min(most - 1, Math.ceil(most * RESERVED_PART));
  const queues: Readonly<Record<ConnectionState, LinkedQueue<ConnectionSlot<Connection>>>> = {
    silent: createLinkedQueue(),
    anonymousBusy: createLinkedQueue(),
    anonymousStalled: createLinkedQueue(),
    anonymousIdle: createLinkedQueue(),
    busy: createLinkedQueue(),
    stalled: createLinkedQueue(),
    idle: createLinkedQueue(),
  };
  let size = 0;

  function leave(slot: ConnectionSlot<Connection>): void {
    if (slot.state === undefined) return;
    queues[slot.state].remove(slot);
    slot.state = undefined;
    size -= 1;
  }
  function evict(order: readonly ConnectionState[]): Connection | undefined {
    for (const state of order) {
      const first = queues[state].first();
      if (first === undefined) continue;
      leave(first);
      return first.connection;
    }
    return undefined;
  }
  function evictForArrival(): Connection | undefined {
    const isReserveTaken = queues.silent.size() >= reserve;
    return (isReserveTaken ? evict(['silent']) : undefined) ?? evict(EVICTION);
  }
  const anonymous = (): number => ANONYMOUS.reduce((sum, state) => sum + queues[state].size(), 0);

  return {
    size: () => size,
    arrive(connection) {
      const evicted = size < most ? undefined : evictForArrival();
      if (size >= most) return { type: 'refused' };
      const slot: ConnectionSlot<Connection> = { connection, state: 'silent', previous: undefined, next: undefined };
      queues.silent.add(slot);
      size += 1;
      return { type: 'accepted', slot, evicted };
    },
    on(slot, event) {
      const next = slot.state && TRANSITIONS[slot.state][event];
      if (slot.state === undefined || next === undefined) return undefined;
      queues[slot.state].remove(slot);
      slot.state = next;
      queues[next].add(slot);
      return anonymous() > most - reserve ? evict(ANONYMOUS) : undefined;
    },
    leave,
    inState: (state) => queues[state].all(),
  };
}
