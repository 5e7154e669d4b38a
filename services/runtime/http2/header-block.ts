import { CODE, ConnectionError } from './errors.js';
import { dependencyOf, FLAG, type Frame, unpadded } from './frames.js';

/** Bytes that a block may have as it is sent, which is more than its list may have. */
const MOST_BYTES = 96 * 1024;
const MOST_FRAMES = 32;

export interface HeaderBlock {
  readonly stream: number;
  readonly isEnd: boolean;
  /** The stream that is to be served before it, which may be none. */
  readonly dependsOn: number | undefined;
  /** A part of what was received: to be read at once. */
  readonly bytes: Buffer;
}

/** Puts the frames of a header block together. */
export interface BlockCollector {
  /** The stream whose block has begun; no other frame may come then. */
  readonly pending: () => number | undefined;
  /** Takes a HEADERS or CONTINUATION frame; returns the block when it is whole. */
  readonly add: (frame: Frame) => HeaderBlock | undefined;
}

export function blockCollector(): BlockCollector {
  let begun: Omit<HeaderBlock, 'bytes'> | undefined;
  let parts: Buffer[] = [];
  let length = 0;
  return {
    pending: () => begun?.stream,
    add(frame) {
      const part = begun === undefined ? unpadded(frame) : frame.payload;
      const { stream, isEnd, dependsOn } = (begun ??= {
        stream: frame.stream,
        isEnd: (frame.flags & FLAG.endStream) !== 0,
        dependsOn: dependencyOf(frame),
      });
      length += part.length;
      if (length > MOST_BYTES || parts.length >= MOST_FRAMES) {
        throw new ConnectionError(CODE.enhanceYourCalm, 'a header block is too large');
      }
      if ((frame.flags & FLAG.endHeaders) === 0) {
        parts.push(Buffer.from(part));
        return undefined;
      }
      const bytes = parts.length === 0 ? part : Buffer.concat([...parts, part], length);
      begun = undefined;
      parts = [];
      length = 0;
      return { stream, isEnd, dependsOn, bytes };
    },
  };
}
