import assert from 'node:assert/strict';
import { clientKey } from './client-key.js';

describe('a client is counted', () => {
  const cases: readonly (readonly [name: string, clients: readonly string[], key: string])[] = [
    ['by the name in its certificate', ['ann'], 'ann'],
    ['by its address of IPv4, however that came', ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207'], '192.0.2.7'],
    [
      'by the network of its address of IPv6',
      ['2001:db8:1:2::', '2001:DB8:1:2::7', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
      '20010db800010002::/64',
    ],
    ['by another network where that is another', ['2001:db8:1:3::7'], '20010db800010003::/64'],
    ['without the zone of an address', ['fe80::1', 'fe80::1%eth0'], 'fe80000000000000::/64'],
    ['where its address is not known', ['unknown'], 'unknown'],
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
