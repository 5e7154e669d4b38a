import assert from 'node:assert/strict';
import { identifierOf } from './identities.js';

describe('the identity for a webhook', () => {
  const CASES: readonly (readonly [users: string, authority: string, expected: string | undefined])[] = [
    ['a.b.svc:443 *', 'a.b.svc:443', 'a.b.svc:443'],
    ['a.b.svc *', 'a.b.svc:443', 'a.b.svc'],
    ['a.b.svc *', 'a.b.svc:8443', '*'],
    ['*.b.svc:443 a.b.svc', 'a.b.svc:443', '*.b.svc:443'],
    ['*.svc *.b.svc', 'a.b.svc:443', '*.b.svc'],
    ['*.svc *.c.svc', 'a.b.svc:443', '*.svc'],
    ['*.a.b.svc current', 'a.b.svc:443', 'current'],
    ['a.b.svc', 'c.d.svc:443', undefined],
  ];
  for (const [users, authority, expected] of CASES) {
    it(`is that of ${expected ?? 'nobody'} for ${authority} among ${users}`, () => {
      const credentials = new Map(users.split(' ').map((name) => [name, { token: name }]));
      const identify = identifierOf({ credentials, current: 'current' });
      assert.deepEqual(identify(authority), expected === undefined ? {} : { credentials: { token: expected } });
    });
  }
});
