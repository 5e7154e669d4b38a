import type { Job, JobSpec } from '@pilothouse/apimachinery/generated/batch/v1.js';
import type { Container, PodSpec, PodTemplateSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { withMembersOf } from '../definition/copy-members.js';
import { validateImmutable } from '../definition/immutable.js';
import { isConditionTrue } from './job-conditions.js';

/** Validates changes of a spec (Kubernetes' ValidateJobSpecUpdate). */
export function validateJobUpdate({ spec }: Job, old: Job): FieldError[] {
  const unchanged = (name: keyof JobSpec) => validateImmutable(spec[name], old.spec[name], `spec.${name}`);
  return [
    ...validateCompletions(spec, old.spec),
    ...unchanged('selector'),
    ...validateTemplate(spec, old),
    ...unchanged('completionMode'),
    ...unchanged('podFailurePolicy'),
    ...unchanged('backoffLimitPerIndex'),
    ...unchanged('managedBy'),
    ...unchanged('successPolicy'),
  ];
}

/** An indexed Job can change completions together with parallelism. */
function validateCompletions({ completionMode, completions, parallelism }: JobSpec, old: JobSpec): FieldError[] {
  const field = 'spec.completions';
  if (completionMode !== 'Indexed') return validateImmutable(completions, old.completions, field);
  if (completions === old.completions || completions === undefined || completions === parallelism) return [];
  return [invalid(field, completions, 'can only be modified in tandem with spec.parallelism')];
}

/** Only the template of a suspended Job without active pods can change: scheduling, metadata and resources. */
function validateTemplate({ template }: JobSpec, old: Job): FieldError[] {
  const { spec: before, status } = old;
  const field = 'spec.template';
  if (before.suspend !== true) return validateImmutable(template, before.template, field);
  const isStopped = status.startTime === undefined || isConditionTrue(status, 'Suspended');
  if (!isStopped || (status.active ?? 0) > 0) return validateImmutable(template, before.template, field);
  const { spec } = withScheduling(before.template, template);
  return validateImmutable(template.spec, withResources(spec, template.spec), `${field}.spec`);
}

/** The old template with the scheduling directives, labels and annotations of the new one. */
function withScheduling(old: PodTemplateSpec, template: PodTemplateSpec): PodTemplateSpec {
  const spec = withMembersOf(old.spec, template.spec, ['nodeSelector', 'tolerations', 'schedulingGates']);
  const { affinity } = template.spec;
  const merged = withMembersOf(spec.affinity ?? newObject(), affinity ?? newObject(), ['nodeAffinity']);
  if (affinity === undefined && Object.keys(merged).length === 0) delete spec.affinity;
  else spec.affinity = merged;
  return Object.assign(newObject(), { metadata: template.metadata, spec });
}

/** The old spec with the resources of the new one, if both have the same containers. */
function withResources(old: PodSpec, spec: PodSpec): PodSpec {
  const each = (before: readonly Container[], after: readonly Container[]): Container[] => {
    if (before.length !== after.length) return [...before];
    return before.map((container, index) => {
      const other = after[index];
      return other?.name === container.name ? withMembersOf(container, other, ['resources']) : container;
    });
  };
  const { containers, initContainers } = old;
  return Object.assign(newObject(), old, {
    containers: each(containers, spec.containers),
    ...(initContainers && { initContainers: each(initContainers, spec.initContainers ?? []) }),
  });
}
