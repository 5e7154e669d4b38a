import { connectGrpc } from '@pilothouse/runtime/grpc/connect.js';
import { GrpcError } from '@pilothouse/runtime/grpc/errors.js';
import { keyManagementService } from '@pilothouse/runtime/grpc/generated/kms.js';
import type { KmsConfiguration } from '../configuration-types.js';
import type { EncryptedSource } from './encrypted-object.js';
import { statusOf } from './status.js';
import { KmsUnavailableError } from './unavailable.js';

/** What the plugin knows of a data key that it encrypted. */
export type EncryptAnswer = Omit<EncryptedSource, 'type'>;

export interface StatusAnswer {
  readonly version: string;
  readonly healthz: string;
  readonly keyId: string;
}

/** A KMS plugin. Calls reject with the text of Kubernetes' client, with the endpoint if it does not answer, and after the configured time. */
export interface KmsService {
  readonly status: () => Promise<StatusAnswer>;
  readonly encrypt: (plaintext: Uint8Array, uid: string) => Promise<EncryptAnswer>;
  readonly decrypt: (encrypted: EncryptAnswer, uid: string) => Promise<Uint8Array>;
  readonly close: () => void;
}

/** Receives each call: its full method name, seconds, and Go's name of the status code. */
export type ObserveKmsCall = (method: string, seconds: number, code: string) => void;

/** More than all limits of an answer together. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Connects at the first call to the plugin on a Unix socket. */
export function kmsService(
  { endpoint, timeout }: Pick<KmsConfiguration, 'endpoint' | 'timeout'>,
  { observe, clock }: { readonly observe: ObserveKmsCall; readonly clock: () => number },
): KmsService {
  const connection = connectGrpc({
    addresses: [{ socket: socketOf(endpoint) }],
    security: { type: 'plain' },
    maxResponseBytes: MAX_ANSWER_BYTES,
    waitsForReady: true,
  });
  const client = connection.client(keyManagementService);

  async function call<T>(method: string, run: () => Promise<T>): Promise<T> {
    const start = clock();
    const report = (code: string): void =>
      observe(`/${keyManagementService.name}/${method}`, (clock() - start) / 1000, code);
    try {
      const answer = await run();
      report('OK');
      return answer;
    } catch (error) {
      const code = statusOf(error);
      report(code);
      throw withText(error, code, endpoint);
    }
  }

  return {
    status: () => call('Status', () => client.status({}, { timeout })),
    encrypt: (plaintext, uid) =>
      call('Encrypt', async () => {
        const { ciphertext, keyId, annotations } = await client.encrypt({ plaintext, uid }, { timeout });
        return { source: ciphertext, keyId, annotations };
      }),
    decrypt: ({ source, keyId, annotations }, uid) =>
      call('Decrypt', async () => {
        const request = { ciphertext: source, uid, keyId, annotations };
        return (await client.decrypt(request, { timeout })).plaintext;
      }),
    close: connection.close,
  };
}

function withText(error: unknown, code: string, endpoint: string): unknown {
  if (!(error instanceof GrpcError)) return error;
  const text = `rpc error: code = ${code} desc = ${error.message}`;
  const passes = error.code === 'UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED' || error.code === 'CANCELLED';
  if (!passes) return new Error(text, { cause: error });
  return new KmsUnavailableError(`${text} (endpoint ${endpoint})`, { cause: error });
}

/** The path of `unix:///run/kms.sock`; that of an abstract socket begins with NUL. */
function socketOf(endpoint: string): string {
  const path = decodeURIComponent(endpoint.replace(/^unix:(?:\/\/[^/]*)?/i, ''));
  return path.startsWith('/@') ? `\0${path.slice(2)}` : path;
}
