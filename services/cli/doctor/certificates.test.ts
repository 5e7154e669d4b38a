import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { newSigningKey } from '@pilothouse/apiserver/serviceaccount/keys.js';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { checkCertificates, checkKeys, type Certificate } from './certificates.js';

const HOURS_OF_A_YEAR = 365 * 24;

describe('the check of certificates', () => {
  let root: TestIssuer;
  let intermediate: TestIssuer;
  let leaf: TestIssuer;
  let old: TestIssuer;
  let soon: TestIssuer;
  before(async () => {
    root = await newTestAuthority('root');
    intermediate = await newTestAuthority('middle', root);
    const purpose = { type: 'server', hosts: ['api.example.com', '10.0.0.1'] } as const;
    const issue = (hours: number): Promise<TestIssuer> =>
      testCertificate({ commonName: 'api' }, { purpose, issuer: intermediate, hours });
    [leaf, old, soon] = await Promise.all([issue(HOURS_OF_A_YEAR), issue(-1), issue(24 * 3 + 1)]);
  });

  const key = (pem: string, isPublic = false) => ({ name: 'a.key', pem, isPublic });
  const authorities = (pem: string) => ({ name: 'ca.crt', pem });
  const certificate = (changes: Partial<Certificate> = {}): Certificate => ({
    name: 'a.crt',
    pem: leaf.certPem,
    ...changes,
  });

  const cases: readonly (readonly [string, () => Certificate, readonly (readonly [level: string, text: RegExp])[]])[] =
    [
      [
        'a good one',
        () => certificate({ key: key(leaf.keyPem), hosts: ['api.example.com', '10.0.0.1'] }),
        [['ok', /^a\.crt is that of CN=api, and expires in 36\d days \(\d{4}-\d\d-\d\dT\S+Z\)$/]],
      ],
      ['an expired one', () => certificate({ pem: old.certPem }), [['error', /^a\.crt expired 1 hour ago /]]],
      ['one that expires soon', () => certificate({ pem: soon.certPem }), [['warning', /^a\.crt expires in 3 days /]]],
      ['no PEM', () => certificate({ pem: 'x' }), [['error', /^a\.crt has no certificate in PEM$/]]],
      [
        'the key of another one',
        () => certificate({ key: key(root.keyPem) }),
        [
          ['ok', /./],
          ['error', /^a\.key is not the key of a\.crt$/],
        ],
      ],
      [
        'no key',
        () => certificate({ key: key('x') }),
        [
          ['ok', /./],
          ['error', /^a\.key has no private key in PEM$/],
        ],
      ],
      [
        'a generated one without PEM, which the server replaces',
        () => certificate({ pem: '', isReissued: true }),
        [['warning', /^a\.crt has no certificate in PEM$/]],
      ],
      [
        'a generated one with another key, which the server replaces',
        () => certificate({ key: key(root.keyPem), isReissued: true }),
        [
          ['ok', /./],
          ['warning', /^a\.key is not the key of a\.crt$/],
        ],
      ],
      [
        'a generated one without its key, which the server replaces',
        () => certificate({ isReissued: true }),
        [
          ['ok', /./],
          ['warning', /^the key of a\.crt is missing$/],
        ],
      ],
      [
        'a generated one of another authority, which the server replaces',
        () => certificate({ key: key(leaf.keyPem), authorities: authorities(root.certPem), isReissued: true }),
        [
          ['ok', /./],
          ['warning', /^no authority in ca\.crt has issued a\.crt: /],
        ],
      ],
      [
        'a public key file',
        () => certificate({ key: key(leaf.keyPem, true) }),
        [
          ['ok', /./],
          ['warning', /^every user of this machine can read a\.key$/],
        ],
      ],
      [
        'a missing name',
        () => certificate({ hosts: ['api.example.com', 'b.example.com', '10.0.0.2'] }),
        [
          ['ok', /./],
          [
            'error',
            /^a\.crt is not for b\.example\.com, 10\.0\.0\.2; it is for DNS:api\.example\.com, IP Address:10\.0\.0\.1$/,
          ],
        ],
      ],
      [
        'a whole chain',
        () => certificate({ pem: leaf.certPem + intermediate.certPem, authorities: authorities(root.certPem) }),
        [
          ['ok', /./],
          ['warning', /^a\.crt, its intermediate CN=middle, expires in/],
        ],
      ],
      [
        'a chain without its intermediate',
        () => certificate({ authorities: authorities(root.certPem) }),
        [
          ['ok', /./],
          ['error', /^no authority in ca\.crt has issued a\.crt: the issuer of CN=api is CN=middle$/],
        ],
      ],
      [
        'an intermediate as the authority',
        () => certificate({ authorities: authorities(intermediate.certPem) }),
        [['ok', /./]],
      ],
      [
        'no authority',
        () => certificate({ authorities: authorities('') }),
        [
          ['ok', /./],
          ['error', /^ca\.crt has no certificate in PEM$/],
        ],
      ],
    ];
  for (const [name, make, expected] of cases) {
    it(`judges ${name}`, () => {
      const findings = checkCertificates([make()], new Date());
      assert.deepEqual(
        findings.map(({ level }) => level),
        expected.map(([level]) => level),
      );
      for (const [index, [, text]] of expected.entries()) assert.match(findings[index]?.text ?? '', text);
      for (const { level, text, remedy } of findings) {
        assert.equal(remedy !== undefined, level !== 'ok');
        const isReplaced = name.endsWith('which the server replaces') && level !== 'ok';
        assert.equal(remedy === 'The next start of the server writes it again, with its key.', isReplaced, text);
      }
    });
  }
});

describe('the check of a key without a certificate', () => {
  const pem = String(newSigningKey().privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const { publicKey } = newSigningKey();
  const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const fault = 'the server does not start with this key: sa.key';
  const cases: readonly (readonly [what: string, pem: string, isPublic: boolean, findings: readonly string[]])[] = [
    ['a good one', pem, false, ['ok: sa.key has a private key']],
    [
      'one that every user can read',
      pem,
      true,
      ['ok: sa.key has a private key', 'warning: every user of this machine can read sa.key'],
    ],
    ['an empty one', '', false, [`error: ${fault} contains no key in PEM`]],
    ['a half-written one', pem.slice(0, pem.length / 2), false, [`error: ${fault} contains no key in PEM`]],
    [
      'a public key',
      String(publicKey.export({ type: 'spki', format: 'pem' })),
      false,
      [`error: ${fault} contains no private key`],
    ],
    [
      'a key that cannot sign tokens',
      String(other),
      false,
      [`error: ${fault}: a key must be RSA, or ECDSA on P-256, P-384 or P-521`],
    ],
  ];
  for (const [what, text, isPublic, expected] of cases) {
    it(`judges ${what}`, () => {
      const findings = checkKeys([{ name: 'sa.key', pem: text, isPublic }]);
      assert.deepEqual(
        findings.map(({ level, text: found }) => `${level}: ${found}`),
        expected,
      );
      for (const { level, remedy } of findings) assert.equal(remedy !== undefined, level !== 'ok');
    });
  }
});
