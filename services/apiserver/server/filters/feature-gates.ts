import { forbidden } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { Features } from '../../features/gates.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isWatch } from '../../request/info.js';

export interface GatedQueries {
  readonly features: Features;
  readonly metaGroup: string;
}

/** Rejects requests whose query needs a disabled feature, as Kubernetes does. Undefined if no such feature is disabled. */
export function gateQueries({ features, metaGroup }: GatedQueries): Filter | undefined {
  if (features.WatchList) return undefined;
  const refuse = refuseInitialEvents(metaGroup);
  return (next) => async (context) => {
    if (context.info.type === 'resource') refuse(context);
    return next(context);
  };
}

function refuseInitialEvents(group: string): (context: RequestContext) => void {
  return ({ query, info }) => {
    if (!isWatch(info) || !query.has('sendInitialEvents')) return;
    const why = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    throw invalidObject({ group, kind: 'ListOptions' }, '', [forbidden('sendInitialEvents', why)]);
  };
}
