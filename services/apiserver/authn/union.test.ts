import assert from 'node:assert/strict';
import { UNKNOWN, type Authentication } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { testContext } from './context.test.helper.js';
import { unionAuthenticator } from './union.js';

describe('several authentication methods', () => {
  const ann: Authentication = { type: 'authenticated', user: authenticatedUser('ann') };
  const bob: Authentication = { type: 'authenticated', user: authenticatedUser('bob') };
  const no: Authentication = { type: 'rejected', reason: 'no' };
  const later: Authentication = { type: 'rejected', reason: 'later' };
  const broken = new Error('broken');

  const cases: readonly (readonly [name: string, ways: readonly (Authentication | Error)[], wanted: unknown])[] = [
    ['none', [], UNKNOWN],
    ['continue after unknown credentials', [UNKNOWN, UNKNOWN], UNKNOWN],
    ['stop at the first success', [UNKNOWN, ann, bob], ann],
    ['continue after a refusal', [no, ann], ann],
    ['report the first refusal if none succeeds', [UNKNOWN, no, later, UNKNOWN], no],
    ['continue after a failure', [broken, ann], ann],
    ['report a failure if none succeeds', [no, broken, UNKNOWN], broken],
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
