import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { isCidr, isIPv4, isIPv6 } from './ip.js';

describe('IP addresses', () => {
  it('are validated as Node does', () => {
    const piece = fc.constantFrom('0', '1', 'ff', 'fffff', ':', '::', '.', '255', '256', '1.2.3.4', 'g', '');
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (address) => {
        assert.equal(isIPv6(address), isIP(address) === 6, address);
        // Node rejects leading zeros, which Kubernetes' lenient parser reads as decimal.
        if (!/(?:^|\.)0\d/.test(address)) assert.equal(isIPv4(address), isIP(address) === 4, address);
      }),
    );
  });

  it('may have leading zeros in IPv4', () => assert.ok(isIPv4('010.001.0.1')));

  const cidrs: readonly (readonly [text: string, expected: boolean])[] = [
    ['10.0.0.0/8', true],
    ['10.0.0.0/33', false],
    ['::/128', true],
    ['::/129', false],
    ['10.0.0.0', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/-1', false],
    ['/8', false],
  ];
  for (const [text, expected] of cidrs) {
    it(`${text} is ${expected ? 'a' : 'no'} network`, () => assert.equal(isCidr(text), expected));
  }
});
