import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** The server side of a WebSocket (RFC 6455) with binary messages. */
export interface WebSocketPeer {
  readonly send: (message: Buffer) => void;
  readonly close: () => void;
}

const OPCODE = { continuation: 0, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** The header that accepts a key. */
export function acceptKey(key: string): string {
  return createHash('sha1')
    .update(key + MAGIC)
    .digest('base64');
}

export function webSocketPeer(socket: Duplex, onMessage: (message: Buffer) => void): WebSocketPeer {
  let received: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];

  function frame(opcode: number, payload: Buffer): void {
    const head =
      payload.length < 126
        ? Buffer.from([0x80 | opcode, payload.length])
        : Buffer.from([0x80 | opcode, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
    if (payload.length >= 126) head.writeUInt32BE(payload.length, 6);
    socket.write(Buffer.concat([head, payload]));
  }
  function onFrame(first: number, payload: Buffer): void {
    const opcode = first & 0x0f;
    if (opcode === OPCODE.ping) return frame(OPCODE.pong, payload);
    if (opcode === OPCODE.close) return void socket.end();
    if (opcode !== OPCODE.binary && opcode !== OPCODE.continuation) return;
    parts.push(payload);
    if ((first & 0x80) === 0) return;
    const message = Buffer.concat(parts);
    parts = [];
    onMessage(message);
  }
  /** Takes a frame of a client, which is masked, from what is received. */
  function step(): boolean {
    if (received.length < 2) return false;
    const [first = 0, second = 0] = received;
    const short = second & 0x7f;
    const size = short === 126 ? 2 : short === 127 ? 8 : 0;
    const start = 2 + size + 4;
    if (received.length < start) return false;
    const length = size === 0 ? short : received.readUIntBE(size === 2 ? 2 : 4, size === 2 ? 2 : 6);
    if (received.length < start + length) return false;
    const mask = received.subarray(start - 4, start);
    const payload = Buffer.from(received.subarray(start, start + length));
    for (let index = 0; index < payload.length; index += 1)
      payload[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0);
    received = received.subarray(start + length);
    onFrame(first, payload);
    return true;
  }

  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (step());
  });
  return {
    send: (message) => frame(OPCODE.binary, message),
    close() {
      frame(OPCODE.close, Buffer.from([0x03, 0xe8]));
      socket.end();
    },
  };
}
