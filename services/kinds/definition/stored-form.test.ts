import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { storedForm } from './stored-form.js';
import { storedMetadata } from './stored-metadata.js';

describe('the metadata of a stored object', () => {
  const type = { kind: 'Widget', apiVersion: 'example.io/v1' };
  const form = storedForm(type, { ...type, apiVersion: 'example.io/v2' });

  const METADATA: readonly JsonObject[] = [
    {},
    { name: 'a' },
    { name: 'a', labels: { 'x"}': 'y\\' }, annotations: { text: '{"metadata":{"name":"b"}}', quote: '\\"' } },
    { name: 'ü{', ownerReferences: [{ uid: '1' }, { uid: '}' }], managedFields: [{ fieldsV1: { 'f:spec': {} } }] },
  ];
  for (const metadata of METADATA) {
    it(`is what the whole object has: ${JSON.stringify(metadata)}`, () => {
      for (const others of [{}, { metadata2: '}', spec: { metadata: { name: 'other' } } }]) {
        for (const revision of [0, 7]) {
          const entry = { key: 'k', value: form.encode({ ...type, metadata, ...others }), revision };
          assert.deepEqual(form.decodeMetadata(entry)['metadata'], form.decode(entry)['metadata']);
        }
      }
    });
  }

  it('is read however the rest of the value looks', () => {
    const value = Buffer.from('{"kind":"A","apiVersion":"v1","metadata":{"name":"a"},"spec":');
    assert.equal(storedMetadata(value).toString(), '{"name":"a"}');
  });

  for (const text of ['', '[]', '{"kind":"A"}', '{"metadata":"x"}', '{"metadata":{"name":"a', '{"metadata":{"a":{}']) {
    it(`is missing in ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => storedMetadata(Buffer.from(text)),
        /the (value has no metadata|metadata of the value has no end)/,
      );
    });
  }
});
