import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from '@pilothouse/kinds/flowcontrol/mandatory.js';
import { SUGGESTED_FLOW_SCHEMAS, SUGGESTED_PRIORITY_LEVELS } from '@pilothouse/kinds/flowcontrol/suggested.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import { inFlightConfig, priorityConfig, type FlowConfig } from '../../flowcontrol/config.js';
import { createFlowControl, type FlowControl } from '../../flowcontrol/flow-control.js';
import type { ResourceLookup } from '../../admission/resource-lookup.js';
import { DEFAULT_OVERLOAD, type ConcurrencyLimits } from '../../options/flow-control.js';
import type { Environment } from '../../registry/environment.js';
import { collectionPrefix } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import type { ResourceRequest } from '../../request/info.js';
import { bootstrapFlowControl } from './bootstrap.js';
import type { Stores } from '../stores/stores.js';
import { followFlowControl } from './follow.js';

export interface FlowControlParts {
  readonly domain: Domain;
  readonly environment: Pick<Environment, 'now' | 'random'>;
  readonly stores: Pick<Stores, 'of'>;
  /** The defaults when absent. */
  readonly concurrency?: ConcurrencyLimits;
  readonly requestTimeout: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Milliseconds between two checks that the mandatory and suggested objects exist, as in Kubernetes. */
const ENSURE_PERIOD = 60_000;

/** Flow control with the configuration of this release, until the stored one has been read. */
export function flowControlOf({
  concurrency = DEFAULT_OVERLOAD,
  environment,
  requestTimeout,
}: Pick<FlowControlParts, 'concurrency' | 'environment' | 'requestTimeout'>): FlowControl {
  const { random } = environment;
  return createFlowControl({ config: firstConfig(concurrency), requestTimeout, random });
}

function firstConfig(limits: ConcurrencyLimits): FlowConfig {
  const { hasPriorities, maxRequestsInFlight: readOnly, maxMutatingRequestsInFlight: mutating } = limits;
  if (!hasPriorities) return inFlightConfig({ readOnly, mutating });
  const levels = [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS];
  const schemas = [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS];
  return priorityConfig(levels, schemas, { seats: readOnly + mutating });
}

/**
 * Creates the mandatory and suggested objects, keeps them, and applies the stored ones to flow control. Resolves when they are
 * applied.
 */
export async function startFlowControl(
  { domain, environment, stores, concurrency = DEFAULT_OVERLOAD, logger, signal }: FlowControlParts,
  parts: {
    readonly flowControl: FlowControl;
    readonly resources: readonly Resource[];
    readonly resourceOf: ResourceLookup;
  },
): Promise<void> {
  const { flowControl, resources, resourceOf } = parts;
  const report = throttled((error) => logger.warn({ error }, 'update of flow control failed and is retried'));
  const onError = (error: unknown): void => {
    if (!signal.aborted) report(error);
  };
  const ensure = (): Promise<void> => bootstrapFlowControl(resources, domain, signal);
  flowControl.estimateBy((info) => {
    const resource = storedResource(resourceOf, info);
    if (resource === undefined) return undefined;
    const { definition } = resource;
    return stores.of(definition).load(`${collectionPrefix(definition, info.namespace)}${info.name}`);
  });
  await ensure();
  if (!concurrency.hasPriorities) return;
  const timer = setInterval(() => void ensure().catch(onError), ENSURE_PERIOD).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  const { maxRequestsInFlight, maxMutatingRequestsInFlight } = concurrency;
  await followFlowControl({
    resources,
    group: domain.group('flowcontrol.apiserver'),
    flowControl,
    seats: maxRequestsInFlight + maxMutatingRequestsInFlight,
    now: environment.now,
    onError,
    signal,
  });
}

/** Undefined for a kind that this server does not store. */
function storedResource(resourceOf: ResourceLookup, { group, resource }: ResourceRequest): Resource | undefined {
  try {
    return resourceOf({ group, resource });
  } catch {
    return undefined;
  }
}
