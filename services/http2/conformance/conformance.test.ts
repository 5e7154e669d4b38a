import assert from 'node:assert/strict';
import { CODE } from '../protocol/errors.js';
import { frame, openRawSession, type RawSession } from '../server/raw.test.helper.js';
import { startTestServer, type TestServer } from '../server/test-server.test.helper.js';
import type { Case, Cases } from './case.test.helper.js';
import { CONNECTION_CASES } from './connection.cases.test.helper.js';
import { STREAM_CASES } from './stream.cases.test.helper.js';

/** PING payload that no case uses. */
const ALIVE = Buffer.from('is alive');
const PING = frame('ping', 0, 0, ALIVE);

describe('HTTP/2 conformance', () => {
  let server: TestServer;
  let raw: RawSession;
  let release: () => void;
  let served: number;
  before(async () => {
    const released = new Promise<void>((resolve) => (release = resolve));
    server = await startTestServer({
      requestTimeout: 10_000,
      maxStreams: 4,
      async handler({ target, method, readBody }) {
        served += 1;
        if (target === '/slow') await released;
        if (target === '/large') return { body: 'x'.repeat(300_000) };
        return { body: method === 'POST' ? String((await readBody()).byteLength) : 'done' };
      },
    });
  });
  after(() => {
    release();
    return server.close();
  });
  beforeEach(() => (served = 0));
  afterEach(() => raw.socket.destroy());

  /** Sends the frames of a case, and checks the reaction. */
  async function check({ send, reaction, beginning }: Case): Promise<void> {
    raw = await openRawSession({ ...server, ...(beginning && { beginning }) });
    for (const step of send) {
      if (typeof step === 'number') await raw.answer(step);
      else if (step === 'data') await raw.next('data');
      else raw.send(step);
    }
    if (reaction.type === 'goAway') {
      assert.equal((await raw.next('goAway')).payload.readUInt32BE(4), reaction.code);
      await raw.ended;
      return;
    }
    if (reaction.type === 'answer') {
      assert.equal(await raw.answer(reaction.stream), reaction.status);
      if (reaction.body !== undefined) assert.equal(textOf(raw, reaction.stream), reaction.body);
    } else if (reaction.type === 'reset') {
      assert.equal((await raw.next('reset', reaction.stream)).payload.readUInt32BE(0), reaction.code);
    } else if (reaction.type === 'malformed') {
      assert.equal(await raw.answer(reaction.stream), '400');
      assert.equal((await raw.next('reset', reaction.stream)).payload.readUInt32BE(0), CODE.protocolError);
      assert.equal(served, 0);
    } else if (reaction.type === 'frame') {
      while (!reaction.is(await raw.next(reaction.frame)));
      if (reaction.frame === 'goAway') return;
    }
    raw.send(PING);
    while (!(await raw.next('ping')).payload.equals(ALIVE));
    const unexpected = raw.received.filter(
      ({ type }) => type === 'goAway' || (reaction.type === 'none' && type === 'reset'),
    );
    assert.deepEqual(unexpected, []);
  }

  const suites: readonly Cases[] = [CONNECTION_CASES, STREAM_CASES];
  for (const [section, cases] of suites.flatMap((suite) => Object.entries(suite))) {
    describe(section, () => {
      for (const each of cases) it(each.name, () => check(each));
    });
  }
});

function textOf(raw: RawSession, stream: number): string {
  const data = raw.received.filter(({ type, stream: id }) => type === 'data' && id === stream);
  return data.map(({ payload }) => String(payload)).join('');
}
