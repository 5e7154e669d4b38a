import type { FlowSchema, PriorityLevelConfiguration } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { RequestInfo } from '../request/info.js';
import type { SeatLimits } from './borrowing.js';
import { createClassifier } from './classifier.js';
import type { Flow } from './flow.js';
import type { Deck } from './shuffle-sharding.js';

/** Queues of a priority level. Each flow uses a hand of them. */
export interface Queuing extends Deck {
  /** Requests that a queue holds while all seats are in use. */
  readonly queueLengthLimit: number;
}

/** Settings of a priority level. */
export interface LevelSettings {
  readonly name: string;
  readonly uid: string;
  /** Exempt requests start immediately. */
  readonly isExempt: boolean;
  readonly limits: SeatLimits;
  /** Requests without a seat are rejected when absent. */
  readonly queuing?: Queuing;
  /** Maximum number of seats of a request. */
  readonly widest: number;
}

/** Places for requests of a kind, in queues and with seats. */
export interface KindLimits {
  readonly waiting: number;
  readonly executing: number;
}

export interface FlowConfig {
  readonly levels: readonly LevelSettings[];
  /** Levels that no new request gets. They keep their seats until their requests have ended. */
  readonly leaving: readonly LevelSettings[];
  readonly classify: (user: User, info: RequestInfo) => Flow;
  /** What metrics compare the number of requests with. */
  readonly limits: Readonly<Record<RequestKind, KindLimits>>;
  /** Names of the FlowSchemas that requests can have. */
  readonly schemas: ReadonlySet<string>;
}

/** Most seats of a request, as in Kubernetes: for lists, and a fraction of the seats of its level. */
const MOST_SEATS = 100;
const WIDEST_FRACTION = 0.15;

export type LevelObject = Pick<PriorityLevelConfiguration, 'metadata' | 'spec'>;

export interface PriorityOptions {
  /** Seats of the server. Levels get them in proportion to their shares. */
  readonly seats: number;
  /** Former levels whose requests have not ended. They take part in the division of the seats, as in Kubernetes. */
  readonly leaving?: readonly LevelObject[];
}

/**
 * The configuration by the objects of the API (Kubernetes' API Priority and Fairness). FlowSchemas without their priority level
 * are ignored.
 */
export function priorityConfig(
  levels: readonly LevelObject[],
  schemas: readonly Pick<FlowSchema, 'metadata' | 'spec'>[],
  { seats, leaving = [] }: PriorityOptions,
): FlowConfig {
  const shares = [...levels, ...leaving].reduce((sum, level) => sum + sharesOf(level), 0);
  const settings = (level: LevelObject): LevelSettings => settingsOf(level, { seats, shares });
  const present = levels.map(settings);
  const former = leaving.map(settings);
  const limits = limitsOf([...present, ...former]);
  const names = new Set(levels.map(({ metadata }) => metadata.name));
  const used = schemas.filter(({ spec }) => names.has(spec.priorityLevelConfiguration.name));
  return {
    levels: present,
    leaving: former,
    classify: createClassifier(used),
    limits: { readOnly: limits, mutating: limits },
    schemas: new Set(used.map(({ metadata: { name = '' } }) => name)),
  };
}

/** The limits of all levels together: reads and writes share them. */
function limitsOf(levels: readonly LevelSettings[]): KindLimits {
  let [waiting, executing] = [0, 0];
  for (const { queuing, limits } of levels) {
    if (queuing !== undefined) waiting += queuing.queues * queuing.queueLengthLimit;
    executing += limits.nominal;
  }
  return { waiting, executing };
}

function sharesOf({ spec: { limited, exempt } }: LevelObject): number {
  return (limited ?? exempt)?.nominalConcurrencyShares ?? 0;
}

function settingsOf(level: LevelObject, total: { readonly seats: number; readonly shares: number }): LevelSettings {
  const { limited, exempt, type } = level.spec;
  const nominal = total.shares === 0 ? 0 : Math.ceil((total.seats * sharesOf(level)) / total.shares);
  const percent = (of: number): number => Math.round((nominal * of) / 100);
  const borrowed = limited?.borrowingLimitPercent;
  const limits = {
    nominal,
    least: nominal - percent((limited ?? exempt)?.lendablePercent ?? 0),
    most: nominal + (borrowed === undefined ? total.seats : percent(borrowed)),
  };
  const queuing = limited?.limitResponse.queuing;
  const { name = '', uid = '' } = level.metadata;
  return {
    name,
    uid,
    isExempt: type === 'Exempt',
    limits,
    ...(queuing !== undefined && { queuing }),
    widest: queuing === undefined ? MOST_SEATS : widestOf(nominal, queuing.handSize),
  };
}

/** A request may not take so many seats that a few fill the level. */
function widestOf(nominal: number, handSize: number): number {
  const seats = Math.min(Math.ceil(nominal * WIDEST_FRACTION), Math.floor(nominal / handSize));
  return Math.min(MOST_SEATS, Math.max(1, seats));
}

/** Verbs of read requests, for limits and metrics. */
const READING: ReadonlySet<string> = new Set(['get', 'head', 'list', 'watch']);

/** Request kind of Kubernetes' in-flight limits and of metrics. */
export type RequestKind = 'readOnly' | 'mutating';

export function kindOf({ verb }: RequestInfo): RequestKind {
  return READING.has(verb) ? 'readOnly' : 'mutating';
}

/** More seats than there are ever requests. */
const UNLIMITED = 1_000_000;
/** Members are exempt from in-flight limits, so that administrators can repair an overloaded server. */
const EXEMPT_GROUP = 'system:masters';

/** The configuration without priority and fairness: a limit for reads and one for writes (Kubernetes' WithMaxInFlightLimit). */
export function inFlightConfig(most: Readonly<Record<RequestKind, number>>): FlowConfig {
  const level = (name: string, nominal: number, isExempt: boolean): LevelSettings => {
    return { name, uid: '', isExempt, limits: { nominal, least: nominal, most: nominal }, widest: 1 };
  };
  const flow = (name: string): Flow => ({ schema: { name, uid: '' }, level: name, distinguisher: '' });
  const flows = { exempt: flow('exempt'), readOnly: flow('readOnly'), mutating: flow('mutating') };
  return {
    levels: [
      level('exempt', 0, true),
      level('readOnly', most.readOnly || UNLIMITED, false),
      level('mutating', most.mutating || UNLIMITED, false),
    ],
    leaving: [],
    limits: {
      readOnly: { waiting: 1, executing: most.readOnly || 1 },
      mutating: { waiting: 1, executing: most.mutating || 1 },
    },
    classify: (user, info) => flows[user.groups.includes(EXEMPT_GROUP) ? 'exempt' : kindOf(info)],
    schemas: new Set(Object.keys(flows)),
  };
}
