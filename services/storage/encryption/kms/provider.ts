import { randomUUID } from 'node:crypto';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { aesGcm, type Cipher } from '../ciphers.js';
import type { FillRandom } from '../random.js';
import { asError, type Clear, type Provider } from '../transformer.js';
import {
  DATA_TAG,
  decodeEncryptedObject,
  encodedSource,
  SOURCE_TYPES,
  type EncryptedObject,
  type EncryptedSource,
} from './encrypted-object.js';
import { hashOf, timeText, type KmsPlugin, type WriteState } from './plugin.js';
import { SEED_OVERHEAD, seedCipher } from './seed.js';
import type { KmsService } from './service.js';
import { KmsUnavailableError } from './unavailable.js';

export interface KmsProviderOptions {
  readonly name: string;
  readonly service: Pick<KmsService, 'decrypt'>;
  readonly plugin: Pick<KmsPlugin, 'state' | 'problem'>;
  readonly fillRandom: FillRandom;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onKeyUsed: (type: 'from_storage' | 'to_storage', keyId: string) => void;
  /** A value needs a call of the plugin, since its seed is not known. */
  readonly onMiss: () => void;
  /** Called with the number of known seeds when it changes. */
  readonly onSize: (size: number) => void;
}

/** Limit of known seeds. A start of a server adds one, and so does a change of the plugin's key. */
const MAX_SEEDS = 1000;
/** Milliseconds for which a failed decryption is not repeated, so that a list does not wait for each value. */
const FAILED_FOR = 1_000;

/** Seeds by their encrypted form, the least recently used first. */
type Seeds = Map<string, Cipher>;

