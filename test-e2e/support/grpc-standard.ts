import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { credentials, loadPackageDefinition, type ServiceClientConstructor } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';

export interface GrpcStandardOptions {
  /** Such as `127.0.0.1:6445`. */
  readonly address: string;
  /** The authority (PEM) of the server's certificate for `localhost`. */
  readonly caPem: string;
  readonly client: KeyPair;
}

/** The health status of the whole server, such as `SERVING`. */
export async function healthOf(options: GrpcStandardOptions): Promise<string> {
  const client = newClient(options, 'grpc-health-check/proto/health/v1/health.proto', [
    'grpc',
    'health',
    'v1',
    'Health',
  ]);
  try {
    return await new Promise((resolve, reject) => {
      client['check']?.({ service: '' }, (error: Error | null, answer?: { readonly status: string }) =>
        error === null ? resolve(answer?.status ?? '') : reject(error),
      );
    });
  } finally {
    client.close();
  }
}

/** The names of the services that server reflection lists. */
export async function servicesOf(options: GrpcStandardOptions): Promise<string[]> {
  const path = '@grpc/reflection/build/proto/grpc/reflection/v1/reflection.proto';
  const client = newClient(options, path, ['grpc', 'reflection', 'v1', 'ServerReflection']);
  try {
    return await new Promise((resolve, reject) => {
      const stream = client['serverReflectionInfo']?.() ?? assert.fail();
      stream.on('error', reject);
      stream.on(
        'data',
        (answer: { readonly listServicesResponse: { readonly service: { readonly name: string }[] } }) => {
          resolve(answer.listServicesResponse.service.map(({ name }) => name));
          stream.end();
        },
      );
      stream.write({ listServices: '*' });
    });
  } finally {
    client.close();
  }
}

/** A client of a service that is built from the service's published .proto file. */
function newClient({ address, caPem, client }: GrpcStandardOptions, file: string, names: readonly string[]) {
  const loaded = loadPackageDefinition(loadSync(createRequire(import.meta.url).resolve(file), { enums: String }));
  const Service = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], loaded);
  const [ca, key, cert] = [caPem, client.keyPem, client.certPem].map((pem) => Buffer.from(pem));
  return new (Service as ServiceClientConstructor)(address, credentials.createSsl(ca, key, cert), {
    // TLS needs a host name, since an IP address is not valid for SNI.
    'grpc.ssl_target_name_override': 'localhost',
  });
}
