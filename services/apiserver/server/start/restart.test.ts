import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import { textResponse } from '../../request/response.js';
import {
  GET,
  openRawSession,
  request,
  type Fields,
  type RawSession,
} from '@pilothouse/http2/server/raw.test.helper.js';
import { listen, type Listener } from '../listener/listener.js';

const WRITERS = 4;
const RESTARTS = 4;
/** Number of requests between two restarts. */
const EACH = 20;

describe('a restart, over HTTP/2', () => {
  it('answers each write, or refuses it without execution', async () => {
    const { serving } = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
    const executed = new Map<string, number>();
    let isEnding = false;
    const start = (port: number): Promise<Listener> =>
      listen({
        host: '127.0.0.1',
        port,
        certificate: () => serving,
        clientAuthorities: () => ({ users: [], proxies: [] }),
        requestTimeout: 5_000,
        areWaiting: () => false,
        isEnding: () => isEnding,
        async handler({ path }) {
          executed.set(path, (executed.get(path) ?? 0) + 1);
          await nextTurn();
          return textResponse(200, 'text/plain', 'done');
        },
      });
    let listener = await start(0);
    const { port } = listener;
    const run = { isOver: false, answered: 0, refused: 0 };

    async function writeOver(raw: RawSession, writer: number, first: number): Promise<number> {
      let count = first;
      for (let id = 1; isUsable(raw) && !run.isOver; id += 2) {
        const path = `/${writer}/${count++}`;
        raw.send(request(id, at(path)));
        const isAnswered = await raw.answer(id).then(
          () => true,
          () => false,
        );
        if (isAnswered) run.answered += 1;
        else run.refused += 1;
        assert.ok(isAnswered || lastServed(raw) < id, `the outcome of ${path} is unknown`);
        assert.equal(executed.get(path) ?? 0, isAnswered ? 1 : 0, path);
      }
      return count;
    }
    async function write(writer: number): Promise<void> {
      let count = 0;
      while (!run.isOver) {
        const raw = await openRawSession({ port }).catch(() => undefined);
        if (raw === undefined) await nextTurn();
        else count = await writeOver(raw, writer, count);
        raw?.socket.destroy();
      }
    }
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
    for (let restart = 0; restart < RESTARTS; restart++) {
      while (run.answered < EACH * (restart + 1)) await nextTurn();
      // Every second restart comes without a warning to the clients.
      isEnding = restart % 2 === 0;
      await listener.close(5_000);
      isEnding = false;
      listener = await start(port);
    }
    run.isOver = true;
    await writers;
    await listener.close(0);
    assert.ok(run.answered >= EACH * RESTARTS, `${run.answered} answered, ${run.refused} refused`);
  });
});

function at(path: string): Fields {
  return GET.map(([name, value]) => [name, name === ':path' ? path : value] as const);
}

/** Last served stream, from GOAWAY. */
function lastServed({ received }: RawSession): number {
  const lastStreams = received.flatMap(({ type, payload }) => (type === 'goAway' ? [payload.readUInt32BE(0)] : []));
  return Math.min(Infinity, ...lastStreams);
}

/** After GOAWAY, a client opens a new connection for the next request. */
function isUsable(raw: RawSession): boolean {
  return !raw.socket.destroyed && lastServed(raw) === Infinity;
}
