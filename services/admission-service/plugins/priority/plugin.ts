import type { PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { PriorityClass } from '@pilothouse/apimachinery/generated/scheduling/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Review } from '@pilothouse/runtime/admission-api/service.js';
import { forbidden, type Plugin } from '../../plugin.js';
import { isOfPod, podOf, podRule, withSpec } from '../pods.js';

export interface PriorityOptions {
  readonly domain: Domain;
  readonly classes: PriorityClasses;
}

/** Lookups of priority classes. They reject if the API server does not answer. */
export interface PriorityClasses {
  readonly get: (name: string, signal: AbortSignal) => Promise<PriorityClass | undefined>;
  /** All classes from the cache. */
  readonly cached: (signal: AbortSignal) => Promise<Iterable<PriorityClass>>;
  /** All classes from the API server. */
  readonly live: (signal: AbortSignal) => Promise<Iterable<PriorityClass>>;
}

/** Values for pods without a class when there is no default class. */
const NO_CLASS = { value: 0, preemptionPolicy: 'PreemptLowerPriority' } as const;

/** Resolves the priority class of a pod to its priority, and denies a second default class. */
export function priority({ domain, classes }: PriorityOptions): Plugin {
  const group = domain.group('scheduling');
  return {
    name: 'Priority',
    rules: () => [
      podRule(['CREATE', 'UPDATE']),
      { operations: ['CREATE', 'UPDATE'], groups: [group], versions: ['*'], resources: ['priorityclasses'] },
    ],
    async mutate(review, { signal }) {
      const { object, old, operation } = review;
      if (object === undefined || !isOfPod(review)) return undefined;
      const { spec } = podOf(object);
      const fields =
        operation === 'CREATE' ? await resolved(review, spec, classes, signal) : omitted(spec, old && podOf(old).spec);
      const isSame = (Object.keys(fields) as (keyof PodSpec)[]).every((field) => fields[field] === spec[field]);
      return isSame ? undefined : withSpec(object, fields);
    },
    async validate(review, { signal }) {
      const { object, operation, resource, subresource } = review;
      if (object === undefined || resource.resource !== 'priorityclasses' || subresource !== '') return;
      const { globalDefault, metadata } = object as unknown as PriorityClass;
      if (globalDefault !== true) return;
      const present = defaultOf(await classes.live(signal));
      if (present === undefined || (operation === 'UPDATE' && present.metadata.name === metadata.name)) return;
      const { name } = present.metadata;
      throw forbidden(review, `PriorityClass ${name} is already marked as default. Only one default can exist`);
    },
  };
}

/** The immutable fields that an update omits. */
function omitted(spec: PodSpec, old: PodSpec | undefined): Partial<PodSpec> {
  return {
    ...(spec.priority === undefined && old?.priority !== undefined && { priority: old.priority }),
    ...(spec.preemptionPolicy === undefined &&
      old?.preemptionPolicy !== undefined && { preemptionPolicy: old.preemptionPolicy }),
  };
}

/** The fields that a new pod gets from its class. Throws 403 if the pod has different values. */
async function resolved(
  review: Review,
  spec: PodSpec,
  classes: PriorityClasses,
  signal: AbortSignal,
): Promise<Partial<PodSpec>> {
  const { priorityClassName: asked = '' } = spec;
  const found = asked === '' ? defaultOf(await classes.cached(signal)) : await classes.get(asked, signal);
  if (asked !== '' && found === undefined) throw forbidden(review, `no PriorityClass with name ${asked} was found`);
  const { value, preemptionPolicy } = found ?? NO_CLASS;
  const { priority: given, preemptionPolicy: givenPolicy } = spec;
  const by = (computed: unknown): string =>
    `must not be provided in pod spec; priority admission controller computed ${String(computed)} from the given PriorityClass name`;
  if (given !== undefined && given !== value) {
    throw forbidden(review, `the integer value of priority (${given}) ${by(value)}`);
  }
  if (givenPolicy !== undefined && preemptionPolicy !== undefined && givenPolicy !== preemptionPolicy) {
    throw forbidden(review, `the string value of PreemptionPolicy (${givenPolicy}) ${by(preemptionPolicy)}`);
  }
  return {
    ...(found?.metadata.name !== undefined && { priorityClassName: found.metadata.name }),
    priority: value,
    ...(preemptionPolicy !== undefined && { preemptionPolicy }),
  };
}

/** The default class with the smallest value. Several can exist, since two servers can admit one at the same time. */
function defaultOf(classes: Iterable<PriorityClass>): PriorityClass | undefined {
  let found: PriorityClass | undefined;
  for (const each of classes) {
    if (each.globalDefault === true && (found === undefined || each.value < found.value)) found = each;
  }
  return found;
}
