import type { V1Container, V1PodSpec } from '@kubernetes/client-node';
import type { Rendered } from './helm.js';

export type Labels = Readonly<Record<string, string>>;

/** A pod, or the pod template of a rendered object. */
export interface RenderedPod {
  /** Such as `Deployment/p-pilothouse-apiserver`. */
  readonly owner: string;
  readonly component: string;
  readonly labels: Labels;
  readonly spec: V1PodSpec;
  readonly containers: readonly V1Container[];
  /** Names of volumes besides those of the spec. */
  readonly claims: readonly string[];
  /** The selector of the owner; undefined if it has none. */
  readonly selector: Labels | undefined;
}

interface Template {
  readonly metadata?: { readonly labels?: Labels };
  readonly spec: V1PodSpec;
}

interface WorkloadSpec {
  readonly template: Template;
  readonly selector?: { readonly matchLabels?: Labels };
  readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
}

const WORKLOADS = ['Deployment', 'StatefulSet', 'Job'];

/** All pods and pod templates of the objects. */
export function podsOf(objects: readonly Rendered[]): RenderedPod[] {
  return objects.flatMap((object) => {
    const { kind, metadata } = object;
    const spec = object['spec'];
    if (WORKLOADS.includes(kind)) return [podOf(object, spec as WorkloadSpec)];
    if (kind === 'CronJob') return [podOf(object, (spec as { jobTemplate: { spec: WorkloadSpec } }).jobTemplate.spec)];
    if (kind === 'Pod') return [podOf(object, { template: { metadata, spec: spec as V1PodSpec } })];
    return [];
  });
}

function podOf({ kind, metadata }: Rendered, spec: WorkloadSpec): RenderedPod {
  const { template, selector, volumeClaimTemplates = [] } = spec;
  const labels = template.metadata?.labels ?? {};
  return {
    owner: `${kind}/${metadata.name}`,
    component: labels['app.kubernetes.io/component'] ?? '',
    labels,
    spec: template.spec,
    containers: [...(template.spec.initContainers ?? []), ...template.spec.containers],
    claims: volumeClaimTemplates.map(({ metadata: { name } }) => name),
    selector: selector?.matchLabels,
  };
}

/** Whether labels match all of the selector's. */
export function matches(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

/** The Pilothouse program of a container with its flags; undefined for other images. */
export function programOf({ command, args = [] }: V1Container): ProgramCall | undefined {
  const [name, ...rest] = args;
  if (command !== undefined || name === undefined) return undefined;
  return {
    name,
    flags: rest.map((arg) => {
      const { flag = arg, value = 'true' } = /^--?(?<flag>[^=]+)(?:=(?<value>[^]*))?$/.exec(arg)?.groups ?? {};
      return [flag, value] as const;
    }),
  };
}

export interface ProgramCall {
  readonly name: string;
  readonly flags: readonly (readonly [name: string, value: string])[];
}
