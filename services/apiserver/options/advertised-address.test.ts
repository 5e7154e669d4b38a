import assert from 'node:assert/strict';
import { advertisedAddress, isReachable } from './advertised-address.js';

describe('the advertised address', () => {
  it('is that of the flag', () => {
    const given = { advertiseAddress: '192.0.2.1', bindAddress: '192.0.2.2' };
    assert.equal(advertisedAddress(given, 'IPv4'), '192.0.2.1');
    assert.equal(advertisedAddress(given, 'IPv6'), undefined);
  });

  it('is the one on which the server listens', () => {
    assert.equal(advertisedAddress({ bindAddress: '192.0.2.2' }, 'IPv4'), '192.0.2.2');
  });

  for (const bindAddress of ['127.0.0.1', '0.0.0.0', '::']) {
    it(`is one of the machine where the server listens on ${bindAddress}`, () => {
      const found = advertisedAddress({ bindAddress }, 'IPv4');
      assert.ok(found === undefined || isReachable(found));
    });
  }

  for (const address of ['0.0.0.0', '::', '::1', '127.0.0.1', '169.254.1.1', 'fe80::1', 'FEBF::1']) {
    it(`is not ${address}`, () => assert.ok(!isReachable(address)));
  }

  for (const address of ['192.0.2.1', '2001:db8::1', '10.127.0.1', 'fec0::1']) {
    it(`can be ${address}`, () => assert.ok(isReachable(address)));
  }
});
