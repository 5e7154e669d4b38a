import assert from 'node:assert/strict';
import type { Segment } from './segment.js';
import { createVersions, type Version } from './versions.js';

describe('store versions', () => {
  it('keep exactly what states from the compacted revision on need', () => {
    const versions = createVersions();
    const segment: Segment = { id: 1, length: 0, written: 0, live: 0 };
    const write = (key: string, value: string | undefined): Version => {
      const revision = versions.revision + 1;
      const entry = value === undefined ? undefined : { key, value: Buffer.from(value), revision };
      const version: Version = { key, revision, entry, expiresAt: 0, previous: undefined, segment: undefined };
      versions.add(version);
      versions.setSegment(version, segment);
      return version;
    };
    write('/a', '1');
    write('/a', '2');
    write('/b', '1');
    const gone = write('/b', undefined);
    write('/a', '3');
    const size = 23 + 2 + 1;
    assert.equal(segment.live, 5 * size - 1);
    versions.forget(gone.revision);
    // Key /a keeps its version at the compaction and its newest one; /b keeps none.
    assert.equal(segment.live, 2 * size);
    assert.equal(versions.head('/b'), undefined);
    versions.forget(versions.revision);
    assert.equal(versions.pastBytes, 0);
    assert.equal(segment.live, size);
  });
});
