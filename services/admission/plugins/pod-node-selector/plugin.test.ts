import assert from 'node:assert/strict';
import { admitted, json, podAttributes, testHost } from '../../host.test.helper.js';
import { podNodeSelector } from './plugin.js';

const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector';
const configuration = (podNodeSelectorPluginConfig: unknown) => ({
  value: json({ podNodeSelectorPluginConfig }),
  source: 'admission.yaml: plugins[0].configuration',
  directory: '/',
});
const namespace = (annotation?: string) => ({
  metadata: { name: 'x', annotations: { ...(annotation !== undefined && { [ANNOTATION]: annotation }) } },
});

describe('PodNodeSelector', () => {
  interface Case {
    readonly annotation?: string;
    readonly config?: Readonly<Record<string, string>>;
    readonly own?: Readonly<Record<string, string>>;
    readonly wanted?: Readonly<Record<string, string>>;
    readonly refusal?: string;
  }
  const conflict = 'pod node label selector conflicts with its namespace node label selector';
  const whitelist = 'pod node label selector labels conflict with its namespace whitelist';
  const cases: Readonly<Record<string, Case>> = {
    'changes nothing without selectors': { own: { a: 'b' } },
    'adds the labels of the namespace': {
      annotation: 'env = test, zone=',
      own: { a: 'b' },
      wanted: { env: 'test', zone: '', a: 'b' },
    },
    'adds the default labels': { config: { clusterDefaultNodeSelector: 'env=all' }, wanted: { env: 'all' } },
    'lets an empty annotation replace the default': {
      annotation: '',
      config: { clusterDefaultNodeSelector: 'env=all' },
    },
    'keeps equal labels': { annotation: 'env=test', own: { env: 'test' } },
    'refuses a conflict': { annotation: 'env=test', own: { env: 'other' }, refusal: conflict },
    'admits labels of the whitelist': { config: { x: 'a=b,c=d' }, own: { a: 'b' } },
    'refuses labels outside the whitelist': { config: { x: 'a=b' }, own: { c: 'd' }, refusal: whitelist },
    'refuses values outside the whitelist': { config: { x: 'a=b' }, own: { a: 'c' }, refusal: whitelist },
    'refuses added labels outside the whitelist': { annotation: 'env=test', config: { x: 'a=b' }, refusal: whitelist },
    'refuses an unreadable annotation': {
      annotation: 'env',
      refusal: `metadata.annotations[${ANNOTATION}]: Invalid value: "env": "env" is not <label>=<value>`,
    },
  };
  for (const [what, { annotation, config, own, wanted, refusal }] of Object.entries(cases)) {
    it(what, async () => {
      const plugin = await podNodeSelector.create(
        testHost({
          stored: { namespaces: [namespace(annotation)] },
          configuration: config && configuration(config),
        }),
      );
      const outcome = await admitted(plugin, podAttributes(own && { nodeSelector: own }));
      assert.equal(outcome.refusal, refusal && `pods "o" is forbidden: ${refusal}`);
      assert.deepEqual(outcome.spec['nodeSelector'], wanted);
    });
  }

  it('refuses a missing namespace with 404', async () => {
    const plugin = await podNodeSelector.create(testHost());
    await assert.rejects(admitted(plugin, podAttributes()), { message: 'namespaces "x" not found', code: 404 });
  });

  for (const [config, message] of [
    ['x', 'podNodeSelectorPluginConfig is not a map of node selectors'],
    [{ a: 1 }, 'podNodeSelectorPluginConfig.a is not a string'],
    [{ a: 'b=c=d' }, 'podNodeSelectorPluginConfig.a: Invalid value: "b=c=d": "b=c=d" is not <label>=<value>'],
  ] as const) {
    it(`refuses the configuration ${JSON.stringify(config)}`, () => {
      assert.throws(() => podNodeSelector.create(testHost({ configuration: configuration(config) })), {
        message: `admission.yaml: plugins[0].configuration: ${message}`,
      });
    });
  }
});
