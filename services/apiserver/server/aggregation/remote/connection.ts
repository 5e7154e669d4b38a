import type { APIServiceSpec } from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { createBackend, type Backend } from '../../../proxy/backend.js';

/** Connections to the server of an APIService. `certificate` is read for each new connection. */
export function connectionTo(
  { service, caBundle = '', insecureSkipTLSVerify = false }: APIServiceSpec,
  certificate: () => KeyPair | undefined,
): Backend {
  const ca = Buffer.from(caBundle, 'base64').toString();
  return createBackend({
    tls() {
      const own = certificate();
      return {
        servername: `${service?.name ?? ''}.${service?.namespace ?? ''}.svc`,
        rejectUnauthorized: !insecureSkipTLSVerify,
        ...(ca !== '' && { ca }),
        ...(own && { cert: own.certPem, key: own.keyPem }),
      };
    },
  });
}
