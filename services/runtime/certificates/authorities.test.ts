import assert from 'node:assert/strict';
import { readAuthorities, vouchedValidity } from './authorities.js';
import { newTestAuthority, testCertificate, type TestIssuer } from './chain.test.helper.js';

describe('authorities', () => {
  let root: TestIssuer;
  let middle: TestIssuer;
  let other: TestIssuer;
  let direct: TestIssuer;
  let below: TestIssuer;
  let signedByDirect: TestIssuer;
  before(async () => {
    [root, other] = await Promise.all([newTestAuthority('root'), newTestAuthority('other')]);
    middle = await newTestAuthority('middle', root);
    const client = { purpose: { type: 'client' } } as const;
    [direct, below] = await Promise.all([
      testCertificate({ commonName: 'a' }, { ...client, issuer: root }),
      testCertificate({ commonName: 'b' }, { ...client, issuer: middle }),
    ]);
    signedByDirect = await testCertificate({ commonName: 'c' }, { ...client, issuer: direct });
  });

  const ten = (issuer: TestIssuer): TestIssuer[] => Array.from({ length: 10 }, () => issuer);
  const cases: readonly (readonly [
    name: string,
    chain: () => readonly [leaf: TestIssuer, ...others: TestIssuer[]],
    authorities: () => readonly TestIssuer[],
    isVouched: boolean,
  ])[] = [
    ['vouch for what they signed', () => [direct], () => [other, root], true],
    ['vouch through others that came along', () => [below, other, middle], () => [root], true],
    ['vouch though they are signed by somebody themselves', () => [below], () => [middle], true],
    ['do not vouch where one between is missing', () => [below], () => [root], false],
    ['do not vouch for the certificates of others', () => [direct, root], () => [other], false],
    ['do not vouch through a certificate that is no authority', () => [signedByDirect, direct], () => [root], false],
    [
      'do not look for one behind ten others that came along',
      () => [below, ...ten(other), middle],
      () => [root],
      false,
    ],
    ['do not vouch when there are none', () => [direct], () => [], false],
  ];
  for (const [name, chain, authorities, isVouched] of cases) {
    it(name, () => {
      const [leaf, ...others] = chain().map(({ cert }) => cert);
      assert.ok(leaf);
      const validity = vouchedValidity(
        leaf,
        others,
        authorities().map(({ cert }) => cert),
      );
      assert.equal(validity !== undefined, isVouched);
    });
  }

  it('do not vouch by their name alone', async () => {
    const impostor = await newTestAuthority('root');
    assert.equal(vouchedValidity(direct.cert, [], [impostor.cert]), undefined);
  });

  it('vouch no longer than all of the chain is valid', async () => {
    const long = await testCertificate({ commonName: 'c' }, { purpose: { type: 'client' }, issuer: root, hours: 9 });
    assert.equal(vouchedValidity(long.cert, [], [root.cert])?.to, Date.parse(root.cert.validTo));
  });

  it('are read from one text', () => {
    const read = readAuthorities(`# two\n${root.certPem}${other.certPem}`, 'f');
    assert.deepEqual(
      read.map(({ subject }) => subject),
      ['CN=root', 'CN=other'],
    );
  });

  for (const [text, message] of [
    ['', 'f holds no certificate in PEM'],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /^f: a certificate cannot be read: /],
  ] as const) {
    it(`cannot be read from ${JSON.stringify(text)}`, () =>
      assert.throws(() => readAuthorities(text, 'f'), { message }));
  }
});
