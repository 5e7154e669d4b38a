import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';
import { isSigningKey, KeyError, newSigningKey, readKeys, type SigningKey, type TokenKeys } from './keys.js';

export interface KeySources {
  /** Holds the private key that signs. */
  readonly signingKeyFile?: string | undefined;
  /** Hold keys that tokens are checked with. */
  readonly keyFiles?: readonly string[] | undefined;
  /** The private key (PEM) of a serving certificate that was given. */
  readonly servingKeyPem?: string | undefined;
  /** Where a self-made key is kept; without it one is made anew and nothing touches the disk. */
  readonly directory?: string | undefined;
}

/** As kubeadm calls it. */
const OWN_KEY = 'sa.key';

/**
 * The keys of tokens. The one that signs is the first private key of `signingKeyFile`, else of `keyFiles`, else the serving
 * certificate's (spec: service account tokens), else a self-made one; whatever it signs is accepted. Rejects with KeyError.
 */
export async function loadTokenKeys({
  signingKeyFile,
  keyFiles = [],
  servingKeyPem,
  directory,
}: KeySources): Promise<TokenKeys> {
  const given = (await Promise.all(keyFiles.map(keysIn))).flat();
  const signing =
    signingKeyFile === undefined
      ? (given.find(isSigningKey) ?? servingKey(servingKeyPem) ?? (await ownKey(directory)))
      : (await keysIn(signingKeyFile)).find(isSigningKey);
  if (signing === undefined) throw new KeyError(`${signingKeyFile} holds no private key`);
  const byId = new Map([signing, ...given].map((key) => [key.id, key]));
  return { signing, verification: [...byId.values()] };
}

async function keysIn(path: string): Promise<ReturnType<typeof readKeys>> {
  return readKeys(await readFile(path, 'utf8'), path);
}

/** Certificates may have keys of other kinds, such as Ed25519, which cannot sign tokens. */
function servingKey(pem: string | undefined): SigningKey | undefined {
  try {
    return pem === undefined ? undefined : readKeys(pem, 'the serving key').find(isSigningKey);
  } catch (error) {
    if (error instanceof KeyError) return undefined;
    throw error;
  }
}

/** A broken one is an error: to replace it would make all tokens invalid, so only its owner may throw it away. */
async function ownKey(directory: string | undefined): Promise<SigningKey> {
  if (directory === undefined) return newSigningKey();
  const path = join(directory, OWN_KEY);
  const pem = await readIfThere(path);
  if (pem !== undefined) {
    const key = readKeys(pem, path).find(isSigningKey);
    if (key === undefined) throw new KeyError(`${path} holds no private key`);
    return key;
  }
  const made = newSigningKey();
  await writeFileAtomically(path, String(made.privateKey.export({ type: 'pkcs8', format: 'pem' })), { mode: 0o600 });
  return made;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
