import type { Channel, Metadata } from '@grpc/grpc-js';
import { ProtobufReader } from '@pilothouse/apimachinery/protobuf/reader.js';
import { tagOf, WIRE } from '@pilothouse/apimachinery/protobuf/wire.js';
import { openStream } from './stream-call.js';
import { cancel, type Call } from './unary-call.js';

/** What a server says of itself. */
export interface FollowedHealth {
  /** Whether the server says that it serves, or cannot say it. False before its first answer and after a lost connection. */
  readonly isServing: () => boolean;
  /** Begins to follow. Connects, and keeps the connection. */
  readonly follow: () => void;
  readonly close: () => void;
}

/** `Watch` of `grpc.health.v1.Health` for the server as a whole: the request is empty. */
const WATCH = {
  path: '/grpc.health.v1.Health/Watch',
  requestSerialize: () => Buffer.alloc(0),
  responseDeserialize: (bytes: Buffer) => ({ status: statusIn(bytes) }),
};
const STATUS = tagOf(1, WIRE.varint);
const SERVING = 1;
/** Milliseconds until a lost watch is repeated. */
const AGAIN = 100;
/** Milliseconds until a server without the health service is asked again. It may have been replaced. */
const UNSUPPORTED = 60_000;

/**
 * Follows the standard health service of a server, as gRPC's client-side health checking (gRFC A17) does: a server without the
 * service counts as one that serves.
 */
export function followHealth(channel: Channel, common: Metadata): FollowedHealth {
  const metadata = common.clone();
  metadata.setOptions({ waitForReady: true });
  const inFlight = new Set<Call>();
  let isServing = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function watch(): void {
    const stream = openStream(
      channel,
      { method: WATCH, metadata, inFlight },
      {
        onMessage: ({ status }) => {
          isServing = status === SERVING;
        },
        onEnd(error) {
          isServing = error?.code === 'UNIMPLEMENTED';
          if (!isClosed) timer = setTimeout(watch, isServing ? UNSUPPORTED : AGAIN).unref();
        },
      },
    );
    stream.send({});
    stream.close();
  }

  return {
    isServing: () => isServing,
    follow: watch,
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const call of inFlight) cancel(call);
    },
  };
}

function statusIn(bytes: Uint8Array): number {
  const reader = new ProtobufReader(bytes);
  let status = 0;
  while (reader.more()) {
    const tag = reader.tag();
    if (tag === STATUS) status = reader.int32();
    else reader.skip(tag);
  }
  return status;
}
