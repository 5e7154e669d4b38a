import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Cipher } from '../ciphers.js';
import type { FillRandom } from '../random.js';
import { aggregate } from '../transformer.js';
import { keyIdProblem, SOURCE_TYPES, validateSource, type EncryptedSource } from './encrypted-object.js';
import { SEED_BYTES, seedCipher } from './seed.js';
import type { KmsService, StatusAnswer } from './service.js';

/** The seed that encrypts values now. */
export interface WriteState {
  readonly cipher: Cipher;
  readonly encrypted: EncryptedSource;
  /** Milliseconds since 1970, after which nothing is written: the plugin has not confirmed the key for too long. */
  readonly expires: number;
}

export interface KmsPluginOptions {
  readonly name: string;
  readonly service: KmsService;
  readonly fillRandom: FillRandom;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with the key id of each valid status. */
  readonly onKeyId: (keyId: string) => void;
  readonly onInvalidKeyId: (code: string) => void;
  /** Called with the seconds in which a new seed was drawn. */
  readonly onGenerated: (seconds: number) => void;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
  /** Called with each failure of a periodic check. */
  readonly onError: (error: unknown) => void;
  /** Ends the checks. */
  readonly signal: AbortSignal;
}

/** Follows the state of a KMS plugin, and rotates the seed when the plugin's key changes. */
export interface KmsPlugin {
  /** Undefined until the plugin has answered once. */
  readonly state: () => WriteState | undefined;
  /** Why the last check failed; undefined if it has succeeded. */
  readonly problem: () => unknown;
  /** Rejects with the reason if the plugin does not work. Answers are remembered: 20 seconds, failures for 3. */
  readonly check: () => Promise<void>;
}

/** Milliseconds, as in Kubernetes. */
const REMEMBERED = { healthy: 20_000, failing: 3_000 };
const INTERVAL = { healthy: 60_000, failing: 10_000 };
const WRITES_WITHOUT_STATUS = 180_000;
const VERSIONS = ['v2', 'v2beta1'];

/** Starts with one check, so that a working plugin is ready. A failure is not fatal: the plugin may start later. */
export async function followKmsPlugin(options: KmsPluginOptions): Promise<KmsPlugin> {
  const { name, service, fillRandom, now, clock, onKeyId, onInvalidKeyId, onGenerated, onError, signal } = options;
  let state: WriteState | undefined;
  let version: string | undefined;
  let last: { readonly until: number; readonly error?: unknown } | undefined;
  let inFlight: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      const status = await service.status().catch((error: unknown) => {
        const what = 'failed to perform status section of the healthz check for KMS Provider';
        throw new Error(`${what} ${name}, error: ${errorMessage(error)}`, { cause: error });
      });
      await accept(status);
      last = { until: now() + REMEMBERED.healthy };
    } catch (error) {
      last = { until: now() + REMEMBERED.failing, error };
      throw error;
    }
  }

  async function accept({ healthz, version: answered, keyId }: StatusAnswer): Promise<void> {
    const problems: unknown[] = [];
    const note = (text: string): void => void problems.push(new Error(text));
    if (healthz !== 'ok') note(`got unexpected healthz status: ${healthz}`);
    if (!VERSIONS.includes(answered)) note(`expected KMSv2 API version v2, got ${answered}`);
    else {
      version ??= answered;
      if (version !== answered) {
        note(
          `KMSv2 API version should not change after the initial status response version ${version}, got ${answered}`,
        );
      }
    }
    const problem = keyIdProblem(keyId);
    if (problem !== undefined) {
      onInvalidKeyId(problem.code);
      note(`got invalid KMSv2 KeyID hash ${JSON.stringify(hashOf(keyId))}: ${problem.text}`);
    } else {
      onKeyId(keyId);
      await rotate(keyId).catch((error: unknown) => problems.push(error));
    }
    if (problems.length === 0) return;
    throw new Error(`kmsv2 Provider ${name} is not healthy, error: ${aggregate(problems).message}`);
  }

  /** Extends the use of the present seed if the key is the same. Otherwise makes a new one; on failure the present one stays. */
  async function rotate(keyId: string): Promise<void> {
    // From before the call, since this is the most that passes without a status.
    const expires = now() + WRITES_WITHOUT_STATUS;
    if (state?.encrypted.keyId === keyId) {
      state = { ...state, expires };
      return;
    }
    const uid = randomUUID();
    const made = await newState(uid, expires).catch((error: unknown) => ({ error }));
    const encryptedId = 'error' in made ? '' : made.encrypted.keyId;
    if (!('error' in made) && encryptedId === keyId) {
      state = made;
      return;
    }
    const present = state === undefined ? 'got unexpected nil transformer' : '<nil>';
    const failure = 'error' in made ? errorMessage(made.error) : '<nil>';
    const text = state === undefined ? '0001-01-01T00:00:00Z' : timeText(state.expires);
    const hashes = `statusKeyIDHash="${hashOf(keyId)}", encryptKeyIDHash="${hashOf(encryptedId)}", stateKeyIDHash="${hashOf(state?.encrypted.keyId ?? '')}"`;
    throw new Error(
      `failed to rotate DEK uid="${uid}", useSeed=true, errState=${present}, errGen=${failure}, ${hashes}, expirationTimestamp=${text}`,
    );
  }

  async function newState(uid: string, expires: number): Promise<WriteState> {
    const begun = clock();
    const seed = randomBytes(SEED_BYTES);
    onGenerated((clock() - begun) / 1000);
    const answer = await service.encrypt(seed, uid).catch((error: unknown) => {
      throw new Error(`failed to encrypt DEK, error: ${errorMessage(error)}`, { cause: error });
    });
    const encrypted: EncryptedSource = { ...answer, type: SOURCE_TYPES.seed };
    validateSource(encrypted);
    return { cipher: seedCipher(seed, fillRandom), encrypted, expires };
  }

  async function check(): Promise<void> {
    if (inFlight === undefined && last !== undefined && now() < last.until) {
      if ('error' in last) throw last.error;
      return;
    }
    inFlight ??= ask().finally(() => (inFlight = undefined));
    await inFlight;
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  async function poll(): Promise<void> {
    const interval = await check().then(
      () => INTERVAL.healthy,
      (error: unknown) => {
        if (!signal.aborted) onError(error);
        return INTERVAL.failing;
      },
    );
    if (!signal.aborted) timer = setTimeout(() => void poll(), interval).unref();
  }

  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      service.close();
    },
    { once: true },
  );
  await poll();
  return { state: () => state, problem: () => last?.error, check };
}

/** Key ids may tell too much for logs and metrics. */
export function hashOf(text: string): string {
  return text === '' ? '' : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** As Go formats times: without milliseconds. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
