import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { NoVerdictError, type Verdict } from '@pilothouse/runtime/admission-api/service.js';
import { testPlugin } from '@pilothouse/runtime/admission-api/service.test.helper.js';
import { configMap, newTestLink, type TestLink } from './service-link.test.helper.js';

const FAILED = 'failed calling the admission service "policies": ';

describe('an admission service that fails', () => {
  let service: TestLink['service'];
  let reported: TestLink['reported'];
  let outcomes: TestLink['outcomes'];
  let run: TestLink['run'];
  let end: TestLink['end'];
  beforeEach(() => {
    ({ service, reported, outcomes, run, end } = newTestLink());
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
    ['is unavailable', () => Promise.reject(new NoVerdictError('unavailable', 'gone')), 503, `${FAILED}gone`],
    [
      'returns an invalid response',
      () => Promise.reject(new NoVerdictError('invalid', 'eh')),
      500,
      `Internal error occurred: ${FAILED}eh`,
    ],
    ['throws an error', () => Promise.reject(new TypeError('oh')), 500, `Internal error occurred: ${FAILED}oh`],
    [
      'exceeds the timeout',
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
      'returns an object of another type',
      async () => changed(configMap({ data: 'text' })),
      500,
      `Internal error occurred: ${FAILED}returns an invalid ConfigMap: `,
    ],
    [
      'returns an object for a deletion',
      async () => changed(configMap()),
      500,
      `Internal error occurred: ${FAILED}attempted to modify the object, which is not supported for this operation`,
      'DELETE',
    ],
  ];
  for (const [name, answer, code, message, operation = 'CREATE'] of failures) {
    it(`and ${name} fails the request under the policy Fail: ${code}`, async () => {
      service.answer = answer;
      await assert.rejects(run({ timeout: 5 }, { operation }), (error: Error & { code?: number }) => {
        assert.deepEqual([error.code, error.message.startsWith(message)], [code, true], error.message);
        return true;
      });
      assert.deepEqual([outcomes, reported.length], [['failed'], 1]);
    });

    it(`and ${name} is ignored under the policy Ignore`, async () => {
      service.answer = answer;
      const object = await run({ timeout: 5, failurePolicy: 'Ignore' }, { operation });
      assert.deepEqual(object, operation === 'DELETE' ? undefined : configMap());
      assert.deepEqual(outcomes, ['ignored', 'ignored']);
      const texts = reported.filter((text) => text.startsWith('error'));
      assert.ok(texts.length > 0);
      assert.equal(new Set(texts).size, texts.length, 'each reason is reported once');
      assert.match(reported.join('\n'), /^annotation: policies\/failed-open=/m);
    });
  }

  it('must not change the object in the validation phase', async () => {
    service.answer = async ({ phase }) => (phase === 'VALIDATE' ? changed(configMap({ data: {} })) : {});
    await assert.rejects(run(), { code: 500, message: /attempted to modify/ });
  });

  it('has the timeout of its plugin', async () => {
    service.plugins = [testPlugin('a', { timeout: 3 }), testPlugin('b', { timeout: 4 })];
    service.answer = (_review, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('a'))));
    await assert.rejects(run({ timeout: 5_000 }), { code: 503, message: /within 4 ms$/ });
  });

  it('is cancelled together with the request under each policy', async () => {
    const gone = new AbortController();
    service.answer = () => {
      gone.abort(new Error('the client disconnected'));
      return Promise.reject(new Error('aborted'));
    };
    await assert.rejects(run({ failurePolicy: 'Ignore' }, { signal: gone.signal }), {
      message: 'the client disconnected',
    });
    assert.deepEqual(reported, []);
  });

  for (const timeout of [undefined, 60_000]) {
    it(`is notified of a cancelled request, with ${timeout === undefined ? 'no timeout' : `a timeout of ${timeout} ms`}`, async () => {
      const gone = new AbortController();
      const reason = new Error('the client disconnected');
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
