import { createMany, latencies, type Recipient } from './client.js';
import { objectText } from './objects.js';
import type { Measurement } from './row.js';
import { postScript, wrk, type LoadOptions } from './wrk.js';

export interface PostOptions extends LoadOptions {
  /** The body of a create with the given name; a ConfigMap when absent. */
  readonly text?: (name: string) => string;
}

const SLOW_CLIENT =
  'limited by a client in Node on one core; wrk, of Debian’s package of that name, measures the server';

/** GETs per second over TLS on kept-alive connections. */
export async function getsPerSecond(recipient: Recipient, load: LoadOptions): Promise<Measurement> {
  const value = await wrk(recipient, load);
  if (value !== undefined) return { value, unit: '/s' };
  const began = performance.now();
  const times = await latencies(recipient, { ...load, method: 'GET' });
  return { value: (times.length * 1000) / (performance.now() - began), unit: '/s', note: SLOW_CLIENT };
}

/** The latency of a GET to the last byte on one kept-alive connection. */
export async function millisecondsToGet(recipient: Recipient, path: string, accept?: string): Promise<Measurement> {
  const load = { path, connections: 1, seconds: 5, ...(accept !== undefined && { accept }) };
  const { value, note } = await getsPerSecond(recipient, load);
  return { value: 1000 / value, unit: 'ms', ...(note !== undefined && { note }) };
}

/** Creates per second on the given number of connections. */
export async function postsPerSecond(recipient: Recipient, load: PostOptions): Promise<Measurement> {
  const { path, seconds, text = objectText } = load;
  // Names differ between runs, because objects of the previous run may still exist.
  const prefix = `made-${process.pid}-${Math.round(performance.now())}`;
  const value = await wrk(recipient, load, postScript(text(`${prefix}-NUMBER`)));
  if (value !== undefined) return { value, unit: '/s' };
  const began = performance.now();
  let created = 0;
  while (performance.now() - began < seconds * 1000) {
    const bodies = Array.from({ length: 200 }, () => text(`${prefix}-${created++}`));
    await createMany(recipient, { path, bodies });
  }
  return { value: (created * 1000) / (performance.now() - began), unit: '/s', note: SLOW_CLIENT };
}
