import { isDeletable } from './content.js';
/** The finalizer that stands for the content of a namespace. */
const CONTENT_FINALIZER = 'kubernetes';
/**
 * One step of the end of a namespace that has been deleted: all its content is deleted, and when nothing is left, the
 * namespace may go. Where a group does not say what it has, the rest is deleted, but the namespace stays. Throws the
 * errors of all that failed.
 */
export async function reconcileNamespace(deps, name) {
  const namespace = await deps.get(name);
  if (namespace?.metadata.deletionTimestamp === undefined) return 'done';
  const finalizers = namespace.spec.finalizers ?? [];
  if (!finalizers.includes(CONTENT_FINALIZER)) return 'done';
  const { types, errors } = await deps.discover();
  const results = await Promise.allSettled(types.filter(isDeletable).map((type) => deps.deleteContent(type, name)));
  const failed = [...errors, ...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))];
  if (failed.length > 0) throw new AggregateError(failed, `the content of the namespace ${name} cannot be deleted`);
  if (results.some((result) => result.status === 'fulfilled' && !result.value)) return 'retry';
  await deps.finalize(
    namespace,
    finalizers.filter((finalizer) => finalizer !== CONTENT_FINALIZER),
  );
  return 'done';
}
//# sourceMappingURL=reconcile.js.map
