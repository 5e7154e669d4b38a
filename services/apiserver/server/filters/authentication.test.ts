import assert from 'node:assert/strict';
import type { Authentication } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { testContext } from '../../authn/context.test.helper.js';
import { textResponse } from '../../request/response.js';
import { authenticate } from './authentication.js';

describe('authentication', () => {
  const ann: Authentication = { type: 'authenticated', user: authenticatedUser('ann') };
  const unknown: Authentication = { type: 'unknown' };
  const cases: readonly (readonly [authorization: string | undefined, result: Authentication, user: string])[] = [
    [undefined, ann, 'ann'],
    ['Bearer x', ann, 'ann'],
    [undefined, unknown, 'system:anonymous'],
    ['Basic eDp5', unknown, 'system:anonymous'],
    ['Bearer x', unknown, 'Unauthorized'],
    ['bearer  x', unknown, 'Unauthorized'],
    [undefined, { type: 'rejected', reason: 'r' }, 'Unauthorized'],
  ];
  for (const [authorization, result, wanted] of cases) {
    it(`${authorization ?? 'no header'} that is ${result.type}: ${wanted}`, async () => {
      const context = testContext({ authorization });
      const filter = authenticate({ name: 'test', authenticate: () => result });
      const handler = filter(async ({ user }) => textResponse(200, 'text/plain', user.name));
      if (wanted === 'Unauthorized') await assert.rejects(handler(context), { reason: wanted, code: 401 });
      else assert.deepEqual((await handler(context)).body, [Buffer.from(wanted)]);
    });
  }

  for (const [result, wanted] of [
    [ann, 'ann'],
    [unknown, 'Unauthorized'],
  ] as const) {
    it(`without anonymous access, and that is ${result.type}: ${wanted}`, async () => {
      const filter = authenticate({ name: 'test', authenticate: () => result }, { anonymous: false });
      const answer = filter(async ({ user }) => textResponse(200, 'text/plain', user.name))(testContext());
      if (wanted === 'Unauthorized') await assert.rejects(answer, { reason: wanted, code: 401 });
      else assert.deepEqual((await answer).body, [Buffer.from(wanted)]);
    });
  }

  it('logs why credentials are rejected, and does not tell the client', async () => {
    const reasons: string[] = [];
    const asked = async (result: Authentication): Promise<unknown> => {
      const authenticator = { name: 'test', authenticate: () => result };
      const filter = authenticate(authenticator, { onRejected: (reason) => void reasons.push(reason) });
      return filter(async () => textResponse(200, 'text/plain', ''))(testContext({ authorization: 'Bearer x' }));
    };
    await assert.rejects(asked({ type: 'rejected', reason: 'r'.repeat(1000) }), { message: 'Unauthorized' });
    await assert.rejects(asked(unknown), { message: 'Unauthorized' });
    await asked(ann);
    assert.deepEqual(reasons, ['r'.repeat(512)]);
  });
});
