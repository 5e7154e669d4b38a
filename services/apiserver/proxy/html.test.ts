import assert from 'node:assert/strict';
import { pageRewriter } from './html.js';

const rewrite = (url: string): string => (url.startsWith('/') ? `/p${url}` : url);

/** The page in parts of `size`. */
function rewritten(page: string, size: number): string {
  const rewriter = pageRewriter(rewrite);
  let out = '';
  for (let at = 0; at < page.length; at += size) out += rewriter.push(page.slice(at, at + size));
  return out + rewriter.end();
}

describe('links in pages', () => {
  const cases: readonly (readonly [page: string, sent: string])[] = [
    ['<a href="/x">/y</a>', '<a href="/p/x">/y</a>'],
    ["<A class=b HREF = '/x' id=c>", '<A class=b HREF = "/p/x" id=c>'],
    ['<img src=/x/ alt="/y">', '<img src="/p/x/" alt="/y">'],
    ['<a href=/x>', '<a href="/p/x">'],
    [
      '<link rel="a" href="/x"/><script src="/y">"<a href=\'/z\'>"</script><a href="/w">',
      '<link rel="a" href="/p/x"/><script src="/p/y">"<a href=\'/z\'>"</script><a href="/p/w">',
    ],
    ['<title><a href="/x"></TITLE ><a href="/x">', '<title><a href="/x"></TITLE ><a href="/p/x">'],
    ['<!-- <a href="/x"> --><a href="/x">', '<!-- <a href="/x"> --><a href="/p/x">'],
    ['<!--><a href="/x">', '<!--><a href="/x">'],
    ['<!doctype html><?php "/x"?><a href="/x">', '<!doctype html><?php "/x"?><a href="/p/x">'],
    ['<a title=">" href="/x">', '<a title=">" href="/p/x">'],
    ['<a href="/x?a=1&amp;b=&quot;2">', '<a href="/p/x?a=1&amp;b=&#34;2">'],
    ['<a href="x" data-href="/y">', '<a href="x" data-href="/y">'],
    ['<p href="/x">', '<p href="/x">'],
    ['1 < 2 <3 a<b', '1 < 2 <3 a<b'],
    ['<a href="/x', '<a href="/x'],
    ['<a href="/x"', '<a href="/x"'],
    ['\u00fc\u00ff<a href="/\u00fc">', '\u00fc\u00ff<a href="/p/\u00fc">'],
    ['', ''],
  ];
  for (const [page, sent] of cases) {
    it(`of ${page}`, () => {
      for (const size of [1, 2, 3, 7, 1000]) assert.equal(rewritten(page, size), sent, `in parts of ${size}`);
    });
  }

  it('pass as they are in very long tags', () => {
    const page = `<a title="${'x'.repeat(200_000)}" href="/x"><a href="/y">`;
    assert.equal(rewritten(page, 10_000), page.replace('"/y"', '"/p/y"'));
  });

  it('cost time in proportion to the page, also of one byte at a time', () => {
    // Quadratic behaviour would take minutes.
    for (const part of ['<a ', '<!--', "<a b='", '<script>', '<'])
      assert.ok(rewritten(part.repeat(100_000), 1).length > 0);
  }).timeout(20_000);
});