/** The provider of a KMS plugin, version 2: the message EncryptedObject with values encrypted by keys of a seed. */
export function kmsProvider(options: KmsProviderOptions): Provider {
  const { name, service, plugin, fillRandom, now, onKeyUsed, onMiss, onSize } = options;
  const prefix = Buffer.from(`k8s:enc:kms:v2:${name}:`);
  const seeds: Seeds = new Map();
  const asked = new Map<string, Promise<Cipher>>();
  const failed = new Map<string, Failure>();
  let outage: Failure | undefined;
  /** The present source, as it is stored after each value. */
  let present: { readonly encrypted: EncryptedSource; readonly tail: Uint8Array } | undefined;

  function currentState(): WriteState & { readonly tail: Uint8Array } {
    const state = plugin.state();
    if (state === undefined) throw new Error(noKeyText(name, plugin.problem()));
    const { encrypted, cipher } = state;
    if (present?.encrypted !== encrypted) {
      present = { encrypted, tail: encodedSource(encrypted) };
      remember(sourceKey(encrypted), cipher);
    }
    return { ...state, tail: present.tail };
  }

  function remember(key: string, cipher: Cipher): void {
    seeds.delete(key);
    seeds.set(key, cipher);
    if (seeds.size > MAX_SEEDS) for (const oldest of seeds.keys()) if (seeds.delete(oldest)) break;
    onSize(seeds.size);
  }

  /** The cipher of a seed that is not known. Concurrent reads share one call. */
  function decrypted(key: string, object: EncryptedObject): Promise<Cipher> {
    const failure = recent(outage) ?? recent(failed.get(key));
    if (failure !== undefined) return Promise.reject(failure.error);
    let cipher = asked.get(key);
    if (cipher === undefined) {
      onMiss();
      cipher = ask(key, object).finally(() => asked.delete(key));
      asked.set(key, cipher);
    }
    return cipher;
  }

  /** Opens a value by the answer of the plugin. An answer that does not open it is not asked for again at once. */
  async function openAnswered(key: string, object: EncryptedObject, open: (cipher: Cipher) => Clear): Promise<Clear> {
    const cipher = await decrypted(key, object);
    try {
      return open(cipher);
    } catch (error) {
      note(key, { error: asError(error), until: now() + FAILED_FOR });
      throw error;
    }
  }

  async function ask(key: string, object: EncryptedObject): Promise<Cipher> {
    try {
      const secret = await service.decrypt(object, randomUUID());
      const cipher = object.type === SOURCE_TYPES.seed ? seedCipher(secret, fillRandom) : keyCipher(secret);
      remember(key, cipher);
      failed.delete(key);
      return cipher;
    } catch (cause) {
      const error = new Error(`failed to decrypt DEK, error: ${errorMessage(cause)}`, { cause });
      const failure = { error, until: now() + FAILED_FOR };
      if (cause instanceof KmsUnavailableError) outage = failure;
      else note(key, failure);
      throw error;
    }
  }

  function note(key: string, failure: Failure): void {
    failed.delete(key);
    failed.set(key, failure);
    if (failed.size > MAX_SEEDS) for (const oldest of failed.keys()) if (failed.delete(oldest)) break;
  }

  const recent = (failure: Failure | undefined): Failure | undefined =>
    failure !== undefined && now() < failure.until ? failure : undefined;

  function keyCipher(secret: Uint8Array): Cipher {
    if (![16, 24, 32].includes(secret.length)) throw new Error(`crypto/aes: invalid key size ${secret.length}`);
    return aesGcm(secret, fillRandom);
  }

  const isOf = ({ encrypted }: WriteState, { keyId, type }: EncryptedObject): boolean =>
    keyId === encrypted.keyId && type === encrypted.type;

  return {
    prefix,
    read(bytes, key) {
      const object = decodeEncryptedObject(bytes);
      const state = currentState();
      const known = sourceKey(object);
      const open = (cipher: Cipher): Clear => {
        onKeyUsed('from_storage', object.keyId);
        return { value: cipher.open(object.data, key), isStale: !isOf(state, object) };
      };
      const cipher = seeds.get(known);
      if (cipher === undefined) return openAnswered(known, object, open);
      if (seeds.size > 1) {
        seeds.delete(known);
        seeds.set(known, cipher);
      }
      try {
        return open(cipher);
      } catch (error) {
        // The plugin may have answered wrongly, so it is asked again. The cipher stays: it may be the value that is broken.
        if (cipher === state.cipher) throw error;
        return openAnswered(known, object, open);
      }
    },
    write(value, key) {
      const { encrypted, cipher, expires, tail } = currentState();
      if (now() > expires) {
        const hash = JSON.stringify(hashOf(encrypted.keyId));
        const times = `expired at ${timeText(expires)} (current time is ${timeText(now())})`;
        throw new Error(`encryptedDEKSource with keyID hash ${hash} ${times}`);
      }
      onKeyUsed('to_storage', encrypted.keyId);
      return cipher.seal(dataHead(prefix, value.length + SEED_OVERHEAD), value, key, tail);
    },
    isCurrent(bytes) {
      const state = plugin.state();
      return state === undefined ? undefined : isOf(state, decodeEncryptedObject(bytes));
    },
  };
}

/** Bytes of a length below 2^32. */
const MAX_VARINT = 5;

interface Failure {
  readonly error: Error;
  readonly until: number;
}

/** The prefix, and the tag and length of the encrypted data. */
function dataHead(prefix: Uint8Array, length: number): Uint8Array {
  const head = Buffer.allocUnsafe(prefix.length + 1 + MAX_VARINT);
  head.set(prefix);
  let at = prefix.length;
  head[at++] = DATA_TAG;
  let rest = length;
  for (; rest > 127; rest >>>= 7) head[at++] = (rest & 127) | 128;
  head[at++] = rest;
  return head.subarray(0, at);
}

function noKeyText(name: string, problem: unknown): string {
  return `the KMS plugin ${JSON.stringify(name)} has given no usable key yet: ${errorMessage(problem)}`;
}

/** Identifies a seed: everything that the plugin needs to decrypt it. */
function sourceKey({ type, keyId, source, annotations }: Omit<EncryptedObject, 'data'>): string {
  const names = Object.keys(annotations);
  const parts = [String(type), keyId, latin1(source)];
  if (names.length > 0)
    for (const name of names.sort()) parts.push(name, latin1(annotations[name] ?? new Uint8Array()));
  return parts.map((part) => `${part.length}:${part}`).join('');
}

function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
