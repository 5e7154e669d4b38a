import assert from 'node:assert/strict';
import type { Authentication } from '../../authn/authenticator.js';
import { RequestContext } from '../../request/context.js';
import { textResponse } from '../../request/response.js';
import { authenticatedUser } from '../../request/user.js';
import { authenticate } from './authentication.js';

describe('who makes a request', () => {
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
      const context = new RequestContext({
        method: 'GET',
        target: '/',
        headers: { authorization },
        body: undefined,
        peer: { address: '', certificate: { type: 'none' } },
      });
      const filter = authenticate({ name: 'test', authenticate: () => result });
      const handler = filter(async ({ user }) => textResponse(200, 'text/plain', user.name));
      if (wanted === 'Unauthorized') await assert.rejects(handler(context), { reason: wanted, code: 401 });
      else assert.deepEqual((await handler(context)).body, [Buffer.from(wanted)]);
    });
  }
});
