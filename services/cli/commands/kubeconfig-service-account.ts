import { isObject, newObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createClient } from '@pilothouse/client/client.js';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { readJson } from '@pilothouse/client/request.js';
import { collectionPath, segment } from '@pilothouse/client/resource-type.js';
import { serviceAccounts } from '@pilothouse/client/core.js';
import type { IssuedCredentials } from './kubeconfig-user.js';

export interface AccountToken {
  readonly namespace: string;
  readonly name: string;
  /** The audiences of the server when empty. */
  readonly audiences: readonly string[];
  /** Whole seconds; the server's default when absent. */
  readonly seconds?: number;
}

/** Requests a service account token (TokenRequest). Rejects with an Error for users. */
export async function requestToken(
  { namespace, name, audiences, seconds }: AccountToken,
  connection: HttpsTransportOptions,
  signal: AbortSignal,
): Promise<IssuedCredentials> {
  const client = createClient({ transport: httpsTransport(connection) });
  const spec = Object.assign(newObject(), {
    audiences: [...audiences],
    ...(seconds !== undefined && { expirationSeconds: seconds }),
  });
  try {
    const path = `${collectionPath(serviceAccounts, namespace)}/${segment(name)}/token`;
    // The path identifies the kind. The group name depends on the API domain of the server, so that it is omitted.
    const body = Object.assign(newObject(), { spec });
    const answer = await readJson(await client.request({ method: 'POST', path, body, signal }));
    const status = isObject(answer) ? answer['status'] : undefined;
    const { token, expirationTimestamp } = isObject(status) ? status : newObject();
    if (typeof token !== 'string' || token === '') throw new Error(`${connection.url} returned no token`);
    return {
      user: { token },
      ...(typeof expirationTimestamp === 'string' && { expires: new Date(expirationTimestamp) }),
    };
  } catch (error) {
    if (error instanceof StatusError || !isNetworkError(error)) throw error;
    throw new Error(`${connection.url} cannot be reached: ${error.message || error.code}`, { cause: error });
  } finally {
    await client.close();
  }
}

function isNetworkError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
