import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { int32, text } from '@pilothouse/apimachinery/schema/common.js';
import {
  fieldPath,
  invalid,
  keyPath,
  notSupported,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { field, listOf, struct } from '@pilothouse/runtime/files/document.js';
import type { ConfigurationKind } from '../../plugin-configuration.js';

export const LIMIT_TYPES = ['Server', 'Namespace', 'User', 'SourceAndObject'] as const;

export type LimitType = (typeof LIMIT_TYPES)[number];

/** A limit of the writes of Events. */
export type Limit = {
  readonly type: LimitType;
  /** Writes per second. */
  readonly qps: number;
  /** Writes at once after a pause. */
  readonly burst: number;
  /** The number of buckets; the default if absent or 0. The least recently used one is dropped, and is full when it returns. */
  readonly cacheSize?: number;
};

export const DEFAULT_CACHE_SIZE = 4_096;

/** The configuration of EventRateLimit. */
export type EventRateLimitConfiguration = JsonObject & { readonly limits?: readonly Limit[] };

const LIMIT = struct('Limit', [
  field('type', text, 'required'),
  field('qps', int32, 'required'),
  field('burst', int32, 'required'),
  field('cacheSize', int32, 'optional'),
]);

export const EVENT_RATE_LIMIT_CONFIGURATION: ConfigurationKind<EventRateLimitConfiguration> = {
  group: 'eventratelimit.admission',
  versions: ['v1alpha1'],
  kind: 'Configuration',
  fields: [field('limits', listOf(LIMIT), 'optional')],
  check: ({ limits = [] }) =>
    limits.length === 0
      ? [invalid('limits', [], 'must not be empty')]
      : limits.flatMap((limit, index) => limitErrors(limit, keyPath('limits', index))),
};

function limitErrors({ type, qps, burst, cacheSize = 0 }: Limit, path: string): FieldError[] {
  const at = (name: string): string => fieldPath(path, name);
  return [
    ...(LIMIT_TYPES.includes(type) ? [] : [notSupported(at('type'), type, LIMIT_TYPES.toSorted())]),
    ...(burst > 0 ? [] : [invalid(at('burst'), burst, 'must be positive')]),
    ...(qps > 0 ? [] : [invalid(at('qps'), qps, 'must be positive')]),
    ...(type === 'Server' || cacheSize >= 0 ? [] : [invalid(at('cacheSize'), cacheSize, 'must not be negative')]),
  ];
}
