import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';

const PREFIX = 'autoscaling.alpha.kubernetes.io/';

/** Annotations of the version v1 for what only v2 has. */
export const ANNOTATIONS = {
  metrics: `${PREFIX}metrics`,
  currentMetrics: `${PREFIX}current-metrics`,
  conditions: `${PREFIX}conditions`,
  behavior: `${PREFIX}behavior`,
} as const;

const CONVERTED: readonly string[] = [
  ...Object.values(ANNOTATIONS),
  `${PREFIX}scale-down-tolerance`,
  `${PREFIX}scale-up-tolerance`,
];

/** The metadata with the annotations `added`, which replace earlier ones of the conversion. */
export function withAnnotations(metadata: ObjectMeta, added: Readonly<Record<string, string>> = {}): ObjectMeta {
  const { annotations = {}, ...others } = metadata;
  const kept = Object.entries(annotations).filter(([key]) => !CONVERTED.includes(key));
  const all = newObject() as Record<string, string>;
  for (const [key, value] of [...kept, ...Object.entries(added)].sort(([a], [b]) => (a < b ? -1 : 1))) all[key] = value;
  return Object.assign(newObject(), others, Object.keys(all).length > 0 && { annotations: all });
}

/** Removes annotations of the conversion, which have no meaning in v2. */
export function dropAnnotations(metadata: ObjectMeta): void {
  const { annotations } = metadata;
  if (annotations === undefined || !CONVERTED.some((key) => annotations[key] !== undefined)) return;
  const kept = Object.entries(annotations).filter(([key]) => !CONVERTED.includes(key));
  if (kept.length === 0) delete metadata.annotations;
  else metadata.annotations = Object.assign(newObject(), Object.fromEntries(kept));
}
