import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { clientCertificateAuthenticator } from './client-certificate.js';
import { testContext } from './context.test.helper.js';

describe('the user of a client certificate', () => {
  const cases: readonly (readonly [name: string, parts: { uids?: string[]; fingerprint?: string }, wanted: unknown])[] =
    [
      ['has the fingerprint as credential id', { fingerprint: 'ab12' }, ['', 'X509SHA256=ab12']],
      ['has the uid of the subject', { uids: ['7'], fingerprint: 'ab12' }, ['7', 'X509SHA256=ab12']],
      ['is without both as a part of this process', {}, ['']],
      ['has one uid at most', { uids: ['7', '8'] }, 'expected 1 UID, but found multiple: 7, 8'],
      ['has no empty uid', { uids: [''] }, 'UID cannot be an empty string'],
    ];
  for (const [name, parts, wanted] of cases) {
    it(name, async () => {
      const certificate = {
        type: 'verified',
        commonName: 'jane',
        organizations: [],
        authorities: ['users'],
        ...parts,
      } as const;
      const result = await clientCertificateAuthenticator(createDomain()).authenticate(testContext({}, certificate));
      if (result.type === 'rejected') assert.equal(result.reason, wanted);
      else assert.ok(result.type === 'authenticated');
      if (result.type !== 'authenticated') return;
      const { uid, extra } = result.user;
      assert.deepEqual([uid, ...(extra.get('authentication.kubernetes.io/credential-id') ?? [])], wanted);
      assert.equal(extra.size, parts.fingerprint === undefined ? 0 : 1);
    });
  }
});
