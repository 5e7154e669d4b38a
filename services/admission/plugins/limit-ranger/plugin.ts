import type { LimitRange, PersistentVolumeClaim, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { limitRanges } from '@pilothouse/client/core.js';
import { claimProblems, podProblems } from '@pilothouse/kinds/core/limits/problems.js';
import { withDefaultAmounts } from '@pilothouse/kinds/core/limits/pod-defaults.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';

/** Sets the default requests and limits of new pods, and refuses pods and claims that violate the LimitRanges. */
export const limitRanger = definePlugin({
  name: 'LimitRanger',
  isDefault: true,
  reads: [limitRanges],
  create({ domain, objects }) {
    const annotation = domain.key('limit-ranger');
    const rangesOf = ({ namespace, old, signal }: AdmissionAttributes): Awaitable<readonly LimitRange[]> =>
      old !== undefined && metadataOf(old).deletionTimestamp !== undefined
        ? []
        : objects.list(limitRanges, { namespace, signal });
    return {
      name: 'LimitRanger',
      rules: [
        { operations: ['CREATE'], groups: [''], versions: ['*'], resources: ['pods'] },
        { operations: ['UPDATE'], groups: [''], versions: ['*'], resources: ['pods/resize'] },
        { operations: ['CREATE', 'UPDATE'], groups: [''], versions: ['*'], resources: ['persistentvolumeclaims'] },
      ],
      async admit(attributes) {
        const { resource, object } = attributes;
        if (object === undefined || resource.resource !== 'pods') return undefined;
        const found = await rangesOf(attributes);
        const changed = found.reduce((pod, range) => withDefaultAmounts(pod, range, annotation), object as Pod);
        return changed === object ? undefined : changed;
      },
      async validate(attributes) {
        const { resource, object } = attributes;
        if (object === undefined) return;
        for (const { spec } of await rangesOf(attributes)) {
          const problems =
            resource.resource === 'pods'
              ? podProblems(object as Pod, spec.limits)
              : claimProblems(object as PersistentVolumeClaim, spec.limits);
          const [first, ...more] = new Set(problems);
          if (first !== undefined) {
            throw forbidden(attributes, more.length === 0 ? first : `[${[first, ...more].join(', ')}]`);
          }
        }
      },
    };
  },
});
