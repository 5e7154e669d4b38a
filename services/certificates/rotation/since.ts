import { createHash, type KeyObject } from 'node:crypto';

/** Formats the time since which a successor is in all bundles. The public key identifies the successor. */
export function writeSince(now: Date, key: KeyObject): string {
  return `${now.toISOString()} ${idOf(key)}\n`;
}

/** Milliseconds since 1970. Undefined if the text is invalid or names another successor. */
export function readSince(text: string | undefined, key: KeyObject): number | undefined {
  const [time = '', id] = text?.trim().split(' ') ?? [];
  const since = Date.parse(time);
  return id === idOf(key) && !Number.isNaN(since) ? since : undefined;
}

function idOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
