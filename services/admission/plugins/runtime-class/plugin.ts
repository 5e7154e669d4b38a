import type { Pod, PodSpec, Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { RuntimeClass } from '@pilothouse/apimachinery/generated/node/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { runtimeClasses } from '@pilothouse/client/node.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import type { ObjectReader } from '../../objects.js';
import { definePlugin } from '../../plugin.js';
import { mergedMap } from '../merged-map.js';
import { mergeTolerations } from '../merge-tolerations.js';

const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/**
 * Adds the overhead, the node selector and the tolerations of its RuntimeClass to a new pod. Refuses a pod whose class does
 * not exist, or whose own values contradict the class.
 */
export const runtimeClass = definePlugin({
  name: 'RuntimeClass',
  isDefault: true,
  reads: [runtimeClasses],
  create({ domain, objects }) {
    const type = inDomain(runtimeClasses, domain);
    const classOf = async (attributes: AdmissionAttributes, { runtimeClassName: name }: PodSpec) =>
      name === undefined ? undefined : await existingClass({ objects, type, name }, attributes);
    return {
      name: 'RuntimeClass',
      rules: [{ operations: ['CREATE'], groups: [''], versions: ['*'], resources: ['pods'] }],
      async admit(attributes) {
        const { object } = attributes;
        if (object === undefined) return undefined;
        // The rules match only pods.
        const pod = object as Pod;
        const found = await classOf(attributes, pod.spec);
        return found && withClass(attributes, pod, found);
      },
      async validate(attributes) {
        const { object } = attributes;
        if (object === undefined) return;
        const { spec } = object as Pod;
        checkOverhead(attributes, spec, await classOf(attributes, spec));
      },
    };
  },
});

interface Lookup {
  readonly objects: ObjectReader;
  readonly type: typeof runtimeClasses;
  readonly name: string;
}

/** A class that this server does not have yet may be new. */
async function existingClass({ objects, type, name }: Lookup, attributes: AdmissionAttributes): Promise<RuntimeClass> {
  const { signal } = attributes;
  const found = (await objects.get(type, { name, signal })) ?? (await objects.get(type, { name, signal, live: true }));
  if (found !== undefined) return found;
  throw forbidden(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
}

/** The pod with the overhead and scheduling of its class; undefined if the class has neither. */
function withClass(
  attributes: AdmissionAttributes,
  pod: Pod,
  { overhead, scheduling }: RuntimeClass,
): JsonObject | undefined {
  if (overhead === undefined && scheduling === undefined) return undefined;
  const spec = copyObject(pod.spec) as PodSpec;
  if (overhead !== undefined) {
    const { podFixed = {} } = overhead;
    const { overhead: own = {} } = spec;
    if (Object.keys(own).length > 0 && !deepEqual(own, podFixed)) throw forbidden(attributes, MISMATCH);
    if (Object.keys(podFixed).length > 0) spec.overhead = podFixed;
  }
  if (scheduling !== undefined) setScheduling(attributes, spec, scheduling);
  return Object.assign(copyObject(pod), { spec });
}

function checkOverhead(attributes: AdmissionAttributes, spec: PodSpec, found: RuntimeClass | undefined): void {
  if (found?.overhead === undefined) {
    if (spec.overhead === undefined) return;
    throw forbidden(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
  }
  if (!deepEqual(spec.overhead ?? {}, found.overhead.podFixed ?? {})) throw forbidden(attributes, MISMATCH);
}

interface Scheduling {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
}

function setScheduling(attributes: AdmissionAttributes, spec: PodSpec, scheduling: Scheduling): void {
  const { nodeSelector = {}, tolerations = [] } = scheduling;
  const own = spec.nodeSelector ?? {};
  for (const [key, value] of Object.entries(nodeSelector)) {
    if (own[key] === undefined || own[key] === value) continue;
    const wanted = `runtimeClass.scheduling.nodeSelector[${key}] = ${value}`;
    throw forbidden(attributes, `conflict: ${wanted}; pod.spec.nodeSelector[${key}] = ${own[key]}`);
  }
  const selector = mergedMap(own, nodeSelector);
  if (Object.keys(selector).length > 0) spec.nodeSelector = selector;
  const merged = mergeTolerations([...(spec.tolerations ?? []), ...tolerations]);
  if (merged.length > 0) spec.tolerations = merged;
}
