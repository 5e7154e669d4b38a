import assert from 'node:assert/strict';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { OIDC_ALGORITHMS } from '@pilothouse/token-authenticators/oidc/options.js';
import { authenticationOptions, authenticationProblems } from './authentication.js';
import { FLAGS, type FlagValues } from './flags.js';

function flagsOf(texts: Readonly<Record<string, string>>): FlagValues {
  const parsed = parseFlags(FLAGS, new Map(Object.entries(texts)));
  assert.ok(parsed.ok);
  return parsed.values;
}

describe('authentication options', () => {
  const PROVIDER = { 'oidc-issuer-url': 'https://id.example', 'oidc-client-id': 'c' };

  it('are read from the flags', () => {
    const flags = flagsOf({
      ...PROVIDER,
      'anonymous-auth': 'false',
      'enable-bootstrap-token-auth': 'true',
      'oidc-username-claim': 'nick',
      'oidc-username-prefix': 'p:',
      'oidc-groups-claim': 'groups',
      'oidc-groups-prefix': 'g:',
      'oidc-required-claim': 'hd=a=b,x=',
      'oidc-ca-file': 'ca',
      'oidc-signing-algs': 'RS256,ES256',
      'authentication-token-webhook-config-file': 'hook',
      'authentication-token-webhook-cache-ttl': '10s',
      'authentication-token-webhook-version': 'v1',
      'requestheader-client-ca-file': 'proxies',
      'requestheader-allowed-names': 'a,b',
    });
    assert.deepEqual(authenticationProblems(flags), []);
    assert.deepEqual(authenticationOptions(flags), {
      anonymous: false,
      bootstrapTokens: true,
      oidc: {
        issuer: 'https://id.example',
        clientId: 'c',
        usernameClaim: 'nick',
        usernamePrefix: 'p:',
        groupsClaim: 'groups',
        groupsPrefix: 'g:',
        requiredClaims: [
          ['hd', 'a=b'],
          ['x', ''],
        ],
        caFile: 'ca',
        algorithms: ['RS256', 'ES256'],
      },
      webhook: { configFile: 'hook', version: 'v1', cacheTtl: 10 },
      proxy: {
        caFile: 'proxies',
        allowedNames: ['a', 'b'],
        usernameHeaders: ['X-Remote-User'],
        uidHeaders: ['X-Remote-Uid'],
        groupHeaders: ['X-Remote-Group'],
        extraPrefixes: ['X-Remote-Extra-'],
      },
    });
  });

  const prefixes: readonly (readonly [texts: Readonly<Record<string, string>>, prefix: string])[] = [
    [{}, 'https://id.example#'],
    [{ 'oidc-username-claim': 'email' }, ''],
    [{ 'oidc-username-prefix': '-' }, ''],
    [{ 'oidc-username-prefix': 'p' }, 'p'],
    [{ 'oidc-username-claim': 'email', 'oidc-username-prefix': 'p' }, 'p'],
  ];
  for (const [texts, prefix] of prefixes) {
    it(`put ${JSON.stringify(prefix)} before user names with ${JSON.stringify(texts)}`, () => {
      const { oidc } = authenticationOptions(flagsOf({ ...PROVIDER, ...texts }));
      assert.deepEqual([oidc?.usernamePrefix, oidc?.groupsPrefix, oidc?.algorithms], [prefix, '', OIDC_ALGORITHMS]);
    });
  }

  const versions: readonly (readonly [text: string, apiDomain: string, version: string])[] = [
    ['v1', 'k8s.io', 'v1'],
    ['v1beta1', 'k8s.io', 'v1beta1'],
    ['authentication.k8s.io/v1', 'k8s.io', 'v1'],
    ['authentication.k8s.io/v1beta1', 'k8s.io', 'v1beta1'],
    ['authentication.example.org/v1', 'example.org', 'v1'],
  ];
  for (const [text, apiDomain, version] of versions) {
    it(`send TokenReviews of ${version} with --authentication-token-webhook-version=${text}`, () => {
      const flags = flagsOf({
        'api-domain': apiDomain,
        'authentication-token-webhook-config-file': 'hook',
        'authentication-token-webhook-version': text,
      });
      assert.deepEqual(authenticationProblems(flags), []);
      assert.equal(authenticationOptions(flags).webhook?.version, version);
    });
  }

  const cases: readonly (readonly [flag: string, text: string, problem: RegExp | undefined])[] = [
    ['oidc-issuer-url', 'https://id.example/tenant', undefined],
    ['oidc-issuer-url', 'http://id.example', /^--oidc-issuer-url "http:\/\/id.example" must be an https URL/],
    ['oidc-issuer-url', 'https://a@id.example', /without user, query and fragment$/],
    ['oidc-issuer-url', 'https://id.example?a', /without user, query and fragment$/],
    ['oidc-issuer-url', 'id.example', /must be an https URL/],
    ['oidc-required-claim', 'a', /^--oidc-required-claim "a" must be key=value$/],
    ['oidc-required-claim', 'a=b,=c', /^--oidc-required-claim "=c" must be key=value$/],
    ['oidc-signing-algs', 'RS256,HS256', /^--oidc-signing-algs "HS256" must be of RS256, /],
    ['oidc-signing-algs', 'none', /must be of RS256, /],
    ['authentication-token-webhook-version', 'authentication.k8s.io/v1beta1', undefined],
    [
      'authentication-token-webhook-version',
      'v2',
      /must be v1beta1 or authentication.k8s.io\/v1beta1, v1 or authentication.k8s.io\/v1$/,
    ],
    ['authentication-token-webhook-version', 'k8s.io/v1', /must be v1beta1 or /],
    ['authentication-token-webhook-version', 'authentication.example.org/v1', /must be v1beta1 or /],
    [
      'requestheader-username-headers',
      'X-A,B C',
      /^--requestheader-username-headers "B C" is not a valid header name$/,
    ],
  ];
  for (const [flag, text, problem] of cases) {
    it(`--${flag} ${text} is ${problem === undefined ? 'fine' : 'refused'}`, () => {
      const problems = authenticationProblems(flagsOf({ [flag]: text }));
      assert.equal(problems.length, problem === undefined ? 0 : 1);
      if (problem !== undefined) assert.match(problems[0] ?? '', problem);
    });
  }

  it('refuse an issuer that is also the service account issuer', () => {
    const flags = flagsOf({ ...PROVIDER, 'service-account-issuer': 'https://id.example' });
    assert.match(authenticationProblems(flags).join(), /is also a --service-account-issuer$/);
  });
});
