import type { OnReadOpts } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import { trustIn, type Recipient } from './client.js';

const BUFFER_BYTES = 64 * 1024;
const END_OF_HEAD = '\r\n\r\n';

export interface ReadOptions {
  readonly path: string;
  readonly seconds: number;
}

/**
 * The latencies in milliseconds of one GET, repeated on one connection. All responses are read into the same buffer: the garbage
 * collections of Node's own client are longer than a response takes. Rejects if the server closes the connection.
 */
export function latenciesOfReads(recipient: Recipient, { path, seconds }: ReadOptions): Promise<number[]> {
  const { hostname, port } = new URL(recipient.url);
  const request = `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${recipient.token}\r\n\r\n`;
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  let response = createResponse();
  let began = 0;
  return new Promise((resolve, reject) => {
    const onBytes = (size: number, buffer: Uint8Array): boolean => {
      try {
        if (response.add(buffer.subarray(0, size))) next();
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
      return true;
    };
    // The types of Node lack `onread` of TLS connections.
    const options: ConnectionOptions & { readonly onread: OnReadOpts } = {
      host: hostname,
      port: Number(port),
      ...trustIn(recipient),
      onread: { buffer: Buffer.alloc(BUFFER_BYTES), callback: onBytes },
    };
    const socket = connect(options);
    function next(): void {
      const now = performance.now();
      times.push(now - began);
      if (now >= end) socket.end();
      else send();
    }
    function send(): void {
      response = createResponse();
      began = performance.now();
      socket.write(request);
    }
    socket.once('secureConnect', send);
    socket.once('error', reject);
    socket.once('close', () => {
      if (performance.now() >= end) resolve(times);
      else reject(new Error('the server closed the connection'));
    });
  });
}

/** A response that arrives in parts. */
export interface PartialResponse {
  /** Whether it is complete with this part. Throws unless it is a 200 with a content-length. */
  readonly add: (part: Uint8Array) => boolean;
}

export function createResponse(): PartialResponse {
  let head = '';
  /** The bytes of the body that are missing; undefined before the end of the head. */
  let missing: number | undefined;
  return {
    add(part) {
      if (missing !== undefined) {
        missing -= part.length;
        return missing <= 0;
      }
      head += Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1');
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return false;
      const length = /^HTTP\/1\.1 200 .*\r\ncontent-length: (\d+)\r\n/is.exec(head.slice(0, end + 2))?.[1];
      if (length === undefined) throw new Error(`the response cannot be measured: ${head.slice(0, end)}`);
      missing = Number(length) - (head.length - end - END_OF_HEAD.length);
      return missing <= 0;
    },
  };
}
