import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface TestCertificates {
  readonly caFile: string;
  readonly serverCertFile: string;
  readonly serverKeyFile: string;
  /** The client certificate. */
  readonly certFile: string;
  readonly keyFile: string;
}

const run = promisify(execFile);

/**
 * Writes a CA, a server certificate for 127.0.0.1 and a client certificate, valid for a year. `OPENSSL` may name
 * openssl.
 */
export async function writeTestCertificates(directory: string): Promise<TestCertificates> {
  const path = (name: string) => join(directory, name);

  async function make(name: string, more: readonly string[]): Promise<void> {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', path(`${name}.key`)];
    const subject = ['-subj', `/CN=${name}`, '-days', '365', '-out', path(`${name}.crt`)];
    await run(process.env['OPENSSL'] ?? 'openssl', ['req', '-x509', ...key, ...subject, ...more]);
  }

  await make('ca', []);
  const signed = ['-CA', path('ca.crt'), '-CAkey', path('ca.key'), '-addext', 'basicConstraints=CA:FALSE'];
  const both = ['-addext', 'extendedKeyUsage=serverAuth,clientAuth'];
  await make('server', [...signed, ...both, '-addext', 'subjectAltName=IP:127.0.0.1']);
  await make('client', [...signed, '-addext', 'extendedKeyUsage=clientAuth']);
  return {
    caFile: path('ca.crt'),
    serverCertFile: path('server.crt'),
    serverKeyFile: path('server.key'),
    certFile: path('client.crt'),
    keyFile: path('client.key'),
  };
}
