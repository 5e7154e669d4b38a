import type { AdmissionPlugin } from '@pilothouse/admission/plugin.js';
import assert from 'node:assert/strict';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionLink, LinkPlugin, Outcome, ServerRequest } from './admission.js';
import { testRequest } from './attributes.test.helper.js';
import { createAdmissionChain } from './chain.js';
import { pluginLink } from './plugin-link.js';

const map = (data: Readonly<Record<string, string>> = {}): JsonObject => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'o', namespace: 'x' },
  data: { ...data },
});

/** A plugin, and what only plugins of services have. */
type TestPlugin = AdmissionPlugin & Partial<Pick<LinkPlugin, 'reinvocation' | 'sideEffects'>>;

function link({ reinvocation, sideEffects, ...plugin }: TestPlugin): AdmissionLink {
  const { isPlugin = true, ...made } = pluginLink(plugin);
  const own = { ...(reinvocation && { reinvocation }), ...(sideEffects && { sideEffects }) };
  // Only services have plugins with side effects.
  const whose = sideEffects === undefined && { isPlugin };
  return { ...made, ...whose, plugins: (phase) => made.plugins(phase).map((each) => ({ ...each, ...own })) };
}

describe('the admission chain', () => {
  let reported: string[];
  beforeEach(() => {
    reported = [];
  });

  /** A mutating plugin that records its calls, and stores its name and number of calls in the data. */
  function writer(name: string, rest: Partial<TestPlugin> = {}): TestPlugin {
    let asked = 0;
    return {
      name,
      async admit({ object }) {
        reported.push(name);
        if (object === undefined) return undefined;
        const changed = copyObject(object);
        changed['data'] = { ...(object['data'] as JsonObject), [name]: `${++asked}` };
        return changed;
      },
      ...rest,
    };
  }

  /** A plugin that changes nothing. */
  const watcher = (name: string, rest: Partial<TestPlugin> = {}): TestPlugin => ({
    name,
    async admit() {
      reported.push(`${name} mutating`);
      return undefined;
    },
    async validate() {
      reported.push(`${name} validating`);
    },
    ...rest,
  });

  const run = async (plugins: readonly TestPlugin[], given: Partial<ServerRequest> = {}) => {
    const object = given.operation === 'DELETE' ? undefined : map();
    const hooks = createAdmissionChain(plugins.map(link)).hooks(testRequest(given));
    if (object !== undefined) await hooks.mutate(object, undefined);
    await hooks.validate(object, object === undefined ? map() : undefined);
    return { data: object?.['data'], changedBy: hooks.changedBy?.() };
  };

  it('calls mutating plugins in order, and then validating ones', async () => {
    const { data, changedBy } = await run([watcher('a'), writer('b'), watcher('c')]);
    assert.deepEqual(reported, ['a mutating', 'b', 'c mutating', 'a validating', 'c validating']);
    assert.deepEqual([data, changedBy], [{ b: '1' }, ['b']]);
  });

  it('stops at the first refusal', async () => {
    const no = watcher('no', {
      async admit() {
        throw new StatusError('Forbidden', 'no');
      },
    });
    await assert.rejects(run([watcher('a'), no, watcher('b')]), { message: 'no' });
    assert.deepEqual(reported, ['a mutating']);
  });

  it('calls mutating and validating plugins once for a deletion', async () => {
    await run([watcher('a'), watcher('b')], { operation: 'DELETE' });
    assert.deepEqual(reported, ['a mutating', 'b mutating', 'a validating', 'b validating']);
  });

  it('skips a plugin without a matching rule', async () => {
    const of = (resource: string) => [
      { operations: ['*'], groups: ['*'], versions: ['*'], resources: [resource] } as const,
    ];
    await run([watcher('a', { rules: of('secrets') }), watcher('b', { rules: of('configmaps') })]);
    assert.deepEqual(reported, ['b mutating', 'b validating']);
  });

  it('runs all mutating plugins a second time if one of them requires it', async () => {
    const rounds: boolean[] = [];
    const webhook = watcher('webhook', {
      async admit({ round }) {
        reported.push('webhook');
        rounds.push(round?.isSecond === true);
        round?.repeat();
        return undefined;
      },
    });
    await run([writer('a'), webhook, watcher('b')]);
    const one = ['a', 'webhook', 'b mutating'];
    assert.deepEqual(
      [reported, rounds],
      [
        [...one, ...one, 'webhook validating', 'b validating'],
        [false, true],
      ],
    );
  });

  const again = { reinvocation: 'IfNeeded' } as const;
  const reinvocations: readonly (readonly [name: string, plugins: () => TestPlugin[], reported: readonly string[]])[] =
    [
      ['not without a later plugin', () => [writer('a', again)], ['a']],
      ['after a change by a later plugin', () => [writer('a', again), writer('b')], ['a', 'b', 'a']],
      [
        'only plugins with the policy IfNeeded',
        () => [writer('a'), writer('b', again), writer('c')],
        ['a', 'b', 'c', 'b'],
      ],
      ['not if later plugins change nothing', () => [writer('a', again), watcher('b')], ['a', 'b mutating']],
      ['not for its own change', () => [watcher('a'), writer('b', again)], ['a mutating', 'b']],
      [
        'not a plugin after the last change',
        () => [writer('a'), writer('b'), watcher('c', again)],
        ['a', 'b', 'c mutating'],
      ],
      [
        'at most once, even if the reinvocation changes something',
        () => [writer('a', again), writer('b', again), writer('c', again)],
        ['a', 'b', 'c', 'a', 'b'],
      ],
    ];
  for (const [name, plugins, expected] of reinvocations) {
    it(`reinvokes plugins: ${name}`, async () => {
      await run(plugins());
      assert.deepEqual(
        reported.filter((each) => !each.endsWith('validating')),
        expected,
      );
    });
  }

  for (const [sideEffects, dryRun, refused] of [
    ['None', true, false],
    ['NoneOnDryRun', true, false],
    ['Some', true, true],
    ['Some', false, false],
  ] as const) {
    it(`${refused ? 'refuses' : 'allows'} ${dryRun ? 'dry runs' : 'writes'} that reach a plugin with side effects: ${sideEffects}`, async () => {
      for (const operation of ['CREATE', 'DELETE'] as const) {
        reported.length = 0;
        const outcome = run([watcher('a'), watcher('b', { sideEffects })], { dryRun, operation });
        if (!refused) await outcome;
        else {
          await assert.rejects(outcome, { code: 400, message: 'admission plugin "b" does not support dry run' });
          assert.deepEqual(reported, ['a mutating']);
        }
      }
    });
  }

  it('allows dry runs that reach no plugin with side effects', async () => {
    const rules = [{ operations: ['DELETE'], groups: ['*'], versions: ['*'], resources: ['*'] }] as const;
    await run([watcher('a', { rules, sideEffects: 'Some' })], { dryRun: true });
  });

  const badChanges: readonly (readonly [what: string, change: (object: JsonObject) => void])[] = [
    ['kind', (object) => (object['kind'] = 'Secret')],
    ['apiVersion', (object) => (object['apiVersion'] = 'v2')],
  ];
  for (const [what, change] of badChanges) {
    it(`fails if a plugin changes ${what}, and keeps the object unchanged`, async () => {
      const bad = writer('bad', {
        async admit({ object }) {
          const changed = copyObject(object ?? {});
          change(changed);
          return changed;
        },
      });
      const object = map();
      const hooks = createAdmissionChain([pluginLink(bad)]).hooks(testRequest());
      await assert.rejects(hooks.mutate(object, undefined), {
        code: 500,
        message:
          /^Internal error occurred: converting \((v2\.ConfigMap|v1\.Secret)\) to \(v1\.ConfigMap\): unknown conversion$/,
      });
      assert.deepEqual(object, map());
    });
  }

  it('restores the former managedFields if the new ones are invalid, with a warning', async () => {
    const managedFields = [
      { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
    ];
    const object = { ...map(), metadata: { name: 'o', namespace: 'x', managedFields } };
    const setting = (value: JsonObject[string]): AdmissionPlugin => ({
      name: 'old',
      admit: async () => ({ ...object, metadata: { ...object.metadata, managedFields: value } }),
    });
    const warnings: string[] = [];
    const request = testRequest({ warn: (text) => void warnings.push(text) });
    for (const [value, isKept] of [
      [[{ operation: 'x' }], false],
      ['x', false],
      [[], true],
    ] as const) {
      const copy: JsonObject = { ...object };
      warnings.length = 0;
      await createAdmissionChain([pluginLink(setting(value as never))])
        .hooks(request)
        .mutate(copy, undefined);
      assert.deepEqual((copy['metadata'] as JsonObject)['managedFields'], isKept ? value : managedFields);
      assert.equal(warnings.length, isKept ? 0 : 1);
      if (!isKept)
        assert.match(warnings[0] ?? '', /^\.metadata\.managedFields was in an invalid state after admission; /);
    }
  });

  it('resets the list of changing plugins in a second attempt', async () => {
    let changes = true;
    const once: AdmissionPlugin = {
      name: 'once',
      admit: async ({ object }) => (changes && object ? { ...object, data: {} } : undefined),
    };
    const hooks = createAdmissionChain([pluginLink(once)]).hooks(testRequest());
    await hooks.mutate(map(), undefined);
    assert.deepEqual(hooks.changedBy?.(), ['once']);
    changes = false;
    await hooks.mutate(map(), undefined);
    assert.deepEqual(hooks.changedBy?.(), []);
  });

  it('reports each call with its duration and outcome', async () => {
    const seen: (readonly [string, string, Outcome])[] = [];
    const plugin = (name: string, error?: Error): AdmissionPlugin => ({
      name,
      async validate() {
        if (error !== undefined) throw error;
      },
    });
    for (const each of [plugin('a'), plugin('b', new StatusError('Forbidden', 'no')), plugin('c', new Error('oh'))]) {
      const link = pluginLink(each, (name, operation, seconds, outcome) => {
        assert.ok(seconds >= 0 && seconds < 5);
        seen.push([name, operation, outcome]);
      });
      await createAdmissionChain([link])
        .hooks(testRequest())
        .validate(map(), undefined)
        .catch(() => {});
    }
    assert.deepEqual(seen, [
      ['a', 'CREATE', 'admitted'],
      ['b', 'CREATE', 'rejected'],
      ['c', 'CREATE', 'failed'],
    ]);
  });
});
