import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { frame, numbers, POST, request } from './raw.test.helper.js';
import { fakeSession } from './fake-session.test.helper.js';
import { createLedger } from './ledger.js';
import { createScheduler, TURN } from './scheduler.js';

describe('the flood ledger of a connection', () => {
  it('is charged, refunded up to its initial balance, and has an income', () => {
    let time = 0;
    const ledger = createLedger({ maxStreams: 1, now: () => time });
    ledger.refund(10_000);
    ledger.charge(1000);
    assert.throws(() => ledger.charge(1), { code: 0xb });
    time += 20;
    ledger.charge(1);
    ledger.refund(5);
    ledger.charge(5);
    assert.throws(() => ledger.charge(1), { code: 0xb });
  });

  it('has a larger balance if more streams are allowed', () => {
    const ledger = createLedger({ maxStreams: 1000, now: () => 0 });
    ledger.charge(4000);
    assert.throws(() => ledger.charge(1), { code: 0xb });
  });

  /** Frames of usual clients, sent 2,000 times without pauses: each frame in a separate TLS record, as Go sends them. */
  const clients: Readonly<Record<string, (index: number) => readonly Buffer[]>> = {
    'with small requests': (index) => [request(2 * index + 1)],
    'that sends WINDOW_UPDATE for each response': (index) => [
      request(2 * index + 1),
      numbers('windowUpdate', 0, 4),
      numbers('windowUpdate', 2 * index + 1, 4),
    ],
    'that sends PRIORITY': (index) => [
      request(2 * index + 1),
      frame('priority', 0, 2 * index + 1, Buffer.alloc(5)),
      frame('priority', 0, 2 * index + 1, Buffer.alloc(5)),
    ],
    'that sends PING with each request': (index) => [request(2 * index + 1), frame('ping', 0, 0, Buffer.alloc(8))],
    'that sends bodies in chunks of 1 KB': (index) => [
      request(2 * index + 1, POST, false),
      ...Array.from({ length: 5 }, () => frame('data', 0, 2 * index + 1, Buffer.alloc(1024))),
      frame('data', 1, 2 * index + 1),
    ],
    'that receives long responses': (index) => [
      request(2 * index + 1, [[':method', 'PUT'], ...POST.slice(1)]),
      ...Array.from({ length: 16 }, () => [
        numbers('windowUpdate', 0, 4096),
        numbers('windowUpdate', 2 * index + 1, 4096),
      ]).flat(),
    ],
    'that sends WINDOW_UPDATE for each watch event': (index) => [
      ...(index === 0 ? [request(1, [[':method', 'PATCH'], ...POST.slice(1)])] : []),
      numbers('windowUpdate', 0, 300),
      numbers('windowUpdate', 1, 300),
    ],
  };
  for (const [name, send] of Object.entries(clients)) {
    it(`is never exhausted by a client ${name}`, async () => {
      let event: (() => void) | undefined;
      const session = fakeSession({
        scheduler: createScheduler(TURN),
        async serve(stream) {
          const { method, body } = stream.request;
          if (body !== undefined) for await (const part of body) assert.ok(part.byteLength > 0);
          stream.begin({ status: 200, headers: {} });
          // One watch event per round.
          for (let events = method === 'PATCH' ? Infinity : 0; events > 0; events--) {
            await new Promise<void>((resolve) => (event = resolve));
            await stream.write(Buffer.alloc(300));
          }
          await stream.end(Buffer.alloc(method === 'PUT' ? 65_536 : 4));
        },
      });
      for (let index = 0; index < 2000; index++) {
        event?.();
        for (const bytes of send(index)) while (!session.send(bytes)) await nextTurn();
        await nextTurn();
      }
      assert.equal(session.goneWith(), undefined);
    });
  }
});
