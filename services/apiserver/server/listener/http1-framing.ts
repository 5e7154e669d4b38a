const CR = 0x0d;
const LF = 0x0a;

/** Frames a chunk for the chunked transfer coding (RFC 9112, section 7.1). The result must not be modified. */
export type Framing = (chunk: Uint8Array) => Buffer;

/** Framing for all connections of a listener. Watches write the same event to one connection after the other, so it is framed once. */
export function createFraming(): Framing {
  let last: { readonly chunk: Uint8Array; readonly bytes: Buffer } | undefined;
  return (chunk) => {
    if (last?.chunk !== chunk) last = { chunk, bytes: framed(chunk) };
    return last.bytes;
  };
}

function framed(chunk: Uint8Array): Buffer {
  const size = chunk.byteLength.toString(16);
  const bytes = Buffer.allocUnsafe(size.length + chunk.byteLength + 4);
  const at = bytes.write(size, 0, 'latin1');
  bytes[at] = CR;
  bytes[at + 1] = LF;
  bytes.set(chunk, at + 2);
  bytes[bytes.length - 2] = CR;
  bytes[bytes.length - 1] = LF;
  return bytes;
}
