import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import { NoVerdictError, type AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import { testPlugin } from '@pilothouse/runtime/admission-api/service.test.helper.js';
import { tokenReviews } from '@pilothouse/kinds/authentication/token-reviews.js';
import { leases } from '@pilothouse/kinds/coordination/leases.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { newTestLink, type TestLink } from './service-link.test.helper.js';

const FAILED = 'failed calling the admission service "policies": ';
const lease = leases(createDomain()) as ResourceDefinition;

describe('the description of an admission service', () => {
  let service: TestLink['service'];
  let reported: TestLink['reported'];
  let linkTo: TestLink['linkTo'];
  let run: TestLink['run'];
  let end: TestLink['end'];
  beforeEach(() => {
    ({ service, reported, linkTo, run, end } = newTestLink());
  });
  afterEach(() => end());

  describe('that is unavailable', () => {
    let isThere: boolean;
    const down = (): AdmissionService => ({
      ...service,
      describe: (call) =>
        isThere ? service.describe(call) : Promise.reject(new NoVerdictError('unavailable', 'gone')),
    });
    beforeEach(() => {
      isThere = false;
    });

    it('refuses all writes that match its rules until it is reached, except Leases, Events and reviews', async () => {
      const link = await linkTo(down(), {
        rules: [{ operations: ['CREATE'], groups: ['*'], versions: ['*'], resources: ['*'] }],
      });
      for (let attempt = 0; attempt < 2; attempt++) {
        await assert.rejects(run({}, {}, link), {
          code: 503,
          message: `${FAILED}it has not been reached: gone`,
          details: { retryAfterSeconds: 1 },
        });
      }
      await run({}, { operation: 'DELETE' }, link);
      await run({}, { definition: lease }, link);
      await run({}, { definition: tokenReviews(createDomain()) }, link);
      const { bypassesUnreachedAdmission: _, ...strategy } = lease.strategy;
      const custom: ResourceDefinition = { ...lease, group: 'example.io', strategy };
      await assert.rejects(run({}, { definition: custom }, link), { code: 503 });
      assert.deepEqual(reported, ['error: gone']);
      isThere = true;
      service.changed();
      await turn();
      await run({}, {}, link);
      assert.equal(service.seen.length, 2);
    });

    it('skips the service under the policy Ignore', async () => {
      await run({}, {}, await linkTo(down(), { failurePolicy: 'Ignore' }));
      assert.deepEqual(service.seen, []);
    });

    it('is refused if a chosen plugin is missing', async () => {
      await assert.rejects(run({ plugins: ['a', 'c'] }), { code: 503, message: /there is no plugin c$/ });
    });

    it('stays in use after it was known', async () => {
      isThere = true;
      const link = await linkTo(down());
      isThere = false;
      service.changed();
      await turn();
      await run({}, {}, link);
      assert.equal(service.seen.length, 2);
    });
  });

  it('is replaced when the service announces a change', async () => {
    const link = await linkTo(service);
    await run({}, {}, link);
    service.plugins = [testPlugin('c', { phases: ['VALIDATE'] })];
    service.revision = '2';
    service.changed();
    await turn();
    await run({}, {}, link);
    assert.deepEqual(
      service.seen.map(({ plugins }) => plugins.join()),
      ['a,b', 'a', 'c'],
    );
  });

  it('is refreshed when a review has another revision', async () => {
    let now = 0;
    const link = await linkTo(service, { timing: { ...systemTiming, now: () => now } });
    service.plugins = [testPlugin('c', { phases: ['VALIDATE'] })];
    service.revision = '2';
    now = 5_000;
    await run({}, {}, link);
    await turn();
    service.seen.length = 0;
    await run({}, {}, link);
    assert.deepEqual(
      service.seen.map(({ plugins }) => plugins.join()),
      ['c'],
    );
  });
});
