import type { Event } from '@pilothouse/apimachinery/generated/core/v1.js';
import { rateLimiter } from '@pilothouse/runtime/limits/rate-limiter.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { DEFAULT_CACHE_SIZE, type Limit, type LimitType } from './configuration.js';

type Write = Pick<AdmissionAttributes, 'namespace' | 'user' | 'object'>;

/** What shares a bucket, by the type of the limit. */
const KEYS: Readonly<Record<LimitType, (write: Write) => string>> = {
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.name,
  SourceAndObject({ object }) {
    const { source, involvedObject } = object as Event;
    const { kind, namespace, name, uid, apiVersion } = involvedObject;
    return [source.component, source.host, kind, namespace, name, uid, apiVersion].join('');
  },
};

/** Counts an event in the bucket of every limit. Returns a text for each limit that it exceeds. */
export type EventLimits = (write: Write) => readonly string[];

/** `now` is in milliseconds. */
export function createEventLimits(limits: readonly Limit[], now: () => number): EventLimits {
  const limiters = limits.map(({ type, qps, burst, cacheSize = 0 }) => {
    const isFull = rateLimiter({ rate: qps, burst, keys: cacheSize || DEFAULT_CACHE_SIZE, now });
    return { type, keyOf: KEYS[type], isFull };
  });
  return (write) =>
    limiters.flatMap(({ type, keyOf, isFull }) => {
      const key = keyOf(write);
      return isFull(key) === undefined ? [] : [`limit reached on type ${type} for key ${key}`];
    });
}
