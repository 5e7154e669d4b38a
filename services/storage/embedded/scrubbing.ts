import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { codeOf } from './files.js';
import { manifestPath } from './manifest.js';
import { batchEnd } from './record.js';
import { HEADER_BYTES, readHeader, segmentPath, type Segment } from './segment.js';
import type { State } from './state.js';

/** A sealed segment differs from its checksums. Its entries are in memory, and are written again. */
export class SegmentDamagedError extends Error {
  override readonly name = 'SegmentDamagedError';
  constructor(path: string, what: string) {
    super(`${path} ${what}; its entries are intact in memory and are written to another segment. Check the disk`);
  }
}

/** The manifest differs from what was written, or is missing. It is written again. */
export class ManifestDamagedError extends Error {
  override readonly name = 'ManifestDamagedError';
  constructor(path: string, what: string) {
    super(`${path} ${what}; its content is intact in memory and is written again. Check the disk`);
  }
}

export interface Scrubbing {
  /** Verifies the manifest and the next sealed segment, unless a run is in progress. Never rejects. */
  readonly run: () => Promise<void>;
  /** Number of times that a segment or the manifest was found damaged. */
  readonly damaged: () => number;
}

export interface ScrubbingOptions {
  /** The directory of the log; undefined in a store without files. */
  readonly path: string | undefined;
  /** Called with a SegmentDamagedError or a ManifestDamagedError, and with failures. */
  readonly onError: (error: unknown) => void;
}

/** Bytes verified in one turn. */
const SLICE_BYTES = 1024 * 1024;

/**
 * Scrubber: reads the manifest and the sealed segments again, one segment after the other, and verifies them, so that
 * damage is found before the next start, which would have to refuse it. The log writes a damaged manifest again. The
 * cleaner writes the entries of a damaged segment, which are in memory, to the end of the log.
 *
 * Data may come from the operating system's cache instead of the disk.
 */
export function createScrubbing(
  { log, closing }: Pick<State, 'log' | 'closing'>,
  options: ScrubbingOptions,
): Scrubbing {
  const { path, onError } = options;
  /** Verified in this round. */
  let verified = new WeakSet<Segment>();
  let damaged = 0;
  let running: Promise<void> | undefined;

  function next(): Segment | undefined {
    const waiting = log.sealed.filter(({ isDamaged = false }) => !isDamaged);
    const found = waiting.find((segment) => !verified.has(segment));
    if (found === undefined) verified = new WeakSet();
    return found ?? waiting[0];
  }

  async function scrub(): Promise<void> {
    if (path === undefined || closing.aborted) return;
    // A segment is verified even if the disk fails under the manifest.
    await scrubManifest(path).catch(onError);
    await scrubSegment(path);
  }

  async function scrubManifest(directory: string): Promise<void> {
    const what = await log.verifyManifest();
    if (what === undefined) return;
    damaged += 1;
    onError(new ManifestDamagedError(manifestPath(directory), what));
  }

  async function scrubSegment(directory: string): Promise<void> {
    const segment = next();
    if (segment === undefined || closing.aborted) return;
    verified.add(segment);
    const file = segmentPath(directory, segment.id);
    const what = await damageOf(file, segment);
    // The cleaner may have removed it meanwhile.
    if (what === undefined || !log.sealed.includes(segment)) return;
    segment.isDamaged = true;
    damaged += 1;
    onError(new SegmentDamagedError(file, what));
  }

  return {
    damaged: () => damaged,
    run() {
      running ??= scrub()
        .catch(onError)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}

/** What is wrong with a sealed segment; undefined if nothing is. */
async function damageOf(file: string, { id, length }: Segment): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'is missing' : `cannot be read (${errorMessage(error)})`;
  }
  if (bytes.length < length) return `has ${bytes.length} bytes, expected at least ${length}`;
  const salt = readHeader(bytes, id);
  if (salt === undefined) return 'has no valid header';
  const written = bytes.subarray(0, length);
  let pause = SLICE_BYTES;
  for (let position = HEADER_BYTES; position < length;) {
    const end = batchEnd(written, position, salt);
    if (end === undefined) return `has a wrong checksum at byte ${position} of ${length}`;
    position = end;
    if (position < pause) continue;
    pause = position + SLICE_BYTES;
    await nextTurn();
  }
  return undefined;
}
