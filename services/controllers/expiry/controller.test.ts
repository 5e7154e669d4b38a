import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import { configMaps } from '@pilothouse/client/core.js';
import { scriptedTransport, type Answer } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { TransportRequest } from '@pilothouse/client/transport.js';
import { runControllers } from '../run.js';
import { expiryController } from './controller.js';

const DAY = 24 * 60 * 60 * 1000;

/** ConfigMaps with the expiry in `data.end`. */
const controller = expiryController<ConfigMap>({
  name: 'example',
  type: configMaps,
  selection: () => ({ fieldSelector: 'metadata.namespace=n' }),
  expiry: ({ data = {} }) => Number(data['end']),
});

function configMap(end: number | undefined, resourceVersion = '1'): ConfigMap {
  return { metadata: { namespace: 'n', name: 'x', uid: 'u', resourceVersion }, data: { end: String(end) } };
}

interface Case {
  readonly name: string;
  readonly ends: number;
  /** Expiry times of later versions, in the order of their watch events. */
  readonly later?: readonly number[];
  /** Responses to deletes. */
  readonly answers?: readonly number[];
  readonly does: readonly string[];
}

const cases: readonly Case[] = [
  { name: 'deletes expired objects', ends: 0, does: ['delete u 1'] },
  { name: 'deletes an object at its expiry', ends: 90_000, does: ['wait 90000', 'delete u 1'] },
  {
    name: 'checks daily for a distant expiry',
    ends: 2.5 * DAY,
    does: [`wait ${DAY}`, `wait ${DAY}`, `wait ${DAY / 2}`, 'delete u 1'],
  },
  { name: 'keeps objects without expiry', ends: Infinity, does: [] },
  {
    name: 'follows an earlier expiry',
    ends: 90_000,
    later: [20_000],
    does: ['wait 90000', 'wait 20000', 'delete u 2'],
  },
  {
    name: 'checks a renewed object once',
    ends: 30_000,
    later: [40_000, 50_000],
    does: ['wait 30000', 'wait 20000', 'delete u 3'],
  },
  { name: 'accepts that the object is gone', ends: 0, answers: [404], does: ['delete u 1'] },
  { name: 'checks a changed object again', ends: 0, answers: [409], does: ['delete u 1', 'wait 500', 'delete u 1'] },
];

describe('expiryController', () => {
  for (const { name, ends, later = [], answers = [], does } of cases) {
    it(name, async () => {
      const done: string[] = [];
      const codes = [...answers];
      let now = 0;
      const sleepers: { readonly until: number; readonly resolve: () => void }[] = [];
      const versions = later.map((end, index) => configMap(end, String(index + 2)));
      async function* events(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
        for (const object of versions) yield Buffer.from(`${JSON.stringify({ type: 'MODIFIED', object })}\n`);
        yield Buffer.from('\n');
        if (signal) await once(signal, 'abort');
      }
      const answer = ({ method, target, body, signal }: TransportRequest): Answer => {
        if (target.includes('watch=true')) return { body: events(signal) };
        if (method === 'GET') return { body: { metadata: { resourceVersion: '1' }, items: [configMap(ends)] } };
        const { preconditions } = JSON.parse(Buffer.from(body ?? '').toString()) as {
          preconditions: { uid: string; resourceVersion: string };
        };
        done.push(`delete ${preconditions.uid} ${preconditions.resourceVersion}`);
        const code = codes.shift() ?? 200;
        return { status: code, body: { kind: 'Status', code } };
      };
      const transport = scriptedTransport(Array.from({ length: 20 }, () => answer));
      const running = runControllers({
        controllers: [controller],
        connect: () => transport,
        domain: createDomain(),
        now: () => new Date(now),
        timing: {
          now: () => now,
          random: () => 0,
          sleep(milliseconds) {
            done.push(`wait ${milliseconds}`);
            return new Promise((resolve) => sleepers.push({ until: now + milliseconds, resolve }));
          },
        },
        onError: (_name, error) => done.push(String(error)),
      });
      await settled();
      for (let next = earliest(sleepers); next !== undefined; next = earliest(sleepers)) {
        now = next.until;
        next.resolve();
        await settled();
      }
      await running.stop();
      assert.deepEqual(done, does);
      for (const line of transport.log.filter((each) => each.startsWith('GET'))) {
        assert.match(line, /configmaps\?fieldSelector=metadata.namespace=n&/);
      }
    });
  }
});

/** Removes the sleeper that wakes first. */
function earliest<T extends { readonly until: number }>(sleepers: T[]): T | undefined {
  sleepers.sort((a, b) => a.until - b.until);
  return sleepers.shift();
}

/** Resolves when all pending promises have settled. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
