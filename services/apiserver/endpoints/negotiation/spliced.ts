import type { Entry } from '@pilothouse/storage/store.js';
import { VERSION_FIELD } from '@pilothouse/kinds/definition/stored-form.js';
import { createChunk, type Chunk } from './chunks.js';
import type { EncodeItems } from './list-cache.js';

/** Digits of the greatest revision. */
const REVISION_ROOM = 16;

/** Text around stored objects, all ASCII. */
export interface Frame {
  /** Precedes the resourceVersion of the first object of all, in place of the first `skipped` stored bytes. */
  readonly first: string;
  /** The same for each later object. */
  readonly later: string;
  readonly after: string;
  readonly skipped: number;
}

/** What precedes an object. */
interface Start {
  readonly plain: Uint8Array;
  /** With the beginning of the resourceVersion. */
  readonly versioned: Uint8Array;
}

/** As bytes, since writing a long string takes as long as copying an object. In one piece, since each copy is a native call. */
function startOf(head: string): Start {
  return { plain: Buffer.from(head), versioned: Buffer.from(head + VERSION_FIELD.before) };
}

function splice(chunk: Chunk, { plain, versioned }: Start, revision: number): void {
  if (revision > 0) {
    chunk.bytes(versioned);
    chunk.text(revision + VERSION_FIELD.after);
  } else {
    chunk.bytes(plain);
  }
}

/** Encodes stored objects in JSON, copied from their stored bytes. */
export function spliceItems({ first, later, after, skipped }: Frame): EncodeItems {
  const [firstStart, laterStart, nextStart] = [startOf(first), startOf(later), startOf(after + later)];
  const room = nextStart.versioned.byteLength + REVISION_ROOM + VERSION_FIELD.after.length;
  return (items, values, isFirst) => {
    const size = values.reduce((sum, { byteLength }) => sum + Math.max(0, byteLength - skipped) + room, after.length);
    const chunk = createChunk(size);
    let start = isFirst ? firstStart : laterStart;
    for (let index = 0; index < items.length; index++) {
      splice(chunk, start, (items[index] as Entry).revision);
      chunk.bytes(values[index] as Uint8Array, skipped);
      start = nextStart;
    }
    chunk.text(after);
    return chunk.take();
  };
}
