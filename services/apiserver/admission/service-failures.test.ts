import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { NoVerdictError, type Verdict } from '@pilothouse/runtime/admission-api/service.js';
import { testPlugin } from '@pilothouse/runtime/admission-api/service.test.helper.js';
import { configMap, newTestLink, type TestLink } from './service-link.test.helper.js';

const FAILED = 'failed calling the admission service "policies": ';

describe('a service that fails in the admission chain', () => {
  let service: TestLink['service'];
  let told: TestLink['told'];
  let outcomes: TestLink['outcomes'];
  let run: TestLink['run'];
  let end: TestLink['end'];
  beforeEach(() => {
    ({ service, told, outcomes, run, end } = newTestLink());
  });
  afterEach(() => end());

  const changed = (object: JsonObject): Partial<Verdict> => ({ allowed: true, change: { object, by: ['a'] } });
  const failures: readonly (readonly [
    name: string,
    answer: TestLink['service']['answer'],
    code: number,
    message: string,
    operation?: 'DELETE',
  ])[] = [
    ['cannot be reached', () => Promise.reject(new NoVerdictError('unavailable', 'gone')), 503, `${FAILED}gone`],
    [
      'makes no sense',
      () => Promise.reject(new NoVerdictError('invalid', 'eh')),
      500,
      `Internal error occurred: ${FAILED}eh`,
    ],
    ['breaks', () => Promise.reject(new TypeError('oh')), 500, `Internal error occurred: ${FAILED}oh`],
    [
      'is too slow',
      (_review, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('a')))),
      503,
      `${FAILED}there was no answer within 5 ms`,
    ],
    [
      'changes the name',
      async () => changed({ ...configMap(), metadata: { name: 'p', namespace: 'x' } }),
      500,
      `Internal error occurred: ${FAILED}may not change metadata.name`,
    ],
    [
      'makes something else of the object',
      async () => changed(configMap({ data: 'text' })),
      500,
      `Internal error occurred: ${FAILED}makes something of the object that is no ConfigMap: `,
    ],
    [
      'makes an object of a deletion',
      async () => changed(configMap()),
      500,
      `Internal error occurred: ${FAILED}attempted to modify the object, which is not supported for this operation`,
      'DELETE',
    ],
  ];
  for (const [name, answer, code, message, operation = 'CREATE'] of failures) {
    it(`that ${name} fails the request with the policy Fail: ${code}`, async () => {
      service.answer = answer;
      await assert.rejects(run({ timeout: 5 }, { operation }), (error: Error & { code?: number }) => {
        assert.deepEqual([error.code, error.message.startsWith(message)], [code, true], error.message);
        return true;
      });
      assert.deepEqual([outcomes, told.length], [['failed'], 1]);
    });

    it(`that ${name} does not count with the policy Ignore`, async () => {
      service.answer = answer;
      const object = await run({ timeout: 5, failurePolicy: 'Ignore' }, { operation });
      assert.deepEqual(object, operation === 'DELETE' ? undefined : configMap());
      assert.deepEqual(outcomes, ['ignored', 'ignored']);
      const texts = told.filter((text) => text.startsWith('error'));
      assert.ok(texts.length > 0);
      assert.equal(new Set(texts).size, texts.length, 'each reason is told once');
      assert.match(told.join('\n'), /^annotation: policies\/failed-open=/m);
    });
  }

  it('that only looks may not change anything', async () => {
    service.answer = async ({ phase }) => (phase === 'VALIDATE' ? changed(configMap({ data: {} })) : {});
    await assert.rejects(run(), { code: 500, message: /attempted to modify/ });
  });

  it('whose plugin says how long it may take is given no more', async () => {
    service.plugins = [testPlugin('a', { timeout: 3 }), testPlugin('b', { timeout: 4 })];
    service.answer = (_review, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('a'))));
    await assert.rejects(run({ timeout: 5_000 }), { code: 503, message: /within 4 ms$/ });
  });

  it('is given up together with the request, whatever the policy', async () => {
    const gone = new AbortController();
    service.answer = () => {
      gone.abort(new Error('the client went away'));
      return Promise.reject(new Error('aborted'));
    };
    await assert.rejects(run({ failurePolicy: 'Ignore' }, { signal: gone.signal }), {
      message: 'the client went away',
    });
    assert.deepEqual(told, []);
  });

  for (const timeout of [undefined, 60_000]) {
    it(`hears that the request is given up, where it has ${timeout ?? 'any number of'} milliseconds`, async () => {
      const gone = new AbortController();
      const reason = new Error('the client went away');
      const heard: unknown[] = [];
      service.answer = (_review, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            heard.push(signal.reason);
            reject(new Error('aborted'));
          });
          gone.abort(reason);
        });
      await assert.rejects(run(timeout === undefined ? {} : { timeout }, { signal: gone.signal }), reason);
      assert.deepEqual(heard, [reason]);
    });
  }
});
