import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeSegment } from './segment.js';
import { createSpace, type Space } from './space.js';

const KIB = 1024;

describe('preallocated space', () => {
  let directory: string;
  let space: Space;
  let used = 0;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'space-'));
    const options = { log: directory, firstId: 1, quotaBytes: 800 * KIB, onShortage: () => undefined };
    space = createSpace({ ...options, usedBytes: () => used });
  });
  afterEach(async () => {
    await space.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('includes a smaller segment when the quota allows no full one', async () => {
    used = 600 * KIB;
    await space.prepare(1);
    assert.equal(space.readyBytes, 128 * KIB);
    assert.match(space.shortage ?? '', /its quota is 819200$/);
  });

  it('gets a larger segment for a batch that the preallocated one cannot hold', async () => {
    used = 600 * KIB;
    await space.prepare(1);
    used = 100 * KIB;
    const segment = await space.take(200 * KIB);
    assert.equal(segment?.capacity, 400 * KIB);
    assert.equal(space.readyBytes, 128 * KIB);
    if (segment !== undefined) await closeSegment(segment);
  });

  it('gets none if the quota does not allow it', async () => {
    used = 600 * KIB;
    await space.prepare(1);
    assert.equal(await space.take(200 * KIB), undefined);
  });
});
