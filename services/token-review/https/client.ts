import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { chainValidity, type Validity } from '@pilothouse/runtime/certificates/authorities.js';

export interface ClientReaderOptions {
  /** The current client authorities; undefined if client certificates are not requested. */
  readonly authorities: () => readonly X509Certificate[] | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface VerifiedClient {
  readonly authorities: readonly X509Certificate[];
  readonly name: string;
  readonly validity: Validity | undefined;
}

/**
 * Returns the function that identifies the client of a connection: by the name in its certificate, or by its address if no
 * certificate is requested. Undefined for a certificate that was valid at the handshake and is no longer: it has expired, or
 * its authority has been removed.
 */
export function clientReader({ authorities, now }: ClientReaderOptions): (socket: TLSSocket) => string | undefined {
  const verified = new WeakMap<TLSSocket, VerifiedClient>();
  return (socket) => {
    const present = authorities();
    if (present === undefined) return socket.remoteAddress ?? '';
    let client = verified.get(socket);
    if (client?.authorities !== present) {
      client = verify(socket, present);
      verified.set(socket, client);
    }
    const { validity, name } = client;
    const time = now();
    return validity !== undefined && validity.from <= time && time <= validity.to ? name : undefined;
  };
}

function verify(socket: TLSSocket, authorities: readonly X509Certificate[]): VerifiedClient {
  const leaf = socket.getPeerX509Certificate();
  if (leaf === undefined) return { authorities, name: '', validity: undefined };
  const others: X509Certificate[] = [];
  for (let next = leaf.issuerCertificate; next !== undefined; next = next.issuerCertificate) others.push(next);
  return { authorities, name: nameOf(leaf), validity: chainValidity(leaf, others, authorities) };
}

/** The last common name, as in Kubernetes, or else the fingerprint. */
function nameOf({ subject, fingerprint256 }: X509Certificate): string {
  const names = subject.split('\n').filter((line) => line.startsWith('CN='));
  return names.at(-1)?.slice('CN='.length) ?? fingerprint256;
}
