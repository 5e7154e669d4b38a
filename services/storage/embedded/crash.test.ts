import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { collect, eventText, revisionOf } from '../conformance/support.js';
import { openEmbeddedStore } from './store.js';
import { outputOf, runFixture } from './fixtures/run.js';

describe('an embedded store whose process is killed', () => {
  let directory = '';

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'store-crash-'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  const kills: readonly (readonly number[])[] = [[50], [230], [610], [0, 7, 23, 41, 68, 97, 130, 0, 160, 201]];
  for (const times of kills) {
    it(`keeps every acknowledged write, ${times.join(', ')} ms after its first write`, async () => {
      const acknowledged: string[] = [];
      for (const [run, milliseconds] of times.entries()) {
        acknowledged.push(...(await writeUntilKilled(milliseconds, run)));
      }
      const store = await openEmbeddedStore({ directory });
      try {
        const { entries, revision } = await store.list('/');
        const events = await collect(store, '/', 2, (_events, reached) => reached >= revision);
        const history = events.map((event) => eventText(event).replaceAll(/ +/g, ' '));
        assert.ok(acknowledged.length > 20, `only ${acknowledged.length} writes`);
        for (const line of acknowledged) {
          const [at, key, round, verb] = line.split(' ');
          const found = history[Number(at) - 2] ?? 'nothing';
          const expected = verb === 'deleted' ? `delete ${key} ${at} (` : `put ${key} ${at} ${round} ${verb}`;
          assert.ok(found.startsWith(expected), `${line} was acknowledged, but the store has: ${found}`);
        }
        assert.deepEqual(
          events.map(revisionOf),
          events.map((_event, index) => index + 2),
          'every revision has its event',
        );
        const state = new Map<string, number>();
        for (const event of events) {
          if (event.type === 'put') state.set(event.entry.key, event.entry.revision);
          else state.delete(event.key);
        }
        const listed = new Map(entries.map((entry) => [entry.key, entry.revision]));
        assert.deepEqual(new Map([...state].sort(([a], [b]) => (a < b ? -1 : 1))), listed);
        const next = await store.create('/next', Buffer.from('v'));
        assert.deepEqual(next, { ok: true, revision: revision + 1 });
      } finally {
        await store.close();
      }
    }).timeout(120_000);
  }

  /** The writes that a process acknowledged before it was killed, `milliseconds` after its first write. */
  async function writeUntilKilled(milliseconds: number, run: number): Promise<string[]> {
    const writer = runFixture('crash-writer', [directory, String(run)]);
    const output = outputOf(writer);
    await once(writer.stdout, 'readable');
    await delay(milliseconds);
    assert.equal(writer.exitCode, null, 'the writer exited on its own');
    const ended = once(writer, 'exit');
    writer.kill('SIGKILL');
    await ended;
    // Drops the last, incomplete line.
    return (await output).split('\n').slice(0, -1);
  }
});
