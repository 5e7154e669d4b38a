import { readFile } from 'node:fs/promises';
import * as tls from 'node:tls';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import { LoginError } from '../login-error.js';

/** The authorities (PEM) of a file, or those of the system. Rejects with LoginError. */
export async function authoritiesOf(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return systemAuthorities();
  try {
    return readAuthorities(await readFile(file, 'utf8'), file)
      .map(String)
      .join('');
  } catch (error) {
    throw new LoginError(errorMessage(error), { cause: error });
  }
}

/** Node has authorities of its own. Node 22.15 or newer also reads those of the system. Undefined: only Node's own. */
function systemAuthorities(): string | undefined {
  const read: unknown = Reflect.get(tls, 'getCACertificates');
  if (typeof read !== 'function') return undefined;
  const authorities = ['default', 'system'].flatMap((type) => read(type) as string[]);
  return [...new Set(authorities)].join('\n');
}

const UNTRUSTED: ReadonlySet<string> = new Set([
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether the code is that of a certificate whose authority is unknown. */
export function isUntrusted(code: string | undefined): boolean {
  return code !== undefined && UNTRUSTED.has(code);
}
