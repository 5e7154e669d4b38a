import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGunzip } from 'node:zlib';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { createListCache } from '../../endpoints/negotiation/list-cache.js';
import { createProtobufCache } from '../../endpoints/negotiation/protobuf-cache.js';
import type { Representation } from '../../endpoints/negotiation/representation.js';
import { listResponse } from '../../endpoints/negotiation/write-list.js';
import { configMapEntry, representation, testScope } from '../../endpoints/scope.test.helper.js';
import { openConnection, startListener } from './connection.test.helper.js';
import { compressLarge } from '../filters/compression.js';
import type { Listener } from './listener.js';

const MEGABYTE = 1024 * 1024;
const OBJECTS = 5_000;
const OBJECT_BYTES = 10_000;
/** Maximum memory of encoded objects, between measuring and sending and for the next list. */
const BUDGET = 1 * MEGABYTE;
/** Maximum additional memory of a list of 50 MB. */
const ALLOWANCE = 10 * MEGABYTE;
/** Chunks between two measurements. */
const EVERY = 500;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('streaming lists that are larger than their memory budget', () => {
  let certificates: Certificates;
  let listener: Listener;
  let shown: Representation;
  const scope = {
    ...testScope(),
    protobufCache: createProtobufCache(BUDGET),
    listCache: createListCache({ maxBytes: BUDGET }),
  };
  let entries: Entry[];

  before(async () => {
    // All objects share one value, so that the data take little memory.
    const { value } = configMapEntry(scope, 'a', 1, { data: { text: 'xyz '.repeat(OBJECT_BYTES / 4) } });
    entries = Array.from({ length: OBJECTS }, (_, index) => ({
      key: `/configmaps/default/${index}`,
      value,
      revision: 5,
    }));
    certificates = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
    listener = await startListener({
      certificate: () => certificates.serving,
      handler: compressLarge()((context) =>
        listResponse(scope, context, entries, { representation: shown, metadata: newObject() }),
      ),
    });
  });
  after(() => listener.close(0));

  const get = async (headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const { port } = listener;
    const outgoing = request({
      port,
      host: '127.0.0.1',
      path: '/api/v1/configmaps',
      ca: certificates.ca.certPem,
      headers,
    });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return response;
  };

  /** Memory in use after garbage collection. */
  const memoryHeld = (): number => {
    collectGarbage();
    // Buffers are freed concurrently. A second collection waits for those of the first.
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };

  /** Number of received bytes, and the maximum memory of the process meanwhile. */
  const readSlowly = async (
    body: AsyncIterable<Buffer>,
    enough = Infinity,
  ): Promise<{ bytes: number; most: number }> => {
    let [bytes, most, count] = [0, memoryHeld(), 0];
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > enough) break;
      if (++count % EVERY !== 0) continue;
      most = Math.max(most, memoryHeld());
      await nextTurn();
    }
    return { bytes, most };
  };

  const cases: readonly (readonly [name: string, Representation, gzip: boolean])[] = [
    ['JSON', representation('json'), false],
    ['JSON with gzip', representation('json'), true],
    ['protobuf', representation('protobuf'), false],
  ];
  for (const [name, wanted, gzip] of cases) {
    it(name, async function () {
      this.timeout(60_000);
      shown = wanted;
      // Measured before the request, since a body that is built in one piece exists before the first byte.
      const start = memoryHeld();
      const response = await get(gzip ? { 'accept-encoding': 'gzip' } : {});
      assert.equal(response.headers['content-encoding'], gzip ? 'gzip' : undefined);
      assert.equal(response.headers['content-length'], undefined);
      const { bytes, most } = await readSlowly(gzip ? response.pipe(createGunzip()) : response);
      assert.ok(bytes > OBJECTS * OBJECT_BYTES);
      assert.ok(most - start < ALLOWANCE, `${Math.round((most - start) / MEGABYTE)} MB more`);
    });
  }

  it('JSON over HTTP/2', async function () {
    this.timeout(60_000);
    shown = representation('json');
    const { port } = listener;
    const start = memoryHeld();
    const { open, socket } = await openConnection('HTTP/2', { port, ca: certificates.ca.certPem });
    const { bytes, most } = await readSlowly(await open('/api/v1/configmaps'), ALLOWANCE * 2);
    socket.destroy();
    assert.ok(bytes > ALLOWANCE * 2);
    assert.ok(most - start < ALLOWANCE, `${Math.round((most - start) / MEGABYTE)} MB more`);
  });

  it('a client that disconnects ends the encoding', async () => {
    shown = representation('json', 'object', true);
    const response = await get();
    await once(response, 'data');
    response.destroy();
    // close() waits for active requests, for longer than the timeout of the test.
    await listener.close(60_000);
  });
});
