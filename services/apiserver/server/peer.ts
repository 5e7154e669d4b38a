import type { TLSSocket } from 'node:tls';
import type { Peer, PeerCertificate } from '../request/context.js';

/** Who is at the other end of a connection. Asked once for each connection, and kept with it. */
export function createPeerReader(): (socket: TLSSocket) => Peer {
  const peers = new WeakMap<TLSSocket, Peer>();
  return (socket) => {
    const known = peers.get(socket);
    if (known !== undefined) return known;
    const peer = { address: socket.remoteAddress ?? '', certificate: peerCertificate(socket) };
    peers.set(socket, peer);
    return peer;
  };
}

/** Of several common names the last one counts, as in Kubernetes. */
function peerCertificate(socket: TLSSocket): PeerCertificate {
  const certificate = socket.getPeerCertificate();
  // Without a client certificate Node gives an empty object, whatever its types say.
  const subject: Partial<Record<'CN' | 'O', string | string[]>> | undefined = certificate?.subject;
  if (subject === undefined) return { type: 'none' };
  if (!socket.authorized) return { type: 'unverified', reason: String(socket.authorizationError) };
  return { type: 'verified', commonName: listOf(subject.CN).at(-1) ?? '', organizations: listOf(subject.O) };
}

function listOf(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
