import { createHash, type KeyObject } from 'node:crypto';

/** Says since when a successor (by its public key) has been known everywhere. */
export function writeSince(now: Date, key: KeyObject): string {
  return `${now.toISOString()} ${idOf(key)}\n`;
}

/** Undefined where the text does not say it, or says it of another successor. In milliseconds since 1970. */
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
