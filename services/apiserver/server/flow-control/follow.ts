import type { FlowSchema, PriorityLevelConfiguration } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from '@pilothouse/kinds/flowcontrol/mandatory.js';
import { createFollower } from '@pilothouse/storage/follow.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { priorityConfig } from '../../flowcontrol/config.js';
import type { FlowControl } from '../../flowcontrol/flow-control.js';
import { ADJUSTMENT_PERIOD } from '../../flowcontrol/borrowing.js';
import { collectionPrefix } from '../../registry/keys.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import { reportDangling } from './dangling.js';

export interface FollowFlowControlOptions {
  readonly resources: readonly Resource[];
  /** The group of FlowSchemas. */
  readonly group: string;
  readonly flowControl: FlowControl;
  /** Seats of the server. */
  readonly seats: number;
  readonly now: () => Date;
  /** Called for each failure. The operation is retried. */
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Applies FlowSchemas and PriorityLevelConfigurations to flow control, and keeps the condition Dangling of FlowSchemas. Resolves
 * when the stored objects are applied. Several replicas may do the same concurrently.
 */
export async function followFlowControl(options: FollowFlowControlOptions): Promise<void> {
  const { resources, group, flowControl, seats, now, onError, signal } = options;
  const schemaResource = resourceNamed(resources, group, 'flowschemas');
  const levelResource = resourceNamed(resources, group, 'prioritylevelconfigurations');
  const schemas = new Map<string, FlowSchema>();
  const levels = new Map<string, PriorityLevelConfiguration>();
  let isLoaded = false;

  function settle(): void {
    if (!isLoaded) return;
    const present = [...levels.values()];
    flowControl.configure(
      priorityConfig(
        [...present, ...missing(MANDATORY_PRIORITY_LEVELS, levels)],
        [...schemas.values(), ...missing(MANDATORY_FLOW_SCHEMAS, schemas)],
        seats,
      ),
    );
    const names = new Set(present.map(({ metadata }) => metadata.name));
    for (const schema of schemas.values()) {
      const isDangling = !names.has(schema.spec.priorityLevelConfiguration.name);
      reportDangling(schemaResource, { schema, isDangling, now, signal }).catch(onError);
    }
  }

  function follow<Kind extends FlowSchema | PriorityLevelConfiguration>(resource: Resource, known: Map<string, Kind>) {
    const { store, definition, stored } = resource;
    return createFollower({
      store,
      prefix: collectionPrefix(definition),
      change(key, entry) {
        const object = entry && read(entry);
        if (object === undefined) known.delete(key);
        else known.set(key, object);
      },
      settle,
      onError,
      signal,
    });

    /** An unreadable object counts as missing. */
    function read(entry: Entry): Kind | undefined {
      try {
        // Stored objects were decoded by the schema of their kind.
        return stored.decode(entry) as Kind;
      } catch (error) {
        onError(error);
        return undefined;
      }
    }
  }

  await Promise.all([follow(schemaResource, schemas).start(), follow(levelResource, levels).start()]);
  isLoaded = true;
  settle();
  const timer = setInterval(flowControl.adjust, ADJUSTMENT_PERIOD).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** Mandatory objects that do not exist count as if they did (Kubernetes' rule). */
function missing<Kind extends Pick<FlowSchema, 'metadata'>>(
  mandatory: readonly Kind[],
  known: ReadonlyMap<string, Pick<FlowSchema, 'metadata'>>,
): Kind[] {
  const names = new Set([...known.values()].map(({ metadata }) => metadata.name));
  return mandatory.filter(({ metadata }) => !names.has(metadata.name));
}
