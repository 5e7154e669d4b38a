import assert from 'node:assert/strict';
import { parseAccept, rangeMatches } from './accept.js';

describe('Accept headers', () => {
  const cases: readonly (readonly [header: string, order: readonly string[]])[] = [
    ['application/json', ['application/json']],
    ['application/yaml;q=0.5, application/json', ['application/json', 'application/yaml']],
    ['*/*, application/*, text/html', ['text/html', 'application/*', '*/*']],
    ['application/json;q=0, */*', ['*/*']],
    ['nonsense, application/json', ['application/json']],
    ['', []],
  ];
  for (const [header, order] of cases) {
    it(JSON.stringify(header), () => {
      assert.deepEqual(
        parseAccept(header).map(({ type, subtype }) => `${type}/${subtype}`),
        order,
      );
    });
  }

  it('keep the parameters', () => {
    const [range] = parseAccept('application/json;as=Table;g="meta.k8s.io";v=v1;q=0.9');
    assert.deepEqual(Object.fromEntries(range?.parameters ?? []), { as: 'Table', g: 'meta.k8s.io', v: 'v1' });
    assert.equal(range?.quality, 0.9);
  });

  it('match with wildcards', () => {
    const admits = (header: string, type: string) => parseAccept(header).some((range) => rangeMatches(range, type));
    assert.ok(admits('*/*', 'application/json'));
    assert.ok(admits('application/*', 'application/json'));
    assert.ok(!admits('text/*', 'application/json'));
  });
});
