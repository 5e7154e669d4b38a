import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { encodeReview } from '@pilothouse/runtime/admission-api/wire.js';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { connectGrpc } from '@pilothouse/runtime/grpc/connect.js';
import { admissionService } from '@pilothouse/runtime/grpc/generated/admission.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { listOf } from '../cluster/scripted-server.test.helper.js';
import { ADMISSION_SERVICE_FLAGS } from '../options/flags.js';
import { resolveServiceOptions, type ServiceOptions } from '../options/service-options.js';
import { podReview } from './review.test.helper.js';
import { startAdmission } from './start.js';

const HOST = '127.0.0.1';

describe('an admission service', () => {
  let directory: string;
  let client: TestIssuer;
  let authority: TestIssuer;
  let api: Server;
  let options: ServiceOptions;
  /** Answers the list of priority classes, once it has been requested. */
  let list: Promise<() => void>;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'admission-service-'));
    authority = await newTestAuthority('ca');
    const [serving, named] = await Promise.all([
      testCertificate({ commonName: 's' }, { purpose: { type: 'server', hosts: [HOST] }, issuer: authority }),
      testCertificate({ commonName: 'apiserver' }, { purpose: { type: 'client' }, issuer: authority }),
    ]);
    client = named;
    list = new Promise((resolve) => {
      api = createServer((request, response) => {
        response.setHeader('content-type', 'application/json');
        // Watches stay open.
        if (request.url?.includes('watch=') === true) response.flushHeaders();
        else resolve(() => response.end(JSON.stringify(listOf([]))));
      });
    });
    api.listen(0, HOST);
    await once(api, 'listening');
    const { port } = api.address() as AddressInfo;
    const kubeconfig = {
      clusters: [{ name: 'c', cluster: { server: `http://${HOST}:${port}` } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'c' } }],
      users: [{ name: 'c', user: {} }],
      'current-context': 'c',
    };
    const texts = {
      crt: serving.certPem,
      key: serving.keyPem,
      ca: authority.certPem,
      kubeconfig: JSON.stringify(kubeconfig),
    };
    for (const [name, text] of Object.entries(texts)) await writeFile(join(directory, name), text);
    const flags = {
      'tls-cert-file': join(directory, 'crt'),
      'tls-private-key-file': join(directory, 'key'),
      'client-ca-file': join(directory, 'ca'),
      kubeconfig: join(directory, 'kubeconfig'),
      'secure-port': '0',
      'metrics-bind-address': '0',
      plugins: 'Priority',
    };
    const parsed = parseFlags(ADMISSION_SERVICE_FLAGS, new Map(Object.entries(flags)));
    assert.ok(parsed.ok, JSON.stringify(parsed));
    const resolved = resolveServiceOptions(parsed.values);
    assert.ok(resolved.ok, JSON.stringify(resolved));
    ({ options } = resolved);
  });
  afterEach(async () => {
    api.closeAllConnections();
    api.close();
    await rm(directory, { recursive: true });
  });

  for (const when of ['starts', 'stops'] as const) {
    it(`that ${when} answers reviews that wait for objects`, async () => {
      const log = (): void => {};
      const logger: Logger = { error: log, warn: log, info: log, debug: log, trace: log, isLevelEnabled: () => false };
      const service = await startAdmission(options, logger);
      const port = Number(service.grpc.split(':').at(-1));
      const connection = connectGrpc({
        addresses: [{ host: HOST, port }],
        security: { type: 'tls', caPem: authority.certPem, credentials: client },
      });
      const asks = connection.client(admissionService);
      const answer = asks.review(encodeReview(podReview({}, { plugins: ['Priority'] })));
      // The service has the review when it answers this.
      await asks.describe({});
      const stopped = when === 'stops' ? service.stop() : undefined;
      (await list)();
      assert.equal((await answer).allowed, true);
      await (stopped ?? service.stop());
      connection.close();
    });
  }
});
