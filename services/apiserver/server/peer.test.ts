import assert from 'node:assert/strict';
import type { TLSSocket } from 'node:tls';
import type { PeerCertificate } from '../request/context.js';
import { createPeerReader } from './peer.js';

describe('the other end of a connection', () => {
  const socketWith = (certificate: object, authorized: boolean): TLSSocket =>
    ({ authorized, authorizationError: 'E', getPeerCertificate: () => certificate }) as unknown as TLSSocket;

  const cases: readonly (readonly [name: string, certificate: object, authorized: boolean, wanted: PeerCertificate])[] =
    [
      ['no certificate', {}, false, { type: 'none' }],
      ['no certificate on a resumed session, which Node calls authorized', {}, true, { type: 'none' }],
      ['one that nobody vouches for', { subject: { CN: 'a' } }, false, { type: 'unverified', reason: 'E' }],
      [
        'a name and one organization',
        { subject: { CN: 'a', O: 'x' } },
        true,
        { type: 'verified', commonName: 'a', organizations: ['x'] },
      ],
      [
        'several of both: the last name counts',
        { subject: { CN: ['a', 'b'], O: ['x', 'y'] } },
        true,
        { type: 'verified', commonName: 'b', organizations: ['x', 'y'] },
      ],
      ['a subject without either', { subject: {} }, true, { type: 'verified', commonName: '', organizations: [] }],
    ];
  for (const [name, certificate, authorized, wanted] of cases) {
    it(name, () => {
      assert.deepEqual(createPeerReader()(socketWith(certificate, authorized)).certificate, wanted);
    });
  }

  it('is asked once for each connection', () => {
    let asked = 0;
    const socket = { getPeerCertificate: () => (asked++, {}) } as unknown as TLSSocket;
    const peerOf = createPeerReader();
    assert.equal(peerOf(socket), peerOf(socket));
    assert.equal(asked, 1);
  });
});
