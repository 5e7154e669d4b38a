import { CODE, ConnectionError } from './errors.js';
import { dependencyOf, FLAG, type Frame, unpadded } from './frames.js';

/** Size limit of an encoded block, which may exceed the limit of the decoded list. */
const MAX_BYTES = 96 * 1024;
const MAX_FRAMES = 32;

export interface HeaderBlock {
  readonly stream: number;
  readonly isEnd: boolean;
  /** The stream it depends on. */
  readonly dependsOn: number | undefined;
  /** A view of received bytes: decode it at once. */
  readonly bytes: Buffer;
}

/** Assembles the frames of a header block. */
export interface BlockCollector {
  /** The stream whose block is incomplete; no other frame may arrive meanwhile. */
  readonly pending: () => number | undefined;
  /** Adds a HEADERS or CONTINUATION frame; returns the block when it is complete. */
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
      if (length > MAX_BYTES || parts.length >= MAX_FRAMES) {
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
