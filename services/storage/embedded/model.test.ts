import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { mkdtemp, open as openFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { codeOf } from './files.js';
import { logDirectory, logGenerations, readManifest } from './manifest.js';
import { filesHave } from './raw-files.test.helper.js';
import { markPath, segmentPath } from './segment.js';
import { openEmbeddedStore, type EmbeddedStore } from './store.js';

type Operation =
  /** A value in the clear must be erased. */
  | { readonly type: 'put'; readonly key: number; readonly bytes: number; readonly isClear: boolean }
  | { readonly type: 'delete'; readonly key: number }
  | { readonly type: 'compact'; readonly keep: number }
  /** Kills the process. `torn` bytes of an unacknowledged batch are on the disk. */
  | { readonly type: 'crash'; readonly torn: number }
  | { readonly type: 'reopen' };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('put'),
      key: fc.nat(12),
      bytes: fc.nat(200_000),
      isClear: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('delete'), key: fc.nat(12) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('compact'), keep: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('crash'), torn: fc.nat(300) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reopen') }) },
);

describe('an embedded store under any sequence of writes, compactions, cleaning and crashes', () => {
  it('holds exactly the states after the acknowledged writes, and no file has a value that must be erased', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 60 }), async (operations) => {
        const run = await startRun();
        try {
          for (const each of operations) await run.take(each);
          await run.check();
          await run.erase();
        } finally {
          await run.end();
        }
      }),
      { numRuns: 30, includeErrorInReport: true, endOnFailure: true },
    );
  }).timeout(180_000);
});

const CLEAR = Buffer.from('a value in the clear ');
const erasure = {
  concerns: (_key: string, value: Uint8Array) => CLEAR.equals(value.subarray(0, CLEAR.length)),
  version: () => 0,
};

/** A store, and a model of it: revisions and lengths by key. */
async function startRun() {
  const root = await mkdtemp(join(tmpdir(), 'store-model-'));
  let copies = 0;
  let directory = join(root, 'store');
  const open = (): Promise<EmbeddedStore> =>
    openEmbeddedStore({
      directory,
      compactionIntervalMs: 0,
      housekeepingMs: 3,
      erasure,
      onError: (error) => assert.fail(String(error)),
    });
  let store = await open();
  let revision = 1;
  const model = new Map<string, { readonly revision: number; readonly bytes: number }>();

  /** The states that can be read, by revision. */
  const states = new Map([[1, new Map(model)]]);

  async function check(): Promise<void> {
    assert.equal(await store.currentRevision(), revision);
    for (const [at, state] of states) {
      const { entries } = await store.list('/', { revision: at });
      const found = entries.map((each) => [each.key, { revision: each.revision, bytes: each.value.length }] as const);
      assert.deepEqual(new Map(found), new Map([...state].sort(([a], [b]) => (a < b ? -1 : 1))), `revision ${at}`);
    }
  }

  async function compact(to: number): Promise<void> {
    await store.compact(to);
    for (const at of states.keys()) if (at < to) states.delete(at);
  }

  /** Continues with a copy of the files of the open store. */
  async function crash(torn: number): Promise<void> {
    const next = copyAtOnce(directory, () => join(root, `copy${copies++}`));
    await store.close();
    for (const name of await readdir(next)) {
      if (name.startsWith('lock.')) await writeFile(join(next, name), '{"released":true}');
    }
    directory = next;
    if (torn > 0) await tear(next, torn);
    store = await open();
    await check();
  }

  async function put({ key: index, bytes, isClear }: Omit<Extract<Operation, { type: 'put' }>, 'type'>): Promise<void> {
    const key = `/${index}`;
    const value = isClear ? Buffer.alloc(bytes, CLEAR) : Buffer.alloc(bytes, key);
    const known = model.get(key);
    const result = await (known ? store.update(key, value, known.revision) : store.create(key, value));
    assert.deepEqual(result, { ok: true, revision: ++revision });
    model.set(key, { revision, bytes });
    states.set(revision, new Map(model));
  }

  return {
    check,
    /** Replaces the current values in the clear, and compacts. The files lose all of them without another write, also after a crash. */
    async erase(): Promise<void> {
      for (const { key, value } of (await store.list('/')).entries) {
        if (erasure.concerns(key, value)) await put({ key: Number(key.slice(1)), bytes: 10, isClear: false });
      }
      await compact(revision);
      for (const pause of [0, 4]) {
        await delay(pause);
        await crash(0);
      }
      while (await filesHave(directory, CLEAR)) await delay(3);
      await check();
    },
    async take(step: Operation): Promise<void> {
      switch (step.type) {
        case 'put':
          return put(step);
        case 'delete': {
          const key = `/${step.key}`;
          const known = model.get(key);
          if (known === undefined) return;
          assert.deepEqual(await store.delete(key, known.revision), { ok: true, revision: ++revision });
          model.delete(key);
          states.set(revision, new Map(model));
          return;
        }
        case 'compact':
          return compact(Math.max(1, revision - step.keep));
        case 'crash':
          return crash(step.torn);
        case 'reopen':
          await store.close();
          store = await open();
          return check();
      }
    },
    async end(): Promise<void> {
      await store.close();
      await rm(root, { recursive: true });
    },
  };
}

/** Copies synchronously. Retries when a rename in progress changes the files. */
function copyAtOnce(from: string, name: () => string): string {
  for (;;) {
    const to = name();
    try {
      cpSync(from, to, { recursive: true });
      return to;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/** Writes part of a batch after the acknowledged end of the active segment. */
async function tear(directory: string, bytes: number): Promise<void> {
  const log = logDirectory(directory, Math.max(...(await logGenerations(directory))));
  const { id, capacity } = (await readManifest(log, directory)).segments.at(-1) ?? {};
  if (id === undefined || capacity === undefined) return;
  const acknowledged = Number((await readFile(markPath(log, id))).readBigUInt64BE(0));
  const part = Buffer.alloc(Math.min(bytes, capacity - acknowledged), 'part of a batch');
  part.set(Buffer.from('b10c5eed00000100', 'hex').subarray(0, part.length));
  const file = await openFile(segmentPath(log, id), 'r+');
  await file.write(part, 0, part.length, acknowledged);
  await file.close();
}
