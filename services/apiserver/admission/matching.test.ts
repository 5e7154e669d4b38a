import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { configMaps } from '@pilothouse/kinds/core/config-maps.js';
import { namespaces } from '@pilothouse/kinds/core/namespaces.js';
import { EVERY_WRITE, matchesOne } from './matching.js';

const targets = {
  map: { operation: 'CREATE', definition: configMaps, version: 'v1', subresource: '' },
  'map/status': { operation: 'UPDATE', definition: configMaps, version: 'v1', subresource: 'status' },
  namespace: { operation: 'DELETE', definition: namespaces(createDomain()), version: 'v1', subresource: '' },
} as const;

/** Overrides of a rule that matches everything, and the expected matches. */
const table: readonly (readonly [rule: Partial<typeof EVERY_WRITE>, matched: readonly string[]])[] = [
  [{}, ['map', 'map/status', 'namespace']],
  [{ operations: ['CREATE', 'DELETE'] }, ['map', 'namespace']],
  [{ operations: [] }, []],
  [{ groups: [''] }, ['map', 'map/status', 'namespace']],
  [{ groups: ['apps'] }, []],
  [{ versions: ['v1', 'v2'] }, ['map', 'map/status', 'namespace']],
  [{ versions: ['v1beta1'] }, []],
  [{ resources: ['*'] }, ['map', 'namespace']],
  [{ resources: ['*/*'] }, ['map', 'map/status', 'namespace']],
  [{ resources: ['configmaps'] }, ['map']],
  [{ resources: ['configmaps/status'] }, ['map/status']],
  [{ resources: ['configmaps/*'] }, ['map', 'map/status']],
  [{ resources: ['*/status'] }, ['map/status']],
  [{ resources: ['secrets', 'namespaces'] }, ['namespace']],
  [{ resources: [] }, []],
  [{ scope: 'Namespaced' }, ['map', 'map/status']],
  [{ scope: 'Cluster' }, ['namespace']],
];

describe('admission rules', () => {
  for (const [rule, matched] of table) {
    it(`${JSON.stringify(rule)} matches ${matched.join(', ') || 'nothing'}`, () => {
      const found = Object.entries(targets).filter(([, target]) => matchesOne([{ ...EVERY_WRITE, ...rule }], target));
      assert.deepEqual(
        found.map(([name]) => name),
        matched,
      );
    });
  }
});
