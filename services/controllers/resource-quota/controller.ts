import type { Pod, ResourceQuota } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { DeviceClass, ResourceClaim } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { pods, resourceQuotas } from '@pilothouse/client/core.js';
import { deviceClasses } from '@pilothouse/client/resource.js';
import { owningPod, surroundingsOf } from '@pilothouse/kinds/core/quota/claim-surroundings.js';
import { NO_SURROUNDINGS, type ClaimSurroundings } from '@pilothouse/kinds/core/quota/device-claims.js';
import { objectKey } from '@pilothouse/client/resource-type.js';
import { attemptWrite } from '../api-errors.js';
import type { Controller, ControllerContext } from '../controller.js';
import { pollDiscovery } from '../garbage-collector/discovery.js';
import { createTrigger } from '../garbage-collector/trigger.js';
import type { SharedInformer } from '../informers/shared.js';
import type { Outcome } from '../queue/work-queue.js';
import { measureQuota, type UsageSource } from './measure-quota.js';
import { countedTypes, namesUnknownType, quotableTypes, type QuotableType } from './quotable-types.js';
import { createWatches } from './watches.js';

const CONCURRENCY = 5;
const RETRY = { first: 100, longest: 60_000 };
/** Milliseconds between two measurements of an unchanged quota, as in Kubernetes. A grace period can end without an event. */
const RESYNC = 5 * 60_000;
/** Milliseconds from a creation, which admission has charged, to the verification of the charge. */
const VERIFY_DELAY = 1_000;

/**
 * Measures the usage of quotas: immediately if they are new or changed, and after objects are removed or their usage changes.
 * Admission adds the usage of new objects itself.
 */
export const resourceQuotaController: Controller = {
  name: 'resourcequota',
  async run(context) {
    const { client, informers, signal, timing, now, onError } = context;
    let types: readonly QuotableType[] = [];
    const quotas = informers.of(resourceQuotas);
    let classes: ReadonlyMap<string, DeviceClass> = new Map<string, DeviceClass>();
    /** Names of extended resources count claims too, by the device classes of this moment. */
    const present: ClaimSurroundings = {
      ...NO_SURROUNDINGS,
      classes: () => surroundingsOf({ ...ALONE, classes: classes.values() }).classes(),
    };
    const trigger = createTrigger(timing);
    const queue = context.queue({
      concurrency: CONCURRENCY,
      retry: RETRY,
      async work(key) {
        const quota = quotas.objects.get(key);
        if (quota === undefined || types.length === 0) return 'done';
        if (namesUnknownType(quota, types)) trigger.fire();
        return correct(context, quota, types, classes.values());
      },
    });
    const addAll = (counts: (quota: ResourceQuota) => boolean): void => {
      for (const [key, quota] of quotas.objects) if (counts(quota)) queue.add(key);
    };
    const isCountedBy =
      ({ evaluator }: QuotableType) =>
      ({ spec }: ResourceQuota): boolean =>
        Object.keys(spec.hard ?? {}).some(evaluator.tracks);
    const verify = delayed(VERIFY_DELAY, context, queue.add);
    const watches = createWatches({
      client,
      signal,
      onError,
      timing,
      now,
      onChange(type, namespace, change) {
        const add = change === 'added' ? verify : queue.add;
        const isCounted = isCountedBy(type);
        for (const [key, quota] of quotas.objects) {
          if (quota.metadata.namespace === namespace && isCounted(quota)) add(key);
        }
      },
      onSynced: (type) => addAll(isCountedBy(type)),
    });
    const follow = (): void => watches.follow(countedTypes(types, quotas.objects.values()));
    quotas.onChange((change) => {
      const { object } = change;
      const isSame = change.type === 'modified' && deepEqual(object.spec.hard ?? {}, change.previous.spec.hard ?? {});
      if (isSame) return;
      follow();
      if (change.type !== 'deleted') queue.add(objectKey(object));
    });
    await firstChange(quotas, signal);
    await pollDiscovery({ client, signal, timing, onError, trigger }, (discovered) => {
      types = quotableTypes(discovered, present);
      if (
        discovered.some(({ type }) => type.resource === deviceClasses.resource && type.group.startsWith('resource.'))
      ) {
        const informer = informers.of(deviceClasses);
        if (informer.objects !== classes) informer.onChange(follow);
        classes = informer.objects;
      }
      follow();
      addAll(() => true);
    });
    await Promise.all([queue.ended, watches.ended()]);
  },
};

/** No Pods and claims. */
const ALONE = { pod: () => undefined, claims: [] };

/** Resolves at the first quota, or when the signal aborts: without quotas, types need not be discovered. */
async function firstChange({ onChange }: SharedInformer<ResourceQuota>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    onChange(() => resolve());
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Writes the measured usage, unless the quota was charged or changed meanwhile. */
async function correct(
  { client, signal, now }: ControllerContext,
  quota: ResourceQuota,
  types: readonly QuotableType[],
  classes: Iterable<DeviceClass>,
): Promise<Outcome> {
  const { namespace = '' } = quota.metadata;
  const source: UsageSource = {
    async count({ type }) {
      const { items, remaining = 0 } = await client.metadataOf(type, namespace).list({ limit: 1, signal });
      return items.length + remaining;
    },
    async objects({ type }) {
      if (type.scope === 'Cluster') return [];
      const objects: JsonObject[] = [];
      for await (const { items } of client.of(type).namespace(namespace).pages({ signal })) {
        for (const item of items) objects.push(Object.assign(newObject(), item));
      }
      return objects;
    },
    async around(objects) {
      // The type of the objects is that of ResourceClaims.
      const claims = objects as readonly ResourceClaim[];
      if (!claims.some((claim) => owningPod(claim) !== undefined)) return surroundingsOf({ ...ALONE, classes });
      const found = new Map<string, Pod>();
      for await (const { items } of client.of(pods).namespace(namespace).pages({ signal })) {
        for (const pod of items) found.set(pod.metadata.name ?? '', pod);
      }
      return surroundingsOf({ classes, claims, pod: (name) => found.get(name) });
    },
  };
  const { status, errors } = await measureQuota(quota, types, source, now());
  if (status !== undefined) {
    const update = () =>
      client
        .of(resourceQuotas)
        .namespace(namespace)
        .subresource('status')
        .update({ ...quota, status }, { signal });
    if ((await attemptWrite(update)) === 'retry') return 'retry';
  }
  if (errors.length > 0) throw new AggregateError(errors, `the usage of the quota ${objectKey(quota)} is incomplete`);
  return { requeueAfter: RESYNC };
}

/** Adds keys after a delay. A key that already waits is added once. */
function delayed(
  milliseconds: number,
  { timing, signal }: Pick<ControllerContext, 'timing' | 'signal'>,
  add: (key: string) => void,
): (key: string) => void {
  const waiting = new Set<string>();
  const addLater = async (key: string): Promise<void> => {
    waiting.add(key);
    await timing.sleep(milliseconds, signal).catch(() => undefined);
    waiting.delete(key);
    add(key);
  };
  return (key) => {
    if (!waiting.has(key)) void addLater(key);
  };
}
