import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApi, type TestApi } from '@pilothouse/apiserver/server/api.test.helper.js';
import { createClient } from '@pilothouse/client/client.js';
import type { Transport, TransportRequest } from '@pilothouse/client/transport.js';
import type { Counts } from '@pilothouse/controllers/storage-version-migrator/rewrite.js';
import { cursorFile } from './migrate-storage-cursor.js';
import { migrateStorage, type Migration, type MigrationEvent } from './migrate-storage-run.js';

const SERVER = 'https://server';
const CAPACITIES = 'csistoragecapacities.storage.k8s.io';
const KEYS = '/storage.k8s.io/csistoragecapacities/default/';
const NAMES = ['a', 'b', 'c', 'd', 'e'];

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** May answer a request in place of the server. */
type Interceptor = (request: TransportRequest) => Answer | undefined | Promise<Answer | undefined>;

const failure = (code: number, reason: string, metadata = {}): Answer => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: `it is ${reason}`, metadata },
});

describe('migrateStorage', () => {
  let api: TestApi;
  let directory: string;
  let path: string;
  /** The requests, such as `PATCH /api/v1/…`. */
  let requests: string[];
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    requests = [];
    const { entries } = await api.store.list(KEYS);
    for (const { key, revision } of entries) await api.store.delete(key, revision);
    directory = await mkdtemp(join(tmpdir(), 'migrate-'));
    path = join(directory, 'cursor.json');
    for (const name of NAMES) await storeOld(name);
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Stores an object as an earlier release did. */
  async function storeOld(name: string): Promise<void> {
    const text = `{"kind":"CSIStorageCapacity","apiVersion":"storage.k8s.io/v1beta1","metadata":{"name":"${name}","namespace":"default","uid":"${name}"},"storageClassName":"c"}`;
    assert.ok((await api.store.create(KEYS + name, Buffer.from(text))).ok);
  }

  function transport(intercept: Interceptor): Transport {
    return {
      async request(request) {
        const { method, target, headers, body } = request;
        requests.push(`${method} ${target}`);
        const instead = await intercept(request);
        const { status, bytes } =
          instead === undefined
            ? await api.request(method, target, { headers, ...(body && { body }) })
            : { status: instead.status, bytes: Buffer.from(JSON.stringify(instead.body)) };
        return {
          status,
          headers: {},
          body: (async function* () {
            yield bytes;
          })(),
        };
      },
      close: async () => undefined,
    };
  }

  async function migrate(
    change: Partial<Migration> = {},
    intercept: Interceptor = () => undefined,
  ): Promise<{ counts: Counts; events: MigrationEvent[] }> {
    const events: MigrationEvent[] = [];
    const counts = await migrateStorage({
      client: createClient({ transport: transport(intercept) }),
      server: SERVER,
      resources: [CAPACITIES],
      pageSize: 2,
      dryRun: false,
      cursor: cursorFile(path),
      onProgress: (event) => events.push(event),
      signal: new AbortController().signal,
      ...change,
    });
    return { counts, events };
  }

  /** Whether each stored object has the old or the new version, in the order of names. */
  async function versions(): Promise<string> {
    const { entries } = await api.store.list(KEYS);
    return entries
      .map(({ value }) => (Buffer.from(value).toString().includes('"storage.k8s.io/v1beta1"') ? 'old' : 'new'))
      .join(' ');
  }

  const ALL_NEW = 'new new new new new';
  const NONE: Counts = { rewritten: 0, current: 0, gone: 0, failed: 0 };

  it('rewrites objects in a former version page by page, and none the second time', async () => {
    const first = await migrate();
    assert.deepEqual(first.counts, { ...NONE, rewritten: 5 });
    assert.equal(await versions(), ALL_NEW);
    assert.deepEqual(
      first.events.map((event) => (event.type === 'page' ? [event.counts.rewritten, event.remaining] : event.type)),
      [[2, 3], [4, 1], [5, undefined], 'done'],
    );
    assert.deepEqual((await migrate()).counts, { ...NONE, current: 5 });
    assert.deepEqual(await readdir(directory), [], 'the cursor file remains');
  });

  it('migrates every resource that can be listed and patched by default', async () => {
    const { counts, events } = await migrate({ resources: [], pageSize: 500 });
    const done = events.flatMap((event) => (event.type === 'done' ? [event.resource] : []));
    for (const resource of ['configmaps', 'secrets', CAPACITIES, 'events.events.k8s.io']) {
      assert.ok(done.includes(resource), resource);
    }
    assert.equal(counts.failed, 0);
    assert.equal(counts.rewritten, 5);
    assert.equal(await versions(), ALL_NEW);
  });

  it('accepts names without group, and rejects unknown ones', async () => {
    assert.equal((await migrate({ resources: ['csistoragecapacities'] })).counts.rewritten, 5);
    await assert.rejects(
      migrate({ resources: ['secrets', 'wings', 'tokenreviews'] }),
      /^Error: the server has no writable resource wings, tokenreviews; available: configmaps, /,
    );
  });

  it('stores nothing in a dry run, and saves no progress', async () => {
    assert.deepEqual((await migrate({ dryRun: true })).counts, { ...NONE, current: 5 });
    assert.equal(await versions(), 'old old old old old');
    assert.deepEqual(await readdir(directory), []);
  });

  it('resumes where it was stopped', async () => {
    const stop = new AbortController();
    const onProgress = (event: MigrationEvent): void => {
      if (event.type === 'page') stop.abort(new Error('enough'));
    };
    const resources = ['secrets', CAPACITIES];
    await assert.rejects(
      migrate({ resources, signal: stop.signal }, ({ target }) =>
        target.includes('continue') ? failure(503, 'ServiceUnavailable') : undefined,
      ),
    );
    assert.equal(await versions(), 'new new old old old');
    requests = [];
    await assert.rejects(migrate({ resources, signal: stop.signal, onProgress }), /enough/);
    assert.ok(
      !requests.some((each) => each.startsWith('PATCH') && /capacities\/[ab]\b/.test(each)),
      requests.join('\n'),
    );
    const { counts, events } = await migrate({ resources });
    assert.deepEqual(events[0], { type: 'resumed', finished: 1 });
    assert.equal(counts.failed, 0);
    assert.equal(await versions(), ALL_NEW);
    assert.deepEqual(await readdir(directory), []);
  });

  it('counts failures from before it was stopped', async () => {
    const resources = [CAPACITIES];
    await assert.rejects(
      migrate({ resources }, ({ method, target }) => {
        if (target.includes('continue')) return failure(503, 'ServiceUnavailable');
        return method === 'PATCH' && /capacities\/b\b/.test(target) ? failure(422, 'Invalid') : undefined;
      }),
    );
    const { counts } = await migrate({ resources });
    assert.equal(counts.failed, 1);
  });

  it('restarts after a change of the release of the server', async () => {
    await writeFile(path, JSON.stringify({ server: SERVER, release: 'v1.0', finished: [CAPACITIES], failed: 0 }));
    const { counts, events } = await migrate();
    assert.deepEqual([counts.rewritten, events[0]?.type], [5, 'page']);
  });

  it('continues with a newer state when the continue token expires', async () => {
    let token = '';
    const { counts } = await migrate({}, async ({ target }) => {
      if (!target.includes('continue=') || token !== '') return undefined;
      token = new URLSearchParams(target.split('?')[1]).get('continue') ?? '';
      return failure(410, 'Expired', { continue: token });
    });
    assert.deepEqual([counts.rewritten, counts.current, await versions()], [5, 0, ALL_NEW]);
  });

  it('restarts when the server returns no continue token', async () => {
    let isForgotten = false;
    const { counts } = await migrate({}, ({ target }) => {
      if (isForgotten || !target.includes('continue=')) return undefined;
      isForgotten = true;
      return failure(410, 'Expired');
    });
    assert.deepEqual([counts.rewritten, counts.current, await versions()], [5, 2, ALL_NEW]);
  });

  it('skips objects that other clients have deleted or written, and reports failures', async () => {
    const answers: Readonly<Record<string, Answer>> = {
      a: failure(404, 'NotFound'),
      b: failure(409, 'Conflict'),
      c: failure(422, 'Invalid'),
    };
    const { counts, events } = await migrate({}, ({ method, target }) => {
      const name = /capacities\/(\w)/.exec(target)?.[1] ?? '';
      return method === 'PATCH' ? answers[name] : undefined;
    });
    assert.deepEqual(counts, { rewritten: 3, current: 0, gone: 1, failed: 1 });
    assert.deepEqual(
      events.filter(({ type }) => type === 'failed'),
      [{ type: 'failed', resource: CAPACITIES, object: 'default/c', message: 'it is Invalid' }],
    );
  });

  for (const [code, reason] of [
    [503, 'ServiceUnavailable'],
    [429, 'TooManyRequests'],
    [401, 'Unauthorized'],
  ] as const) {
    it(`stops on status ${code}, without further writes`, async () => {
      for (let count = 0; count < 20; count++) await storeOld(`more-${count}`);
      await assert.rejects(
        migrate({ pageSize: 500 }, ({ target }) =>
          target.includes('capacities/a?') || target.endsWith('capacities/a') ? failure(code, reason) : undefined,
        ),
        { reason },
      );
      const writes = requests.filter((each) => each.startsWith('PATCH')).length;
      assert.equal(writes < 20, true, `${writes} of 25`);
    });
  }

  it('rejects the progress of another server, and invalid files', async () => {
    await writeFile(path, JSON.stringify({ server: 'https://other', release: 'v1', finished: [], failed: 0 }));
    await assert.rejects(
      migrate(),
      /belongs to a migration of https:\/\/other; remove it, or use another --cursor-file$/,
    );
    for (const text of [
      '',
      'x',
      '[]',
      '{}',
      '{"server":"s","finished":[],"failed":0}',
      '{"server":"s","release":"v1","finished":[]}',
      '{"server":"s","release":"v1","finished":[1],"failed":0}',
      '{"server":"s","release":"v1","finished":[],"failed":0,"current":{}}',
    ]) {
      await writeFile(path, text);
      await assert.rejects(migrate(), /cursor\.json is not a cursor file of a migration; use another --cursor-file$/);
      assert.equal(await readFile(path, 'utf8'), text);
    }
  });
});
