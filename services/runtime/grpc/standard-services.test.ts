import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import {
  Client,
  credentials,
  loadPackageDefinition,
  status,
  type ClientReadableStream,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { service as health } from 'grpc-health-check';
import { tokenReviewService } from './generated/token-review.js';
import { HOST, newTestGrpc, type TestGrpc } from './grpc.test.helper.js';
import type { GrpcServer } from './serve.js';

describe('the standard services of a gRPC server', () => {
  let test: TestGrpc;
  let server: GrpcServer;
  let client: Client;
  before(async () => {
    test = await newTestGrpc();
    server = await test.serve({ security: { type: 'plain' } });
    client = newClient(Client);
  });
  after(() => test.end());

  function newClient<T extends Client>(type: new (...args: ConstructorParameters<typeof Client>) => T): T {
    const made = new type(`${HOST}:${server.port}`, credentials.createInsecure());
    test.onEnd(() => made.close());
    return made;
  }

  async function check(service: string): Promise<unknown> {
    const { path, requestSerialize, responseDeserialize } = health['Check'] ?? assert.fail();
    return new Promise((resolve) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, (error, response?: object) =>
        resolve(error === null ? response : status[error.code]),
      );
    });
  }

  it('report health for the server and for each service', async () => {
    for (const name of ['', tokenReviewService.name]) {
      assert.deepEqual(await check(name), { status: 'SERVING' });
      server.setServing(false);
      assert.deepEqual(await check(name), { status: 'NOT_SERVING' });
      server.setServing(true);
    }
    for (const name of ['other', 'x'.repeat(100_000)]) assert.equal(await check(name), 'NOT_FOUND');
  });

  for (const version of ['v1', 'v1alpha']) {
    it(`describe the services in reflection ${version}`, async () => {
      const require = createRequire(import.meta.url);
      const file = require.resolve(`@grpc/reflection/build/proto/grpc/reflection/${version}/reflection.proto`);
      const loaded = loadPackageDefinition(loadSync(file, { enums: String, bytes: String }));
      const names = ['grpc', 'reflection', version, 'ServerReflection'];
      const Reflection = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], loaded);
      const reflection = newClient(Reflection as ServiceClientConstructor);
      const ask = (question: object): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const stream = reflection['ServerReflectionInfo']?.() ?? assert.fail();
          stream.on('error', reject);
          stream.on('data', (response: unknown) => {
            resolve(response);
            stream.end();
          });
          stream.write(question);
        });
      const { listServicesResponse } = (await ask({ listServices: '*' })) as { readonly listServicesResponse: unknown };
      assert.deepEqual(listServicesResponse, {
        service: [{ name: tokenReviewService.name }, { name: 'grpc.health.v1.Health' }],
      });
      const found = await ask({ fileContainingSymbol: tokenReviewService.name });
      const { fileDescriptorResponse } = found as {
        readonly fileDescriptorResponse: { readonly fileDescriptorProto: readonly string[] };
      };
      const texts = fileDescriptorResponse.fileDescriptorProto.map((each) =>
        Buffer.from(each, 'base64').toString('latin1'),
      );
      const [own = ''] = texts;
      assert.ok(own.includes('\x1a\x15google_protobuf.proto'), 'the file declares its import');
      for (const name of ['TokenReviewRequest', 'audiences', 'Timestamp', 'nanos'])
        assert.match(texts.join(), new RegExp(name));
    });
  }

  it('report SERVICE_UNKNOWN to watchers of unknown names, and keep none of these names', async () => {
    const { path, requestSerialize, responseDeserialize } = health['Watch'] ?? assert.fail();
    const watch = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service: 'other' });
    const [first] = (await once(watch, 'data')) as [object];
    assert.deepEqual(first, { status: 'SERVICE_UNKNOWN' });
    watch.on('error', () => undefined);
    watch.cancel();
  });

  it('notify watchers, and do not delay a shutdown', async () => {
    const { path, requestSerialize, responseDeserialize } = health['Watch'] ?? assert.fail();
    const watch: ClientReadableStream<object> = client.makeServerStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { service: '' },
    );
    const seen: object[] = [];
    const ended = new Promise((resolve) => {
      watch.on('end', resolve);
    });
    await new Promise<void>((resolve) => {
      watch.on('data', (each: object) => {
        seen.push(each);
        resolve();
      });
    });
    await server.stop(60_000);
    await ended;
    assert.deepEqual(seen, [{ status: 'SERVING' }, { status: 'NOT_SERVING' }]);
  });
});
