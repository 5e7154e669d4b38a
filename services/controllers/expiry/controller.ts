import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { inDomain, objectKey, type ApiObject, type NamespacedType } from '@pilothouse/client/resource-type.js';
import type { Controller, ControllerContext } from '../controller.js';
import type { Selection } from '../informers/shared.js';
import type { Outcome } from '../queue/work-queue.js';
import { isConflict, isNotFound } from '../refusals.js';

/** Objects that come to an end. */
export interface Expiring<T extends ApiObject> {
  /** As the controller is called. */
  readonly name: string;
  /** In the default API domain. */
  readonly type: NamespacedType<T>;
  /** Those that can expire are all among these. */
  readonly among: (domain: Domain) => Selection;
  /** When an object expires, in milliseconds since 1970; infinity for one that does not. */
  readonly expiry: (object: T, domain: Domain) => number;
}

const CONCURRENCY = 5;
const RETRY = { first: 500, longest: 60_000 };
/** The clock may be set, and no timer is good for more than some weeks. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000;

/** Deletes objects of one type when they have expired. */
export function expiryController<T extends ApiObject>(kind: Expiring<T>): Controller {
  return { name: kind.name, run: (context) => run(kind, context) };
}

async function run<T extends ApiObject>(kind: Expiring<T>, context: ControllerContext): Promise<void> {
  const { client, domain, informers, now, signal } = context;
  const type = inDomain(kind.type, domain);
  const expiry = (object: T): number => kind.expiry(object, domain);
  const { objects, onChange } = informers.of(type, kind.among(domain));
  const queue = context.queue({
    concurrency: CONCURRENCY,
    retry: RETRY,
    async work(key): Promise<Outcome> {
      const object = objects.get(key);
      const wait = object === undefined ? Infinity : expiry(object) - now().getTime();
      if (object === undefined || wait === Infinity) return 'done';
      if (wait > 0) return { againIn: Math.min(wait, LONGEST_WAIT) };
      const { namespace = '', name = '', uid = '', resourceVersion = '' } = object.metadata;
      try {
        // One that has been renewed meanwhile stays.
        await client.of(type).namespace(namespace).delete(name, { preconditions: { uid, resourceVersion }, signal });
      } catch (error) {
        if (isConflict(error)) return 'retry';
        if (!isNotFound(error)) throw error;
      }
      return 'done';
    },
  });
  onChange((change) => {
    if (change.type === 'deleted') return;
    // What ends later than before is looked at when it would have ended.
    if (change.type === 'modified' && expiry(change.object) >= expiry(change.previous)) return;
    queue.add(objectKey(change.object));
  });
  await queue.ended;
}
