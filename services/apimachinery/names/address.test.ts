import assert from 'node:assert/strict';
import { isIPv6 } from 'node:net';
import { assert as check, bigInt, property } from 'fast-check';
import { addressText, cidrText, parseAddress, parseCidr } from './address.js';

function canonical(text: string): string | undefined {
  const address = parseAddress(text);
  return address && addressText(address.family, address.value);
}

describe('addresses', () => {
  for (const [text, expected] of [
    ['10.0.0.1', '10.0.0.1'],
    ['010.0.0.001', '10.0.0.1'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['FE80:0:0:0:0:0:0:0abc', 'fe80::abc'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:0:2:2:0:0:3', '1::2:2:0:0:3'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['::', '::'],
    ['::1.2.3.4', '::102:304'],
    ['1.2.3', undefined],
    ['1::2::3', undefined],
    ['fe80::1%eth0', undefined],
  ] as const) {
    it(`${text} is ${expected ?? 'invalid'}`, () => assert.equal(canonical(text), expected));
  }

  it('have a canonical form that is read as the same address', () =>
    check(
      property(bigInt({ min: 0n, max: 2n ** 128n - 1n }), (value) => {
        const text = addressText(6, value);
        assert.ok(isIPv6(text), text);
        if (value >> 32n !== 0xffffn) assert.equal(parseAddress(text)?.value, value);
      }),
    ));
});

describe('ranges', () => {
  for (const [text, expected] of [
    ['10.0.0.0/24', '10.0.0.0/24'],
    ['10.0.0.7/024', '10.0.0.0/24'],
    ['::ffff:1.2.3.9/120', '1.2.3.0/24'],
    ['2001:DB8::1/64', '2001:db8::/64'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['10.0.0.0/33', undefined],
    ['10.0.0.0', undefined],
    ['10.0.0.0/', undefined],
    ['::/129', undefined],
  ] as const) {
    it(`${text} is ${expected ?? 'invalid'}`, () => {
      const cidr = parseCidr(text);
      assert.equal(cidr && cidrText(cidr), expected);
    });
  }
});
