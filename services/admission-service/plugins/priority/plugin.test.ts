import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PriorityClass } from '@pilothouse/apimachinery/generated/scheduling/v1.js';
import type { Review } from '@pilothouse/runtime/admission-api/service.js';
import { ask, json, podReview, podWith, reviewOf, type Answer } from '../../review.test.helper.js';
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

function pluginWith(...classes: readonly PriorityClass[]) {
  const all = async (): Promise<readonly PriorityClass[]> => classes;
  const named = async (name: string) => classes.find(({ metadata }) => metadata.name === name);
  return priority({ domain: createDomain(), classes: { named, all, newest: all } });
}

const ALL = [HIGH, POLITE, DEFAULT, LOWER_DEFAULT, SYSTEM];
const none = { priority: 0, preemptionPolicy: 'PreemptLowerPriority' };
const computed = (what: string, value: string): string =>
  `pods "o" is forbidden: the ${what} must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;

describe('the plugin Priority', () => {
  const creations: readonly (readonly [string, readonly PriorityClass[], object, Answer['spec'] | string])[] = [
    ['without classes: 0', [], {}, none],
    ['without a default: 0', [HIGH], {}, none],
    ['the default class', [DEFAULT], {}, { ...none, priorityClassName: 'usual', priority: 100 }],
    ['of two defaults, that with the smaller value', ALL, {}, { ...none, priorityClassName: 'lower', priority: 50 }],
    [
      'a class of its own',
      ALL,
      { priorityClassName: 'high' },
      { priority: 1000, preemptionPolicy: 'PreemptLowerPriority' },
    ],
    ['the policy of its class', ALL, { priorityClassName: 'polite' }, { priority: 500, preemptionPolicy: 'Never' }],
    [
      'a class of the system',
      ALL,
      { priorityClassName: SYSTEM.metadata.name ?? '' },
      { ...none, priority: 2_000_001_000 },
    ],
    [
      'a class that is not there',
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
      'another policy',
      ALL,
      { priorityClassName: 'polite', preemptionPolicy: 'PreemptLowerPriority' },
      computed('string value of PreemptionPolicy (PreemptLowerPriority)', 'Never'),
    ],
  ];
  for (const [what, classes, spec, expected] of creations) {
    it(`a pod with ${what}`, async () => {
      const { refusal, ...answer } = await ask(pluginWith(...classes), podReview(spec));
      assert.deepEqual(refusal ?? answer.spec, expected);
    });
  }

  it('keeps the priority in an update that leaves it out, and asks nobody for the class', async () => {
    const update: Partial<Review> = { operation: 'UPDATE', old: podWith({ priority: 9, preemptionPolicy: 'Never' }) };
    assert.deepEqual((await ask(pluginWith(), podReview({ priorityClassName: 'gone' }, update))).spec, {
      priority: 9,
      preemptionPolicy: 'Never',
    });
    assert.deepEqual((await ask(pluginWith(), podReview({ priority: 8, preemptionPolicy: 'Never' }, update))).spec, {});
  });

  it('leaves subresources alone', async () => {
    const { spec } = await ask(pluginWith(DEFAULT), podReview({}, { operation: 'UPDATE', subresource: 'status' }));
    assert.deepEqual(spec, {});
  });

  describe('lets one class alone be the default', () => {
    const write = async (
      operation: 'CREATE' | 'UPDATE',
      given: PriorityClass,
      ...present: readonly PriorityClass[]
    ) => {
      const resource = { group: 'scheduling.k8s.io', version: 'v1', resource: 'priorityclasses' };
      const name = given.metadata.name ?? '';
      const { refusal } = await ask(
        pluginWith(...present),
        reviewOf({ operation, resource, name, namespace: '', object: json(given) }),
      );
      return refusal;
    };
    const refused = (name: string): string =>
      `priorityclasses.scheduling.k8s.io "${name}" is forbidden: PriorityClass usual is already marked as default. Only one default can exist`;
    it('the first', async () => assert.equal(await write('CREATE', DEFAULT, HIGH), undefined));
    it('not a second', async () => assert.equal(await write('CREATE', LOWER_DEFAULT, DEFAULT), refused('lower')));
    it('not another that becomes one', async () =>
      assert.equal(await write('UPDATE', LOWER_DEFAULT, DEFAULT), refused('lower')));
    it('itself again', async () => assert.equal(await write('UPDATE', DEFAULT, DEFAULT), undefined));
    it('others, which are none', async () => assert.equal(await write('CREATE', HIGH, DEFAULT), undefined));
  });
});
