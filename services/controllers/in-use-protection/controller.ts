import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { Client } from '@pilothouse/client/client.js';
import { objectKey, type ApiObject, type ResourceType } from '@pilothouse/client/resource-type.js';
import type { Controller, ControllerContext } from '../controller.js';
import { isConflict, isNotFound } from '../api-errors.js';
import type { Outcome } from '../queue/work-queue.js';

/** A kind whose objects are not removed while others use them. */
export interface ProtectionRule<T extends ApiObject> {
  /** The name of the controller. */
  readonly name: string;
  readonly type: ResourceType<T>;
  /** The finalizer that admission adds, without its domain. */
  readonly finalizer: string;
  /** Whether another object uses `object` now. */
  readonly isUsed: (object: T, client: Client, signal: AbortSignal) => Promise<boolean>;
  readonly update: (object: T, client: Client, signal: AbortSignal) => Promise<unknown>;
}

const CONCURRENCY = 5;
const RETRY = { first: 100, longest: 30_000 };
/** Milliseconds between two checks of a terminating object in use. Users are not watched, because few objects wait. */
const RECHECK_MS = 2_000;

/** Removes the finalizer of terminating objects that are no longer in use, as the controllers of Kubernetes do. */
export function protectionController<T extends ApiObject & { metadata: ObjectMeta }>(
  rule: ProtectionRule<T>,
): Controller {
  return { name: rule.name, run: (context) => run(rule, context) };
}

async function run<T extends ApiObject & { metadata: ObjectMeta }>(
  { type, finalizer, isUsed, update }: ProtectionRule<T>,
  { client, domain, informers, queue: createQueue, signal }: ControllerContext,
): Promise<void> {
  const name = domain.key(finalizer);
  const isWaiting = ({ metadata }: T): boolean =>
    metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(name) === true;
  const { objects, onChange } = informers.of(type);
  const queue = createQueue({
    concurrency: CONCURRENCY,
    retry: RETRY,
    async work(key): Promise<Outcome> {
      const object = objects.get(key);
      if (object === undefined || !isWaiting(object)) return 'done';
      if (await isUsed(object, client, signal)) return { requeueAfter: RECHECK_MS };
      const finalizers = object.metadata.finalizers?.filter((each) => each !== name) ?? [];
      try {
        await update({ ...object, metadata: { ...object.metadata, finalizers } }, client, signal);
      } catch (error) {
        if (isConflict(error)) return 'retry';
        if (!isNotFound(error)) throw error;
      }
      return 'done';
    },
  });
  onChange(({ type: change, object }) => {
    if (change !== 'deleted' && isWaiting(object)) queue.add(objectKey(object));
  });
  await queue.ended;
}
