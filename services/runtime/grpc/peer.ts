import type { ServerUnaryCall } from '@grpc/grpc-js';
import { GrpcError } from './errors.js';

/** The caller: the subject of the verified client certificate, or the address if none is required. */
export type GrpcPeer =
  | { readonly type: 'certificate'; readonly name: string; readonly address: string }
  | { readonly type: 'address'; readonly address: string };

export interface PeerOptions {
  /** Whether clients must present a certificate (mutual TLS). */
  readonly isMutual: boolean;
  readonly now: () => Date;
}

/**
 * The name is the certificate's common name, or its fingerprint without one. TLS has verified the certificate at the
 * handshake. Throws a GrpcError when it has expired since.
 */
export function peerOf(
  call: Pick<ServerUnaryCall<unknown, unknown>, 'getPeer' | 'getAuthContext'>,
  { isMutual, now }: PeerOptions,
): GrpcPeer {
  const address = call.getPeer().replace(/:\d+$/, '');
  if (!isMutual) return { type: 'address', address };
  const certificate = call.getAuthContext().sslPeerCertificate;
  if (certificate === undefined) throw new GrpcError('UNAUTHENTICATED', 'a client certificate is required');
  if (!(now().getTime() < Date.parse(certificate.valid_to))) {
    throw new GrpcError('UNAUTHENTICATED', 'the client certificate has expired');
  }
  const commonName: unknown = certificate.subject.CN;
  const isNamed = typeof commonName === 'string' && commonName !== '';
  return { type: 'certificate', name: isNamed ? commonName : certificate.fingerprint256, address };
}
