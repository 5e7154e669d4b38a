import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCompaction } from './compaction.js';
import { openEnvironment } from './environment.js';
import { readList } from './reader.js';
import { createState } from './state.js';
import { createWriter } from './writer.js';

describe('compaction', () => {
  let directory = '';

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'store-test-'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('spares what a list under way still reads, and frees it afterwards', async () => {
    const env = await openEnvironment({ directory, durable: false, generation: 1, commitTimeoutMs: 1000 });
    const state = createState(env, new AbortController().signal);
    const writer = createWriter(state);
    const compaction = createCompaction(state, { run: (body) => body(), intervalMs: 0, onError: assert.ifError });
    const keys = Array.from({ length: 700 }, (_, i) => `/${String(i).padStart(3, '0')}`);
    await Promise.all(keys.map((key) => write(key, Buffer.from('v'), undefined)));
    const pin = { revision: state.revision };
    state.pinned.add(pin);
    await Promise.all(keys.map((key, i) => write(key, undefined, i + 2)));
    await compaction.compact(state.revision);
    await compaction.idle();
    const { entries } = await readList(env, '/', pin.revision, {});
    assert.deepEqual(
      entries.map(({ key }) => key),
      keys,
    );
    state.pinned.delete(pin);
    await compaction.compact(state.revision);
    await compaction.idle();
    assert.equal([...env.records.getKeys()].length, 0);
    await env.close();

    async function write(key: string, value: Buffer | undefined, expected: number | undefined): Promise<void> {
      assert.ok((await writer.write({ key: Buffer.from(key), value, expected })).ok);
    }
  });
});
