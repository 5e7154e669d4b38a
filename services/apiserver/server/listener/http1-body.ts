import type { IncomingMessage } from 'node:http';
import { incomingBody } from '@pilothouse/http2/protocol/body.js';
import { costOfBytes, createLedger } from '@pilothouse/http2/server/ledger.js';

/** Maximum number of buffered bytes of a body. */
const MAX_BUFFERED = 64 * 1024;

/**
 * HTTP/1.1 request body. Chunks are copied into one buffer, since Node keeps an object for each chunk, even of one byte. A flood of
 * tiny chunks ends the connection, by the rules of {@link createLedger}.
 */
export function http1Body(incoming: IncomingMessage): AsyncIterable<Uint8Array> {
  const ledger = createLedger({ maxStreams: 1, now: () => performance.now() });
  const body = incomingBody({
    onTaken() {
      if (body.waiting() < MAX_BUFFERED) incoming.resume();
    },
  });
  incoming.on('data', (chunk: Buffer) => {
    try {
      ledger.charge(costOfBytes(chunk.length));
    } catch (error) {
      incoming.destroy(error instanceof Error ? error : undefined);
      return;
    }
    body.push(chunk);
    if (body.waiting() >= MAX_BUFFERED) incoming.pause();
  });
  incoming.once('end', () => body.end());
  incoming.once('error', (error) => body.fail(() => error));
  // Node emits close also after the end. A body that is complete can still be read.
  incoming.once('close', () => {
    if (!incoming.readableEnded) body.fail(clientGone);
  });
  return body.bytes;
}

function clientGone(): Error {
  return new Error('the client went away');
}
