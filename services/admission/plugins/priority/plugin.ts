import type { PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { PriorityClass } from '@pilothouse/apimachinery/generated/scheduling/v1.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { priorityClasses } from '@pilothouse/client/scheduling.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { podOf, podRule, withSpec } from '../pods.js';

interface Classes {
  readonly get: (name: string, attributes: AdmissionAttributes) => Promise<PriorityClass | undefined>;
  readonly all: (attributes: AdmissionAttributes) => Awaitable<readonly PriorityClass[]>;
}

/** Values for pods without a class when there is no default class. */
const NO_CLASS = { value: 0, preemptionPolicy: 'PreemptLowerPriority' } as const;

/** Resolves the priority class of a pod to its priority, and denies a second default class. */
export const priority = definePlugin({
  name: 'Priority',
  isDefault: true,
  reads: [priorityClasses],
  create({ domain, objects }) {
    const type = inDomain(priorityClasses, domain);
    const classes: Classes = {
      // A class that is not known yet may be new.
      get: async (name, { signal }) =>
        (await objects.get(type, { name, signal })) ?? (await objects.get(type, { name, signal, live: true })),
      all: ({ signal }) => objects.list(type, { signal }),
    };
    return {
      name: 'Priority',
      rules: [
        podRule(['CREATE', 'UPDATE']),
        { operations: ['CREATE', 'UPDATE'], groups: [type.group], versions: ['*'], resources: [type.resource] },
      ],
      async admit(attributes) {
        const { object, old, operation, resource } = attributes;
        if (object === undefined || resource.resource !== 'pods') return undefined;
        const { spec } = podOf(object);
        const fields =
          operation === 'CREATE' ? await resolved(attributes, spec, classes) : omitted(spec, old && podOf(old).spec);
        const isSame = (Object.keys(fields) as (keyof PodSpec)[]).every((field) => fields[field] === spec[field]);
        return isSame ? undefined : withSpec(object, fields);
      },
      async validate(attributes) {
        const { object, operation, resource, signal } = attributes;
        if (object === undefined || resource.resource !== type.resource) return;
        const { globalDefault, metadata } = object as PriorityClass;
        if (globalDefault !== true) return;
        const present = defaultOf(await objects.list(type, { signal, live: true }));
        if (present === undefined || (operation === 'UPDATE' && present.metadata.name === metadata.name)) return;
        const { name } = present.metadata;
        throw forbidden(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`);
      },
    };
  },
});

/** The immutable fields that an update omits. */
function omitted(spec: PodSpec, old: PodSpec | undefined): Partial<PodSpec> {
  return {
    ...(spec.priority === undefined && old?.priority !== undefined && { priority: old.priority }),
    ...(spec.preemptionPolicy === undefined &&
      old?.preemptionPolicy !== undefined && { preemptionPolicy: old.preemptionPolicy }),
  };
}

/** The fields that a new pod gets from its class. Throws 403 if the pod has different values. */
async function resolved(attributes: AdmissionAttributes, spec: PodSpec, classes: Classes): Promise<Partial<PodSpec>> {
  const { priorityClassName: asked = '' } = spec;
  const found = asked === '' ? defaultOf(await classes.all(attributes)) : await classes.get(asked, attributes);
  if (asked !== '' && found === undefined) throw forbidden(attributes, `no PriorityClass with name ${asked} was found`);
  const { value, preemptionPolicy } = found ?? NO_CLASS;
  const { priority: given, preemptionPolicy: givenPolicy } = spec;
  const by = (computed: unknown): string =>
    `must not be provided in pod spec; priority admission controller computed ${String(computed)} from the given PriorityClass name`;
  if (given !== undefined && given !== value) {
    throw forbidden(attributes, `the integer value of priority (${given}) ${by(value)}`);
  }
  if (givenPolicy !== undefined && preemptionPolicy !== undefined && givenPolicy !== preemptionPolicy) {
    throw forbidden(attributes, `the string value of PreemptionPolicy (${givenPolicy}) ${by(preemptionPolicy)}`);
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
