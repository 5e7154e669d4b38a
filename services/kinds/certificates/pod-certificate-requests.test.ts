import assert from 'node:assert/strict';
import { generateKeyPairSync, sign, constants, type KeyObject } from 'node:crypto';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type {
  PodCertificateRequest,
  PodCertificateRequestSpec,
  PodCertificateRequestStatus,
} from '@pilothouse/apimachinery/generated/certificates/v1beta1.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { newTestAuthority } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { issueCertificate, type Issuer } from '@pilothouse/runtime/certificates/issue.js';
import { foundAtOnce } from '../definition/findings.test.helper.js';
import { podCertificateRequests } from './pod-certificate-requests.js';

const NOW = new Date('2030-01-02T03:04:05Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const after = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);

const { strategy, subresources } = podCertificateRequests(createDomain(), { now: () => NOW });

const spki = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');

function requestOf(key: KeyObject, proof: Buffer): PodCertificateRequest {
  const spec: PodCertificateRequestSpec = {
    signerName: 'example.com/signer',
    podName: 'p',
    podUID: 'uid',
    serviceAccountName: 'a',
    serviceAccountUID: 'b',
    nodeName: 'n',
    nodeUID: 'c',
    maxExpirationSeconds: 7200,
    pkixPublicKey: spki(key),
    proofOfPossession: proof.toString('base64'),
  };
  return { metadata: { name: 'r', namespace: 'default' }, spec, status: {} };
}

const textsOf = (errors: readonly { readonly field: string; readonly message: string }[]): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`);

describe('the key of a PodCertificateRequest', () => {
  const uid = Buffer.from('uid');
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING };
  const pairs = {
    'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
    'P-224': generateKeyPairSync('ec', { namedCurve: 'secp224r1' }),
    Ed25519: generateKeyPairSync('ed25519'),
    RSA: generateKeyPairSync('rsa', { modulusLength: 3072 }),
    'short RSA': generateKeyPairSync('rsa', { modulusLength: 2048 }),
  };
  const proofOf = (name: keyof typeof pairs, over = uid): Buffer => {
    const { privateKey: key } = pairs[name];
    if (name === 'Ed25519') return sign(null, over, key);
    return sign('sha256', over, name.endsWith('RSA') ? { key, ...pss } : key);
  };
  const errorsOf = (name: keyof typeof pairs, proof: Buffer): string[] =>
    textsOf(foundAtOnce(strategy.validate?.(requestOf(pairs[name].publicKey, proof), undefined)));

  for (const name of ['P-256', 'P-521', 'Ed25519', 'RSA'] as const) {
    it(`of type ${name} needs a proof over the UID of the pod`, () => {
      assert.deepEqual(errorsOf(name, proofOf(name)), []);
      const wrong = ['spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature'];
      assert.deepEqual(errorsOf(name, proofOf(name, Buffer.from('other'))), wrong);
      assert.deepEqual(errorsOf(name, Buffer.from('x')), wrong);
    });
  }

  const refused = [
    ['P-224', 'Invalid value: "curve P-224": elliptic public keys must use curve P256 or P384'],
    ['short RSA', 'Invalid value: "2048-bit modulus": RSA keys must have modulus size 3072 or 4096'],
  ] as const;
  for (const [name, text] of refused) {
    it(`is not of type ${name}`, () =>
      assert.deepEqual(errorsOf(name, proofOf(name)), [`spec.pkixPublicKey: ${text}`]));
  }
});

describe('the status of a PodCertificateRequest', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const old = requestOf(publicKey, sign('sha256', Buffer.from('uid'), privateKey));
  const conditions = [{ type: 'Issued', status: 'True', reason: 'R', message: '', lastTransitionTime: timestamp(NOW) }];
  let issuer: Issuer;
  before(async () => {
    issuer = await newTestAuthority('authority');
  });

  interface Leaf {
    readonly from?: number;
    readonly to?: number;
    readonly key?: KeyObject;
    readonly dnsNames?: readonly string[];
  }
  const chainOf = ({ from = 0, to = 2 * HOUR, key = publicKey, dnsNames = ['a.example.com'] }: Leaf): string =>
    issueCertificate({
      subject: { commonName: 'p' },
      publicKey: key,
      purpose: { type: 'server', hosts: dnsNames },
      issuer,
      notBefore: after(from),
      notAfter: after(to),
    });
  const issued = (leaf: Leaf, changes: PodCertificateRequestStatus = {}): PodCertificateRequestStatus => ({
    conditions,
    certificateChain: chainOf(leaf),
    notBefore: timestamp(after(leaf.from ?? 0)),
    notAfter: timestamp(after(leaf.to ?? 2 * HOUR)),
    beginRefreshAt: timestamp(after(HOUR)),
    ...changes,
  });
  const part = subresources['status'];
  const errorsOf = (status: PodCertificateRequestStatus): string[] => {
    assert.ok(part?.type === 'part');
    return textsOf(foundAtOnce(part.validate?.({ ...old, status }, old))).map((text) =>
      text.replace(/"(?:\\"|[^"])*BEGIN[^"]*"/, '<chain>'),
    );
  };

  it('can have a certificate with matching times', () => assert.deepEqual(errorsOf(issued({})), []));

  const wrong: readonly (readonly [what: string, status: () => PodCertificateRequestStatus, error: RegExp])[] = [
    [
      'a certificate of another key',
      () => issued({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey }),
      /^status\.certificateChain: Invalid value: <chain>: leaf certificate was not issued to the requested public key$/,
    ],
    ['no times', () => ({ conditions, certificateChain: chainOf({}) }), /^status\.notBefore: Required value/],
    [
      'another begin',
      () => issued({}, { notBefore: timestamp(after(1000)) }),
      /^status\.notBefore: .*NotBefore time encoded/,
    ],
    ['a begin in the past', () => issued({ from: -5 * MINUTE }), /^status\.notBefore: .*within 5 minutes/],
    [
      'another end',
      () => issued({}, { notAfter: timestamp(after(HOUR)) }),
      /^status\.notAfter: .*NotAfter time encoded/,
    ],
    [
      'less than an hour',
      () => issued({ to: HOUR - 1000 }),
      /^status\.certificateChain: Invalid value: 3599000000000: leaf certificate lifetime must be >= 1 hour$/,
    ],
    [
      'more than the request',
      () => issued({ to: 2 * HOUR + 1000 }),
      /^status\.certificateChain: .*must be <= spec\.maxExpirationSeconds \(7200\)$/,
    ],
    [
      'an early renewal',
      () => issued({}, { beginRefreshAt: timestamp(after(10 * MINUTE - 1000)) }),
      /^status\.beginRefreshAt: .*at least 10 minutes after/,
    ],
    [
      'a late renewal',
      () => issued({}, { beginRefreshAt: timestamp(after(2 * HOUR - 10 * MINUTE + 1000)) }),
      /^status\.beginRefreshAt: .*at least 10 minutes before/,
    ],
    [
      'other blocks',
      () => issued({}, { certificateChain: `${chainOf({})}-----BEGIN X-----\nMAA=\n-----END X-----\n` }),
      /must consist entirely of CERTFICATE PEM blocks$/,
    ],
  ];
  for (const [what, status, error] of wrong) {
    it(`cannot have ${what}`, () => assert.match(errorsOf(status())[0] ?? '', error));
  }
});
