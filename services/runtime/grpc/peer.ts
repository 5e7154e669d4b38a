import type { ServerUnaryCall } from '@grpc/grpc-js';
import { GrpcError } from './errors.js';

/** Who calls: whom the verified client certificate names, or, where none is asked for, the address. */
export type GrpcPeer =
  | { readonly type: 'certificate'; readonly name: string; readonly address: string }
  | { readonly type: 'address'; readonly address: string };

export interface PeerOptions {
  /** Whether every client has to have a certificate. */
  readonly isMutual: boolean;
  readonly now: () => Date;
}

/**
 * The name is the certificate's common name, or its fingerprint where it has none. TLS has verified it when the connection
 * began; throws a GrpcError where it has ended since.
 */
export function peerOf(
  call: Pick<ServerUnaryCall<unknown, unknown>, 'getPeer' | 'getAuthContext'>,
  { isMutual, now }: PeerOptions,
): GrpcPeer {
  const address = call.getPeer().replace(/:\d+$/, '');
  if (!isMutual) return { type: 'address', address };
  const certificate = call.getAuthContext().sslPeerCertificate;
  if (certificate === undefined) throw new GrpcError('UNAUTHENTICATED', 'there is no client certificate');
  if (!(now().getTime() < Date.parse(certificate.valid_to))) {
    throw new GrpcError('UNAUTHENTICATED', 'the client certificate has expired');
  }
  const commonName: unknown = certificate.subject.CN;
  const isNamed = typeof commonName === 'string' && commonName !== '';
  return { type: 'certificate', name: isNamed ? commonName : certificate.fingerprint256, address };
}
