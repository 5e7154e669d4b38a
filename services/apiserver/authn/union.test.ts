import assert from 'node:assert/strict';
import { UNKNOWN, type Authentication } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { testContext } from './context.test.helper.js';
import { unionAuthenticator } from './union.js';

describe('several ways to sign in', () => {
  const ann: Authentication = { type: 'authenticated', user: authenticatedUser('ann') };
  const bob: Authentication = { type: 'authenticated', user: authenticatedUser('bob') };
  const no: Authentication = { type: 'rejected', reason: 'no' };
  const later: Authentication = { type: 'rejected', reason: 'later' };
  const broken = new Error('broken');

  const cases: readonly (readonly [name: string, ways: readonly (Authentication | Error)[], wanted: unknown])[] = [
    ['none', [], UNKNOWN],
    ['nobody knows', [UNKNOWN, UNKNOWN], UNKNOWN],
    ['the first who knows ends it', [UNKNOWN, ann, bob], ann],
    ['a rejection does not stop the next', [no, ann], ann],
    ['the first rejection holds where nobody knows', [UNKNOWN, no, later, UNKNOWN], no],
    ['a failure does not stop the next', [broken, ann], ann],
    ['a failure is told of where nobody knows', [no, broken, UNKNOWN], broken],
  ];
  for (const [name, ways, wanted] of cases) {
    it(name, async () => {
      const union = unionAuthenticator(
        ways.map((way) => ({
          name: 'test',
          authenticate() {
            if (way instanceof Error) throw way;
            return way;
          },
        })),
      );
      const result = Promise.resolve(union.authenticate(testContext()));
      if (wanted instanceof Error) await assert.rejects(result, wanted);
      else assert.equal(await result, wanted);
    });
  }
});
