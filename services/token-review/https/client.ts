import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { vouchedValidity, type Validity } from '@pilothouse/runtime/certificates/authorities.js';

export interface ClientReaderOptions {
  /** Who vouches for clients now; undefined where everybody may come. */
  readonly authorities: () => readonly X509Certificate[] | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Judged {
  readonly authorities: readonly X509Certificate[];
  readonly name: string;
  readonly validity: Validity | undefined;
}

/**
 * Makes the function that says who is at the other end of a connection: whom the certificate names, or the address where none
 * is asked for. Undefined for a certificate that was good at the handshake and is not any more: it is over, or its authority
 * has gone.
 */
export function clientReader({ authorities, now }: ClientReaderOptions): (socket: TLSSocket) => string | undefined {
  const judged = new WeakMap<TLSSocket, Judged>();
  return (socket) => {
    const present = authorities();
    if (present === undefined) return socket.remoteAddress ?? '';
    let known = judged.get(socket);
    if (known?.authorities !== present) {
      known = judge(socket, present);
      judged.set(socket, known);
    }
    const { validity, name } = known;
    const time = now();
    return validity !== undefined && validity.from <= time && time <= validity.to ? name : undefined;
  };
}

function judge(socket: TLSSocket, authorities: readonly X509Certificate[]): Judged {
  const leaf = socket.getPeerX509Certificate();
  if (leaf === undefined) return { authorities, name: '', validity: undefined };
  const others: X509Certificate[] = [];
  for (let next = leaf.issuerCertificate; next !== undefined; next = next.issuerCertificate) others.push(next);
  return { authorities, name: nameOf(leaf), validity: vouchedValidity(leaf, others, authorities) };
}

/** The last common name, as Kubernetes has it, or whatever else tells a certificate from others. */
function nameOf({ subject, fingerprint256 }: X509Certificate): string {
  const names = subject.split('\n').filter((line) => line.startsWith('CN='));
  return names.at(-1)?.slice('CN='.length) ?? fingerprint256;
}
