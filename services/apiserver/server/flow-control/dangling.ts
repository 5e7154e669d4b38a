import type { FlowSchema, FlowSchemaCondition } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Resource } from '../../registry/resource.js';
import { updateObject } from '../../registry/update.js';
import { startWrite } from '../start/bootstrap.js';

export interface DanglingOptions {
  readonly schema: FlowSchema;
  /** Whether its priority level is missing. */
  readonly isDangling: boolean;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

type Wanted = Required<Pick<FlowSchemaCondition, 'type' | 'status' | 'reason' | 'message'>>;

/** Field manager of the condition, as in Kubernetes. */
const MANAGER = 'api-priority-and-fairness-config-consumer-v1';

/** Writes the condition Dangling of a FlowSchema if it is not as it should be. Returns whether it tried to. */
export async function reportDangling(
  schemas: Resource,
  { schema, isDangling, now, signal }: DanglingOptions,
): Promise<boolean> {
  const wanted = conditionOf(schema.spec.priorityLevelConfiguration.name, isDangling);
  if (hasCondition(schema, wanted)) return false;
  const { name = '' } = schema.metadata;
  try {
    await updateObject(schemas, {
      ...startWrite(signal),
      manager: MANAGER,
      name,
      subresource: 'status',
      change(live) {
        // The resource is that of FlowSchemas.
        const { conditions = [] } = (live as FlowSchema).status;
        const others = conditions.filter(({ type }) => type !== wanted.type);
        const changed = { ...wanted, lastTransitionTime: timestamp(now()) };
        const status = Object.assign(newObject(), { conditions: [...others, changed] });
        return Object.assign(newObject(), live, { status });
      },
    });
  } catch (error) {
    // Deleted, or written by another replica, whose event follows.
    if (!(error instanceof StatusError && ['NotFound', 'Conflict'].includes(error.reason))) throw error;
  }
  return true;
}

function hasCondition({ status: { conditions = [] } }: FlowSchema, wanted: Wanted): boolean {
  return conditions.some(
    ({ type, status, reason, message }) =>
      type === wanted.type && status === wanted.status && reason === wanted.reason && message === wanted.message,
  );
}

function conditionOf(level: string, isDangling: boolean): Wanted {
  const start = `This FlowSchema references the PriorityLevelConfiguration object named "${level}"`;
  return isDangling
    ? { type: 'Dangling', status: 'True', reason: 'NotFound', message: `${start} but there is no such object` }
    : { type: 'Dangling', status: 'False', reason: 'Found', message: `${start} and it exists` };
}
