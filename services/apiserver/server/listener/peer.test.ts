import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { PeerCertificate } from '../../request/context.js';
import { createPeerReader, type ClientAuthorities } from './peer.js';

describe('the peer of a connection', () => {
  let root: TestIssuer;
  let leaf: TestIssuer;
  before(async () => {
    root = await newTestAuthority('root');
    leaf = await testCertificate({ commonName: 'a' }, { purpose: { type: 'client' }, issuer: root });
  });

  const socketWith = (subject: object | undefined, authorized: boolean): TLSSocket =>
    ({
      authorized,
      authorizationError: 'E',
      getPeerX509Certificate: () => subject && leaf.cert,
      getPeerCertificate: () => ({ subject }),
    }) as unknown as TLSSocket;
  const authorities = (names: readonly (keyof ClientAuthorities)[]): ClientAuthorities => ({
    users: names.includes('users') ? [root.cert] : [],
    proxies: names.includes('proxies') ? [root.cert] : [],
  });
  const verified = (
    commonName: string,
    organizations: readonly string[],
    uids: readonly string[] = [],
  ): PeerCertificate => ({
    type: 'verified',
    commonName,
    organizations,
    uids,
    fingerprint: createHash('sha256').update(leaf.cert.raw).digest('hex'),
    authorities: ['users'],
    expires: Date.parse(leaf.cert.validTo),
  });

  const cases: readonly (readonly [
    name: string,
    subject: object | undefined,
    authorized: boolean,
    wanted: () => PeerCertificate,
  ])[] = [
    ['no certificate', undefined, false, () => ({ type: 'none' })],
    ['no certificate, though Node calls it authorized', undefined, true, () => ({ type: 'none' })],
    ['one that TLS refuses', { CN: 'a' }, false, () => ({ type: 'unverified', reason: 'E' })],
    ['a name and one organization', { CN: 'a', O: 'x' }, true, () => verified('a', ['x'])],
    ['several of both: the last name counts', { CN: ['a', 'b'], O: ['x', 'y'] }, true, () => verified('b', ['x', 'y'])],
    ['a uid', { CN: 'a', '1.3.6.1.4.1.57683.2': '7' }, true, () => verified('a', [], ['7'])],
    ['a subject without either', {}, true, () => verified('', [])],
  ];
  for (const [name, subject, authorized, wanted] of cases) {
    it(name, () => {
      const present = authorities(['users']);
      assert.deepEqual(createPeerReader(() => present)(socketWith(subject, authorized)).certificate, wanted());
    });
  }

  for (const names of [['users'], ['proxies'], ['users', 'proxies']] as const) {
    it(`is verified by the authorities of ${names.join(' and ')}`, () => {
      const present = authorities(names);
      const { certificate } = createPeerReader(() => present)(socketWith({ CN: 'a' }, true));
      assert.deepEqual(certificate.type === 'verified' && certificate.authorities, names);
    });
  }

  it('is read once for each connection', () => {
    const present = authorities(['users']);
    const peerOf = createPeerReader(() => present);
    const socket = socketWith({ CN: 'a' }, true);
    assert.equal(peerOf(socket), peerOf(socket));
  });

  it('is unverified after its authority is removed', () => {
    let present = authorities(['users']);
    const peerOf = createPeerReader(() => present);
    const socket = socketWith({ CN: 'a' }, true);
    assert.equal(peerOf(socket).certificate.type, 'verified');
    present = authorities([]);
    assert.equal(peerOf(socket).certificate.type, 'unverified');
  });

  it('is unverified after its certificate expires', () => {
    let now = Date.now();
    const present = authorities(['users']);
    const peerOf = createPeerReader(
      () => present,
      () => now,
    );
    const socket = socketWith({ CN: 'a' }, true);
    assert.equal(peerOf(socket).certificate.type, 'verified');
    now = Date.parse(leaf.cert.validTo) + 1;
    assert.equal(peerOf(socket).certificate.type, 'unverified');
  });
});
