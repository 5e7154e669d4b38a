import type { IncomingMessage } from 'node:http';
import { incomingBody } from '@pilothouse/runtime/http2/body.js';
import { costOfBytes, createLedger } from './http2/ledger.js';

/** Bytes of a body that are kept until a handler reads them. */
const MOST_WAITING = 64 * 1024;

/**
 * The body of a request over HTTP/1.1. Chunks are copied into one buffer as they come: Node would keep an object for each, down to one
 * byte. A client that sends masses of tiny chunks loses its connection, by the rules of {@link createLedger}.
 */
export function http1Body(incoming: IncomingMessage): AsyncIterable<Uint8Array> {
  const ledger = createLedger({ maxStreams: 1, now: () => performance.now() });
  const body = incomingBody({
    onTaken() {
      if (body.waiting() < MOST_WAITING) incoming.resume();
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
    if (body.waiting() >= MOST_WAITING) incoming.pause();
  });
  incoming.once('end', body.end);
  incoming.once('error', (error) => body.fail(() => error));
  // Node closes a request also after its end, which a handler that has not read it yet must not lose.
  incoming.once('close', () => {
    if (!incoming.readableEnded) body.fail(clientGone);
  });
  return body.bytes;
}

function clientGone(): Error {
  return new Error('the client went away');
}
