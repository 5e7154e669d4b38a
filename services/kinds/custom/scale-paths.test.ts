import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { replicasEmpty, replicasMissing, scaleAccess } from './scale-paths.js';

const PATHS = {
  specReplicasPath: '.spec.a.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};
const { read, withReplicas } = scaleAccess(PATHS);

describe('the scale of a custom resource', () => {
  it('is read by its paths', () => {
    const object = { spec: { a: { replicas: 3 } }, status: { replicas: 2, selector: 'a=b' } };
    assert.deepEqual(read(object), { replicas: 3, statusReplicas: 2, selector: 'a=b' });
    assert.deepEqual(scaleAccess({ ...PATHS, labelSelectorPath: '' }).read(object).selector, '');
  });

  it('is empty for an empty object', () => {
    const nothing = { replicas: undefined, statusReplicas: 0, selector: '' };
    for (const object of [{}, { spec: {} }, { spec: null }, { spec: { a: null } }]) {
      assert.deepEqual(read(object), nothing);
    }
  });

  it('wraps to 32 bits', () => {
    assert.equal(read({ spec: { a: { replicas: 2 ** 32 + 7 } } }).replicas, 7);
    assert.equal(read({ spec: { a: { replicas: 2n ** 62n - 1n } } }).replicas, -1);
  });

  const WRONG: readonly (readonly [object: JsonObject, message: string])[] = [
    [{ spec: { a: { replicas: '3' } } }, '.spec.a.replicas accessor error: 3 is of the type string, expected int64'],
    [
      { spec: { a: { replicas: null } } },
      '.spec.a.replicas accessor error: <nil> is of the type <nil>, expected int64',
    ],
    [{ spec: { a: { replicas: 1.5 } } }, '.spec.a.replicas accessor error: 1.5 is of the type float64, expected int64'],
    [
      { spec: { a: [1] } },
      '.spec.a.replicas accessor error: [1] is of the type []interface {}, expected map[string]interface{}',
    ],
    [{ status: { selector: 1 } }, '.status.selector accessor error: 1 is of the type int64, expected string'],
  ];
  for (const [object, message] of WRONG) {
    it(`cannot be read from ${JSON.stringify(object)}`, () =>
      assert.throws(
        () => read(object),
        (error: { toStatus: () => object }) => {
          const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 };
          assert.deepEqual(error.toStatus(), status);
          return true;
        },
      ));
  }

  it('is written into a copy', () => {
    const object = { kind: 'X', spec: { b: { c: 1 }, a: { replicas: 1, d: 2 } } };
    const before = structuredClone(object);
    const after = withReplicas(object, 5);
    assert.deepEqual(JSON.parse(JSON.stringify(after)), { kind: 'X', spec: { b: { c: 1 }, a: { replicas: 5, d: 2 } } });
    assert.deepEqual(object, before);
    assert.equal((after['spec'] as JsonObject)['b'], object.spec.b);
    assert.deepEqual(read(withReplicas({}, 4)).replicas, 4);
  });

  it('is not written over values of other types', () => {
    for (const a of [1, null, ['x']]) {
      assert.throws(() => withReplicas({ spec: { a } }, 1), {
        message: 'value cannot be set because .spec.a is not a map[string]interface{}',
      });
    }
  });

  it('changes no prototype', () => {
    const hostile = scaleAccess({ ...PATHS, specReplicasPath: '.spec.__proto__.replicas' });
    const changed = hostile.withReplicas({}, 1);
    assert.equal(hostile.read(changed).replicas, 1);
    assert.equal(Object.hasOwn(Object.prototype, 'replicas'), false);
  });

  it('has errors for missing replicas', () => {
    const field = 'the spec replicas field ".spec.a.replicas"';
    assert.equal(replicasMissing(PATHS).message, `Internal error occurred: ${field} does not exist`);
    assert.equal(replicasEmpty(PATHS).toStatus().message, `${field} cannot be empty`);
    assert.equal(replicasEmpty(PATHS).code, 400);
  });
});
