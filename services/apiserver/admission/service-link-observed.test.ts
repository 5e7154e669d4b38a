import assert from 'node:assert/strict';
import type { AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import { newTestLink, type TestLink } from './service-link.test.helper.js';

describe('the state of an admission service', () => {
  let test: TestLink;
  beforeEach(() => {
    test = newTestLink();
  });
  afterEach(() => test.end());

  const silent: AdmissionService = {
    describe: () => Promise.reject(new Error('away')),
    review: () => Promise.reject(new Error('away')),
  };
  const cases: readonly (readonly [policy: 'Fail' | 'Ignore', isReached: boolean, missing: string | undefined])[] = [
    ['Fail', true, undefined],
    ['Fail', false, 'policies'],
    ['Ignore', true, undefined],
    ['Ignore', false, undefined],
  ];
  for (const [failurePolicy, isReached, missing] of cases) {
    it(`is ${missing === undefined ? 'not ' : ''}missing if it was ${isReached ? '' : 'not '}reached, under the policy ${failurePolicy}`, async () => {
      const link = await test.linkTo(isReached ? test.service : silent, { failurePolicy });
      assert.equal(link.missing?.(), missing);
    });
  }

  it('includes the phase and outcome of each call', async () => {
    const calls: string[] = [];
    await test.run({
      observer: (name, operation, _seconds, outcome, phase) => calls.push(`${name} ${operation} ${phase} ${outcome}`),
    });
    assert.deepEqual(calls, ['policies CREATE MUTATE admitted', 'policies CREATE VALIDATE admitted']);
  });
});
