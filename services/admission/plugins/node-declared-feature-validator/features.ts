import type { Node, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { isSidecar } from '@pilothouse/kinds/core/pod/containers.js';

/** The features that updates of pods can require, by name: whether an update requires it. */
const FEATURES: readonly (readonly [name: string, isRequired: (pod: Pod, old: Pod) => boolean])[] = [
  [
    'InPlacePodLevelResourcesVerticalScaling',
    ({ spec }, old) => !deepEqual(spec.resources ?? {}, old.spec.resources ?? {}),
  ],
  [
    'InPlacePodVerticalScalingInitContainers',
    ({ spec }, old) =>
      (old.spec.initContainers ?? []).some(
        (each, index) => !isSidecar(each) && !deepEqual(each.resources, spec.initContainers?.[index]?.resources ?? {}),
      ),
  ],
];

/** The features that an update of a pod requires of its node. */
export function requiredFeatures(pod: Pod, old: Pod): string[] {
  return FEATURES.filter(([, isRequired]) => isRequired(pod, old)).map(([name]) => name);
}

/** Why the node refuses an update with these requirements; undefined if it declares all of them. */
export function featureProblem(required: readonly string[], { metadata, status }: Node): string | undefined {
  const { declaredFeatures = [] } = status;
  const missing = required.filter((name) => !declaredFeatures.includes(name));
  if (missing.length === 0) return undefined;
  return `pod update requires features ${missing.join(', ')} which are not available on node ${JSON.stringify(metadata.name)}`;
}
