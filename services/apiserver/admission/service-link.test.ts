import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { testPlugin } from '@pilothouse/runtime/admission-api/service.test.helper.js';
import { leases } from '@pilothouse/kinds/coordination/leases.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { configMap, newTestLink, type TestLink } from './service-link.test.helper.js';

const lease = leases(createDomain()) as ResourceDefinition;

describe('an admission service', () => {
  let service: TestLink['service'];
  let reported: TestLink['reported'];
  let outcomes: TestLink['outcomes'];
  let run: TestLink['run'];
  let end: TestLink['end'];
  beforeEach(() => {
    ({ service, reported, outcomes, run, end } = newTestLink());
  });
  afterEach(() => end());

  it('is called once in each phase, for all plugins with a matching rule', async () => {
    await run({}, { operation: 'UPDATE', dryRun: true, options: () => ({ kind: 'UpdateOptions' }) });
    const [first, second, ...more] = service.seen;
    assert.deepEqual(more, []);
    assert.ok(first && second);
    const { user, object, ...rest } = first;
    assert.equal(user.name, 'user');
    assert.deepEqual(object, configMap());
    assert.deepEqual(rest, {
      uid: 'u1',
      phase: 'MUTATE',
      plugins: ['a', 'b'],
      operation: 'UPDATE',
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      subresource: '',
      namespace: 'x',
      name: 'o',
      old: configMap({ data: { k: 'old' } }),
      options: { kind: 'UpdateOptions' },
      dryRun: true,
    });
    assert.deepEqual([second.uid, second.phase, second.plugins], ['u2', 'VALIDATE', ['a']]);
    assert.deepEqual(outcomes, ['admitted', 'admitted']);
  });

  for (const [name, options, given] of [
    ['requests without a matching plugin', {}, { definition: lease }],
    [
      'requests outside its configured rules',
      { rules: [{ operations: ['DELETE'], groups: ['*'], versions: ['*'], resources: ['*'] }] },
      {},
    ],
    ['excluded namespaces', { excludedNamespaces: ['x'] }, {}],
  ] as const) {
    it(`is not called for ${name}`, async () => {
      await run(options, given);
      assert.deepEqual(service.seen, []);
    });
  }

  it('is called only for the chosen plugins', async () => {
    await run({ plugins: ['b'] });
    assert.deepEqual(
      service.seen.map(({ plugins }) => plugins),
      [['b']],
    );
  });

  it('changes an object, which is normalised', async () => {
    service.answer = async ({ phase }) =>
      phase === 'VALIDATE'
        ? {}
        : { allowed: true, change: { object: configMap({ data: { k: 'v' }, unknown: 1 }), by: ['b'] } };
    assert.deepEqual(JSON.parse(JSON.stringify(await run())), configMap({ data: { k: 'v' } }));
  });

  it('is called again for a plugin with the policy IfNeeded, after a change by a later plugin', async () => {
    service.plugins = [testPlugin('a', { reinvocation: 'IfNeeded' }), testPlugin('b')];
    service.answer = async ({ phase, plugins }) =>
      phase === 'MUTATE' && plugins.length === 2
        ? { allowed: true, change: { object: configMap({ data: {}, immutable: true }), by: ['b'] } }
        : {};
    await run();
    assert.deepEqual(
      service.seen.map(({ phase, plugins }) => `${phase} ${plugins.join()}`),
      ['MUTATE a,b', 'MUTATE a', 'VALIDATE a,b'],
    );
  });

  it('does not count as changing an object that it returns unchanged', async () => {
    service.plugins = [testPlugin('a', { reinvocation: 'IfNeeded' }), testPlugin('b')];
    service.answer = async ({ phase }) =>
      phase === 'MUTATE' ? { allowed: true, change: { object: configMap(), by: ['b'] } } : {};
    await run();
    assert.equal(service.seen.length, 2);
  });

  it('adds warnings and annotations, even if it refuses', async () => {
    const refusal = { allowed: false, by: 'a', status: { code: 0, reason: '', message: '' } } as const;
    service.answer = async ({ phase }) => ({
      warnings: [`${phase} w`],
      annotations: [{ plugin: 'a', key: 'k', value: phase }],
      ...(phase === 'VALIDATE' && refusal),
    });
    await assert.rejects(run(), { code: 403 });
    assert.deepEqual(reported, [
      'warning: MUTATE w',
      'annotation: a/k=MUTATE',
      'warning: VALIDATE w',
      'annotation: a/k=VALIDATE',
    ]);
    assert.deepEqual(outcomes, ['admitted', 'rejected']);
  });

  const about = { name: 'o', kind: 'configmaps' };
  const denied = 'admission plugin "a" denied the request';
  const refusals: readonly (readonly [status: object, expected: object])[] = [
    [{}, { code: 403, reason: 'Forbidden', message: `${denied} without explanation`, details: about }],
    [{ message: 'no' }, { code: 403, reason: 'Forbidden', message: `${denied}: no` }],
    [{ reason: 'Conflict' }, { code: 409, reason: 'Conflict', message: `${denied}: Conflict` }],
    [
      { code: 422, message: 'no' },
      { code: 422, reason: 'Invalid' },
    ],
    [
      { code: 418, message: 'no' },
      { code: 418, reason: 'Forbidden' },
    ],
    [
      { code: 599, message: 'no' },
      { code: 599, reason: 'InternalError' },
    ],
    [
      { code: 200, message: 'no' },
      { code: 403, reason: 'Forbidden' },
    ],
    [
      { code: -1, reason: 'Unknown' },
      { code: 403, reason: 'Forbidden', message: `${denied}: Unknown` },
    ],
    [
      { details: { kind: 'x', uid: 1, causes: [{ field: 'f', message: 'm', more: 1 }, 'x'], retryAfterSeconds: 3 } },
      { details: { kind: 'x', causes: [{ message: 'm', field: 'f' }], retryAfterSeconds: 3 } },
    ],
    [
      { message: 'x "o" is forbidden: no', details: { kind: 'x', name: 'o' } },
      { message: 'x "o" is forbidden: no', details: { kind: 'x', name: 'o' } },
    ],
  ];
  for (const [status, expected] of refusals) {
    for (const failurePolicy of ['Fail', 'Ignore'] as const) {
      it(`refuses with ${JSON.stringify(status)} under the policy ${failurePolicy}`, async () => {
        const refusal = { allowed: false, by: 'a', status: { code: 0, reason: '', message: '', ...status } } as const;
        service.answer = async () => refusal;
        await assert.rejects(run({ failurePolicy }), expected);
      });
    }
  }
});
