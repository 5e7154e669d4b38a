import assert from 'node:assert/strict';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { FLAGS, type FlagValues } from './flags.js';
import { loginOptions, loginProblems } from './login.js';

function flagsOf(texts: Readonly<Record<string, string>>): FlagValues {
  const parsed = parseFlags(FLAGS, new Map(Object.entries(texts)));
  assert.ok(parsed.ok);
  return parsed.values;
}

const ISSUER = { 'oidc-issuer-url': 'https://id.example', 'oidc-client-id': 'c' };

describe('the flags for command lines that sign in', () => {
  it('publish nothing unless the client is set', () => assert.equal(loginOptions(flagsOf(ISSUER)), undefined));

  it('take the issuer whose tokens are accepted, unless another one is set', () => {
    const flags = { ...ISSUER, 'login-client-id': 'kubectl' };
    assert.deepEqual(loginOptions(flagsOf(flags)), {
      issuer: 'https://id.example',
      clientId: 'kubectl',
      scopes: ['openid', 'profile', 'email', 'offline_access'],
    });
    const other = loginOptions(
      flagsOf({ ...flags, 'login-issuer-url': 'https://other.example', 'login-scopes': 'openid,groups' }),
    );
    assert.deepEqual(other, { issuer: 'https://other.example', clientId: 'kubectl', scopes: ['openid', 'groups'] });
  });

  for (const [flags, problem] of [
    [{ 'login-client-id': 'kubectl' }, '--login-client-id needs --oidc-issuer-url or --login-issuer-url'],
    [{ ...ISSUER, 'login-scopes': 'email' }, '--login-scopes must contain openid'],
    [
      { 'login-client-id': 'kubectl', 'login-issuer-url': 'http://id.example' },
      '--login-issuer-url "http://id.example" must be an https URL without user, query and fragment',
    ],
  ] as const) {
    it(`are checked: ${problem}`, () => assert.deepEqual(loginProblems(flagsOf(flags)), [problem]));
  }
});
