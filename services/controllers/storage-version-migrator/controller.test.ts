import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { StorageVersionMigration } from '@pilothouse/apimachinery/generated/storagemigration/v1beta1.js';
import { discoveredGroup, discoveryDocument } from '@pilothouse/client/discovery-document.test.helper.js';
import { chunks } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { TransportRequest } from '@pilothouse/client/transport.js';
import { runControllers } from '../run.js';
import { storageVersionMigratorController } from './controller.js';

const VERSION = 'storagemigration.k8s.io/v1beta1';
const KIND = `/apis/${VERSION}/storageversionmigrations`;
const WIDGETS = '/apis/example.com/v1/widgets';
const NOW = new Date('2026-01-02T03:04:05Z');

type Body = object | AsyncIterable<Uint8Array>;
type Answer = { readonly status: number; readonly body: Body };
/** Answers a request in place of the server, such as `GET /apis`. */
type Instead = (request: string) => Answer | undefined;

const failure = (code: number, reason: string): Answer => ({
  status: code,
  body: { kind: 'Status', status: 'Failure', code, reason, message: `it is ${reason}` },
});

/** A migration of a resource of `example.com`, created some seconds ago. */
function migration(resource: string, seconds = 60, status: StorageVersionMigration['status'] = {}) {
  const creationTimestamp = new Date(NOW.getTime() - seconds * 1000).toISOString();
  const metadata = { name: resource, uid: resource, resourceVersion: '9', creationTimestamp };
  return { metadata, spec: { resource: { group: 'example.com', resource } }, status };
}

const RUNNING: Condition = {
  type: 'Running',
  status: 'True',
  reason: 'StorageVersionMigrationInProgress',
  message: '',
};
const begun: StorageVersionMigration['status'] = { resourceVersion: '9', conditions: [RUNNING] };

/** The version of the last write of each widget, in two pages. That of the collection is 50. */
const PAGES: readonly Readonly<Record<string, string>>[] = [
  { a: '7', b: '50', c: '51' },
  { d: '9', e: '10' },
];

/** A watch without events. */
async function* quiet(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\n');
  if (signal?.aborted === false) await once(signal, 'abort');
}

interface Run {
  /** The states that migrations reached, such as `widgets Failed: …`. */
  readonly states: readonly string[];
  /** The patched objects. */
  readonly patched: readonly string[];
  readonly log: readonly string[];
  readonly errors: readonly string[];
}

/** Runs the controller against a server with migrations, until this many have ended, or until a request. */
async function run(
  migrations: readonly StorageVersionMigration[],
  until: number | RegExp,
  instead: Instead = () => undefined,
): Promise<Run> {
  const states: string[] = [];
  const patched: string[] = [];
  const log: string[] = [];
  const errors: string[] = [];
  const done = new AbortController();

  const widgets = (page: Readonly<Record<string, string>>, token: string): Body => ({
    metadata: { resourceVersion: '50', continue: token },
    items: Object.entries(page).map(([name, resourceVersion]) => ({
      metadata: { name, namespace: 'n', resourceVersion },
    })),
  });
  const served: Readonly<Record<string, () => Body>> = {
    'GET /apis': () => ({ groups: [{ versions: [{ groupVersion: VERSION }] }] }),
    'GET /api': () => discoveryDocument(),
    [`GET ${KIND}?limit=500`]: () => ({ metadata: { resourceVersion: '3' }, items: migrations }),
    [`GET ${WIDGETS}?limit=1`]: () => widgets({ a: '7' }, 'x'),
    [`GET ${WIDGETS}?limit=500`]: () => widgets(PAGES[0] ?? {}, 'more'),
    [`GET ${WIDGETS}?limit=500&continue=more`]: () => widgets(PAGES[1] ?? {}, ''),
  };
  const answer = ({ method, body, signal, headers }: TransportRequest, request: string): Answer => {
    const own = instead(request);
    if (own !== undefined) return own;
    if (request.includes('watch=true')) return { status: 200, body: quiet(signal) };
    if (request === 'GET /apis' && headers['accept']?.includes('APIGroupDiscoveryList') === true) {
      const group = discoveredGroup('example.com', { v1: { widgets: ['list', 'patch'], reviews: ['create'] } });
      return { status: 200, body: discoveryDocument(group) };
    }
    const changed = JSON.parse(Buffer.from(body ?? '{}').toString());
    if (method === 'PUT') {
      const { metadata, status } = changed as StorageVersionMigration;
      const last = status.conditions?.findLast((condition) => condition.status === 'True');
      states.push(`${metadata.name} ${last?.type}${last?.message === '' ? '' : `: ${last?.message}`}`);
      if (states.filter((state) => !state.includes('Running')).length === until) done.abort();
      return { status: 200, body: changed };
    }
    if (method === 'PATCH') {
      patched.push(request.split('/').at(-1) ?? '');
      return { status: 200, body: { metadata: { resourceVersion: '60' } } };
    }
    const known = served[request];
    return known === undefined ? failure(404, 'NotFound') : { status: 200, body: known() };
  };

  const running = runControllers({
    controllers: [storageVersionMigratorController],
    connect: () => ({
      async request(request) {
        const text = `${request.method} ${decodeURIComponent(request.target)}`;
        request.signal?.throwIfAborted();
        log.push(text);
        const { status, body } = answer(request, text);
        if (until instanceof RegExp && until.test(text)) done.abort();
        return { status, headers: {}, body: Symbol.asyncIterator in body ? body : chunks([JSON.stringify(body)]) };
      },
      close: async () => undefined,
    }),
    domain: createDomain(),
    now: () => NOW,
    onError: (_controller, error) => errors.push(String(error)),
    timing: {
      now: () => 0,
      random: () => 0,
      sleep: (_milliseconds, signal) => delay(1, undefined, { signal }),
    },
  });
  if (!done.signal.aborted) await once(done.signal, 'abort');
  await running.stop();
  return { states, patched: patched.sort(), log, errors };
}

