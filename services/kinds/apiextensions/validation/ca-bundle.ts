import { Buffer } from 'node:buffer';
import { X509Certificate } from 'node:crypto';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

const BLOCK = /-----BEGIN ([^\n-]*)-----([^-]*)-----END \1-----/g;

/** The reason why a CA bundle (PEM, base64) is unusable; undefined if it is valid. The texts are Go's. */
export function caBundleProblem(base64: string): string | undefined {
  const pem = Buffer.from(base64, 'base64').toString('latin1');
  let problem: string | undefined;
  let blocks = 0;
  for (const [, type, body = ''] of pem.matchAll(BLOCK)) {
    blocks += 1;
    if (type !== 'CERTIFICATE' || body.includes(':')) continue;
    const found = certificateProblem(Buffer.from(body, 'base64'));
    if (found === undefined) return undefined;
    problem ??= `failed to parse certificate: ${found}`;
  }
  const reason =
    problem ?? (blocks === 0 ? 'unable to parse bytes as PEM block' : 'no valid certificate authority data seen');
  return `unable to load root certificates: ${reason}`;
}

function certificateProblem(der: Uint8Array): string | undefined {
  try {
    return new X509Certificate(der).raw.length > 0 ? undefined : 'it is empty';
  } catch (error) {
    return errorMessage(error);
  }
}
