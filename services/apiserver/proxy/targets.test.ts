import assert from 'node:assert/strict';
import type { Node } from '@pilothouse/apimachinery/generated/core/v1.js';
import { kubeletAddress } from './kubelet.js';
import { rewrittenLink } from './links.js';
import { cleanPath, decodedPath, encodedPath } from './paths.js';
import { USUAL_KUBELETS } from './connections.js';
import { isGlobalUnicast } from './unicast.js';

describe('addresses of proxies', () => {
  const cases: readonly (readonly [address: string, isAllowed: boolean])[] = [
    ['10.0.0.1', true],
    ['192.168.1.1', true],
    ['8.8.8.8', true],
    ['fd00::1', true],
    ['2001:db8::1', true],
    ['127.0.0.1', false],
    ['127.255.0.1', false],
    ['0.0.0.0', false],
    ['169.254.169.254', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['fe80::1', false],
    ['febf::1', false],
    ['ff02::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:169.254.169.254', false],
    ['::ffff:10.0.0.1', true],
    ['localhost', false],
    ['', false],
  ];
  for (const [address, isAllowed] of cases) {
    it(`${address} ${isAllowed ? 'is' : 'is not'} allowed`, () => assert.equal(isGlobalUnicast(address), isAllowed));
  }
});

describe('paths of proxies', () => {
  const cases: readonly (readonly [rest: string, sent: string])[] = [
    ['', ''],
    ['/', '/'],
    ['/a/b', '/a/b'],
    ['/a/b/', '/a/b/'],
    ['//a//b//', '/a/b/'],
    ['/../../a/./b/../c', '/a/c'],
    ['/%2e%2e/%2E%2e/a', '/a'],
    ['/..', ''],
    ['/../', '/'],
    ['/a%2Fb', '/a/b'],
    ['/a%20b%25c%3Fd%23e', '/a%20b%25c%3Fd%23e'],
    ['/%C3%BC%ff%00', '/%C3%BC%FF%00'],
    ["/~a-b_c.d$e&f+g,h:i;j=k@l!m*n'o", '/~a-b_c.d$e&f+g,h:i;j=k@l%21m%2An%27o'],
  ];
  for (const [rest, sent] of cases) {
    it(`${rest} is sent as ${sent}`, () => assert.equal(encodedPath(cleanPath(decodedPath(rest))), sent));
  }
  for (const wrong of ['/%', '/%2', '/%zz']) {
    it(`${wrong} is refused`, () => assert.throws(() => decodedPath(wrong), /invalid URL escape/));
  }
});

describe('links of proxied pages', () => {
  const below = '/api/v1/namespaces/ns/pods/p/proxy';
  const cases: readonly (readonly [link: string, sent: string])[] = [
    ['/a/b?c#d', `${below}/a/b?c#d`],
    ['/', `${below}/`],
    [`${below}/a`, `${below}/a`],
    ['a/b', 'a/b'],
    ['../a', '../a'],
    ['?a=/b', '?a=/b'],
    ['#/a', '#/a'],
    ['', ''],
    ['http://10.0.0.1:80/a', `${below}/a`],
    ['//10.0.0.1:80/a', `${below}/a`],
    ['https://api.example:6443/a', `https://api.example:6443${below}/a`],
    ['https://other.example/a', 'https://other.example/a'],
    ['mailto:a@b', 'mailto:a@b'],
  ];
  for (const [link, sent] of cases) {
    it(`${link} becomes ${sent}`, () =>
      assert.equal(rewrittenLink(link, { below, hosts: ['10.0.0.1:80', 'api.example:6443'] }), sent));
  }
});

describe('the address of a kubelet', () => {
  const node = (addresses: readonly (readonly [type: string, address: string])[], Port?: number): Node =>
    ({
      status: {
        addresses: addresses.map(([type, address]) => ({ type, address })),
        ...(Port !== undefined && { daemonEndpoints: { kubeletEndpoint: { Port } } }),
      },
    }) as unknown as Node;
  const addressOf = (given: Node): unknown => kubeletAddress(given, USUAL_KUBELETS.addressTypes);

  it('is the first one of the preferred type, with the port of the kubelet', () => {
    const all = [
      ['ExternalIP', 'e'],
      ['InternalIP', 'i'],
      ['InternalIP', 'j'],
      ['Hostname', 'h'],
    ] as const;
    assert.deepEqual(addressOf(node(all, 1)), { host: 'h', port: 1 });
    assert.deepEqual(addressOf(node(all.slice(0, 3))), { host: 'i', port: 10250 });
    assert.deepEqual(addressOf(node(all.slice(0, 1), 0)), { host: 'e', port: 10250 });
  });

  it('is missing without one', () => {
    const text = 'no preferred addresses found; known addresses: [{Other a} {More b}]';
    assert.throws(
      () =>
        addressOf(
          node([
            ['Other', 'a'],
            ['More', 'b'],
          ]),
        ),
      { message: text, code: 500, shownReason: undefined },
    );
  });
});
