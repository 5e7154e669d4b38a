import { Agent, request } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import type { Target } from './target.js';

export const JSON_TYPE = 'application/json';
/** Number of connections for creating objects. */
const CREATORS = 16;

/** The connection data of a server. */
export type Recipient = Pick<Target, 'url' | 'caPem' | 'isInsecure' | 'token'>;

export interface CallOptions {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly agent?: Agent;
  readonly accept?: string;
  /** The context of a trace. */
  readonly traceparent?: string | undefined;
}

/** The TLS options to trust the server. */
export function trustIn({ caPem, isInsecure = false }: Recipient): SecureContextOptions & {
  readonly rejectUnauthorized: boolean;
} {
  return { ...(caPem !== undefined && { ca: caPem }), rejectUnauthorized: !isInsecure };
}

/** Sends one request, which must succeed, and discards the response. */
export async function call(recipient: Recipient, options: CallOptions): Promise<void> {
  const status = await exchange(recipient, options, () => undefined);
  if (status >= 300) throw new Error(`${options.method} ${options.path} was answered with ${status}`);
}

/** The body of a GET. */
export async function textOf(recipient: Recipient, path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  const status = await exchange(recipient, { method: 'GET', path, accept: '*/*' }, (chunk) => chunks.push(chunk));
  if (status >= 300) throw new Error(`GET ${path} was answered with ${status}`);
  return Buffer.concat(chunks).toString('utf8');
}

/** The status of a GET. */
export function statusOf(recipient: Recipient, path: string): Promise<number> {
  return exchange(recipient, { method: 'GET', path }, () => undefined);
}

/** The status of a request with a body. */
export function statusOfPost(recipient: Recipient, options: CallOptions): Promise<number> {
  return exchange(recipient, options, () => undefined);
}

/** The latency of a request to the last byte, in milliseconds; it must succeed. */
export async function millisecondsOf(recipient: Recipient, options: CallOptions): Promise<number> {
  const began = performance.now();
  await call(recipient, options);
  return performance.now() - began;
}

function exchange(
  recipient: Recipient,
  { method, path, body, agent, accept = JSON_TYPE, traceparent }: CallOptions,
  onChunk: (chunk: Uint8Array) => void,
): Promise<number> {
  const headers = {
    authorization: `Bearer ${recipient.token}`,
    'content-type': JSON_TYPE,
    accept,
    ...(traceparent !== undefined && { traceparent }),
  };
  const sent = { method, headers, ...trustIn(recipient), ...(agent && { agent }) };
  return new Promise((resolve, reject) => {
    request(`${recipient.url}${path}`, sent, (response) => {
      response.on('error', reject).on('data', onChunk);
      response.on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}

export interface CreateOptions {
  readonly path: string;
  readonly bodies: Iterable<string>;
}

/** Creates objects concurrently. */
export async function createMany(recipient: Recipient, { path, bodies }: CreateOptions): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CREATORS });
  const left = bodies[Symbol.iterator]();
  const create = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      await call(recipient, { method: 'POST', path, body: next.value, agent });
    }
  };
  try {
    await Promise.all(Array.from({ length: CREATORS }, create));
  } finally {
    agent.destroy();
  }
}

export interface RepeatOptions extends Omit<CallOptions, 'agent' | 'body' | 'traceparent'> {
  /** The request to send each time. */
  readonly body?: (index: number) => string;
  readonly traceparent?: (index: number) => string | undefined;
  readonly connections: number;
  readonly seconds: number;
  /** Milliseconds between the starts of two requests on one connection; none when absent. */
  readonly every?: number;
}

/** The latencies in milliseconds of sequential requests on each of the connections. */
export async function latencies(recipient: Recipient, options: RepeatOptions): Promise<number[]> {
  const { body, traceparent, connections, seconds, every = 0, ...rest } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      const index = sent++;
      await call(recipient, { ...rest, agent, ...(body && { body: body(index) }), traceparent: traceparent?.(index) });
      times.push(performance.now() - began);
      const pause = every - (performance.now() - began);
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, connection));
  } finally {
    agent.destroy();
  }
  return times;
}
