import assert from 'node:assert/strict';
import { once } from 'node:events';
import { discoveredGroup, discoveryDocument } from '@pilothouse/client/discovery-document.test.helper.js';
import { scriptedTransport, type Answer } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { TransportRequest } from '@pilothouse/client/transport.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { runControllers } from '../run.js';
import { namespaceController } from './controller.js';

const live = { metadata: { name: 'live', uid: '1', resourceVersion: '1' }, spec: { finalizers: ['kubernetes'] } };
const dead = {
  metadata: { name: 'dead', uid: '2', resourceVersion: '2', deletionTimestamp: '2026-01-02T03:04:05Z' },
  spec: { finalizers: ['a.b/c', 'kubernetes'] },
  status: {},
};

/** A watch without events. */
async function* quiet(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\n');
  if (signal) await once(signal, 'abort');
}

describe('namespace controller', () => {
  it('deletes the content of namespaces, retries after failures, and removes its finalizer', async () => {
    const stop = new AbortController();
    const errors: string[] = [];
    let isBroken = true;
    let current: object = dead;
    const empty = { metadata: { resourceVersion: '3' }, items: [] };
    const server: Readonly<Record<string, (request: TransportRequest) => Answer>> = {
      'GET /api/v1/namespaces?limit=500': () => ({ body: { ...empty, items: [live, dead] } }),
      'GET /api/v1/namespaces/dead': () => ({ body: current }),
      'GET /api': () => {
        const core = discoveredGroup('', { v1: { configmaps: ['list', 'delete', 'deletecollection'] } });
        return { body: discoveryDocument(core) };
      },
      'GET /apis': () => ({ body: discoveryDocument() }),
      'GET /api/v1/namespaces/dead/configmaps?limit=1': () => ({ body: { ...empty, items: [{ metadata: {} }] } }),
      'DELETE /api/v1/namespaces/dead/configmaps': () => {
        if (!isBroken) return { body: { kind: 'Status' } };
        isBroken = false;
        return { status: 503, body: 'busy' };
      },
      'GET /api/v1/namespaces/dead/configmaps?limit=500': () => ({ body: empty }),
      'PUT /api/v1/namespaces/dead/status': ({ body }) => {
        current = JSON.parse(Buffer.from(body ?? '').toString());
        return { body: current };
      },
      'PUT /api/v1/namespaces/dead/finalize': () => {
        stop.abort();
        return { body: dead };
      },
    };
    const answer = (request: TransportRequest): Answer => {
      const { method, target, signal } = request;
      if (target.includes('watch=true')) return { body: quiet(signal) };
      return server[`${method} ${target}`]?.(request) ?? new Error(`${method} ${target} was not expected`);
    };
    const transport = scriptedTransport(Array.from({ length: 50 }, () => answer));
    const running = runControllers({
      controllers: [namespaceController],
      connect: () => transport,
      domain: createDomain(),
      onError: (_controller, error) => errors.push(String(error)),
      timing: { now: () => 0, random: () => 0, sleep: async () => {} },
    });
    await once(stop.signal, 'abort');
    await running.stop();
    assert.deepEqual(errors, ['AggregateError: the content of the namespace dead cannot be deleted']);
    const puts = transport.requests.filter(({ method }) => method === 'PUT');
    const [failing, well, last] = puts.map(({ body }): unknown => JSON.parse(Buffer.from(body ?? '').toString()));
    assert.deepEqual(last, { ...current, spec: { finalizers: ['a.b/c'] } });
    assert.deepEqual(well, current);
    assert.match(JSON.stringify(failing), /"Terminating",.*Failed to delete all resource types, 1 remaining: busy/);
    assert.doesNotMatch(JSON.stringify(well), /"True"/);
    assert.deepEqual(
      transport.log.filter((line) => line.includes('live')),
      [],
    );
  });
});
