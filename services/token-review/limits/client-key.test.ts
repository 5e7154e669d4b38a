import assert from 'node:assert/strict';
import { clientKey } from './client-key.js';

describe('the rate limit key of a client', () => {
  const cases: readonly (readonly [name: string, clients: readonly string[], key: string])[] = [
    ['is the name in its certificate', ['ann'], 'ann'],
    [
      'is its IPv4 address, also from an IPv4-mapped IPv6 address',
      ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207'],
      '192.0.2.7',
    ],
    [
      'is the /64 network of its IPv6 address',
      ['2001:db8:1:2::', '2001:DB8:1:2::7', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
      '20010db800010002::/64',
    ],
    ['differs for another network', ['2001:db8:1:3::7'], '20010db800010003::/64'],
    ['has no zone', ['fe80::1', 'fe80::1%eth0'], 'fe80000000000000::/64'],
    ['is `unknown` for an unknown address', ['unknown'], 'unknown'],
  ];
  for (const [name, clients, key] of cases) {
    it(name, () => {
      assert.deepEqual(
        clients.map(clientKey),
        clients.map(() => key),
      );
    });
  }
});
