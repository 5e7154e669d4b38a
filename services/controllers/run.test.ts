import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { namespaces } from '@pilothouse/client/core.js';
import { scriptedTransport } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { Controller } from './controller.js';
import { haveSynced } from './informers/shared.js';
import { namespaceController } from './namespace/controller.js';
import type { Outcome, WorkQueue } from './queue/work-queue.js';
import { runControllers } from './run.js';

describe('runControllers', () => {
  it('reports failures, and stops', async () => {
    const failure = new Error('no connection');
    const failed = await new Promise<readonly [string, unknown, number]>((resolve) => {
      const running = runControllers({
        controllers: [namespaceController],
        connect: () => scriptedTransport([failure]),
        domain: createDomain(),
        onError: (...reported) => void running.stop().then(() => resolve(reported)),
      });
    });
    const [controller, error, retryIn] = failed;
    assert.deepEqual([controller, error], ['informers', failure]);
    assert.ok(retryIn > 0);
  });

  it('restarts a failed controller without its former work', async () => {
    const failures = [new Error('first'), new Error('second')];
    const reported: unknown[] = [];
    const queues: WorkQueue[] = [];
    const worked: string[] = [];
    const running = runControllers({
      controllers: [
        {
          name: 'example',
          run({ queue: createQueue }) {
            const number = queues.length;
            const work = async (key: string): Promise<Outcome> => {
              worked.push(`${number} ${key}`);
              return 'done';
            };
            const queue = createQueue({ concurrency: 1, retry: { first: 1, longest: 1 }, work });
            queues.push(queue);
            const failure = failures.shift();
            if (failure !== undefined) throw failure;
            for (const each of queues) each.add('key');
            return queue.ended;
          },
        },
      ],
      connect: () => scriptedTransport([]),
      domain: createDomain(),
      onError: (name, error, retryIn) => reported.push([name, String(error), retryIn]),
      timing: { now: () => 0, random: () => 0, sleep: async () => turn() },
    });
    while (worked.length === 0) await turn();
    await running.stop();
    for (const { ended } of queues) await ended;
    assert.deepEqual(reported, [
      ['example', 'Error: first', 1000],
      ['example', 'Error: second', 2000],
    ]);
    assert.deepEqual(worked, ['2 key']);
  });

  it('continues when a handler of one controller throws', async () => {
    const seen: string[] = [];
    const reported: string[] = [];
    const items = ['a', 'b'].map((name) => ({ metadata: { name, uid: name } }));
    const reader = (name: string, read: (object: string) => void): Controller => ({
      name,
      async run({ informers, signal }) {
        informers.of(namespaces).onChange(({ object }) => read(object.metadata.name ?? ''));
        if (!signal.aborted) await once(signal, 'abort');
      },
    });
    const puzzled = (name: string): never => {
      throw new Error(name);
    };
    const running = runControllers({
      controllers: [reader('puzzled', puzzled), reader('reader', (name) => seen.push(name))],
      connect: () => scriptedTransport([{ body: { metadata: { resourceVersion: '1' }, items } }]),
      domain: createDomain(),
      onError: (_name, error) => reported.push(String(error)),
    });
    while (seen.length + reported.length < 2 * items.length) await turn();
    await running.stop();
    assert.deepEqual(
      [seen, reported.slice(0, 2)],
      [
        ['a', 'b'],
        ['Error: a', 'Error: b'],
      ],
    );
  });

  it('reports present objects once at the start', async () => {
    const reported: string[] = [];
    const items = ['a', 'b'].map((name) => ({ metadata: { name, uid: name } }));
    const running = runControllers({
      controllers: [
        {
          name: 'example',
          async run({ informers, signal }) {
            const informer = informers.of(namespaces);
            assert(await haveSynced(informer));
            informer.onChange(({ object }) => reported.push(object.metadata.name ?? ''));
            if (!signal.aborted) await once(signal, 'abort');
          },
        },
      ],
      connect: () => scriptedTransport([{ body: { metadata: { resourceVersion: '1' }, items } }]),
      domain: createDomain(),
    });
    for (let turns = 0; turns < 20; turns++) await turn();
    await running.stop();
    assert.deepEqual(reported, ['a', 'b']);
  });
});
