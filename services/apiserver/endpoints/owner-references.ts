import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { RequestContext } from '../request/context.js';

/**
 * Drops duplicate owner references of a decoded object, with a warning in Kubernetes' text. `after` names the admission
 * plugin that added them, if any.
 */
export function dropRepeatedOwners(context: RequestContext, object: JsonObject, after?: string): void {
  const metadata = metadataOf(object);
  const { ownerReferences = [] } = metadata;
  if (ownerReferences.length < 2) return;
  // Decoded objects have a fixed field order, so equal references have equal texts.
  const byText = new Map(ownerReferences.map((owner) => [writeJson(owner), owner]));
  if (byText.size === ownerReferences.length) return;
  const kept = new Set(byText.values());
  const repeated = ownerReferences.filter((owner) => !kept.has(owner)).map(({ uid }) => uid);
  metadata.ownerReferences = [...kept];
  context.warnings.push(
    `.metadata.ownerReferences contains duplicate entries${after === undefined ? '' : ` after ${after} happens`}; API server dedups owner references in 1.20+, and may reject ` +
      'such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ' +
      repeated.join(', '),
  );
}
