import { createByteBuffer } from '@pilothouse/apimachinery/bytes/byte-buffer.js';

/** Receives the parts of a response. */
export interface ResponseListener {
  /** The final head; interim responses are skipped. Names are in lower case; repeated values are joined by commas. */
  readonly onHead: (status: number, headers: Readonly<Record<string, string>>) => void;
  /** A view of received bytes: copy it to keep it. */
  readonly onBody: (part: Buffer) => void;
  /** Called once, at the end of the response. */
  readonly onEnd: (end: { readonly isReusable: boolean }) => void;
}

/** Reads one HTTP/1.1 response (RFC 9112). Both methods throw a BadResponseError. */
export interface ResponseReader {
  readonly add: (bytes: Buffer) => void;
  /** The server has closed the connection. Throws if the response is incomplete. */
  readonly close: () => void;
}

/** The bytes are not a response. */
export class BadResponseError extends Error {
  override readonly name = 'BadResponseError';
}

/** Limits in bytes of the head, and of a line between chunks. */
const MAX_HEAD = 64 * 1024;
const MAX_LINE = 1024;

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const HEADER = /^([!#$%&'*+\-.^\w`|~]+):([\t\x20-\x7e\x80-\xff]*)$/;
const CHUNK = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i;

type State =
  | { readonly type: 'head' }
  | { readonly type: 'size' | 'after chunk' | 'trailers' }
  | { readonly type: 'bytes'; left: number; readonly isChunk: boolean }
  | { readonly type: 'until close' }
  | { readonly type: 'over' };

export function createResponseReader({ onHead, onBody, onEnd }: ResponseListener): ResponseReader {
  let state: State = { type: 'head' };
  let line = createByteBuffer();
  let isKept = false;

  function end(isReusable: boolean): void {
    state = { type: 'over' };
    onEnd({ isReusable });
  }

  /** Collects bytes up to the text. Returns those before it, and how many were used; undefined if it has not arrived. */
  function collect(
    bytes: Buffer,
    until: string,
    most: number,
  ): { readonly text: string; readonly used: number } | undefined {
    // The text may begin in the bytes before.
    const before = line.length;
    line.append(bytes.subarray(0, most + until.length));
    const all = line.view();
    const at = all.indexOf(until, Math.max(0, before - until.length + 1), 'latin1');
    if (at < 0 ? line.length > most : at > most)
      throw new BadResponseError('malformed HTTP response: a line is too long');
    if (at < 0) return undefined;
    const text = all.toString('latin1', 0, at);
    line = createByteBuffer();
    return { text, used: at + until.length - before };
  }

  function begin(text: string): void {
    const [first = '', ...rest] = text.split('\r\n');
    const status = STATUS_LINE.exec(first);
    if (status === null) throw new BadResponseError(`malformed HTTP response ${JSON.stringify(first.slice(0, 100))}`);
    const headers = headersIn(rest);
    const code = Number(status[2]);
    if (code === 101) throw new BadResponseError('malformed HTTP response: protocols cannot be switched');
    if (code < 200) return;
    const connection = (headers['connection'] ?? '').toLowerCase();
    isKept = status[1] === '1' ? !/\bclose\b/.test(connection) : /\bkeep-alive\b/.test(connection);
    state = bodyOf(code, headers);
    onHead(code, headers);
    if (state.type === 'bytes' && state.left === 0) end(isKept);
  }

  /** The number of bytes used. */
  function step(bytes: Buffer): number {
    switch (state.type) {
      case 'head': {
        const head = collect(bytes, '\r\n\r\n', MAX_HEAD);
        if (head === undefined) return bytes.length;
        begin(head.text);
        return head.used;
      }
      case 'bytes': {
        const part = bytes.subarray(0, state.left);
        state.left -= part.length;
        if (part.length > 0) onBody(part);
        if (state.left > 0) return part.length;
        if (state.isChunk) state = { type: 'after chunk' };
        else end(isKept);
        return part.length;
      }
      case 'until close':
        onBody(bytes);
        return bytes.length;
      case 'over':
        throw new BadResponseError('malformed HTTP response: bytes follow it');
      case 'size':
      case 'after chunk':
      case 'trailers': {
        const found = collect(bytes, '\r\n', MAX_LINE);
        if (found === undefined) return bytes.length;
        onLine(state.type, found.text);
        return found.used;
      }
    }
  }

  function onLine(type: 'size' | 'after chunk' | 'trailers', text: string): void {
    if (type === 'trailers') {
      if (text === '') end(isKept);
      return;
    }
    if (type === 'after chunk') {
      if (text !== '') throw new BadResponseError('malformed chunked encoding');
      state = { type: 'size' };
      return;
    }
    const size = CHUNK.exec(text)?.[1];
    if (size === undefined) throw new BadResponseError('invalid byte in chunk length');
    const left = Number.parseInt(size, 16);
    state = left === 0 ? { type: 'trailers' } : { type: 'bytes', left, isChunk: true };
  }

  return {
    add(bytes) {
      for (let at = 0; at < bytes.length;) at += step(bytes.subarray(at));
    },
    close() {
      if (state.type === 'until close') end(false);
      else if (state.type !== 'over') throw new BadResponseError('unexpected EOF');
    },
  };
}

function headersIn(lines: readonly string[]): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (const text of lines) {
    const [, name, value = ''] = HEADER.exec(text) ?? [];
    if (name === undefined) throw new BadResponseError(`malformed MIME header line: ${text.slice(0, 100)}`);
    const key = name.toLowerCase();
    const before = headers[key];
    headers[key] = before === undefined ? value.trim() : `${before}, ${value.trim()}`;
  }
  return headers;
}

function bodyOf(status: number, headers: Readonly<Record<string, string>>): State {
  const encoding = headers['transfer-encoding'];
  const length = headers['content-length'];
  if (status === 204 || status === 304) return { type: 'bytes', left: 0, isChunk: false };
  if (encoding !== undefined) {
    if (encoding.toLowerCase() !== 'chunked')
      throw new BadResponseError(`unsupported transfer encoding: ${JSON.stringify(encoding)}`);
    if (length !== undefined) throw new BadResponseError('malformed HTTP response: it has two lengths');
    return { type: 'size' };
  }
  if (length === undefined) return { type: 'until close' };
  if (!/^\d{1,15}$/.test(length)) throw new BadResponseError(`bad Content-Length ${JSON.stringify(length)}`);
  return { type: 'bytes', left: Number(length), isChunk: false };
}
