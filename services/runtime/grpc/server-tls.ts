import type { SecureContextOptions } from 'node:tls';
import { ServerCredentials } from '@grpc/grpc-js';
import { SERVER_SECURE_OPTIONS } from '../certificates/secure-options.js';
import type { TlsMaterial } from '../certificates/tls-files.js';

/**
 * Server credentials that can be replaced: connections after `renew` use the new certificates. Handshakes beyond the
 * timeout are ended.
 */
export class RenewableCredentials extends ServerCredentials {
  constructor(material: TlsMaterial, handshakeTimeout: number) {
    const isMutual = material.clientCaPem !== undefined;
    super({ requestCert: isMutual, rejectUnauthorized: isMutual, handshakeTimeout }, contextOf(material));
  }

  renew(material: TlsMaterial): void {
    this.updateSecureContextOptions(contextOf(material));
  }

  override _equals(other: ServerCredentials): boolean {
    return other === this;
  }
}

function contextOf({ certPem, keyPem, clientCaPem }: TlsMaterial): SecureContextOptions {
  return { cert: certPem, key: keyPem, ca: clientCaPem, secureOptions: SERVER_SECURE_OPTIONS };
}
