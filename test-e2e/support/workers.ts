import { askOnce } from './ask.js';
import type { Server } from './server.js';

/** How many workers of the server are ready. It serves as soon as one is. */
export async function readyWorkers({ connection }: Pick<Server, 'connection'>): Promise<number> {
  const { text } = await askOnce(connection, 'GET', '/metrics');
  return Number(/^pilothouse_workers (\d+)$/m.exec(text)?.[1]);
}
