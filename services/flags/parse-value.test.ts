import assert from 'node:assert/strict';
import type { FlagType, FlagValue } from './definition.js';
import { isSubdomain, parseValue } from './parse-value.js';

const good: readonly (readonly [FlagType, string, FlagValue])[] = [
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['port', '0', 0],
  ['port', '65535', 65535],
  ['level', '10', 10],
  ['count', '0', 0],
  ['count', '100000', 100_000],
  ['bytes', '2147483648', 2 ** 31],
  ['chance', '0', 0],
  ['chance', '.02', 0.02],
  ['chance', '0.02', 0.02],
  ['duration', '0', 0],
  ['duration', '3600', 3600],
  ['duration', '1h0m0s', 3600],
  ['duration', '1.5h', 5400],
  ['duration', '1m.5s250ms', 60.75],
  ['address', '0.0.0.0', '0.0.0.0'],
  ['address', '2001:db8::1', '2001:db8::1'],
  ['endpoint', '0', 'off'],
  ['endpoint', '127.0.0.1:10257', { host: '127.0.0.1', port: 10257 }],
  ['endpoint', '[::1]:0', { host: '::1', port: 0 }],
  ['endpoint', ':80', { port: 80 }],
  ['domain', 'k8s.io', 'k8s.io'],
  ['domain', 'local', 'local'],
  ['prefix', '/registry', '/registry'],
  ['prefix', '/a/b', '/a/b'],
  ['urls', 'http://127.0.0.1:2379', ['http://127.0.0.1:2379']],
  ['urls', 'https://a:1, https://b:2/', ['https://a:1', 'https://b:2/']],
  ['list', 'a', ['a']],
  ['files', 'a b, c', ['a b', 'c']],
  ['paths', 'a,b', ['a', 'b']],
  ['path', 'a b', 'a b'],
  ['text', ' x ', ' x '],
];

const bad: readonly (readonly [FlagType, string, RegExp])[] = [
  ['boolean', 'yes', /true or false/],
  ['boolean', '', /true or false/],
  ['chance', '1.1', /from 0 to 0\.02/],
  ['chance', '0.021', /from 0 to 0\.02/],
  ['chance', '-0.1', /from 0 to 0\.02/],
  ['chance', '.', /from 0 to 0\.02/],
  ['chance', '1e-3', /from 0 to 0\.02/],
  ['port', '65536', /between 0 and 65535/],
  ['port', '-1', /between 0 and 65535/],
  ['port', '1e3', /between 0 and 65535/],
  ['port', ' 1', /between 0 and 65535/],
  ['port', '', /between 0 and 65535/],
  ['level', '11', /between 0 and 10/],
  ['count', '-1', /whole number/],
  ['count', '1000000000', /nine digits/],
  ['bytes', '2Gi', /number of bytes/],
  ['count', '1.5', /whole number/],
  ['duration', '', /such as 1h0m0s/],
  ['duration', '-1s', /such as 1h0m0s/],
  ['duration', '1h 5m', /such as 1h0m0s/],
  ['duration', '1d', /such as 1h0m0s/],
  ['duration', 'h', /such as 1h0m0s/],
  ['duration', '1.2.3s', /such as 1h0m0s/],
  ['duration', '99999999999', /such as 1h0m0s/],
  ['address', 'localhost', /IP address/],
  ['address', '1.2.3', /IP address/],
  ['endpoint', '', /IP address and a port/],
  ['endpoint', '1', /IP address and a port/],
  ['endpoint', 'localhost:80', /IP address and a port/],
  ['endpoint', '::1:80', /IP address and a port/],
  ['endpoint', '127.0.0.1:65536', /IP address and a port/],
  ['domain', 'K8s.io', /DNS subdomain/],
  ['domain', 'a..b', /DNS subdomain/],
  ['prefix', 'registry', /begin with "\/"/],
  ['prefix', '/registry/', /not end with it/],
  ['prefix', '/', /not end with it/],
  ['urls', '127.0.0.1:2379', /http or https/],
  ['urls', 'unix:///tmp/etcd', /http or https/],
  ['urls', 'http://a:1/path', /http or https/],
  ['urls', 'http://user:secret@a:1', /http or https/],
  ['urls', 'http://a:1,', /http or https/],
  ['urls', 'http://a:1,https://b:1', /all http or all https/],
  ['list', '', /non-empty/],
  ['files', 'a,,b', /non-empty/],
  ['file', '', /not be empty/],
  ['path', '', /not be empty/],
  ['text', '', /not be empty/],
];

describe('parseValue', () => {
  for (const [type, text, value] of good) {
    it(`parses the ${type} ${JSON.stringify(text)}`, () =>
      assert.deepEqual(parseValue(type, text), { ok: true, value }));
  }
  for (const [type, text, problem] of bad) {
    it(`rejects the ${type} ${JSON.stringify(text)}`, () => {
      const parsed = parseValue(type, text);
      assert.ok(!parsed.ok);
      assert.match(parsed.problem, problem);
    });
  }
});

describe('isSubdomain', () => {
  const label = 'a'.repeat(63);
  const cases: readonly (readonly [string, boolean])[] = [
    ['a', true],
    ['0-9.b', true],
    [label, true],
    [`${label}a`, false],
    [`${label}.${label}.${label}.${'a'.repeat(61)}`, true],
    [`${label}.${label}.${label}.${'a'.repeat(62)}`, false],
    ['-a', false],
    ['a-', false],
    ['a.', false],
    ['a_b', false],
    ['', false],
  ];
  for (const [text, expected] of cases) {
    it(`is ${expected} for ${JSON.stringify(text)}`, () => assert.equal(isSubdomain(text), expected));
  }
});
