import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { RequestContext } from '../request/context.js';

/**
 * Leaves out owner references of a decoded object that repeat one before them, and warns of them in Kubernetes' words.
 * `after` names what has put them there, where that was not the client.
 */
export function dropRepeatedOwners(context: RequestContext, object: JsonObject, after?: string): void {
  const metadata = metadataOf(object);
  const { ownerReferences = [] } = metadata;
  if (ownerReferences.length < 2) return;
  // Decoded objects have their fields in one order, so equal ones have equal texts.
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
