import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { RuleTarget } from './rule.js';
import { admissionSelector, selectsNamespace, selectsObject } from './selectors.js';

const labelled = (labels: Record<string, string>): JsonObject => ({ metadata: { labels } });
const WEB = labelled({ app: 'web' });
const API = labelled({ app: 'api' });
const web = admissionSelector({ matchLabels: { app: 'web' } });
const notWeb = admissionSelector({ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] });

describe('an object selector', () => {
  const CASES = [
    ['selects by the object', web, WEB, undefined, true],
    ['selects by the old object', web, undefined, WEB, true],
    ['selects by either', web, API, WEB, true],
    ['selects neither', web, API, API, false],
    ['does not match an absent object', notWeb, undefined, undefined, false],
    ['matches an object without metadata', notWeb, {}, undefined, true],
    ['matches everything if it is empty', admissionSelector({}), undefined, undefined, true],
    ['matches everything if it is absent', admissionSelector(undefined), undefined, undefined, true],
  ] as const;
  for (const [what, selector, object, old, expected] of CASES) {
    it(what, () => assert.equal(selectsObject(selector, { object, old }), expected));
  }

  it('reports a selector that is no longer valid', () => {
    const selector = admissionSelector({ matchLabels: { app: '-' } });
    assert.throws(() => selectsObject(selector, { object: WEB, old: undefined }), /^StatusError: Internal error occ/);
  });
});

describe('a namespace selector', () => {
  const pod: RuleTarget = {
    operation: 'CREATE',
    group: '',
    version: 'v1',
    resource: 'pods',
    subresource: '',
    namespace: 'web',
    name: 'a',
  };
  const node = { ...pod, resource: 'nodes', namespace: '' };
  const namespace = { ...pod, resource: 'namespaces', namespace: '', name: 'web' };
  const stored = new Map([
    ['web', WEB],
    ['api', API],
  ]);
  const lookup = async (name: string): Promise<JsonObject> => {
    const found = stored.get(name);
    if (found === undefined) throw new Error(`namespaces "${name}" not found`);
    return found;
  };
  const CASES: readonly (readonly [string, RuleTarget, JsonObject | undefined, boolean])[] = [
    ['the namespace of an object', pod, API, true],
    ['another namespace', { ...pod, namespace: 'api' }, WEB, false],
    ['a cluster-scoped object', node, API, true],
    ['a new namespace by its own labels', namespace, API, false],
    ['a changed namespace by its own labels', { ...namespace, operation: 'UPDATE', name: 'api' }, WEB, true],
    ['a deleted namespace by its stored labels', { ...namespace, operation: 'DELETE' }, undefined, true],
    [
      'a part of a namespace by its stored labels',
      { ...namespace, operation: 'UPDATE', subresource: 'status' },
      API,
      true,
    ],
  ];
  for (const [what, target, object, expected] of CASES) {
    it(`${expected ? 'selects' : 'does not select'} ${what}`, async () => {
      assert.equal(await selectsNamespace(web, target, { object, old: undefined }, lookup), expected);
    });
  }

  it('does not look for the namespace if it selects everything', async () => {
    const target = { ...pod, namespace: 'gone' };
    const objects = { object: API, old: undefined };
    assert.equal(await selectsNamespace(admissionSelector({}), target, objects, lookup), true);
    await assert.rejects(selectsNamespace(web, target, objects, lookup), /"gone" not found/);
  });
});
