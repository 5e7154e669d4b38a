import { createPublicKey, type KeyObject } from 'node:crypto';
import { readKey } from '@pilothouse/runtime/certificates/inspect.js';
import { keyPem, newKeys } from '@pilothouse/runtime/certificates/issue.js';
import type { Entries } from '../store/store.js';
import { PlanError, timeText, type Outcome } from './outcome.js';
import { readSince, writeSince } from './since.js';

export interface KeyOptions {
  readonly now: Date;
  readonly propagation: number;
  /** Whether to create a successor if there is none. */
  readonly rotate: boolean;
}

export type KeyStep = { readonly entries: Entries } & Pick<Outcome, 'action' | 'reason'>;

const PUBLIC_KEY = /-----BEGIN (?:RSA |EC )?PUBLIC KEY-----[^-]+-----END (?:RSA |EC )?PUBLIC KEY-----/g;

/**
 * Computes the next rotation step of a token signing key. All public keys of former keys are kept for verification.
 * Throws PlanError if the present key cannot be used; `location` is for its message.
 */
export async function stepKey(stored: Entries, location: string, options: KeyOptions): Promise<KeyStep> {
  const { now, propagation, rotate } = options;
  if (stored['sa.key'] === undefined && stored['sa.pub'] === undefined) {
    const { privateKey, publicKey } = await newKeys();
    return { entries: { 'sa.key': keyPem(privateKey), 'sa.pub': publicPem(publicKey) }, action: 'made' };
  }
  const signing = readKey(stored['sa.key'] ?? '');
  if (signing === undefined) {
    throw new PlanError(
      `${location}: the key cannot be read; restore it, or delete all its entries for a new key, which makes all tokens invalid`,
    );
  }
  const former = publicKeysIn(stored['sa.pub'] ?? '');
  const next = readKey(stored['next.key'] ?? '');
  if (next !== undefined && !isEqual(next, signing)) return stepSuccessor({ stored, signing, next, former }, options);
  if (rotate) {
    const { privateKey, publicKey } = await newKeys();
    const entries = {
      ...keysOf(stored['sa.key'] ?? '', [createPublicKey(signing), publicKey, ...former]),
      'next.key': keyPem(privateKey),
      'next.since': writeSince(now, publicKey),
    };
    const reason = `a new successor signs in a run after ${timeText(now.getTime() + propagation)}`;
    return { entries, action: 'updated', reason };
  }
  const entries = keysOf(stored['sa.key'] ?? '', [createPublicKey(signing), ...former]);
  return entries['sa.pub'] === stored['sa.pub']
    ? { entries, action: 'kept' }
    : { entries, action: 'updated', reason: 'its public key was missing' };
}

interface Successor {
  readonly stored: Entries;
  readonly signing: KeyObject;
  readonly next: KeyObject;
  readonly former: readonly KeyObject[];
}

/** The successor signs once its public key has been published for the propagation time. */
function stepSuccessor({ stored, signing, next, former }: Successor, { now, propagation }: KeyOptions): KeyStep {
  const [nextPublic, currentPublic] = [createPublicKey(next), createPublicKey(signing)];
  const isPublished = former.some((key) => key.equals(nextPublic));
  const since = isPublished ? readSince(stored['next.since'], nextPublic) : undefined;
  const nextPem = stored['next.key'] ?? '';
  if (since !== undefined && now.getTime() >= since + propagation) {
    const entries = keysOf(nextPem, [nextPublic, currentPublic, ...former]);
    return { entries, action: 'renewed', reason: 'the successor signs now' };
  }
  const entries = {
    ...keysOf(stored['sa.key'] ?? '', [currentPublic, nextPublic, ...former]),
    'next.key': nextPem,
    'next.since': since === undefined ? writeSince(now, nextPublic) : (stored['next.since'] ?? ''),
  };
  const from = timeText((since ?? now.getTime()) + propagation);
  return {
    entries,
    action: since === undefined ? 'updated' : 'kept',
    reason: `its successor signs in a run after ${from}`,
  };
}

function keysOf(signing: string, known: readonly KeyObject[]) {
  return { 'sa.key': signing, 'sa.pub': [...new Set(known.map(publicPem))].join('') };
}

/** The readable public keys. Other text is dropped. */
function publicKeysIn(text: string): KeyObject[] {
  return (text.match(PUBLIC_KEY) ?? []).flatMap((pem) => {
    try {
      return [createPublicKey(pem)];
    } catch {
      return [];
    }
  });
}

function isEqual(a: KeyObject, b: KeyObject): boolean {
  return createPublicKey(a).equals(createPublicKey(b));
}

function publicPem(key: KeyObject): string {
  return String(key.export({ type: 'spki', format: 'pem' }));
}
