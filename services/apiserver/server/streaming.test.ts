import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { ensureCertificates, type Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import type { Representation } from '../endpoints/negotiation/representation.js';
import { listResponse } from '../endpoints/negotiation/write-list.js';
import { configMapEntry, representation, testScope } from '../endpoints/scope.test.helper.js';
import type { Entry } from '../storage/store.js';
import { compressLarge } from './filters/compression.js';
import { listen, type Listener } from './listener.js';

const MEGABYTE = 1024 * 1024;
const OBJECTS = 8_000;
const OBJECT_BYTES = 10_000;
/** How much more memory a list of 80 MB may take on its way. */
const ALLOWANCE = 20 * MEGABYTE;

describe('sending lists that are larger than the memory they may take', () => {
  let certificates: Certificates;
  let listener: Listener;
  let shown: Representation;
  const scope = testScope();
  let entries: Entry[];

  before(async () => {
    // All share one value, so that the data themselves take next to nothing.
    const { value } = configMapEntry(scope, 'a', 1, { data: { text: 'xyz '.repeat(OBJECT_BYTES / 4) } });
    entries = Array.from({ length: OBJECTS }, (_, index) => ({
      key: `/configmaps/default/${index}`,
      value,
      revision: 5,
    }));
    certificates = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
    listener = await listen({
      host: '127.0.0.1',
      port: 0,
      certificate: () => certificates.serving,
      clientAuthorities: () => ({ users: [], proxies: [] }),
      requestTimeout: 60_000,
      handler: compressLarge((context) =>
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

  /** How many bytes came, and how much more memory the process had at most meanwhile. */
  const readSlowly = async (body: AsyncIterable<Buffer>): Promise<{ bytes: number; growth: number }> => {
    const start = process.memoryUsage.rss();
    let [bytes, growth, count] = [0, 0, 0];
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (++count % 50 !== 0) continue;
      growth = Math.max(growth, process.memoryUsage.rss() - start);
      await nextTurn();
    }
    return { bytes, growth };
  };

  const cases: readonly (readonly [name: string, Representation, gzip: boolean])[] = [
    // What the first list of a process takes is not for the list alone.
    ['the first of them', representation('json'), false],
    ['JSON', representation('json'), false],
    ['JSON with gzip', representation('json'), true],
    ['protobuf', representation('protobuf'), false],
  ];
  for (const [index, [name, wanted, gzip]] of cases.entries()) {
    it(name, async function () {
      this.timeout(30_000);
      shown = wanted;
      const response = await get(gzip ? { 'accept-encoding': 'gzip' } : {});
      assert.equal(response.headers['content-encoding'], gzip ? 'gzip' : undefined);
      assert.equal(response.headers['content-length'], undefined);
      const { bytes, growth } = await readSlowly(gzip ? response.pipe(createGunzip()) : response);
      assert.ok(bytes > OBJECTS * OBJECT_BYTES);
      assert.ok(index === 0 || growth < ALLOWANCE, `${Math.round(growth / MEGABYTE)} MB more`);
    });
  }

  it('a client that leaves ends the building', async () => {
    shown = representation('json', 'object', true);
    const response = await get();
    await once(response, 'data');
    response.destroy();
    // Closing waits for every request under way, longer than the test may take.
    await listener.close(60_000);
  });
});
