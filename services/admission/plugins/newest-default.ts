import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';

/** The name of the newest of the default classes, and the first by name among those created in the same second. */
export function newestDefault(defaults: readonly ObjectMeta[]): string | undefined {
  const [newest] = [...defaults].sort(
    (a, b) =>
      Date.parse(b.creationTimestamp ?? '') - Date.parse(a.creationTimestamp ?? '') ||
      ((a.name ?? '') < (b.name ?? '') ? -1 : 1),
  );
  return newest?.name;
}
