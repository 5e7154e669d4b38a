import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate } from 'node:tls';

/** A certificate that a server shows. */
export interface Fingerprint {
  readonly subject: string;
  /** SHA-256, in pairs of hexadecimal digits that are separated by colons. */
  readonly fingerprint: string;
}

const TIMEOUT = 10_000;

/**
 * The certificates that a server shows, its own first. The connection verifies nothing, and nothing is sent over it: the user compares
 * the fingerprints with those of the administrator.
 */
export async function fingerprints(server: string, signal: AbortSignal): Promise<Fingerprint[]> {
  const { hostname, port } = new URL(server);
  const host = hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = connect({ host, port: Number(port || 443), ...name, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]) });
    const shown: Fingerprint[] = [];
    // The last certificate is its own issuer.
    for (
      let each: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
      each !== undefined && !shown.some(({ fingerprint }) => fingerprint === each?.fingerprint256);
      each = each.issuerCertificate
    ) {
      const { CN, O } = each.subject;
      shown.push({ subject: [CN, O].flat().filter(Boolean).join(', '), fingerprint: each.fingerprint256 });
    }
    return shown;
  } finally {
    socket.destroy();
  }
}
