import assert from 'node:assert/strict';
import { readAuthorities, chainValidity } from './authorities.js';
import { newTestAuthority, testCertificate, type TestIssuer } from './chain.test.helper.js';

describe('certificate authorities', () => {
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
    ['verify the certificates they signed', () => [direct], () => [other, root], true],
    ['verify through intermediates sent by the client', () => [below, other, middle], () => [root], true],
    ['verify as trust anchors even when they are intermediates', () => [below], () => [middle], true],
    ['do not verify when an intermediate is missing', () => [below], () => [root], false],
    ['do not verify certificates of another CA', () => [direct, root], () => [other], false],
    ['do not verify through a certificate that is not a CA', () => [signedByDirect, direct], () => [root], false],
    ['ignore intermediates after the first ten', () => [below, ...ten(other), middle], () => [root], false],
    ['do not verify with an empty list', () => [direct], () => [], false],
  ];
  for (const [name, chain, authorities, isVouched] of cases) {
    it(name, () => {
      const [leaf, ...others] = chain().map(({ cert }) => cert);
      assert.ok(leaf);
      const validity = chainValidity(
        leaf,
        others,
        authorities().map(({ cert }) => cert),
      );
      assert.equal(validity !== undefined, isVouched);
    });
  }

  it('are not matched by name alone', async () => {
    const impostor = await newTestAuthority('root');
    assert.equal(chainValidity(direct.cert, [], [impostor.cert]), undefined);
  });

  it('limit the validity to that of the whole chain', async () => {
    const long = await testCertificate({ commonName: 'c' }, { purpose: { type: 'client' }, issuer: root, hours: 9 });
    assert.equal(chainValidity(long.cert, [], [root.cert])?.to, Date.parse(root.cert.validTo));
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
