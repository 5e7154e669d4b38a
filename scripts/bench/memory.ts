import { setTimeout as sleep } from 'node:timers/promises';
import type { Recipient } from './client.js';
import { processMetric } from './process-metric.js';

/** Milliseconds until a server has come to rest: both Node.js and Go then return memory to the system. */
export const SETTLE_MS = 15_000;

/** The memory of a server's process in megabytes, once it is idle. */
export async function residentMegabytes(recipient: Recipient): Promise<number> {
  await sleep(SETTLE_MS);
  return (await processMetric(recipient, 'process_resident_memory_bytes')) / 2 ** 20;
}
