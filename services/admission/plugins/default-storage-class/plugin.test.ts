import assert from 'node:assert/strict';
import { admitted, json, testAttributes, testHost } from '../../host.test.helper.js';
import { defaultStorageClass } from './plugin.js';

const storageClass = (name: string, isDefault: string, creationTimestamp: string) => ({
  metadata: { name, creationTimestamp, annotations: { 'storageclass.kubernetes.io/is-default-class': isDefault } },
});
const resource = { group: '', version: 'v1', resource: 'persistentvolumeclaims' };
const old = storageClass('old', 'true', '2026-01-01T00:00:00Z');
const recent = storageClass('recent', 'true', '2026-01-02T00:00:00Z');
const other = storageClass('other', 'false', '2026-01-03T00:00:00Z');

describe('DefaultStorageClass', () => {
  for (const [what, storageclasses, spec, changes] of [
    ['sets the newest default class', [old, recent, other], {}, { storageClassName: 'recent' }],
    ['keeps a class', [old], { storageClassName: 'mine' }, {}],
    ['keeps the request for no class', [old], { storageClassName: '' }, {}],
    ['changes nothing without a default class', [other], {}, {}],
  ] as const) {
    it(what, async () => {
      const plugin = await defaultStorageClass.create(testHost({ stored: { storageclasses } }));
      const object = json({ metadata: { name: 'o', namespace: 'x' }, spec });
      assert.deepEqual((await admitted(plugin, testAttributes({ object, resource }))).spec, changes);
    });
  }
});
