import assert from 'node:assert/strict';
import { createCleaning } from './cleaning.js';
import { NO_ERASURE } from './erasure.js';
import { MEMORY_LOG } from './log.js';
import type { Segment } from './segment.js';
import { createState } from './state.js';
import { createVersions, type Version } from './versions.js';

/** A store of three in-memory segments. If it is short of space, every possible segment is cleaned. */
function harness({ isShort = true } = {}) {
  const versions = createVersions();
  const segmentOf = (id: number): Segment => ({ id, length: 0, written: 0, live: 0 });
  const [first, second, end] = [segmentOf(1), segmentOf(2), segmentOf(3)];
  const sealed = [first, second];
  const done: string[] = [];
  const log = {
    ...MEMORY_LOG,
    sealed,
    shortage: () => (isShort ? 'short' : undefined),
    removeFirst: async () => void done.push(`remove ${sealed.shift()?.id}`),
    async postponeFirst() {
      done.push(`postpone ${sealed[0]?.id}`);
      sealed.push(...sealed.splice(0, 1));
    },
  };
  const append = (version: Version, segment: Segment): void => {
    versions.setSegment(version, segment);
    segment.written += 23 + version.key.length + (version.entry?.value.length ?? 0);
  };
  const writer = {
    async move(moved: readonly Version[]) {
      for (const version of moved) {
        done.push(`move ${version.key}`);
        append(version, end);
      }
    },
    seal: async () => undefined,
  };
  return {
    versions,
    first,
    second,
    done,
    write: (key: string, value: string | undefined, segment: Segment): void => {
      const revision = versions.revision + 1;
      const entry = value === undefined ? undefined : { key, value: Buffer.from(value), revision };
      const version: Version = { key, revision, entry, expiresAt: 0, previous: undefined, segment: undefined };
      versions.add(version);
      append(version, segment);
    },
    clean: () =>
      createCleaning(createState({ versions, log, closing: new AbortController().signal }), {
        writer,
        erasure: NO_ERASURE,
        erasureVersion: 0,
        onError: assert.ifError,
      }).run(),
  };
}

describe('segment cleaning', () => {
  it('copies the live records of the first segment and removes it', async () => {
    const { versions, first, second, done, write, clean } = harness();
    for (const key of ['/a', '/b', '/c']) write(key, 'old', first);
    write('/b', 'new', second);
    versions.forget(versions.revision);
    await clean();
    assert.deepEqual(done, ['move /a', 'move /c', 'remove 1']);
  });

  it('moves a segment of live records after the others', async () => {
    const { versions, first, second, done, write, clean } = harness();
    write('/a', 'v', first);
    write('/b', 'old', second);
    write('/b', 'new', second);
    versions.forget(versions.revision);
    await clean();
    assert.deepEqual(done, ['postpone 1', 'move /b', 'remove 2']);
  });

  it('removes a first segment that nothing needs, however small it is, and copies no others for it', async () => {
    const { versions, first, second, done, write, clean } = harness({ isShort: false });
    write('/a', 'old', first);
    for (const value of ['old', 'new']) write('/a', value, second);
    await clean();
    assert.deepEqual(done, []);
    versions.forget(versions.revision);
    await clean();
    assert.deepEqual(done, ['remove 1']);
  });

  it('copies what past states need', async () => {
    const { versions, first, second, done, write, clean } = harness();
    for (const key of ['/a', '/b', '/c']) write(key, 'old', first);
    write('/c', 'new', second);
    versions.forget(versions.revision);
    write('/a', undefined, second);
    await clean();
    assert.deepEqual(done, ['move /a', 'move /b', 'remove 1']);
  });

  it('does not move a segment with past versions to the end as it is', async () => {
    const { versions, first, second, done, write, clean } = harness();
    write('/a', 'v', first);
    write('/b', 'old', second);
    write('/b', 'new', second);
    versions.forget(versions.revision);
    write('/a', undefined, second);
    await clean();
    assert.deepEqual(done, ['move /a', 'remove 1', 'move /a', 'move /b', 'remove 2']);
  });
});
