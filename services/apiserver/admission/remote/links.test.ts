import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import { admissionHandlers, MAX_REVIEW_BYTES } from '@pilothouse/runtime/admission-api/handlers.js';
import { newTestService, testPlugin, type TestService } from '@pilothouse/runtime/admission-api/service.test.helper.js';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { GrpcError } from '@pilothouse/runtime/grpc/errors.js';
import {
  admissionService,
  type AdmissionService as AdmissionMethods,
} from '@pilothouse/runtime/grpc/generated/admission.js';
import { grpcService, type GrpcHandlers } from '@pilothouse/runtime/grpc/handlers.js';
import { serveGrpc, type GrpcServer, type ServeGrpcOptions } from '@pilothouse/runtime/grpc/serve.js';
import { leases } from '@pilothouse/kinds/coordination/leases.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { AdmissionLink, ServerRequest } from '../admission.js';
import { testRequest } from '../attributes.test.helper.js';
import { createAdmissionChain, type AdmissionChain } from '../chain.js';
import { servicesIn } from './config.js';
import { remoteLinks } from './links.js';
import { streaming, withoutStreams } from './streams.test.helper.js';

const HOST = '127.0.0.1';
const lease = leases(createDomain()) as ResourceDefinition;

const configMap = (data: JsonObject = {}): JsonObject => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'o', namespace: 'x' },
  ...(Object.keys(data).length > 0 && { data }),
});
const FAILED = 'failed calling the admission service "policies": ';

