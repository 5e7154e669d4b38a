import assert from 'node:assert/strict';
import { once } from 'node:events';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { createClient } from './client.js';
import { configMaps } from './core.js';
import { createInformer } from './informer.js';
import { chunks, scriptedTransport, type Answer } from './scripted-transport.test.helper.js';
import type { TransportRequest } from './transport.js';

/** `name@version`, with a uid that is the name unless one is given as `name#uid@version`. */
function object(text: string): object {
  const [, name = '', uid = name, resourceVersion = ''] = /^(\w+)(?:#(\w+))?@(\d+)$/.exec(text) ?? [];
  return { metadata: { namespace: 'ns', name, uid, resourceVersion } };
}

function list(version: string, ...items: string[]): Answer {
  return { body: { metadata: { resourceVersion: version }, items: items.map(object) } };
}

type Event = readonly [type: string, object: string];

/** A watch that sends these events and then ends, with an error if one is given. */
function watch(events: readonly Event[], end?: Error | object): Answer {
  const lines = events.map(([type, text]) => `${JSON.stringify({ type, object: object(text) })}\n`);
  if (end !== undefined && !(end instanceof Error)) lines.push(`${JSON.stringify({ type: 'ERROR', object: end })}\n`);
  return { body: chunks(lines, end instanceof Error ? end : undefined) };
}

const EXPIRED = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' };
const TOO_LARGE = {
  kind: 'Status',
  code: 504,
  reason: 'Timeout',
  details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
};
const BUSY = { kind: 'Status', code: 429, reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } };
const RESET = new Error('read ECONNRESET');

interface Outcome {
  readonly changes: string[];
  /** `list`, or `watch` with its resourceVersion. */
  readonly requests: string[];
  readonly waits: number[];
  readonly errors: string[];
  readonly objects: string[];
}

/** Runs an informer to the end of the script. Time advances only by sleeps, and random numbers are 0. */
async function run(answers: readonly Answer[], { slowly = false } = {}): Promise<Outcome> {
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    return new Error('end of the script');
  };
  const transport = scriptedTransport([...answers, end]);
  const waits: number[] = [];
  const errors: string[] = [];
  let now = 0;
  const informer = createInformer({
    source: createClient({ transport }).of(configMaps),
    onError: (error) => errors.push(errorMessage(error)),
    timing: {
      now: () => (now += slowly ? 10_000 : 0),
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
      },
      random: () => 0,
    },
  });
  const changes: string[] = [];
  for await (const change of informer.changes(stop.signal)) {
    const { name = '', uid, resourceVersion = '' } = change.object.metadata;
    const from = change.type === 'modified' ? ` from ${change.previous.metadata.resourceVersion ?? ''}` : '';
    changes.push(`${change.type} ${name}${uid === name ? '' : `#${uid ?? ''}`}@${resourceVersion}${from}`);
  }
  const requests = transport.log.slice(0, -1).map((line) => {
    const parameters = new URLSearchParams(line.slice(line.indexOf('?')));
    const version = parameters.get('resourceVersion');
    if (parameters.get('watch') === 'true') return `watch ${version ?? ''}`;
    const parts = ['list', parameters.get('limit'), parameters.get('continue'), version];
    return parts.filter((part) => part !== null).join(' ');
  });
  const objects = [...informer.objects].map(([key, { metadata }]) => `${key}@${metadata.resourceVersion ?? ''}`);
  return { changes, requests, waits, errors, objects };
}

interface Case extends Partial<Outcome> {
  readonly name: string;
  readonly script: readonly Answer[];
  readonly slowly?: boolean;
}

