import assert from 'node:assert/strict';
import { cp, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { create, written } from '../conformance/support.js';
import type { Entry } from '../store.js';
import { StoreDamagedError } from './damage.js';
import { readManifest } from './manifest.js';
import { recover } from './recovery.js';
import { HEADER_BYTES, markPath, segmentPath } from './segment.js';
import { openEmbeddedStore } from './store.js';

/** Damages one file, at a position given as a fraction of its length. */
const DAMAGE = {
  'a flipped bit': async (path: string, at: number) => {
    const file = await open(path, 'r+');
    try {
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
      await file.write(Buffer.of((buffer[0] ?? 0) ^ (1 << (at % 8))), 0, 1, at);
    } finally {
      await file.close();
    }
  },
  'a truncated file': truncate,
  'a missing file': (path: string) => rm(path),
  'an empty file': (path: string) => truncate(path, 0),
} as const;

describe('a store with a damaged file', () => {
  let source = '';
  let files: readonly string[] = [];
  const state = new Map<string, number>();

  before(async () => {
    source = await mkdtemp(join(tmpdir(), 'store-damage-'));
    const directory = join(source, 'store');
    // Several opens create several segments. The last one is not closed.
    for (let round = 0; round < 3; round++) {
      const store = await openEmbeddedStore({ directory });
      for (let i = 0; i < 5; i++) state.set(`/${round}/${i}`, await create(store, `/${round}/${i}`, 'x'.repeat(900)));
      const gone = `/${round}/1`;
      const kept = `/${round}/2`;
      written(await store.delete(gone, state.get(gone) ?? 0));
      state.delete(gone);
      state.set(kept, written(await store.update(kept, Buffer.from('changed'), state.get(kept) ?? 0)));
      if (round < 2) await store.close();
      else {
        // The files of an open store, as a killed process leaves them.
        await cp(directory, join(source, 'killed'), { recursive: true });
        await store.close();
      }
    }
    const names = await readdir(join(source, 'killed'), { recursive: true });
    files = names.filter((name) => name.startsWith('log.') && name.includes('/')).sort();
  });
  after(() => rm(source, { recursive: true }));

  function assertWhole(entries: Iterable<Pick<Entry, 'key' | 'revision'>>): void {
    assert.deepEqual(new Map([...entries].map(({ key, revision }) => [key, revision])), state);
  }

  /** The result of reading the log with one damaged file. The file is repaired afterwards. */
  async function readDamaged(name: string, damage: (path: string) => Promise<void>): Promise<'refused' | 'whole'> {
    const directory = join(source, 'killed');
    const path = join(directory, name);
    const content = await readFile(path);
    try {
      await damage(path);
      const { versions } = await recover(join(directory, logOf(files)), directory);
      assertWhole(versions.entries());
      return 'whole';
    } catch (error) {
      assertDamaged(error, directory);
      return 'refused';
    } finally {
      await writeFile(path, content);
    }
  }

  it('is complete without damage', async () => {
    assert.equal(await readDamaged(files[0] ?? '', async () => {}), 'whole');
  });

  it('is refused or contains every acknowledged write', async () => {
    const outcomes = { refused: 0, whole: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(DAMAGE)),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        async (damage, file, part, isEarly) => {
          const name = files[file % files.length] ?? '';
          const outcome = await readDamaged(name, async (path) => {
            const { size } = await stat(path);
            // Segments are mostly zeros: half of the positions hit written data.
            const length = isEarly ? Math.min(size, 8000) : size;
            await damage(path, Math.floor(part * Math.max(0, length - 1)));
          });
          outcomes[outcome] += 1;
        },
      ),
      { numRuns: 200 },
    );
    assert.ok(outcomes.refused > 20, JSON.stringify(outcomes));
  }).timeout(60_000);

  it('is refused for every flipped bit in written data', async () => {
    const log = join(source, 'killed', logOf(files));
    const { id = 0 } = (await readManifest(log, source)).segments.find(({ capacity }) => capacity !== undefined) ?? {};
    const written = Number((await readFile(markPath(log, id))).readBigUInt64BE(0));
    const name = join(logOf(files), basename(segmentPath(log, id)));
    assert.ok(written > 4000);
    // Includes the last batch, which no other follows.
    for (let at = 0; at < written; at += at < written - 200 ? 97 : 7) {
      const outcome = await readDamaged(name, (path) => DAMAGE['a flipped bit'](path, at));
      // Header bytes after the checksum are unused.
      if (at < 24 || at >= HEADER_BYTES) assert.equal(outcome, 'refused', `${name} at ${at} of ${written}`);
    }
  }).timeout(60_000);

  const MISSING: readonly (readonly [what: string, damage: (directory: string) => Promise<void>])[] = [
    ['the log beside a lock', (directory) => removeBut(directory, 'lock.')],
    ['the manifest', (directory) => removeBut(join(directory, logOf(files)), '0')],
    ['all segments', (directory) => removeBut(join(directory, logOf(files)), 'manifest')],
  ];
  for (const [what, damage] of MISSING) {
    it(`is refused without ${what}`, async () => {
      const data = join(source, what);
      const directory = join(data, 'store');
      await cp(join(source, 'killed'), directory, { recursive: true });
      await rm(join(directory, 'lock.3'));
      await writeFile(join(directory, 'lock.3'), '{"released":true}');
      await damage(directory);
      await assert.rejects(openEmbeddedStore({ directory }), (error) => {
        assertDamaged(error, directory);
        return true;
      });
    });
  }
});

function assertDamaged(error: unknown, directory: string): void {
  if (!(error instanceof StoreDamagedError)) throw error;
  const data = join(directory, '..');
  assert.ok(error.message.startsWith(`the store in ${directory} is damaged (`), error.message);
  assert.ok(error.message.endsWith(`: pilothouse restore --from BACKUP --data-dir ${data}`), error.message);
}

function logOf(files: readonly string[]): string {
  return files[0]?.split('/')[0] ?? '';
}

async function removeBut(directory: string, prefix: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix)) await rm(join(directory, name), { recursive: true });
  }
}
