import assert from 'node:assert/strict';
import { RequestContext } from '../request/context.js';
import { sourceIPs } from './source-ips.js';

describe('the source addresses of a request', () => {
  const cases: readonly (readonly [forwarded: string, real: string, remote: string, expected: readonly string[]])[] = [
    ['', '', '127.0.0.1', ['127.0.0.1']],
    ['', '', '::ffff:127.0.0.1', ['127.0.0.1']],
    ['', '', '', []],
    ['1.1.1.1, 2.2.2.2', '', '3.3.3.3', ['1.1.1.1', '2.2.2.2', '3.3.3.3']],
    ['1.1.1.1, nonsense,,2.2.2.2', '', '2.2.2.2', ['1.1.1.1', '2.2.2.2']],
    ['1.1.1.1', '', '1.1.1.1', ['1.1.1.1']],
    ['1.1.1.1,2.2.2.2', '', '1.1.1.1', ['1.1.1.1', '2.2.2.2', '1.1.1.1']],
    ['1.1.1.1,2.2.2.2', '1.1.1.1', '3.3.3.3', ['1.1.1.1', '2.2.2.2', '3.3.3.3']],
    ['1.1.1.1', '4.4.4.4', '3.3.3.3', ['1.1.1.1', '4.4.4.4', '3.3.3.3']],
    ['', '4.4.4.4', '4.4.4.4', ['4.4.4.4']],
    ['2001:DB8:0:0::1', 'fe80::1%eth0', '::1', ['2001:db8::1', '::1']],
  ];
  for (const [forwarded, real, address, expected] of cases) {
    it(`are ${JSON.stringify(expected)} for ${JSON.stringify([forwarded, real, address])}`, () => {
      const context = new RequestContext({
        method: 'GET',
        target: '/',
        headers: { 'x-forwarded-for': forwarded, 'x-real-ip': real },
        body: undefined,
        peer: { address, certificate: { type: 'none' } },
      });
      assert.deepEqual(sourceIPs(context), expected);
    });
  }
});
