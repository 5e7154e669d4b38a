import assert from 'node:assert/strict';
import { once } from 'node:events';
import { exposedText } from '@pilothouse/runtime/metrics/exposition.js';
import { RequestContext } from '../request/context.js';
import { isStream, type Response } from '../request/response.js';
import { healthChecks, type HealthParts } from './health-checks.js';
import { createHealthCounts } from '@pilothouse/runtime/metrics/health.js';
import { healthRoutes, type HealthCheck } from './health.js';

const good: HealthCheck = { name: 'good', check: async () => undefined };
const alsoGood: HealthCheck = { name: 'poststarthook/also', check: async () => undefined };
const bad: HealthCheck = { name: 'bad', check: () => Promise.reject(new Error('the secret reason')) };

function contextOf(target: string): RequestContext {
  const peer = { address: '', certificate: { type: 'none' } } as const;
  return new RequestContext({ method: 'GET', target, headers: {}, body: undefined, peer });
}

function textOf({ body }: Response): string {
  assert.ok(!isStream(body));
  return Buffer.concat(body).toString();
}

async function ask(checks: readonly HealthCheck[], target: string): Promise<readonly [status: number, text: string]> {
  const context = contextOf(target);
  const handler = new Map(healthRoutes('readyz', checks)).get(context.path);
  assert.ok(handler, `${target} is not served`);
  const response = await handler(context);
  return [response.status, textOf(response)];
}

describe('a health endpoint', () => {
  const unknown = 'warn: some health checks cannot be excluded: no matches for "a","b"';
  const cases: readonly (readonly [checks: readonly HealthCheck[], target: string, status: number, text: string])[] = [
    [[good, alsoGood], '/readyz', 200, 'ok'],
    [[good, alsoGood], '/readyz?verbose', 200, '[+]good ok\n[+]poststarthook/also ok\nreadyz check passed\n'],
    [[good, bad], '/readyz', 500, '[+]good ok\n[-]bad failed: reason withheld\nreadyz check failed\n'],
    [[good, bad], '/readyz?exclude=bad', 200, 'ok'],
    [[good, bad], '/readyz?exclude=bad&verbose', 200, '[+]good ok\n[+]bad excluded: ok\nreadyz check passed\n'],
    [
      [bad, good],
      '/readyz?exclude=good&exclude=bad&verbose=',
      200,
      '[+]bad excluded: ok\n[+]good excluded: ok\nreadyz check passed\n',
    ],
    [[good], '/readyz?exclude=b&exclude=a&verbose', 200, `[+]good ok\n${unknown}\nreadyz check passed\n`],
    [[bad], '/readyz?exclude=b&exclude=a', 500, `[-]bad failed: reason withheld\n${unknown}\nreadyz check failed\n`],
    [[good, bad], '/readyz/good', 200, 'ok'],
    [[good, bad], '/readyz/bad', 500, 'internal server error: the secret reason\n'],
    [[alsoGood], '/readyz/poststarthook/also', 200, 'ok'],
  ];
  for (const [checks, target, status, text] of cases) {
    const names = checks.map(({ name }) => name).join(', ');
    it(`answers ${status} to ${target} with the checks ${names}`, async () => {
      assert.deepEqual(await ask(checks, target), [status, text]);
    });
  }

  it('counts the outcome of each check for /metrics/slis', async () => {
    const { checked, expose } = createHealthCounts();
    const ready = new Map(healthRoutes('readyz', [good, bad], { onChecked: checked })).get('/readyz');
    for (const target of ['/readyz', '/readyz?exclude=bad']) await ready?.(contextOf(target));
    const text = exposedText(await expose('text'));
    assert.deepEqual(
      text
        .split('\n')
        .filter((line) => /^[a-z]/.test(line))
        .sort(),
      [
        'kubernetes_healthchecks_total{name="bad",type="readyz",status="error"} 1',
        'kubernetes_healthchecks_total{name="good",type="readyz",status="success"} 2',
        'kubernetes_healthcheck{name="bad",type="readyz"} 0',
        'kubernetes_healthcheck{name="good",type="readyz"} 1',
      ],
    );
  });

  it('reports failures to the log', async () => {
    const reported: unknown[] = [];
    const routes = new Map(
      healthRoutes('livez', [good, bad], {
        onFailure: (endpoint, failed) => reported.push(endpoint, [...failed].map(String)),
      }),
    );
    await routes.get('/livez')?.(contextOf('/livez'));
    assert.deepEqual(reported, ['livez', ['bad,Error: the secret reason']]);
  });
});

const STEPS = ['bootstrap-controller', 'rbac/bootstrap-roles'] as const;

