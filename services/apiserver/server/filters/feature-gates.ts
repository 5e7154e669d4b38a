import { forbidden } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { Features } from '../../features/gates.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isWatch } from '../../request/info.js';

export interface GatedQueries {
  readonly features: Features;
  readonly metaGroup: string;
}

/** Refuses requests whose query needs a feature that is off, as Kubernetes does. Undefined while no such feature is off. */
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
