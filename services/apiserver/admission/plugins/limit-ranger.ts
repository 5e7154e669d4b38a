import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { LimitRange, PersistentVolumeClaim, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { claimProblems, podProblems } from '@pilothouse/kinds/core/limits/problems.js';
import { withDefaultAmounts } from '@pilothouse/kinds/core/limits/pod-defaults.js';
import type { Entry, Revision } from '@pilothouse/storage/store.js';
import { collectionPrefix } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import type { ServerAttributes, ServerPlugin } from '../admission.js';
import { forbidden } from '@pilothouse/admission/forbidden.js';

export interface LimitRangerOptions {
  readonly domain: Domain;
  readonly ranges: Resource;
  /** The latest revision at which this server wrote a LimitRange. */
  readonly latestWrite: () => Revision;
}

/** Sets the default requests and limits of new pods, and refuses pods and claims that violate the LimitRanges. */
export function limitRanger({ domain, ranges, latestWrite }: LimitRangerOptions): ServerPlugin {
  const { definition, store, stored } = ranges;
  const decode = keyed((entry: Entry) => stored.decode(entry) as LimitRange);

  /** As new as this server's latest write, since every pod needs them. Other servers' writes follow within the watch's delay. */
  async function rangesOf({ namespace, old, signal }: ServerAttributes): Promise<readonly LimitRange[]> {
    if (old !== undefined && metadataOf(old).deletionTimestamp !== undefined) return [];
    const options = { signal, atLeast: latestWrite() };
    const { entries } = await store.list(collectionPrefix(definition, namespace), options);
    return entries.map(decode);
  }

  return {
    name: 'LimitRanger',
    rules: [
      { operations: ['CREATE'], groups: [''], versions: ['*'], resources: ['pods'] },
      { operations: ['UPDATE'], groups: [''], versions: ['*'], resources: ['pods/resize'] },
      { operations: ['CREATE', 'UPDATE'], groups: [''], versions: ['*'], resources: ['persistentvolumeclaims'] },
    ],
    async admit(attributes) {
      const { definition: written, object } = attributes;
      if (object === undefined || written.resource !== 'pods') return undefined;
      const found = await rangesOf(attributes);
      const annotation = domain.key('limit-ranger');
      const changed = found.reduce((pod, range) => withDefaultAmounts(pod, range, annotation), object as Pod);
      return changed === object ? undefined : changed;
    },
    async validate(attributes) {
      const { definition: written, object } = attributes;
      if (object === undefined) return;
      for (const { spec } of await rangesOf(attributes)) {
        const problems =
          written.resource === 'pods'
            ? podProblems(object as Pod, spec.limits)
            : claimProblems(object as PersistentVolumeClaim, spec.limits);
        const [first, ...more] = new Set(problems);
        if (first !== undefined) {
          throw forbidden(attributes, more.length === 0 ? first : `[${[first, ...more].join(', ')}]`);
        }
      }
    },
  };
}
