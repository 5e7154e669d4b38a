import assert from 'node:assert/strict';
import { parseUrl, requestUriProblem } from './url.js';

describe("Go's URL parser", () => {
  /** Texts with Go's error as a request target; undefined for valid ones. */
  const requests: readonly (readonly [text: string, problem: string | undefined])[] = [
    ['/', undefined],
    ['/a b#c', undefined],
    ['//a b/c', undefined],
    ['*', undefined],
    ['mailto:a', undefined],
    ['http:', undefined],
    ['http://', undefined],
    ['https://user:p%20w@example.com:80/a%20b?q=%zz', undefined],
    ['http://a<b>"', undefined],
    ['http://[::1]:80/', undefined],
    ['http://[fe80::1%25en0]/', undefined],
    ['http://[fe80::1%25%65%6e]/', undefined],
    ['http://h%C3%A4/', undefined],
    ['http://a%25b/', undefined],
    ['', 'empty url'],
    ['a', 'invalid URI for request'],
    ['../a', 'invalid URI for request'],
    ['1a:b', 'invalid URI for request'],
    [':a', 'missing protocol scheme'],
    ['http://a\u0001', 'net/url: invalid control character in URL'],
    ['/%', 'invalid URL escape "%"'],
    ['/%zz/', 'invalid URL escape "%zz"'],
    ['http://a#b', 'invalid character "#" in host name'],
    ['http://a b/', 'invalid character " " in host name'],
    ['http://a{b}/', 'invalid character "{" in host name'],
    ['http://%41/', 'invalid URL escape "%41"'],
    ['http://a%zz/', 'invalid URL escape "%zz"'],
    ['http://user^:pass@a/', 'net/url: invalid userinfo'],
    ['http://a b@c/', 'net/url: invalid userinfo'],
    ['http://ä@c/', 'net/url: invalid userinfo'],
    ['http://%zz@c/', 'invalid URL escape "%zz"'],
    ['http://a:b/', 'invalid port ":b" after host'],
    ['http://a:1:2/', 'invalid port ":1:2" after host'],
    ['http://::1/', 'invalid port "::1" after host'],
    ['http://[::1/', "missing ']' in host"],
    ['http://[::1]a/', 'invalid port "a" after host'],
    ['http://a[::1]/', 'invalid IP-literal'],
    ['http://[1.2.3.4]/', 'invalid IP-literal'],
    ['http://[example.com]/', 'invalid host: ParseAddr("example.com"): unable to parse IP'],
  ];
  for (const [text, problem] of requests) {
    it(`${JSON.stringify(text)} is ${problem ?? 'a target of a request'}`, () =>
      assert.equal(requestUriProblem(text), problem && `parse ${JSON.stringify(text)}: ${problem}`));
  }

  it('has parts', () => {
    assert.deepEqual(parseUrl('HTTPS://u:p@h%C3%A4:80/a%20b?q=1#f'), {
      scheme: 'https',
      user: 'u:p',
      host: 'hä:80',
      path: '/a%20b',
      query: 'q=1',
      fragment: 'f',
    });
    assert.deepEqual(parseUrl('//h/p'), {
      scheme: '',
      user: undefined,
      host: 'h',
      path: '/p',
      query: '',
      fragment: '',
    });
    assert.deepEqual(parseUrl('a:b'), { scheme: 'a', user: undefined, host: '', path: '', query: '', fragment: '' });
  });

  it('may be relative, and its fragment has good escapes', () => {
    assert.equal(typeof parseUrl('a/b'), 'object');
    assert.equal(parseUrl('1a:b'), 'parse "1a:b": first path segment in URL cannot contain colon');
    assert.equal(parseUrl('/a#%z'), 'parse "/a#%z": invalid URL escape "%z"');
  });
});
