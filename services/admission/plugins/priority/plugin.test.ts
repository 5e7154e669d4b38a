import assert from 'node:assert/strict';
import type { PriorityClass } from '@pilothouse/apimachinery/generated/scheduling/v1.js';
import type { AdmissionAttributes } from '../../attributes.js';
import {
  admitted,
  json,
  podAttributes,
  podWith,
  testAttributes,
  testHost,
  type TestOutcome,
} from '../../host.test.helper.js';
import { priority } from './plugin.js';

const classOf = (name: string, value: number, more: Partial<PriorityClass> = {}): PriorityClass => ({
  metadata: { name },
  value,
  preemptionPolicy: 'PreemptLowerPriority',
  ...more,
});

const HIGH = classOf('high', 1000);
const POLITE = classOf('polite', 500, { preemptionPolicy: 'Never' });
const DEFAULT = classOf('usual', 100, { globalDefault: true });
const LOWER_DEFAULT = classOf('lower', 50, { globalDefault: true });
const SYSTEM = classOf('system-node-critical', 2_000_001_000);

const pluginWith = (...priorityclasses: readonly PriorityClass[]) =>
  priority.create(testHost({ stored: { priorityclasses } }));

const ALL = [HIGH, POLITE, DEFAULT, LOWER_DEFAULT, SYSTEM];
const none = { priority: 0, preemptionPolicy: 'PreemptLowerPriority' };
const computed = (what: string, value: string): string =>
  `pods "o" is forbidden: the ${what} must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;

describe('the plugin Priority', () => {
  const creations: readonly (readonly [string, readonly PriorityClass[], object, TestOutcome['spec'] | string])[] = [
    ['priority 0 without classes', [], {}, none],
    ['priority 0 without a default class', [HIGH], {}, none],
    ['the default class', [DEFAULT], {}, { ...none, priorityClassName: 'usual', priority: 100 }],
    ['the default class with the smaller value of two', ALL, {}, { ...none, priorityClassName: 'lower', priority: 50 }],
    [
      'the named class',
      ALL,
      { priorityClassName: 'high' },
      { priority: 1000, preemptionPolicy: 'PreemptLowerPriority' },
    ],
    [
      'the preemption policy of its class',
      ALL,
      { priorityClassName: 'polite' },
      { priority: 500, preemptionPolicy: 'Never' },
    ],
    ['a system class', ALL, { priorityClassName: SYSTEM.metadata.name ?? '' }, { ...none, priority: 2_000_001_000 }],
    [
      'an unknown class',
      ALL,
      { priorityClassName: 'no' },
      'pods "o" is forbidden: no PriorityClass with name no was found',
    ],
    [
      'the same priority as its class',
      ALL,
      { priorityClassName: 'high', priority: 1000 },
      { preemptionPolicy: 'PreemptLowerPriority' },
    ],
    [
      'another priority',
      ALL,
      { priorityClassName: 'high', priority: 7 },
      computed('integer value of priority (7)', '1000'),
    ],
    ['a priority without a class', [], { priority: 7 }, computed('integer value of priority (7)', '0')],
    [
      'another preemption policy',
      ALL,
      { priorityClassName: 'polite', preemptionPolicy: 'PreemptLowerPriority' },
      computed('string value of PreemptionPolicy (PreemptLowerPriority)', 'Never'),
    ],
  ];
  for (const [what, classes, spec, expected] of creations) {
    it(`a pod with ${what}`, async () => {
      const { refusal, ...answer } = await admitted(await pluginWith(...classes), podAttributes(spec));
      assert.deepEqual(refusal ?? answer.spec, expected);
    });
  }

  it('keeps the priority in an update without it, and does not look up the class', async () => {
    const update: Partial<AdmissionAttributes> = {
      operation: 'UPDATE',
      old: podWith({ priority: 9, preemptionPolicy: 'Never' }),
    };
    assert.deepEqual((await admitted(await pluginWith(), podAttributes({ priorityClassName: 'gone' }, update))).spec, {
      priority: 9,
      preemptionPolicy: 'Never',
    });
    assert.deepEqual(
      (await admitted(await pluginWith(), podAttributes({ priority: 8, preemptionPolicy: 'Never' }, update))).spec,
      {},
    );
  });

  it('ignores subresources', async () => {
    const { spec } = await admitted(
      await pluginWith(DEFAULT),
      podAttributes({}, { operation: 'UPDATE', subresource: 'status' }),
    );
    assert.deepEqual(spec, {});
  });

  describe('allows one default class:', () => {
    const write = async (
      operation: 'CREATE' | 'UPDATE',
      given: PriorityClass,
      ...present: readonly PriorityClass[]
    ) => {
      const resource = { group: 'scheduling.k8s.io', version: 'v1', resource: 'priorityclasses' };
      const name = given.metadata.name ?? '';
      const { refusal } = await admitted(
        await pluginWith(...present),
        testAttributes({ operation, resource, name, namespace: '', object: json(given) }),
      );
      return refusal;
    };
    const refused = (name: string): string =>
      `priorityclasses.scheduling.k8s.io "${name}" is forbidden: PriorityClass usual is already marked as default. Only one default can exist`;
    it('admits the first', async () => assert.equal(await write('CREATE', DEFAULT, HIGH), undefined));
    it('denies a second', async () => assert.equal(await write('CREATE', LOWER_DEFAULT, DEFAULT), refused('lower')));
    it('denies an update that makes a second', async () =>
      assert.equal(await write('UPDATE', LOWER_DEFAULT, DEFAULT), refused('lower')));
    it('admits an update of the default class', async () =>
      assert.equal(await write('UPDATE', DEFAULT, DEFAULT), undefined));
    it('admits other classes', async () => assert.equal(await write('CREATE', HIGH, DEFAULT), undefined));
  });
});