const cases: Case[] = [
  {
    name: 'lists, then watches',
    script: [
      list('5', 'a@1', 'b@3'),
      watch([
        ['ADDED', 'c@6'],
        ['MODIFIED', 'a@7'],
        ['DELETED', 'b@8'],
      ]),
    ],
    changes: ['added a@1', 'added b@3', 'added c@6', 'modified a@7 from 1', 'deleted b@8'],
    requests: ['list 500', 'watch 5'],
    objects: ['ns/a@7', 'ns/c@6'],
  },
  {
    name: 'resumes at once from the last version when the server ends a watch',
    script: [list('5'), watch([['ADDED', 'a@6']]), watch([['MODIFIED', 'a@9']]), watch([['DELETED', 'a@12']])],
    changes: ['added a@6', 'modified a@9 from 6', 'deleted a@12'],
    requests: ['list 500', 'watch 5', 'watch 6', 'watch 9'],
    waits: [],
  },
  {
    name: 'resumes from a bookmark',
    script: [list('5', 'a@1'), watch([['BOOKMARK', 'x@99']]), watch([])],
    changes: ['added a@1'],
    requests: ['list 500', 'watch 5', 'watch 99'],
    objects: ['ns/a@1'],
  },
  {
    name: 'resumes after a broken connection, before or within the body',
    script: [list('5'), watch([['ADDED', 'a@6']], RESET), RESET, watch([['MODIFIED', 'a@7']])],
    changes: ['added a@6', 'modified a@7 from 6'],
    requests: ['list 500', 'watch 5', 'watch 6', 'watch 6'],
    waits: [500, 1000],
  },
  {
    name: 'resumes after a truncated event',
    script: [list('5'), { body: chunks(['{"type":"ADDED","obj']) }, watch([['ADDED', 'a@6']])],
    changes: ['added a@6'],
    requests: ['list 500', 'watch 5', 'watch 5'],
  },
  {
    name: 'relists and yields the differences when the version is compacted',
    script: [
      list('5', 'same@1', 'changed@2', 'gone@3', 'reborn#r1@4'),
      watch([['ADDED', 'late@6']], EXPIRED),
      list('20', 'same@1', 'changed@15', 'reborn#r2@16', 'new@17'),
      watch([]),
    ],
    changes: [
      'added same@1',
      'added changed@2',
      'added gone@3',
      'added reborn#r1@4',
      'added late@6',
      'deleted gone@3',
      'deleted late@6',
      'modified changed@15 from 2',
      'deleted reborn#r1@4',
      'added reborn#r2@16',
      'added new@17',
    ],
    requests: ['list 500', 'watch 5', 'list 500', 'watch 20'],
    objects: ['ns/same@1', 'ns/changed@15', 'ns/reborn@16', 'ns/new@17'],
  },
  {
    name: 'relists when the watch gets 410',
    script: [list('5', 'a@1'), { status: 410, body: EXPIRED }, list('9', 'a@1', 'b@8')],
    changes: ['added a@1', 'added b@8'],
    requests: ['list 500', 'watch 5', 'list 500'],
  },
  {
    name: 'relists when the versions of the server have gone back',
    script: [list('50', 'a@40'), { status: 504, body: TOO_LARGE }, list('3', 'a@2')],
    changes: ['added a@40', 'modified a@2 from 40'],
    requests: ['list 500', 'watch 50', 'list 500'],
    waits: [1000],
  },
  {
    name: 'waits for Retry-After without a relist',
    script: [list('5'), { status: 429, body: BUSY }, watch([['ADDED', 'a@6']])],
    changes: ['added a@6'],
    requests: ['list 500', 'watch 5', 'watch 5'],
    waits: [7000],
  },
  {
    name: 'backs off exponentially until a request succeeds',
    script: [
      RESET,
      RESET,
      RESET,
      RESET,
      RESET,
      RESET,
      RESET,
      RESET,
      list('5'),
      watch([['ADDED', 'a@6']]),
      RESET,
      watch([]),
    ],
    waits: [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 500, 1000],
    requests: [...Array.from({ length: 9 }, () => 'list 500'), 'watch 5', 'watch 6', 'watch 6'],
  },
  {
    name: 'backs off when the server ends every watch at once',
    script: [list('5'), watch([]), watch([]), watch([])],
    requests: ['list 500', 'watch 5', 'watch 5', 'watch 5'],
    waits: [500, 1000, 2000],
    errors: ['the server ended the watch at once', 'the server ended the watch at once'],
  },
  {
    name: 'does not report a single watch that ends at once',
    script: [list('5'), watch([]), watch([['ADDED', 'a@6']]), watch([])],
    changes: ['added a@6'],
    requests: ['list 500', 'watch 5', 'watch 5', 'watch 6'],
    waits: [500, 500],
    errors: [],
  },
  {
    name: 'does not wait after a long watch without events',
    script: [list('5'), watch([]), watch([]), watch([])],
    slowly: true,
    requests: ['list 500', 'watch 5', 'watch 5', 'watch 5'],
    waits: [],
  },
  {
    name: 'backs off when every list expires at once',
    script: [list('5'), watch([], EXPIRED), list('6'), watch([], EXPIRED), list('7'), watch([], EXPIRED)],
    waits: [500, 1000, 2000],
  },
  {
    name: 'lists in pages, and in one request when the continue token expires',
    script: [
      { body: { metadata: { resourceVersion: '5', continue: 't' }, items: [object('a@1')] } },
      { status: 410, body: EXPIRED },
      list('8', 'a@1', 'b@7'),
    ],
    changes: ['added a@1', 'added b@7'],
    requests: ['list 500', 'list 500 t', 'list'],
  },
  {
    name: 'ignores events of known versions',
    script: [
      list('5', 'a@4'),
      watch([
        ['ADDED', 'a@4'],
        ['ADDED', 'a@6'],
        ['MODIFIED', 'b@7'],
        ['DELETED', 'c@8'],
        ['MODIFIED', 'b#other@9'],
      ]),
    ],
    changes: ['added a@4', 'modified a@6 from 4', 'added b@7', 'deleted b@7', 'added b#other@9'],
  },
];

