import { constants } from 'node:crypto';
import type { SecureContextOptions } from 'node:tls';
import { ServerCredentials } from '@grpc/grpc-js';
import type { TlsMaterial } from '../certificates/tls-files.js';

/** What a server proves itself with; connections that come after `renew` see the new certificates. */
export class RenewableCredentials extends ServerCredentials {
  constructor(material: TlsMaterial) {
    const isMutual = material.clientCaPem !== undefined;
    super({ requestCert: isMutual, rejectUnauthorized: isMutual }, contextOf(material));
  }

  renew(material: TlsMaterial): void {
    this.updateSecureContextOptions(contextOf(material));
  }

  override _equals(other: ServerCredentials): boolean {
    return other === this;
  }
}

/** Sessions are not resumed: what was true of a client's certificate then need not be true now. */
function contextOf({ certPem, keyPem, clientCaPem }: TlsMaterial): SecureContextOptions {
  return { cert: certPem, key: keyPem, ca: clientCaPem, secureOptions: constants.SSL_OP_NO_TICKET };
}
