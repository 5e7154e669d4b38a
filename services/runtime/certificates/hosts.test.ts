import assert from 'node:assert/strict';
import { addressBytes, isUnspecified, normalHosts, servingHosts } from './hosts.js';

describe('hosts', () => {
  const bytes: readonly (readonly [string, string])[] = [
    ['127.0.0.1', '7f000001'],
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['2001:DB8::8:800:200C:417A', '20010db80000000000080800200c417a'],
    ['2001:db8:1:2:3:4:5:6', '20010db8000100020003000400050006'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
    ['::ffff:10.0.0.1', '00000000000000000000ffff0a000001'],
  ];
  for (const [address, expected] of bytes) {
    it(`encodes ${address}`, () => assert.equal(addressBytes(address).toString('hex'), expected));
  }

  it('normalises and deduplicates hosts, and omits what a certificate cannot contain', () => {
    const hosts = ['b.example', 'B.Example', '0:0:0:0:0:0:0:1', '::1', 'my host', 'häns', 'a_b'];
    assert.deepEqual(normalHosts(hosts), ['::1', 'a_b', 'b.example']);
  });

  const unspecified: readonly (readonly [string, boolean])[] = [
    ['0.0.0.0', true],
    ['::', true],
    ['127.0.0.1', false],
    ['::1', false],
    ['localhost', false],
  ];
  for (const [address, expected] of unspecified) {
    it(`${address} is ${expected ? '' : 'not '}all addresses`, () => assert.equal(isUnspecified(address), expected));
  }

  it('adds the address it listens on', () => {
    const hosts = servingHosts({ bindAddress: '10.1.2.3', hostname: 'box', addresses: ['10.9.9.9'] });
    assert.ok(
      ['10.1.2.3', 'box', 'localhost', '127.0.0.1', '::1', 'kubernetes.default.svc'].every((h) => hosts.includes(h)),
    );
    assert.ok(!hosts.includes('10.9.9.9'));
  });

  it('adds every address of the machine when it listens on all', () => {
    const hosts = servingHosts({ bindAddress: '0.0.0.0', hostname: 'box', addresses: ['10.9.9.9', '2001:db8::1'] });
    assert.ok(hosts.includes('10.9.9.9') && hosts.includes('2001:db8::1') && !hosts.includes('0.0.0.0'));
  });
});
