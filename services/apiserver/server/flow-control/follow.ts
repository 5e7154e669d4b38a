import { setTimeout as sleep } from 'node:timers/promises';
import type { FlowSchema, PriorityLevelConfiguration } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from '@pilothouse/kinds/flowcontrol/mandatory.js';
import { createFollower } from '@pilothouse/storage/follow.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { priorityConfig, type LevelObject } from '../../flowcontrol/config.js';
import type { FlowControl } from '../../flowcontrol/flow-control.js';
import { ADJUSTMENT_PERIOD } from '../../flowcontrol/borrowing.js';
import { collectionPrefix } from '../../registry/keys.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import { reportDangling } from './dangling.js';

/** Milliseconds between two passes, so that a burst of changes costs a few. */
const PASS_DELAY = 100;
/** Conditions that one pass writes. More would delay the changes that come meanwhile. */
const MOST_WRITES = 50;

type Configured = FlowSchema | PriorityLevelConfiguration;

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
  /** Levels of the last pass, by name. */
  let applied = new Map<string, LevelObject>();
  let isLoaded = false;
  /** Whether something has changed since the last pass, also a status. */
  let isChanged = false;
  /** Whether objects came, left or changed their specification since they were applied: that takes long with thousands. */
  let isStale = true;
  /** Whether deleted levels were kept, which may be idle within ten seconds. */
  let hasLeaving = false;
  /** Keys of the FlowSchemas whose condition may be wrong. One that cannot be written is tried again within ten seconds. */
  const unreported = new Set<string>();
  let isRunning = false;

  /**
   * A deleted level keeps its seats until its requests have ended. A deleted mandatory level keeps its last specification until it
   * exists again. Both are Kubernetes' rules.
   */
  function apply(): void {
    const present = [...levels.values()];
    const names = new Set(present.map(nameOf));
    const busy = new Set([...flowControl.levels()].flatMap((level) => (level.isIdle() ? [] : [level.name])));
    const mandatory = MANDATORY_PRIORITY_LEVELS.filter((level) => !names.has(nameOf(level))).map(
      (level) => applied.get(nameOf(level)) ?? level,
    );
    const current = [...present, ...mandatory];
    for (const level of mandatory) names.add(nameOf(level));
    const leaving = [...applied.values()].filter((level) => !names.has(nameOf(level)) && busy.has(nameOf(level)));
    applied = new Map([...current, ...leaving].map((level) => [nameOf(level), level]));
    const all = [...schemas.values(), ...missingSchemas(schemas)];
    flowControl.configure(priorityConfig(current, all, { seats, leaving }));
    isStale = false;
    hasLeaving = leaving.length > 0;
  }

  /** Writes missing conditions one after the other, so that a burst of FlowSchemas does not become a burst of writes. */
  async function report(): Promise<void> {
    const names = new Set([...levels.values()].map(nameOf));
    let writes = 0;
    for (const key of unreported) {
      // Before the write, whose event adds it again.
      unreported.delete(key);
      const schema = schemas.get(key);
      if (schema === undefined) continue;
      const isDangling = !names.has(schema.spec.priorityLevelConfiguration.name);
      try {
        if (await reportDangling(schemaResource, { schema, isDangling, now, signal })) writes += 1;
      } catch (error) {
        onError(error);
        unreported.add(key);
        return;
      }
      if (writes < MOST_WRITES) continue;
      isChanged = true;
      return;
    }
  }

  /** One pass at a time, and another one for the changes since it began. */
  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isChanged && !signal.aborted) {
        isChanged = false;
        if (isStale) apply();
        await report();
        await sleep(PASS_DELAY, undefined, { ref: false });
      }
    } finally {
      isRunning = false;
    }
  }

  function settle(): void {
    if (!isLoaded) return;
    isChanged = true;
    if (!isRunning) run().catch(onError);
  }

  function follow<Kind extends Configured>(resource: Resource, known: Map<string, Kind>) {
    const { store, definition, stored } = resource;
    return createFollower({
      store,
      prefix: collectionPrefix(definition),
      change(key, entry) {
        const object = entry && read(entry);
        const former = known.get(key);
        isStale ||= !isSameSpec(former, object);
        if (object === undefined) known.delete(key);
        else known.set(key, object);
        if (resource === schemaResource) unreported.add(key);
        else if ((former === undefined) !== (object === undefined))
          for (const each of schemas.keys()) unreported.add(each);
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
  const timer = setInterval(() => {
    flowControl.adjust();
    // A level may have left, whose seats are divided among the others.
    isStale ||= hasLeaving;
    if (isStale || unreported.size > 0) settle();
  }, ADJUSTMENT_PERIOD).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** Whether two states of an object differ at most in what flow control does not read, such as the status. */
function isSameSpec(one: Configured | undefined, other: Configured | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.metadata.uid === other.metadata.uid && deepEqual(one.spec, other.spec);
}

/** Mandatory FlowSchemas that do not exist count as if they did (Kubernetes' rule). */
function missingSchemas(known: ReadonlyMap<string, FlowSchema>): typeof MANDATORY_FLOW_SCHEMAS {
  const names = new Set([...known.values()].map(nameOf));
  return MANDATORY_FLOW_SCHEMAS.filter((schema) => !names.has(nameOf(schema)));
}

function nameOf({ metadata: { name = '' } }: Pick<Configured, 'metadata'>): string {
  return name;
}
