import type { StorageVersionMigration } from '@pilothouse/apimachinery/generated/storagemigration/v1beta1.js';
import { inDomain, objectKey } from '@pilothouse/client/resource-type.js';
import { storageVersionMigrations } from '@pilothouse/client/storagemigration.js';
import { attemptWrite } from '../api-errors.js';
import type { Controller } from '../controller.js';
import { haveSynced } from '../informers/shared.js';
import type { Outcome } from '../queue/work-queue.js';
import { finishedStatus, isFinished, isRunning, runningStatus } from './conditions.js';
import { findTarget, presentVersion, rewriteOlder, type MigrationContext } from './migrate.js';
import { untilServed } from './served.js';

/** One migration at a time, whose writes are concurrent. One that waits for a retry does not delay the others. */
const CONCURRENCY = 1;
const RETRY = { first: 500, longest: 60_000 };
/** Milliseconds between two looks for a resource that may be served soon. */
const RECHECK = 1_000;

/** The access of a migration to its own object. */
interface Own {
  readonly isDeleted: () => boolean;
  readonly update: (migration: StorageVersionMigration) => Promise<StorageVersionMigration>;
}

/**
 * Rewrites all objects of the resources that StorageVersionMigrations name, the oldest migration first, and reports the progress in
 * their conditions. A migration resumes after a restart: its status has the version up to which objects must be rewritten. Does
 * nothing while the server does not serve the kind.
 */
export const storageVersionMigratorController: Controller = {
  name: 'storage-version-migrator',
  async run(context) {
    const { client, domain, informers, signal, queue: makeQueue } = context;
    const type = inDomain(storageVersionMigrations, domain);
    if (!(await untilServed(type, context))) return;
    const informer = informers.of(type);
    const { objects } = informer;
    const status = client.of(type).subresource('status');
    const queue = makeQueue({
      concurrency: CONCURRENCY,
      retry: RETRY,
      async work(name) {
        const migration = objects.get(name);
        if (migration === undefined || isFinished(migration)) return 'done';
        return reconcile(context, migration, {
          isDeleted: () => objects.get(name)?.metadata.uid !== migration.metadata.uid,
          update: (changed) => status.update(changed, { signal }),
        });
      },
    });
    if (await haveSynced(informer)) {
      for (const migration of oldestFirst(objects.values())) queue.add(objectKey(migration));
      let isListed = false;
      informer.onChange(({ type: change, object }) => {
        // Other changes need no work: the specification cannot be changed, and this controller writes the status.
        if (isListed && change === 'added') queue.add(objectKey(object));
      });
      isListed = true;
    }
    await queue.ended;
  },
};

async function reconcile(context: MigrationContext, migration: StorageVersionMigration, own: Own): Promise<Outcome> {
  const { now } = context;
  const finish = (begun: StorageVersionMigration, failure: string | undefined): Promise<Outcome> =>
    attemptWrite(() => own.update({ ...begun, status: finishedStatus(begun.status, failure, now()) }));
  const target = await findTarget(context, migration);
  if (target.type === 'awaited') return { requeueAfter: RECHECK };
  if (target.type === 'refused') return finish(migration, target.message);
  const { resource } = target;
  const { resourceVersion = '' } = migration.status;
  const present = resourceVersion === '' ? await presentVersion(context, resource) : { version: resourceVersion };
  if ('message' in present) return finish(migration, present.message);
  const { version } = present;
  let begun = migration;
  if (resourceVersion === '' || !isRunning(migration)) {
    const started = await attemptWrite(async () => {
      begun = await own.update({ ...migration, status: runningStatus(migration.status, version, now()) });
    });
    if (started === 'retry') return started;
  }
  const failure = await rewriteOlder(context, resource, { version, isCancelled: own.isDeleted });
  return own.isDeleted() ? 'done' : finish(begun, failure);
}

/** By creation, then by name. */
function oldestFirst(migrations: Iterable<StorageVersionMigration>): readonly StorageVersionMigration[] {
  const orderOf = ({ metadata: { creationTimestamp = '', name = '' } }: StorageVersionMigration): string =>
    `${creationTimestamp} ${name}`;
  return [...migrations].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}
