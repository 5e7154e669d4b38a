import { forbidden } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { Features } from '../../features/gates.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isWatch } from '../../request/info.js';

export interface GatedQueries {
  readonly features: Features;
  readonly metaGroup: string;
}

/**
 * Removes the query parameters of features that are off, or refuses the request, as Kubernetes does. Undefined where no such feature
 * is off.
 */
export function gateQueries({ features, metaGroup }: GatedQueries): Filter | undefined {
  const gates: ((context: RequestContext) => void)[] = [
    ...(features.APIListChunking ? [] : [dropPages]),
    ...(features.WatchList ? [] : [refuseInitialEvents(metaGroup)]),
  ];
  if (gates.length === 0) return undefined;
  return (next) => async (context) => {
    if (context.info.type === 'resource') for (const gate of gates) gate(context);
    return next(context);
  };
}

/** Lists are whole. */
function dropPages({ query }: RequestContext): void {
  query.delete('limit');
  query.delete('continue');
}

function refuseInitialEvents(group: string): (context: RequestContext) => void {
  return ({ query, info }) => {
    if (!isWatch(info) || !query.has('sendInitialEvents')) return;
    const why = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    throw invalidObject({ group, kind: 'ListOptions' }, '', [forbidden('sendInitialEvents', why)]);
  };
}
