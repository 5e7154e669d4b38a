import { json, podWith } from '@pilothouse/admission/host.test.helper.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { Review } from '@pilothouse/runtime/admission-api/service.js';

export { json, podWith };

/** A creation of the config map `x/o`, with the given differences. */
export function reviewOf(given: Partial<Review> = {}): Review {
  return {
    uid: 'u',
    phase: 'MUTATE',
    plugins: [],
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    namespace: 'x',
    name: 'o',
    object: undefined,
    old: undefined,
    options: newObject(),
    user: { name: 'jane', uid: '', groups: ['devs'], extra: new Map() },
    dryRun: false,
    ...given,
  };
}

/** A creation of the pod `x/o` with one container `c`, with the given differences. */
export function podReview(spec: object = {}, given: Partial<Review> = {}): Review {
  return reviewOf({
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    object: podWith(spec),
    ...given,
  });
}