describe('the checks of the server', () => {
  let [time, asked] = [0, 0];
  let state: {
    finished: string[];
    isCurrent: boolean;
    missing: string[];
    stopping: boolean;
    store: boolean;
    cache: boolean;
    shortages: string[];
  };
  let cacheReady: HealthParts['cacheReady'];
  /** The timeouts in milliseconds, and the functions that end them. */
  let waits: number[];
  let timers: AbortController[];
  let checks: ReturnType<typeof healthChecks>;
  beforeEach(() => {
    [time, asked] = [0, 0];
    state = {
      finished: [...STEPS],
      isCurrent: true,
      missing: [],
      stopping: false,
      store: true,
      cache: true,
      shortages: [],
    };
    const must = async (holds: boolean): Promise<void> => assert.ok(holds);
    [waits, timers] = [[], []];
    cacheReady = () => must(state.cache);
    const parts: HealthParts = {
      store: 'etcd',
      pingStore: () => {
        asked += 1;
        return must(state.store);
      },
      cacheReady: (signal) => cacheReady(signal),
      steps: STEPS.map((name) => ({ name, isFinished: () => state.finished.includes(name) })),
      roles: { isCurrent: () => state.isCurrent },
      missingServices: () => state.missing,
      shortages: async () => state.shortages,
      isShuttingDown: () => state.stopping,
      now: () => new Date(time),
      livezGracePeriod: 1000,
      timeout(milliseconds) {
        waits.push(milliseconds);
        const timer = new AbortController();
        timers.push(timer);
        return timer.signal;
      },
    };
    checks = healthChecks(parts);
  });

  /** The failing checks of each endpoint. */
  async function failing(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const [endpoint, list] of Object.entries(checks)) {
      const failed: string[] = [];
      for (const { name, check } of list as readonly HealthCheck[]) {
        await check(new AbortController().signal).catch(() => failed.push(name));
      }
      if (failed.length > 0) found[endpoint] = failed;
    }
    return found;
  }

  it("have Kubernetes' names", () => {
    const names = (list: readonly HealthCheck[]): string[] => list.map(({ name }) => name);
    const common = ['ping', 'log', 'etcd'];
    const started = STEPS.map((name) => `poststarthook/${name}`);
    assert.deepEqual(names(checks.livez), [...common, ...started]);
    assert.deepEqual(names(checks.healthz), [...common, ...started]);
    assert.deepEqual(names(checks.readyz), [
      ...common,
      'informer-sync',
      ...started,
      'storage-space',
      'admission-services',
      'shutdown',
    ]);
  });

  it('pass on a healthy server', async () => assert.deepEqual(await failing(), {}));

  it('fail in all endpoints without the store', async () => {
    state.store = false;
    assert.deepEqual(await failing(), { healthz: ['etcd'], livez: ['etcd'], readyz: ['etcd'] });
  });

  it('have a shorter timeout after the store has not answered', async () => {
    const etcd = async (): Promise<void> => {
      await checks.readyz.find(({ name }) => name === 'etcd')?.check(new AbortController().signal);
    };
    for (const store of [true, false, false, true, true]) {
      state.store = store;
      if (store) await etcd();
      else await assert.rejects(etcd());
    }
    assert.deepEqual(waits, [2000, 2000, 1000, 1000, 2000]);
  });

  it('have the same timeout for the watch cache', async () => {
    cacheReady = (signal) => once(signal, 'abort').then(() => signal.throwIfAborted());
    const check = checks.readyz.find(({ name }) => name === 'informer-sync')?.check(new AbortController().signal);
    assert.deepEqual(waits, [1000]);
    timers.at(-1)?.abort(new Error('too late'));
    await assert.rejects(check ?? Promise.resolve(), /too late/);
  });

  it('share one request to the store', async () => {
    const { signal } = new AbortController();
    const all = (): Promise<unknown> =>
      Promise.all([...checks.readyz, ...checks.livez, ...checks.livez].map(({ check }) => check(signal)));
    await all();
    assert.equal(asked, 1);
    await all();
    assert.equal(asked, 2);
  });

  it('keep a server alive that waits or shuts down', async () => {
    state = { ...state, cache: false, isCurrent: false, missing: ['a'], stopping: true };
    const expected = ['informer-sync', 'poststarthook/rbac/bootstrap-roles', 'admission-services', 'shutdown'];
    assert.deepEqual(await failing(), { readyz: expected });
  });

  it('report a store that is out of space as an alarm', async () => {
    state.shortages = ['its disk has 5 bytes left'];
    const routes = new Map(healthRoutes('readyz', checks.readyz));
    const answer = await routes.get('/readyz')?.(contextOf('/readyz?verbose'));
    assert.equal(answer?.status, 200);
    assert.match(textOf(answer), /^\[!\]storage-space alarm: reason withheld$/m);
    const one = await routes.get('/readyz/storage-space')?.(contextOf('/readyz/storage-space'));
    assert.deepEqual([one?.status, one && textOf(one)], [500, 'internal server error: the store is out of space\n']);
  });

  it('give the start a grace period, for liveness only', async () => {
    state.finished = ['bootstrap-controller'];
    const roles = ['poststarthook/rbac/bootstrap-roles'];
    assert.deepEqual(await failing(), { healthz: roles, readyz: roles });
    time = 999;
    assert.deepEqual(await failing(), { healthz: roles, readyz: roles });
    time = 1000;
    assert.deepEqual(await failing(), { healthz: roles, livez: roles, readyz: roles });
    state.finished = [...STEPS];
    assert.deepEqual(await failing(), {});
  });

  it("report an unfinished step with Kubernetes' text", async () => {
    state.finished = [];
    const routes = new Map(healthRoutes('healthz', checks.healthz));
    const answer = await routes.get('/healthz')?.(contextOf('/healthz'));
    const lines = STEPS.map((name) => `[-]poststarthook/${name} failed: reason withheld`);
    assert.equal(
      answer && textOf(answer),
      ['[+]ping ok', '[+]log ok', '[+]etcd ok', ...lines, 'healthz check failed', ''].join('\n'),
    );
    const one = await routes.get(`/healthz/poststarthook/${STEPS[0]}`)?.(contextOf('/healthz'));
    assert.equal(one && textOf(one), 'internal server error: not finished\n');
  });
});
