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

/** All reject where it cannot be told. */
export interface PriorityClasses {
  readonly named: (name: string, signal: AbortSignal) => Promise<PriorityClass | undefined>;
  /** As they were a moment ago. */
  readonly all: (signal: AbortSignal) => Promise<Iterable<PriorityClass>>;
  /** As they are. */
  readonly newest: (signal: AbortSignal) => Promise<Iterable<PriorityClass>>;
}

/** Of pods without a class, where no class is the default. */
const NO_CLASS = { value: 0, preemptionPolicy: 'PreemptLowerPriority' } as const;

/** Turns the name of a pod's priority class into its priority, and lets one class alone be the default. */
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
      const wanted =
        operation === 'CREATE' ? await resolved(review, spec, classes, signal) : kept(spec, old && podOf(old).spec);
      const isSame = (Object.keys(wanted) as (keyof PodSpec)[]).every((field) => wanted[field] === spec[field]);
      return isSame ? undefined : withSpec(object, wanted);
    },
    async validate(review, { signal }) {
      const { object, operation, resource, subresource } = review;
      if (object === undefined || resource.resource !== 'priorityclasses' || subresource !== '') return;
      const { globalDefault, metadata } = object as unknown as PriorityClass;
      if (globalDefault !== true) return;
      const present = defaultOf(await classes.newest(signal));
      if (present === undefined || (operation === 'UPDATE' && present.metadata.name === metadata.name)) return;
      const { name } = present.metadata;
      throw forbidden(review, `PriorityClass ${name} is already marked as default. Only one default can exist`);
    },
  };
}

/** What an update leaves out stays: it cannot be changed. */
function kept(spec: PodSpec, old: PodSpec | undefined): Partial<PodSpec> {
  return {
    ...(spec.priority === undefined && old?.priority !== undefined && { priority: old.priority }),
    ...(spec.preemptionPolicy === undefined &&
      old?.preemptionPolicy !== undefined && { preemptionPolicy: old.preemptionPolicy }),
  };
}

/** The fields of a new pod as its class has them. Throws 403 where the pod says otherwise. */
async function resolved(
  review: Review,
  spec: PodSpec,
  classes: PriorityClasses,
  signal: AbortSignal,
): Promise<Partial<PodSpec>> {
  const { priorityClassName: asked = '' } = spec;
  const found = asked === '' ? defaultOf(await classes.all(signal)) : await classes.named(asked, signal);
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

/** Of several defaults, which two servers can let in at the same moment, that with the smallest value. */
function defaultOf(classes: Iterable<PriorityClass>): PriorityClass | undefined {
  let found: PriorityClass | undefined;
  for (const each of classes) {
    if (each.globalDefault === true && (found === undefined || each.value < found.value)) found = each;
  }
  return found;
}
