/** The server side of SPDY/3.1, as far as kubectl uses it: it opens streams, and both sides send data. */
export interface SpdyPeer {
  /** Takes received bytes. */
  readonly receive: (bytes: Buffer) => void;
  readonly send: (stream: number, bytes: Buffer) => void;
  /** Sends the last bytes of a stream. */
  readonly end: (stream: number, bytes?: Buffer) => void;
}

export interface SpdyHandlers {
  readonly write: (bytes: Buffer) => void;
  readonly onStream: (stream: number) => void;
  readonly onData: (stream: number, bytes: Buffer, isEnd: boolean) => void;
}

const TYPE = { synStream: 1, synReply: 2, ping: 6 } as const;
const FIN = 1;
/** A block without headers: a stored part of the one zlib stream of a connection, and an empty one that flushes it. */
const NO_HEADERS = Buffer.from([0, 4, 0, 0xfb, 0xff, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);
const ZLIB_HEAD = Buffer.from([0x78, 0x01]);

export function spdyPeer({ write, onStream, onData }: SpdyHandlers): SpdyPeer {
  let received: Buffer = Buffer.alloc(0);
  let hasReplied = false;

  function control(type: number, payload: Buffer): void {
    const head = Buffer.alloc(8);
    head.writeUInt16BE(0x8003, 0);
    head.writeUInt16BE(type, 2);
    head.writeUInt32BE(payload.length, 4);
    write(Buffer.concat([head, payload]));
  }
  function data(stream: number, bytes: Buffer, flags: number): void {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(stream, 0);
    head.writeUInt32BE(bytes.length, 4);
    head.writeUInt8(flags, 4);
    write(Buffer.concat([head, bytes]));
  }
  function onFrame(head: Buffer, payload: Buffer): void {
    const first = head.readUInt32BE(0);
    const isEnd = (head.readUInt8(4) & FIN) !== 0;
    if (first < 0x80000000) return onData(first, payload, isEnd);
    const type = first & 0xffff;
    if (type === TYPE.ping) return control(TYPE.ping, payload);
    if (type !== TYPE.synStream) return;
    const id = payload.subarray(0, 4);
    control(TYPE.synReply, Buffer.concat([id, ...(hasReplied ? [] : [ZLIB_HEAD]), NO_HEADERS]));
    hasReplied = true;
    onStream(id.readUInt32BE(0));
    if (isEnd) onData(id.readUInt32BE(0), Buffer.alloc(0), true);
  }

  return {
    receive(bytes) {
      received = Buffer.concat([received, bytes]);
      while (received.length >= 8) {
        const length = received.readUIntBE(5, 3);
        if (received.length < 8 + length) return;
        const [head, payload] = [received.subarray(0, 8), received.subarray(8, 8 + length)];
        received = received.subarray(8 + length);
        onFrame(head, payload);
      }
    },
    send: (stream, bytes) => data(stream, bytes, 0),
    end: (stream, bytes = Buffer.alloc(0)) => data(stream, bytes, FIN),
  };
}