for (const [how, withStreams] of [
  ['by streams', streaming],
  ['by calls', withoutStreams],
] as const) {
  describe(`admission services over gRPC, ${how}`, () => {
    let directory: string;
    let service: TestService;
    let errors: string[];
    let warnings: string[];
    let ids: number;
    let now: () => number;
    let off: AbortController;
    let open: (() => Promise<unknown>)[];
    /** Handlers that override those of the shared service. */
    let scripted: Partial<GrpcHandlers<AdmissionMethods>>;
    let shared: number;
    let strict: AdmissionChain;
    let lenient: AdmissionChain;
    before(async () => {
      directory = mkdtempSync(join(tmpdir(), 'admission-'));
      off = new AbortController();
      open = [];
      reset();
      ({ port: shared } = await serve({
        describe: (request, call) => (scripted.describe ?? admissionHandlers(service).describe)(request, call),
        review: (request, call) => (scripted.review ?? admissionHandlers(service).review)(request, call),
      }));
      strict = await chainWith([shared], { timeout: '5s' });
      lenient = await chainWith([shared], { failurePolicy: 'Ignore', rules: [{ operations: ['CREATE'] }] });
    });
    after(async () => {
      off.abort();
      for (const close of open) await close();
      rmSync(directory, { recursive: true });
    });
    beforeEach(reset);

    function reset(): void {
      service = newTestService(testPlugin('a'));
      scripted = {};
      now = systemTiming.now;
      [errors, warnings, ids] = [[], [], 0];
    }

    async function serve(
      handlers: GrpcHandlers<AdmissionMethods> = admissionHandlers(service),
      options: Partial<ServeGrpcOptions> = {},
    ): Promise<GrpcServer> {
      const server = await serveGrpc({
        address: { host: HOST, port: 0 },
        security: { type: 'plain' },
        services: [grpcService(admissionService, withStreams(handlers))],
        onError: (error) => errors.push(String(error)),
        now: () => new Date(),
        maxRequestBytes: MAX_REVIEW_BYTES,
        ...options,
      });
      open.unshift(() => server.stop(0));
      return server;
    }

    /** A chain with the services at these ports, configured by a file. */
    async function chainWith(
      ports: readonly number[],
      rest: JsonObject = {},
      scheme = 'grpc',
    ): Promise<AdmissionChain> {
      const links = await linksTo(ports, rest, scheme);
      await Promise.all(links.flatMap(({ asked }) => asked ?? []));
      return createAdmissionChain(links);
    }

    function linksTo(ports: readonly number[], rest: JsonObject = {}, scheme = 'grpc'): Promise<AdmissionLink[]> {
      const [first, ...others] = ports;
      const addresses = [`${scheme}://${HOST}:${first}`, ...others.map((port) => `${HOST}:${port}`)];
      return remoteLinks(servicesIn([{ name: 'policies', addresses, ...rest }], directory), {
        uuid: () => `u${++ids}`,
        timing: { ...systemTiming, now },
        onError: (error, name) => void errors.push(`${name}: ${(error as Error).message}`),
        signal: off.signal,
      });
    }

    /** Creates a ConfigMap, and returns it as JSON. */
    async function write(chain: AdmissionChain, data: JsonObject = {}, given: Partial<ServerRequest> = {}) {
      const object = configMap(data);
      const hooks = chain.hooks(testRequest({ warn: (text) => void warnings.push(text), ...given }));
      await hooks.mutate(object, undefined);
      await hooks.validate(object, undefined);
      return JSON.parse(JSON.stringify(object)) as JsonObject;
    }

    const fails = (chain: AdmissionChain, code: number, message: RegExp): Promise<void> =>
      assert.rejects(write(chain), { name: 'StatusError', code, message });

    /** Retries until a write succeeds. */
    async function succeeds(chain: AdmissionChain): Promise<void> {
      for (;;) {
        try {
          return void (await write(chain));
        } catch (error) {
          assert.ok(error instanceof StatusError && error.code === 503, String(error));
          await delay(10);
        }
      }
    }

    it('change objects, and see only requests that match their rules', async () => {
      service.answer = async ({ phase, object }) =>
        phase === 'MUTATE' && object
          ? {
              allowed: true,
              change: { object: { ...object, data: { k: 'theirs' } }, by: ['a'] },
              warnings: ['changed'],
            }
          : {};
      assert.deepEqual(await write(strict), configMap({ k: 'theirs' }));
      assert.deepEqual(warnings, ['changed']);
      await write(strict, {}, { definition: lease });
      assert.deepEqual(
        service.seen.map(({ uid, phase, resource }) => `${uid} ${phase} ${resource.resource}`),
        ['u1 MUTATE configmaps', 'u2 VALIDATE configmaps'],
      );
    });

    it('refuse writes', async () => {
      service.answer = async () => ({ allowed: false, by: 'a', status: { code: 422, reason: '', message: 'no' } });
      await fails(strict, 422, /^admission plugin "a" denied the request: no$/);
    });

    it('receive the largest objects', async () => {
      await write(strict, { k: 'x'.repeat(2_000_000) });
      assert.equal(service.seen.length, 2);
    });

    it('use mutual TLS if configured', async () => {
      const [ca, other] = await Promise.all([newTestAuthority('ca'), newTestAuthority('other')]);
      const [serving, client] = await Promise.all([
        testCertificate({ commonName: 's' }, { purpose: { type: 'server', hosts: [HOST] }, issuer: ca }),
        testCertificate({ commonName: 'api' }, { purpose: { type: 'client' }, issuer: ca }),
      ]);
      const file = (name: string, text: string): string => {
        writeFileSync(join(directory, name), text);
        return join(directory, name);
      };
      const { port } = await serve(undefined, {
        security: {
          type: 'tls',
          certFile: file('tls.crt', serving.certPem),
          keyFile: file('tls.key', serving.keyPem),
          clientCaFile: file('ca.pem', ca.certPem),
        },
      });
      file('client.crt', client.certPem);
      file('client.key', client.keyPem);
      file('other.pem', other.certPem);
      const own = { certFile: 'client.crt', keyFile: 'client.key' };
      await write(await chainWith([port], { ...own, caFile: 'ca.pem' }, 'grpcs'));
      await fails(await chainWith([port], { ...own, caFile: 'other.pem' }, 'grpcs'), 503, /has not been reached/);
      await fails(await chainWith([port], { caFile: 'ca.pem' }, 'grpcs'), 503, /has not been reached/);
      await assert.rejects(chainWith([port], { caFile: 'absent.pem' }, 'grpcs'), /absent\.pem/);
    });

    it('that are down at the start cause refusals until they are reached, unless the policy is Ignore', async () => {
      const { port, stop } = await serve();
      await stop(0);
      const chain = await chainWith([port]);
      const ignoring = await chainWith([port], { name: 'ignored', failurePolicy: 'Ignore' });
      await fails(chain, 503, new RegExp(`^${FAILED}it has not been reached: UNAVAILABLE: `));
      const reasons = errors.map((text) => text.replace(/(: UNAVAILABLE: ).*/, '$1'));
      assert.deepEqual([...new Set(reasons)].sort(), ['ignored: UNAVAILABLE: ', 'policies: UNAVAILABLE: ']);
      await write(chain, {}, { definition: lease });
      await write(ignoring);
      await serve(undefined, { address: { host: HOST, port } });
      await succeeds(chain);
      assert.equal(service.seen.length, 2);
      while (service.seen.length === 2) {
        await write(ignoring);
        await delay(10);
      }
    });

    it('that do not respond do not delay the start', async () => {
      const silent = createServer().listen(0, HOST);
      await once(silent, 'listening');
      const [link] = await linksTo([(silent.address() as AddressInfo).port]);
      const first = await Promise.race([link?.asked?.then(() => 'asked'), Promise.resolve('waiting')]);
      assert.deepEqual([first, link?.missing?.()], ['waiting', 'policies']);
      silent.close();
    });

    it('that become unavailable fail only the requests that match their rules', async () => {
      const { port, stop } = await serve();
      const chain = await chainWith([port]);
      await stop(0);
      await fails(chain, 503, new RegExp(`^${FAILED}UNAVAILABLE: `));
      await write(chain, {}, { definition: lease });
    });

    it('that are being replaced are retried for a short time', async () => {
      let time = 0;
      now = () => time;
      const { port, stop } = await serve();
      const chain = await chainWith([port]);
      await write(chain);
      await stop(0);
      const writing = write(chain);
      await delay(500);
      const replacement = await serve(undefined, { address: { host: HOST, port } });
      await writing;
      assert.deepEqual(errors, []);
      time = 2000;
      await replacement.stop(0);
      await fails(chain, 503, new RegExp(`^${FAILED}UNAVAILABLE: `));
    });

    it('that exceed the timeout fail the request', async () => {
      service.answer = (_review, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ allowed: true })));
      await fails(await chainWith([shared], { timeout: '30ms' }), 503, /there was no answer within 30 ms$/);
    });

    it('are called again with the same uid at another replica after a lost connection', async () => {
      const seen: string[] = [];
      const replicas: GrpcServer[] = [];
      const handlers = (index: number): GrpcHandlers<AdmissionMethods> => ({
        ...admissionHandlers(service),
        async review({ uid, phase }) {
          seen.push(`${uid} ${phase}`);
          if (seen.length > 1) return { uid, allowed: true, revision: '1' };
          await replicas[index]?.stop(0);
          throw new GrpcError('INTERNAL', 'connection lost');
        },
      });
      for (const index of [0, 1]) replicas.push(await serve(handlers(index)));
      const chain = await chainWith(replicas.map(({ port }) => port));
      await write(chain);
      assert.deepEqual(seen, ['u1 PHASE_MUTATE', 'u1 PHASE_MUTATE', 'u2 PHASE_VALIDATE']);
    });

    for (const code of ['INTERNAL', 'UNIMPLEMENTED', 'PERMISSION_DENIED', 'RESOURCE_EXHAUSTED'] as const) {
      it(`are called once if they respond with ${code}`, async () => {
        let asked = 0;
        scripted = {
          async review() {
            asked += 1;
            throw new GrpcError(code, 'eh');
          },
        };
        await fails(strict, code === 'RESOURCE_EXHAUSTED' ? 503 : 500, new RegExp(`${FAILED}${code}: eh$`));
        assert.equal(asked, 1);
      });
    }

    const json = (patch: unknown): Uint8Array => Buffer.from(JSON.stringify(patch));
    const answers: readonly (readonly [name: string, patch: Uint8Array, why: RegExp])[] = [
      ['a patch that is not JSON', Buffer.from('{'), /patch is not JSON/],
      ['a patch that does not apply', json([{ op: 'remove', path: '/no' }]), /the patch does not apply/],
      ['another name', json([{ op: 'replace', path: '/metadata/name', value: 'x' }]), /may not change metadata\.name$/],
      [
        'another namespace',
        json([{ op: 'remove', path: '/metadata/namespace' }]),
        /may not change metadata\.namespace$/,
      ],
      ['another kind', json([{ op: 'replace', path: '/kind', value: 'Secret' }]), /may not change kind$/],
      ['an invalid ConfigMap', json([{ op: 'replace', path: '/data', value: 1 }]), /returns an invalid ConfigMap: /],
    ];
    for (const [name, patch, why] of answers) {
      it(`that respond with ${name} fail the request`, async () => {
        scripted = { review: async ({ uid }) => ({ uid, allowed: true, patch, revision: '1' }) };
        await fails(strict, 500, why);
        assert.deepEqual(await write(lenient), configMap());
      });
    }

    it('that do not speak gRPC count as unavailable', async () => {
      const junk = createServer((socket) => {
        socket.on('error', () => {});
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
      junk.listen(0, HOST);
      await once(junk, 'listening');
      open.push(async () => junk.close());
      await fails(await chainWith([(junk.address() as AddressInfo).port]), 503, /has not been reached: UNAVAILABLE/);
    });

    it('that return an invalid description count as unavailable', async () => {
      scripted = { describe: async () => ({ plugins: [{ name: 'a' }, { name: 'a' }] }) };
      await fails(await chainWith([shared]), 503, /has not been reached: two plugins are named a$/);
    });
  });
}
