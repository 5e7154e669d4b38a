import type { Pod, PodSpec, Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { RuntimeClass } from '@pilothouse/apimachinery/generated/node/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { copyObject, newObject } from '@pilothouse/apimachinery/json/value.js';
import { objectKey } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';
import { refusal } from '../refusal.js';
import { mergeTolerations } from './merge-tolerations.js';

const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/**
 * Adds the overhead, the node selector and the tolerations of its RuntimeClass to a new pod. Refuses a pod whose class does
 * not exist, or whose own values contradict the class.
 */
export function runtimeClass(classes: Resource): AdmissionPlugin {
  const { definition, store, stored } = classes;

  async function classOf(attributes: AdmissionAttributes, { runtimeClassName: name }: PodSpec) {
    if (name === undefined) return undefined;
    const { entry } = await store.get(objectKey(definition, '', name), { signal: attributes.signal });
    if (entry === undefined) {
      throw refusal(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
    }
    return stored.decode(entry) as RuntimeClass;
  }

  return {
    name: 'RuntimeClass',
    rules: [{ operations: ['CREATE'], groups: [''], versions: ['*'], resources: ['pods'] }],
    async admit(attributes) {
      const { object } = attributes;
      if (object === undefined) return undefined;
      // The rules match only pods.
      const pod = object as Pod;
      const found = await classOf(attributes, pod.spec);
      const { overhead, scheduling } = found ?? {};
      if (overhead === undefined && scheduling === undefined) return undefined;
      const spec = copyObject(pod.spec) as PodSpec;
      if (overhead !== undefined) {
        const { podFixed = {} } = overhead;
        const { overhead: own = {} } = spec;
        if (Object.keys(own).length > 0 && !deepEqual(own, podFixed)) throw refusal(attributes, MISMATCH);
        if (Object.keys(podFixed).length > 0) spec.overhead = podFixed;
      }
      if (scheduling !== undefined) setScheduling(attributes, spec, scheduling);
      return Object.assign(copyObject(pod), { spec });
    },
    async validate(attributes) {
      const { object } = attributes;
      if (object === undefined) return;
      const { spec } = object as Pod;
      const found = await classOf(attributes, spec);
      if (found?.overhead === undefined) {
        if (spec.overhead === undefined) return;
        throw refusal(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
      }
      if (!deepEqual(spec.overhead ?? {}, found.overhead.podFixed ?? {})) throw refusal(attributes, MISMATCH);
    },
  };
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
    throw refusal(attributes, `conflict: ${wanted}; pod.spec.nodeSelector[${key}] = ${own[key]}`);
  }
  const selector = { ...own, ...nodeSelector };
  if (Object.keys(selector).length > 0) spec.nodeSelector = Object.assign(newObject(), selector);
  const merged = mergeTolerations([...(spec.tolerations ?? []), ...tolerations]);
  if (merged.length > 0) spec.tolerations = merged;
}
