import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { inDomain, objectKey, type ApiObject, type NamespacedType } from '@pilothouse/client/resource-type.js';
import type { Controller, ControllerContext } from '../controller.js';
import type { Selection } from '../informers/shared.js';
import type { Outcome } from '../queue/work-queue.js';
import { attemptWrite } from '../api-errors.js';

/** Which objects expire, and when. */
export interface ExpiryRule<T extends ApiObject> {
  /** The name of the controller. */
  readonly name: string;
  /** The type in the default API domain. */
  readonly type: NamespacedType<T>;
  /** Selects a superset of the objects that can expire. */
  readonly selection: (domain: Domain) => Selection;
  /** Expiry in milliseconds since 1970; infinity for an object without expiry. */
  readonly expiry: (object: T, domain: Domain) => number;
  /** What happens to dependents; the default of the type when absent. */
  readonly propagationPolicy?: 'Foreground';
}

const CONCURRENCY = 5;
const RETRY = { first: 500, longest: 60_000 };
/** The clock may be set, and timers of Node.js are limited to some weeks. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000;

/** Deletes expired objects of one type. */
export function expiryController<T extends ApiObject>(kind: ExpiryRule<T>): Controller {
  return { name: kind.name, run: (context) => run(kind, context) };
}

async function run<T extends ApiObject>(kind: ExpiryRule<T>, context: ControllerContext): Promise<void> {
  const { client, domain, informers, now, signal } = context;
  const type = inDomain(kind.type, domain);
  const { propagationPolicy } = kind;
  const expiry = (object: T): number => kind.expiry(object, domain);
  const { objects, onChange } = informers.of(type, kind.selection(domain));
  const queue = context.queue({
    concurrency: CONCURRENCY,
    retry: RETRY,
    async work(key): Promise<Outcome> {
      const object = objects.get(key);
      const wait = object === undefined ? Infinity : expiry(object) - now().getTime();
      if (object === undefined || wait === Infinity) return 'done';
      if (wait > 0) return { requeueAfter: Math.min(wait, LONGEST_WAIT) };
      const { namespace = '', name = '', uid = '', resourceVersion = '' } = object.metadata;
      // The preconditions keep an object that was renewed meanwhile.
      return attemptWrite(() =>
        client
          .of(type)
          .namespace(namespace)
          .delete(name, {
            preconditions: { uid, resourceVersion },
            ...(propagationPolicy && { propagationPolicy }),
            signal,
          }),
      );
    },
  });
  onChange((change) => {
    if (change.type === 'deleted') return;
    // A later expiry needs no check now: the queue checks at the former one.
    if (change.type === 'modified' && expiry(change.object) >= expiry(change.previous)) return;
    queue.add(objectKey(change.object));
  });
  await queue.ended;
}
