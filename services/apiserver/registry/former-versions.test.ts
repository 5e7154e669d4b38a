import assert from 'node:assert/strict';
import { extractAttributes } from './attributes.js';
import { currentForm } from './former-versions.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';

const KEY = '/example.io/widgets/default/a';
const V1 = Buffer.from(
  '{"kind":"Widget","apiVersion":"example.io/v1","metadata":{"name":"a","labels":{"l":"x"}},"size":3,"status":{}}',
);
const V2 = Buffer.from(
  '{"kind":"Widget","apiVersion":"example.io/v2","metadata":{"name":"a","labels":{"l":"x"}},"spec":{"width":3},"status":{}}',
);

describe('a stored value', () => {
  const [asV1, asV2] = [currentForm(widgets('both, stored as v1')), currentForm(widgets('both, stored as v2'))];
  assert.ok(asV1 && asV2);

  it('in the storage version is used unchanged', () => {
    assert.equal(asV1(KEY, V1), V1);
    assert.equal(asV2(KEY, V2), V2);
  });

  it('in a former or later version is converted to the present storage version', () => {
    assert.equal(Buffer.from(asV2(KEY, V1)).toString(), V2.toString());
    assert.equal(Buffer.from(asV1(KEY, V2)).toString(), V1.toString());
  });

  it("in a version with another name and the same schema gets the storage version's name", () => {
    const { versions, storageVersion: _before, ...rest } = widgets('v1 alone');
    const renamed = currentForm({ ...rest, versions: [{ ...versions[0], name: 'v3' }, ...versions] });
    assert.equal(Buffer.from(renamed?.(KEY, V1) ?? []).toString(), V1.toString().replace('/v1', '/v3'));
  });

  it('in an unknown version is an error', () => {
    const value = Buffer.from(V1.toString().replace('/v1', '/v9'));
    assert.throws(
      () => asV1(KEY, value),
      /^Error: \/example\.io\/widgets\/default\/a is stored in an unknown version of Widget$/,
    );
  });

  it('of a resource with a single version is not inspected', () => {
    assert.equal(currentForm(widgets('v1 alone')), undefined);
  });

  for (const release of ['both, stored as v1', 'both, stored as v2', 'v2, and v1 is only read'] as const) {
    it(`has the same selector attributes in each version: ${release}`, () => {
      const extract = extractAttributes(widgets(release));
      const expected = { 'metadata.name': 'a', 'metadata.namespace': 'default', width: '3' };
      for (const value of [V1, V2]) assert.deepEqual({ ...extract({ key: KEY, value }).fields }, expected);
    });
  }
});
