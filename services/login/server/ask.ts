import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { TransportRequest } from '@pilothouse/client/transport.js';
import { isUntrusted } from '../issuer/authorities.js';
import { codeOf, LoginError, printable } from '../login-error.js';
import { fingerprints } from './fingerprints.js';

/** An API server. */
export interface ServerOptions {
  /** Without a slash at its end. */
  readonly server: string;
  /** Trusted authorities (PEM); those of Node when undefined. */
  readonly caPem: string | undefined;
  readonly signal: AbortSignal;
}

export interface ServerAnswer {
  readonly status: number;
  /** Undefined if the body is no JSON object. */
  readonly body: JsonObject | undefined;
}

const MAX_BYTES = 1024 * 1024;

/** Sends a request to the origin of the server. Rejects with LoginError without an answer, and for an untrusted certificate. */
export async function ask(
  { server, caPem, signal }: ServerOptions,
  request: Omit<TransportRequest, 'signal'>,
): Promise<ServerAnswer> {
  const transport = httpsTransport({ url: new URL(server).origin, ...(caPem !== undefined && { caPem }) });
  try {
    const { status, body } = await transport.request({ ...request, signal });
    const error = (): Error => new LoginError(`${server} answers with more than ${MAX_BYTES} bytes`);
    return { status, body: objectIn(await collect(body, { limit: { bytes: MAX_BYTES, error } })) };
  } catch (error) {
    if (error instanceof LoginError) throw error;
    if (signal.aborted) throw new LoginError('the sign-in was stopped', { cause: error });
    const why = printable(errorMessage(error) || (codeOf(error) ?? ''));
    if (!isUntrusted(codeOf(error))) throw new LoginError(`${server} cannot be reached: ${why}`, { cause: error });
    throw new LoginError(await untrusted(server, why, signal), { cause: error });
  } finally {
    await transport.close();
  }
}

function objectIn(bytes: Buffer): JsonObject | undefined {
  try {
    const { value } = parseJson(bytes);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function untrusted(server: string, why: string, signal: AbortSignal): Promise<string> {
  const shown = await fingerprints(server, signal).catch(() => []);
  return [
    `the certificate of ${server} is signed by an authority that this machine does not trust (${why})`,
    ...shown.map(({ subject, fingerprint }) => `  ${printable(subject)}\n    SHA-256 ${fingerprint}`),
    'Get the certificate of the authority from an administrator, not from this connection, and pass it with --certificate-authority.',
    'A Pilothouse server has it in certificates/ca.crt of its data directory; in a cluster, it is in each ConfigMap kube-root-ca.crt.',
    'Compare its fingerprint: openssl x509 -noout -fingerprint -sha256 -in ca.crt',
  ].join('\n');
}
