import assert from 'node:assert/strict';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { FLAGS } from './flags.js';
import { serviceAccountOptions, serviceAccountProblems } from './service-accounts.js';

function flagsOf(texts: Readonly<Record<string, string>>) {
  const parsed = parseFlags(FLAGS, new Map(Object.entries(texts)));
  assert.ok(parsed.ok);
  return parsed.values;
}

describe('options of service accounts', () => {
  it('are read from the flags', () => {
    const flags = flagsOf({
      'service-account-signing-key-file': 's',
      'service-account-key-file': 'a,b',
      'service-account-issuer': 'https://new.example,https://old.example',
      'api-audiences': 'api',
      'service-account-max-token-expiration': '24h0m0s',
      'service-account-lookup': 'false',
    });
    assert.deepEqual(serviceAccountProblems(flags), []);
    assert.deepEqual(serviceAccountOptions(flags), {
      signingKeyFile: 's',
      keyFiles: ['a', 'b'],
      issuers: ['https://new.example', 'https://old.example'],
      audiences: ['api'],
      maxTokenExpiration: 86_400,
      lookup: false,
    });
  });

  const cases: readonly (readonly [flag: string, text: string, problem: RegExp | undefined])[] = [
    ['service-account-issuer', 'issuer', undefined],
    ['service-account-issuer', 'https://a,urn:b', undefined],
    [
      'service-account-issuer',
      'https://a,:',
      /^--service-account-issuer ":" contains ":" and must therefore be a URL$/,
    ],
    ['service-account-issuer', 'kubernetes/serviceaccount', /is the issuer of legacy tokens/],
    ['service-account-max-token-expiration', '0', undefined],
    ['service-account-max-token-expiration', '1h', undefined],
    ['service-account-max-token-expiration', '4294967296s', undefined],
    ['service-account-max-token-expiration', '59m', /^--service-account-max-token-expiration must be between 1 hour/],
    ['service-account-max-token-expiration', '4294967297s', /must be between 1 hour and 2\^32 seconds$/],
  ];
  for (const [flag, text, problem] of cases) {
    it(`--${flag} ${text} is ${problem === undefined ? 'fine' : 'refused'}`, () => {
      const problems = serviceAccountProblems(flagsOf({ [flag]: text }));
      assert.equal(problems.length, problem === undefined ? 0 : 1);
      if (problem !== undefined) assert.match(problems[0] ?? '', problem);
    });
  }
});
