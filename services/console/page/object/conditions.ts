import type { ApiObject } from '../api/types.js';
import type { Tone } from '../table/tone.js';

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** Since when it has this status; empty if unknown. */
  readonly since: string;
  readonly tone: Tone;
}

/** Conditions that say that something is wrong when they are true. */
const NEGATIVE = /Failure|Failed|Pressure|Unavailable|Degraded|Terminating|Violat|Conflict|NotReady|Stalled|Disruption/;

/** The conditions in the status of an object, the latest first. */
export function conditionsOf(object: ApiObject): readonly Condition[] {
  const { conditions } = (object['status'] ?? {}) as { readonly conditions?: unknown };
  if (!Array.isArray(conditions)) return [];
  return (conditions as readonly unknown[])
    .filter((each): each is Readonly<Record<string, unknown>> => typeof each === 'object' && each !== null)
    .map((each) => {
      const text = (name: string): string => {
        const value = each[name];
        return typeof value === 'string' ? value : '';
      };
      const [type, status] = [text('type'), text('status')];
      return {
        type,
        status,
        reason: text('reason'),
        message: text('message'),
        since: text('lastTransitionTime') || text('lastUpdateTime'),
        tone: toneOfCondition(type, status),
      };
    })
    .toSorted((a, b) => b.since.localeCompare(a.since));
}

function toneOfCondition(type: string, status: string): Tone {
  if (status === 'Unknown') return 'waiting';
  if (status !== 'True' && status !== 'False') return 'plain';
  const isGood = (status === 'True') !== NEGATIVE.test(type);
  return isGood ? 'good' : 'bad';
}
