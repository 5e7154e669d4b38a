import type { SecureContextOptions } from 'node:tls';
import { ServerCredentials } from '@grpc/grpc-js';
import { SERVER_SECURE_OPTIONS } from '../certificates/secure-options.js';
import type { TlsMaterial } from '../certificates/tls-files.js';

/**
 * What a server proves itself with; connections that come after `renew` see the new certificates. Those whose handshake takes
 * longer than so many milliseconds are ended.
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
