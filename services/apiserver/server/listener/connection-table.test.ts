import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  createConnectionTable,
  type ConnectionEvent,
  type ConnectionState,
  type ConnectionTable,
  type ConnectionSlot,
} from './connection-table.js';

const PATHS: Readonly<Record<ConnectionState, readonly ConnectionEvent[]>> = {
  silent: [],
  anonymousBusy: ['ask'],
  anonymousStalled: ['ask', 'stall'],
  anonymousIdle: ['ask', 'rest'],
  busy: ['ask', 'authenticate'],
  stalled: ['ask', 'authenticate', 'stall'],
  idle: ['ask', 'authenticate', 'rest'],
};
const EVENTS: readonly ConnectionEvent[] = ['ask', 'authenticate', 'stall', 'move', 'rest'];
const ANONYMOUS: readonly ConnectionState[] = ['anonymousBusy', 'anonymousStalled', 'anonymousIdle'];

/** Fills a table with connections in these states, named after them. */
function tableOf(states: readonly ConnectionState[], most = states.length): ConnectionTable<string> {
  const table = createConnectionTable<string>(most);
  for (const state of states) {
    const arrival = table.arrive(state);
    assert.ok(arrival.type === 'accepted');
    for (const event of PATHS[state]) table.on(arrival.slot, event);
    assert.equal(arrival.slot.state, state);
  }
  return table;
}

/** Evictions by new silent connections, until one is refused or evicts another new one. */
function evictions(table: ConnectionTable<string>): string[] {
  const evicted: string[] = [];
  for (;;) {
    const arrival = table.arrive('newcomer');
    if (arrival.type === 'refused') return [...evicted, 'refused'];
    if (arrival.evicted === undefined || arrival.evicted === 'newcomer') return evicted;
    evicted.push(arrival.evicted);
  }
}

describe('the connection table', () => {
  const cases: readonly (readonly [what: string, states: readonly ConnectionState[], evicted: readonly string[]])[] = [
    ['evicts a silent connection first', ['idle', 'anonymousStalled', 'busy', 'silent'], ['silent']],
    [
      'evicts an anonymous stalled one before another stalled one',
      ['stalled', 'anonymousStalled', 'busy'],
      ['anonymousStalled'],
    ],
    ['evicts a stalled one before an idle one', ['idle', 'anonymousIdle', 'stalled'], ['stalled']],
    ['evicts an anonymous idle one before another idle one', ['idle', 'anonymousIdle', 'busy'], ['anonymousIdle']],
    ['evicts an idle one before a busy anonymous one', ['anonymousBusy', 'idle', 'busy'], ['idle']],
    ['evicts a busy anonymous one', ['busy', 'anonymousBusy'], ['anonymousBusy']],
    ['refuses a new connection when all are busy and authenticated', ['busy', 'busy'], ['refused']],
    ['has one slot for one connection', ['anonymousBusy'], ['anonymousBusy']],
  ];
  for (const [what, states, evicted] of cases) {
    it(what, () => assert.deepEqual(evictions(tableOf(states)), evicted));
  }

  it('evicts other connections as long as fewer than a tenth are silent', () => {
    const states = Array.from({ length: 30 }, (_, index): ConnectionState => (index < 29 ? 'idle' : 'silent'));
    assert.deepEqual(evictions(tableOf(states)), ['idle', 'idle', 'silent']);
  });

  it('keeps a tenth of the slots from anonymous connections that have made a request', () => {
    const table = createConnectionTable<number>(30);
    const evicted: (number | undefined)[] = [];
    for (let number = 0; number < 30; number++) {
      const arrival = table.arrive(number);
      assert.ok(arrival.type === 'accepted');
      evicted.push(table.on(arrival.slot, 'ask'));
      // The last but one is stalled, and is evicted before older ones.
      if (number === 26) table.on(arrival.slot, 'stall');
    }
    assert.deepEqual([table.size(), evicted.slice(27)], [27, [26, 0, 1]]);
    assert.ok(evicted.slice(0, 27).every((each) => each === undefined));
  });

  for (const [state, path] of Object.entries(PATHS)) {
    it(`has left once it is closed while ${state}`, () => {
      const table = createConnectionTable<string>(1);
      const arrival = table.arrive('a');
      assert.ok(arrival.type === 'accepted');
      for (const event of path) table.on(arrival.slot, event);
      table.leave(arrival.slot);
      table.leave(arrival.slot);
      for (const event of EVENTS) assert.equal(table.on(arrival.slot, event), undefined);
      assert.deepEqual([table.size(), arrival.slot.state], [0, undefined]);
    });
  }

  it('keeps its invariants for any sequence of events', () => {
    const step = fc.oneof(
      fc.constant({ type: 'arrive' } as const),
      fc.record({ type: fc.constantFrom('leave' as const, ...EVENTS), index: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), fc.array(step, { maxLength: 200 }), (most, steps) => {
        const reserve = Math.min(most - 1, Math.ceil(most / 10));
        const table = createConnectionTable<number>(most);
        let present: ConnectionSlot<number>[] = [];
        let count = 0;
        const states = (): (ConnectionState | undefined)[] => present.map(({ state }) => state);
        for (const each of steps) {
          const former = states();
          const silent = former.filter((state) => state === 'silent').length;
          let evicted: number | undefined;
          if (each.type === 'arrive') {
            const arrival = table.arrive(count);
            const isFull = former.length === most;
            const mayRefuse = isFull && former.every((state) => state === 'busy');
            assert.equal(arrival.type, mayRefuse ? 'refused' : 'accepted');
            if (arrival.type === 'refused') continue;
            count += 1;
            evicted = arrival.evicted;
            assert.equal(evicted !== undefined, isFull);
            const victim = present.find(({ connection }) => connection === evicted);
            const state = victim && former[present.indexOf(victim)];
            // A new connection keeps its slot until as many others have arrived as the reserve.
            if (state === 'silent' && silent < reserve) {
              assert.ok(former.every((other) => other === 'silent' || other === 'busy'));
            }
            if (state === 'silent') assert.equal(former.indexOf('silent'), victim && present.indexOf(victim));
            assert.notEqual(state, 'busy');
            present.push(arrival.slot);
          } else {
            const slot = present[each.index % Math.max(1, present.length)];
            if (slot === undefined) continue;
            if (each.type === 'leave') {
              table.leave(slot);
              evicted = slot.connection;
            } else {
              const known = new Map(present.map((other, at) => [other.connection, former[at]]));
              evicted = table.on(slot, each.type);
              // An event evicts only anonymous connections, and not the one that caused it, unless it is the only one.
              if (evicted !== undefined) assert.ok(ANONYMOUS.includes(known.get(evicted) ?? 'busy'));
            }
          }
          present = present.filter(({ connection }) => connection !== evicted);
          assert.equal(table.size(), present.length);
          assert.ok(present.length <= most);
          assert.ok(states().every((state) => state !== undefined));
          assert.ok(states().filter((state) => state && ANONYMOUS.includes(state)).length <= most - reserve);
        }
      }),
    );
  });
});
