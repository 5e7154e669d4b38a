import assert from 'node:assert/strict';
import { OIDC_ALGORITHMS } from '@pilothouse/token-authenticators/oidc/options.js';
import { readIssuers } from './document.js';

const one = (...lines: readonly string[]): string =>
  ['issuers:', '- issuerURL: https://id.example', '  clientID: c', ...lines.map((line) => `  ${line}`)].join('\n');

describe('readIssuers', () => {
  it('has the --oidc flags of the API server as fields of each issuer', () => {
    const text = one(
      'usernameClaim: nick',
      'usernamePrefix: "p:"',
      'groupsClaim: groups',
      'groupsPrefix: "g:"',
      'requiredClaims: {hd: a=b, x: z}',
      'caFile: ca.crt',
      'signingAlgs: [RS256, ES256]',
    );
    assert.deepEqual(readIssuers(text, 'f'), [
      {
        issuer: 'https://id.example',
        clientId: 'c',
        usernameClaim: 'nick',
        usernamePrefix: 'p:',
        groupsClaim: 'groups',
        groupsPrefix: 'g:',
        requiredClaims: [
          ['hd', 'a=b'],
          ['x', 'z'],
        ],
        caFile: 'ca.crt',
        algorithms: ['RS256', 'ES256'],
      },
    ]);
  });

  const prefixes: readonly (readonly [lines: readonly string[], prefix: string])[] = [
    [[], 'https://id.example#'],
    [['usernameClaim: email'], ''],
    [['usernamePrefix: "-"'], ''],
    [['usernameClaim: email', 'usernamePrefix: p'], 'p'],
  ];
  for (const [lines, prefix] of prefixes) {
    it(`prefixes user names by ${JSON.stringify(prefix)} with ${JSON.stringify(lines.join())}`, () => {
      const [issuer] = readIssuers(one(...lines), 'f');
      assert.deepEqual([issuer?.usernamePrefix, issuer?.algorithms], [prefix, OIDC_ALGORITHMS]);
    });
  }

  const wrong: readonly (readonly [text: string, message: RegExp])[] = [
    ['', /^f: the file does not hold an object$/],
    ['a: [', /^f: .* \(line 1, column \d+\)$/],
    ['{}', /^f: issuers: Required value$/],
    ['issuers: []', /^f: issuers: Required value$/],
    ['issuers: [{}]', /^f: issuers\[0\]\.issuerURL: Required value\nf: issuers\[0\]\.clientID: Required value$/],
    [one('oidc: true'), /^f: issuers\[0\]\.oidc: Unknown field$/],
    [one('usernameClaim: 7'), /^f: issuers\[0\]\.usernameClaim: json: cannot unmarshal number/],
    [one('clientID: d'), /clientID/],
    [one('signingAlgs: [ES256, HS256]'), /^f: issuers\[0\]\.signingAlgs\[1\]: Unsupported value: "HS256": /],
    [one().replace('https', 'http'), /^f: issuers\[0\]\.issuerURL: Invalid value: "http:.*": must be an https URL/],
    [`${one()}\n${one().slice(9)}`, /^f: issuers\[1\]\.issuerURL: Duplicate value: "https:\/\/id.example"$/],
  ];
  for (const [text, message] of wrong) {
    it(`rejects: ${message.source}`, () => assert.throws(() => readIssuers(text, 'f'), { message }));
  }
});
