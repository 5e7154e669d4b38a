import { textOf, type Recipient } from './client.js';

/** A number that a server reports of its own process, such as `process_cpu_seconds_total`. */
export async function processMetric(recipient: Recipient, name: string): Promise<number> {
  const text = await textOf(recipient, '/metrics');
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`the server reports no ${name}`);
  return Number(value);
}
