import { flowSchema, groups, limited, priorityLevel, everything } from '@pilothouse/kinds/flowcontrol/make.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from '@pilothouse/kinds/flowcontrol/mandatory.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { RequestContext } from '../request/context.js';
import { priorityConfig, type FlowConfig } from './config.js';
import { createFlowControl, type FlowControl, type FlowControlOptions, type Ticket } from './flow-control.js';

export const MAPS = '/api/v1/namespaces/a/configmaps';

export function requestOf(method: string, target: string, user: User = authenticatedUser('ann')): RequestContext {
  const peer = { address: '127.0.0.1', certificate: { type: 'none' } } as const;
  const context = new RequestContext({ method, target, headers: {}, body: undefined, peer });
  context.user = user;
  return context;
}

/** Levels and the numbers of their seats. Users of the group of the same name get them. */
export type TestLevels = Readonly<Record<string, { readonly seats: number; readonly queues?: number }>>;

/** A configuration with these levels beside the mandatory ones. The last level takes all authenticated users. */
export function configOf(levels: TestLevels): FlowConfig {
  const names = Object.keys(levels);
  const made = Object.entries(levels).map(([name, { seats, queues }]) =>
    priorityLevel(name, limited({ shares: seats, lendable: 0, ...(queues && { queues, handSize: 1 }) })),
  );
  const schemas = names.map((name, index) =>
    flowSchema(name, {
      level: name,
      precedence: 100 + index,
      by: 'ByUser',
      rules: everything(groups(index === names.length - 1 ? 'system:authenticated' : name)),
    }),
  );
  const identified = [...MANDATORY_PRIORITY_LEVELS, ...made].map((level) => ({
    ...level,
    metadata: { ...level.metadata, uid: `level-${level.metadata.name}` },
  }));
  const all = [...MANDATORY_FLOW_SCHEMAS, ...schemas].map((schema) => ({
    ...schema,
    metadata: { ...schema.metadata, uid: `schema-${schema.metadata.name}` },
  }));
  // The shares of the catch-all level make seats of their own.
  const shares = identified.reduce((sum, { spec }) => sum + (spec.limited?.nominalConcurrencyShares ?? 0), 0);
  return priorityConfig(identified, all, { seats: shares });
}

/** Flow control with one level, or the given ones. */
export function testFlowControl(
  levels: TestLevels = { one: { seats: 1, queues: 10_000 } },
  options: Partial<FlowControlOptions> = {},
): FlowControl {
  return createFlowControl({ config: configOf(levels), requestTimeout: 60_000, random: () => 0, ...options });
}

/** A request of the user that has taken its seats. Throws if none are free. */
export function startOne(
  flowControl: FlowControl,
  user: string,
  context = requestOf('GET', `${MAPS}/b`, authenticatedUser(user)),
): Ticket {
  const ticket = flowControl.classify(context);
  if (!flowControl.tryStart(ticket)) throw new Error('no seat is free');
  return ticket;
}

/** Requests that execute, over all levels that are not exempt. */
export function executing({ levels }: FlowControl): number {
  return [...levels()].reduce((sum, level) => sum + (level.settings().isExempt ? 0 : level.executing()), 0);
}