describe('informer', () => {
  for (const { name, script, slowly = false, ...expected } of cases) {
    it(name, async () => {
      const outcome = await run(script, { slowly });
      for (const key of ['changes', 'requests', 'objects', 'waits', 'errors'] as const) {
        if (expected[key]) assert.deepEqual(outcome[key], expected[key], key);
      }
    });
  }

  it('has synced once the objects of the first list were iterated', async () => {
    const source = createClient({ transport: scriptedTransport([RESET, list('5', 'a@1', 'b@2')]) }).of(configMaps);
    const informer = createInformer({ source, timing: { now: () => 0, sleep: async () => {}, random: () => 0 } });
    const seen: string[] = [];
    void informer.hasSynced.then(() => seen.push('synced'));
    const stop = new AbortController();
    for await (const { object: added } of informer.changes(stop.signal)) {
      seen.push(added.metadata.name ?? '');
      if (seen.length === 2) stop.abort();
    }
    assert.deepEqual(seen, ['a', 'b', 'synced']);
  });

  it('rejects hasSynced when it is stopped before', async () => {
    const stop = new AbortController();
    const source = createClient({ transport: scriptedTransport([RESET]) }).of(configMaps);
    const sleep = async () => stop.abort(new Error('stopped'));
    const informer = createInformer({ source, timing: { now: () => 0, sleep, random: () => 0 } });
    assert.deepEqual(await informer.changes(stop.signal).next(), { done: true, value: undefined });
    await assert.rejects(informer.hasSynced, /stopped/);
  });

  it('ends a silent watch and resumes', async () => {
    const stop = new AbortController();
    const hung = ({ signal }: TransportRequest): Answer => ({ body: silent(signal) });
    const transport = scriptedTransport([list('5'), hung, watch([['ADDED', 'a@6']])]);
    const failures: string[] = [];
    const informer = createInformer({
      source: createClient({ transport }).of(configMaps),
      silence: 20,
      timing: { now: () => 0, sleep: async () => undefined, random: () => 0 },
      onError: (error) => failures.push(String(error)),
    });
    const { value: first } = await informer.changes(stop.signal).next();
    assert.equal(first?.object.metadata.name, 'a');
    stop.abort();
    assert.deepEqual(failures, ['Error: the watch received no data for 20 ms']);
    assert.match(transport.log.at(-1) ?? '', /resourceVersion=5/);
  });

  it('requests an event again after its transform has failed', async () => {
    const stop = new AbortController();
    const event = [['ADDED', 'a@6']] as const;
    const transport = scriptedTransport([list('5'), watch(event), watch(event)]);
    const failures: string[] = [];
    const informer = createInformer({
      source: createClient({ transport }).of(configMaps),
      timing: { now: () => 0, sleep: async () => undefined, random: () => 0 },
      transform(each) {
        if (failures.length === 0) throw new Error('not now');
        return each;
      },
      onError: (error) => failures.push(String(error)),
    });
    const { value: first } = await informer.changes(stop.signal).next();
    assert.equal(first?.object.metadata.name, 'a');
    stop.abort();
    assert.deepEqual(failures, ['Error: not now']);
    assert.match(transport.log.at(-1) ?? '', /resourceVersion=5/);
  });

  it('can be iterated only once', async () => {
    const informer = createInformer({ source: createClient({ transport: scriptedTransport([]) }).of(configMaps) });
    await informer.changes(AbortSignal.abort()).next();
    assert.throws(() => informer.changes(AbortSignal.abort()), /only once/);
  });

  it('reports every failure', async () => {
    const stop = new AbortController();
    const reported: unknown[] = [];
    const informer = createInformer({
      source: createClient({ transport: scriptedTransport([RESET]) }).of(configMaps),
      onError: (error, retryIn) => {
        reported.push([error, retryIn]);
        stop.abort();
      },
      timing: { now: () => 0, sleep: async () => {}, random: () => 0.5 },
    });
    await informer.changes(stop.signal).next();
    assert.deepEqual(reported, [[RESET, 375]]);
  });
});

/** A body without data until it is aborted. */
async function* silent(signal = new AbortController().signal): AsyncGenerator<Uint8Array> {
  yield new Uint8Array();
  await once(signal, 'abort');
  throw signal.reason;
}