/** The answer to the first request that matches. */
function first(pattern: RegExp, given: Answer): Instead {
  let isUsed = false;
  return (request) => {
    if (isUsed || !pattern.test(request)) return undefined;
    isUsed = true;
    return given;
  };
}

const always =
  (pattern: RegExp, given: Answer): Instead =>
  (request) =>
    pattern.test(request) ? given : undefined;

const WELL = ['widgets Running', 'widgets Succeeded'];
const ALL = ['a', 'b', 'd', 'e'];

describe('storage version migrator', () => {
  const cases: readonly (readonly [
    name: string,
    migration: StorageVersionMigration,
    instead: Instead | undefined,
    expected: { readonly states: readonly string[]; readonly patched: readonly string[]; readonly errors?: number },
  ])[] = [
    [
      'rewrites objects up to the version at its start',
      migration('widgets'),
      undefined,
      { states: WELL, patched: ALL },
    ],
    [
      'resumes from the version in the status',
      migration('widgets', 60, begun),
      undefined,
      { states: ['widgets Succeeded'], patched: ['a', 'd'] },
    ],
    [
      'skips objects that are gone or changed',
      migration('widgets'),
      (request) =>
        request.endsWith('widgets/a')
          ? failure(404, 'NotFound')
          : request.endsWith('widgets/d')
            ? failure(409, 'Conflict')
            : undefined,
      { states: WELL, patched: ['b', 'e'] },
    ],
    [
      'repeats what the server could not do',
      migration('widgets'),
      first(/^PATCH/, failure(503, 'ServiceUnavailable')),
      { states: ['widgets Running', ...WELL], patched: ['a', 'b', 'b', 'd', 'e'], errors: 1 },
    ],
    [
      'repeats a conflict of its status',
      migration('widgets'),
      first(/^PUT/, failure(409, 'Conflict')),
      { states: WELL, patched: ALL },
    ],
    [
      'fails after the page of an object that cannot be written',
      migration('widgets'),
      always(/widgets\/a$/, failure(422, 'Invalid')),
      {
        states: ['widgets Running', 'widgets Failed: the object n/a cannot be written: it is Invalid'],
        patched: ['b'],
      },
    ],
    [
      'fails if the objects must not be listed',
      migration('widgets'),
      always(/^GET .*widgets/, failure(403, 'Forbidden')),
      { states: ['widgets Failed: it is Forbidden'], patched: [] },
    ],
    [
      'fails for a resource without the verbs',
      migration('reviews'),
      undefined,
      { states: ['reviews Failed: reviews.example.com cannot be listed and patched'], patched: [] },
    ],
    [
      'fails for a resource that does not exist',
      migration('wings'),
      undefined,
      { states: ['wings Failed: the server has no resource wings.example.com'], patched: [] },
    ],
  ];
  for (const [name, object, instead, { states, patched, errors = 0 }] of cases) {
    it(name, async () => {
      const result = await run([object], 1, instead);
      assert.deepEqual(result.states, states);
      assert.deepEqual(result.patched, patched);
      assert.equal(result.errors.length, errors, result.errors.join('\n'));
    });
  }

  it('begins with the oldest, and ignores finished ones', async () => {
    const finished = migration('done', 90, { conditions: [{ ...RUNNING, type: 'Succeeded' }] });
    const { states } = await run([migration('wings', 20), migration('widgets', 30), finished, migration('reviews')], 3);
    assert.deepEqual(
      states.map((state) => state.split(':')[0]),
      ['reviews Failed', ...WELL, 'wings Failed'],
    );
  });

  it('waits for a resource whose definition is new', async () => {
    const { states, errors } = await run([migration('wings', 5), migration('widgets', 3)], 1);
    assert.deepEqual([states, errors], [WELL, []]);
  });

  it('ends when its object is deleted', async () => {
    const deleted = new AbortController();
    const object = migration('widgets');
    async function* deletion(): AsyncGenerator<Uint8Array> {
      if (!deleted.signal.aborted) await once(deleted.signal, 'abort');
      yield Buffer.from(`${JSON.stringify({ type: 'DELETED', object })}\n`);
    }
    /** The second page, after the deletion. */
    async function* late(): AsyncGenerator<Uint8Array> {
      deleted.abort();
      await delay(50);
      yield Buffer.from(JSON.stringify({ metadata: {}, items: [{ metadata: { name: 'd', namespace: 'n' } }] }));
    }
    const watch = first(/watch=true/, { status: 200, body: deletion() });
    const { states, patched } = await run([object, migration('wings', 30)], 1, (request) => {
      if (request.includes('watch=true')) return watch(request);
      return request.includes('continue=more') ? { status: 200, body: late() } : undefined;
    });
    assert.deepEqual([states[0], states.length, patched], ['widgets Running', 2, ['a', 'b']]);
  });

  it('stops within a page', async () => {
    const { states } = await run([migration('widgets')], /^PATCH/);
    assert.deepEqual(states, ['widgets Running']);
  });

  it('only asks for the groups while the server does not serve the kind', async () => {
    let left = 3;
    const { log, errors } = await run([], /watch=true/, (request) =>
      request === 'GET /apis' && left-- > 0 ? { status: 200, body: { groups: [{ versions: [] }] } } : undefined,
    );
    const requests = ['GET /apis', 'GET /apis', 'GET /apis', 'GET /apis', `GET ${KIND}?limit=500`];
    assert.deepEqual(log.slice(0, requests.length), requests);
    assert.deepEqual(errors, []);
  });
});
