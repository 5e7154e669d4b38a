import assert from 'node:assert/strict';
import { addressRange, candidates, holds, type AddressRange } from './address-range.js';

function rangeOf(cidr: string): AddressRange {
  return addressRange(cidr) ?? assert.fail(`${cidr} is no range`);
}

describe('a range of addresses', () => {
  for (const [cidr, first, last, size, offset] of [
    ['10.0.0.0/24', '10.0.0.1', '10.0.0.254', 254n, 16n],
    ['10.0.0.0/28', '10.0.0.1', '10.0.0.14', 14n, 0n],
    ['10.0.0.0/30', '10.0.0.1', '10.0.0.2', 2n, 0n],
    ['10.0.0.0/27', '10.0.0.1', '10.0.0.30', 30n, 16n],
    ['10.96.0.0/12', '10.96.0.1', '10.111.255.254', 1_048_574n, 256n],
    ['2001:db8::/120', '2001:db8::1', '2001:db8::ff', 255n, 16n],
    ['2001:db8::/64', '2001:db8::1', '2001:db8::ffff:ffff:ffff:ffff', 2n ** 64n - 1n, 256n],
  ] as const) {
    it(`${cidr} has ${size} addresses`, () => {
      const range = rangeOf(cidr);
      assert.deepEqual([range.size, range.offset], [size, offset]);
      assert.ok(holds(range, first) && holds(range, last));
      assert.ok(!holds(range, cidr.slice(0, cidr.indexOf('/'))), 'the address of the network');
    });
  }

  it('holds no broadcast address, and none of another family', () => {
    assert.ok(!holds(rangeOf('10.0.0.0/24'), '10.0.0.255'));
    assert.ok(!holds(rangeOf('10.0.0.0/24'), '2001:db8::1'));
    assert.ok(!holds(rangeOf('10.0.0.0/24'), 'x'));
  });

  for (const cidr of ['x', '10.0.0.0', '2001:db8::/63']) {
    it(`is not ${cidr}`, () => assert.equal(addressRange(cidr), undefined));
  }

  for (const cidr of ['10.0.0.0/24', '10.0.0.0/28', '10.0.0.0/30', '10.0.0.0/31', '10.0.0.0/32', '2001:db8::/122']) {
    for (const start of [0, 5, 1000]) {
      it(`${cidr} offers each address once, those for static assignment last, from ${start} on`, () => {
        const range = rangeOf(cidr);
        const offered = [...candidates(range, (limit) => start % limit)];
        assert.equal(BigInt(offered.length), range.size);
        assert.equal(new Set(offered).size, offered.length);
        assert.ok(offered.every((address) => holds(range, address)));
        if (range.offset === 0n) return;
        const last = new Set(offered.slice(-Number(range.offset)));
        assert.ok(last.has(cidr.startsWith('10') ? '10.0.0.1' : '2001:db8::1'));
        assert.ok(last.has(cidr.startsWith('10') ? '10.0.0.16' : '2001:db8::10'));
      });
    }
  }

  it('of IPv6 offers addresses beyond 32 bits', () => {
    const [address = ''] = candidates(rangeOf('2001:db8::/64'), () => 0x12345678);
    assert.equal(address, '2001:db8::1234:5678:1234:5779');
  });
});
