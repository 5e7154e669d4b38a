import assert from 'node:assert/strict';
import type { Resource } from '../api/discovery.js';
import { search } from './search.js';

const resource = (kind: string, name: string, ...shortNames: readonly string[]): Resource => ({
  group: '',
  version: 'v1',
  name,
  kind,
  namespaced: true,
  verbs: new Set(['list']),
  shortNames,
  subresources: [],
});
const pods = resource('Pod', 'pods', 'po');
const services = resource('Service', 'services', 'svc');
const members = [
  { resource: pods, meta: { name: 'api-web', namespace: 'shop', labels: { app: 'web' } } },
  { resource: pods, meta: { name: 'web-1', namespace: 'shop' } },
  { resource: services, meta: { name: 'web', namespace: 'shop' } },
];

describe('a search', () => {
  for (const [text, names] of [
    ['', []],
    ['web', ['web', 'web-1', 'api-web']],
    ['app=web', ['api-web']],
    ['pod web', ['api-web', 'web-1']],
    ['svc', ['Service']],
    ['POD', ['Pod', 'api-web', 'web-1']],
    ['nothing', []],
  ] as const) {
    it(`for ${JSON.stringify(text)}`, () => {
      const found = search({ text, resources: [pods, services], members });
      assert.deepEqual(
        found.map(({ resource: { kind }, meta }) => meta?.name ?? kind),
        names,
      );
    });
  }
});
