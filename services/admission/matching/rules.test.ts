import assert from 'node:assert/strict';
import { EVERY_WRITE, matchesOne } from './rules.js';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const namespaces = { group: '', version: 'v1', resource: 'namespaces' };

const targets = {
  map: { operation: 'CREATE', resource: configMaps, subresource: '', namespace: 'x' },
  'map/status': { operation: 'UPDATE', resource: configMaps, subresource: 'status', namespace: 'x' },
  namespace: { operation: 'DELETE', resource: namespaces, subresource: '', namespace: '' },
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
