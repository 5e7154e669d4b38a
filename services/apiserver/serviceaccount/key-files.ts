import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';
import { isSigningKey, KeyError, newSigningKey, readKeys, type SigningKey, type TokenKeys } from './keys.js';

export interface KeySources {
  /** Contains the private key that signs. */
  readonly signingKeyFile?: string | undefined;
  /** Contain verification keys. */
  readonly keyFiles?: readonly string[] | undefined;
  /** The present private key (PEM) of a configured serving certificate. */
  readonly servingKeyPem?: (() => string | undefined) | undefined;
  /** The directory of a generated key; without it, a key is generated at each start and not stored. */
  readonly directory?: string | undefined;
}

/** The file name of kubeadm. */
const OWN_KEY = 'sa.key';

/**
 * The present keys, which follow their files. The signing key is the first private key of `signingKeyFile`, else of
 * `keyFiles`, else the serving certificate's, else a generated one. It is also a verification key. Rejects with
 * KeyError.
 */
export async function watchTokenKeys(
  sources: KeySources,
  options: Omit<WatchOptions<TokenKeys>, 'read' | 'parse'>,
): Promise<Changing<TokenKeys>> {
  let own: SigningKey | undefined;
  return watchFiles({
    ...options,
    async read() {
      const texts = await readSources(sources);
      own ??= hasSigningKey(texts, sources) ? undefined : await ownKey(sources.directory);
      return JSON.stringify(texts);
    },
    parse: (text) => tokenKeys(JSON.parse(text) as KeyTexts, sources, own),
  });
}

/** The contents of the files. */
interface KeyTexts {
  readonly signing?: string;
  readonly given: readonly string[];
  readonly serving?: string;
}

async function readSources({ signingKeyFile, keyFiles = [], servingKeyPem }: KeySources): Promise<KeyTexts> {
  const [given, signing] = await Promise.all([
    Promise.all(keyFiles.map((path) => readFile(path, 'utf8'))),
    signingKeyFile === undefined ? undefined : readFile(signingKeyFile, 'utf8'),
  ]);
  const serving = servingKeyPem?.();
  return { given, ...(signing !== undefined && { signing }), ...(serving !== undefined && { serving }) };
}

function hasSigningKey({ signing, given, serving }: KeyTexts, sources: KeySources): boolean {
  if (signing !== undefined) return true;
  return givenKeys(given, sources).some(isSigningKey) || servingKey(serving) !== undefined;
}

function tokenKeys({ signing, given, serving }: KeyTexts, sources: KeySources, own: SigningKey | undefined): TokenKeys {
  const { signingKeyFile = '' } = sources;
  const others = givenKeys(given, sources);
  const first =
    signing === undefined
      ? (others.find(isSigningKey) ?? servingKey(serving) ?? own)
      : readKeys(signing, signingKeyFile).find(isSigningKey);
  if (first === undefined) throw new KeyError(`${signingKeyFile} contains no private key`);
  const byId = new Map([first, ...others].map((key) => [key.id, key]));
  return { signing: first, verification: [...byId.values()] };
}

function givenKeys(texts: readonly string[], { keyFiles = [] }: KeySources): ReturnType<typeof readKeys> {
  return texts.flatMap((text, index) => readKeys(text, keyFiles[index] ?? ''));
}

/** Certificates may have other kinds of keys, such as Ed25519, which cannot sign tokens. */
function servingKey(pem: string | undefined): SigningKey | undefined {
  try {
    return pem === undefined ? undefined : readKeys(pem, 'the serving key').find(isSigningKey);
  } catch (error) {
    if (error instanceof KeyError) return undefined;
    throw error;
  }
}

/** An invalid key is an error: replacing it would invalidate all tokens, so only the administrator may delete it. */
async function ownKey(directory: string | undefined): Promise<SigningKey> {
  if (directory === undefined) return newSigningKey();
  const path = join(directory, OWN_KEY);
  const pem = await readIfThere(path);
  if (pem !== undefined) {
    const key = readKeys(pem, path).find(isSigningKey);
    if (key === undefined) throw new KeyError(`${path} contains no private key`);
    return key;
  }
  const made = newSigningKey();
  const text = String(made.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  try {
    await writeFileAtomically(path, text, { mode: 0o600 });
  } catch (error) {
    throw new Error(`cannot write ${path}: ${errorMessage(error)}`, { cause: error });
  }
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
