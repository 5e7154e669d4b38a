import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { discoveredGroup, discoveryDocument } from '@pilothouse/client/discovery-document.test.helper.js';
import { scriptedTransport, type Answer } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { Transport, TransportRequest } from '@pilothouse/client/transport.js';
import { runControllers } from '../run.js';
import { garbageCollector } from './controller.js';
import { ORPHAN } from './object.js';
import { DELETED, owner } from './world.test.helper.js';

/** A server of things only. */
function answers(things: readonly object[], otherGroups: readonly string[] = []) {
  async function* quiet(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    yield Buffer.from('\n');
    if (signal) await once(signal, 'abort');
  }
  return ({ method, target, signal }: TransportRequest): Answer => {
    if (method !== 'GET') return { body: { kind: 'Status' } };
    if (target === '/api') return { body: discoveryDocument() };
    if (target === '/apis') {
      const own = discoveredGroup('a.b', { v1: { things: ['list', 'watch', 'delete'] } });
      const unavailable = otherGroups.map((name) => discoveredGroup(name, { v1: undefined }));
      return { body: discoveryDocument(own, ...unavailable) };
    }
    if (target.includes('watch=true')) return { body: quiet(signal) };
    if (target.includes('limit=')) return { body: { metadata: { resourceVersion: '1' }, items: things } };
    return { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404, details: { name: 'x' } } };
  };
}

describe('garbage collector controller', () => {
  it('records an event for every owner in another namespace, with bounded concurrency', async () => {
    const metadata = { name: 'name-a', namespace: 'elsewhere', uid: 'a' };
    const misplaced = Array.from({ length: 40 }, (_, index) => ({
      metadata: { name: `d${index}`, namespace: 'n', uid: `d${index}`, ownerReferences: [owner('a')] },
    }));
    const script = scriptedTransport(Array.from({ length: 300 }, () => answers([{ metadata }, ...misplaced])));
    let atATime = 0;
    let most = 0;
    let reported = 0;
    const transport: Transport = {
      ...script,
      async request(request) {
        if (!request.target.endsWith('/events')) return script.request(request);
        most = Math.max(most, ++atATime);
        await turn();
        atATime--;
        reported++;
        return script.request(request);
      },
    };
    const running = runControllers({
      controllers: [garbageCollector],
      connect: () => transport,
      domain: createDomain(),
      onError: (_name, error) => assert.fail(String(error)),
    });
    while (reported < misplaced.length) await turn();
    await running.stop();
    assert.equal(most, 5);
  });

  it('orphans nothing until discovery is complete', async () => {
    const metadata = { name: 'name-a', namespace: 'n', uid: 'a', deletionTimestamp: DELETED, finalizers: [ORPHAN] };
    const writes = async (otherGroups: readonly string[]): Promise<readonly string[]> => {
      const { log, ...transport } = scriptedTransport(
        Array.from({ length: 100 }, () => answers([{ metadata }], otherGroups)),
      );
      const running = runControllers({
        controllers: [garbageCollector],
        connect: () => transport,
        domain: createDomain(),
      });
      for (let turns = 0; turns < 50; turns++) await turn();
      await running.stop();
      return log.filter((line) => !line.startsWith('GET'));
    };
    assert.deepEqual(await writes([]), ['PATCH /apis/a.b/v1/namespaces/n/things/name-a']);
    assert.deepEqual(await writes(['away']), []);
  });
});
