import { setTimeout as sleep } from 'node:timers/promises';
import type { APIService, APIServiceSpec } from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { deepCopy, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import {
  availableCondition,
  LOCAL,
  withAvailable,
  type Availability,
} from '@pilothouse/kinds/apiregistration/available.js';
import { numbers, reading } from '@pilothouse/runtime/metrics/series.js';
import { createFollower } from '@pilothouse/storage/follow.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import { METRICS } from '../../metrics/table.js';
import { objectNameOf } from '../../registry/attributes.js';
import { deleteObject } from '../../registry/delete.js';
import { collectionPrefix } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import { updateObject } from '../../registry/update.js';
import { createMissing, startWrite } from '../start/bootstrap.js';
import type { RemoteServices } from './remote/remote-services.js';
import { nextStep, type StoredService } from './step.js';
import type { WantedServices } from './wanted.js';

export interface KeepServicesOptions {
  /** Resource of the APIServices. */
  readonly services: Resource;
  readonly wanted: WantedServices;
  readonly remote: RemoteServices;
  readonly domain: Domain;
  /** No metrics when absent. */
  readonly metrics?: Pick<ServerMetrics, 'add'> | undefined;
  /** Called for each failure. The operation is retried. */
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds before a retry. */
const RETRY_AFTER = 1000;
/** Maximum number of concurrent writes. */
const PARALLEL = 16;

/** Availability of a service for a group version that this server serves. No request reaches it. */
const SERVED_LOCALLY: Availability = {
  status: 'False',
  reason: 'ServedLocally',
  message: 'this server serves the group version itself',
};

interface Known extends StoredService {
  /** Condition Available; absent if there is none. */
  readonly available: Availability | undefined;
}

/**
 * Keeps the APIServices of served group versions, and the condition Available of all (Kubernetes' controllers
 * autoregister, local-available and remote-available). Resolves when those of built-in group versions are stored. Several replicas may do
 * the same concurrently.
 */
export async function keepApiServices(options: KeepServicesOptions): Promise<void> {
  const { services, wanted, remote, domain, metrics, onError, signal } = options;
  const { definition, store, stored } = services;
  const label = managedLabel(domain);
  const place = objectNameOf(definition);
  const known = new Map<string, Known>();
  const pending = new Set<string>();
  const synchronised = new Set<string>();
  let storedAtStart: ReadonlySet<string> = new Set();
  let isWorking = true;
  const unavailabilities = numbers(METRICS.unavailabilities);
  metrics?.add(unavailabilities);
  metrics?.add(
    reading(METRICS.unavailableServices, () =>
      [...known].map(([name, { available }]) => ({ labels: [name], value: isAvailable(available) ? 0 : 1 })),
    ),
  );

  const follower = createFollower({
    store,
    prefix: collectionPrefix(definition),
    change(key, entry) {
      const { name } = place(key);
      const found = entry && read(entry);
      countUnavailable(name, found);
      if (found === undefined) known.delete(name);
      else known.set(name, found);
      pending.add(name);
    },
    settle: wake,
    onError,
    signal,
  });

  /** Counts a service that was available and is so no longer. The series of a service end with it. */
  function countUnavailable(name: string, found: Known | undefined): void {
    if (found === undefined) return unavailabilities.forget(([of]) => of === name);
    if (!isAvailable(known.get(name)?.available) || isAvailable(found.available)) return;
    unavailabilities.at(name, found.available?.reason ?? 'UnknownReason').value += 1;
  }

  function read(entry: Entry): Known | undefined {
    try {
      const service = stored.decode(entry) as APIService;
      const { metadata, spec } = service;
      return {
        uid: metadata.uid ?? '',
        managed: metadata.labels?.[label],
        spec,
        available: availabilityIn(service),
      };
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  async function synchronise(name: string): Promise<void> {
    const service = wanted.of(name);
    const found = known.get(name);
    remote.set(name, found?.spec.service !== undefined && service === undefined ? found.spec : undefined);
    const state = { wasStored: storedAtStart.has(name), isSynchronised: synchronised.has(name) };
    switch (nextStep({ ...state, wanted: service, stored: found })) {
      case 'none':
        break;
      case 'create':
        if (service === undefined) break;
        await createMissing(
          services,
          { metadata: { name, labels: { [label]: service.managed } }, spec: service.spec },
          signal,
        );
        break;
      case 'update':
        if (service !== undefined) await change(name, '', (live) => ({ ...live, spec: deepCopy(service.spec) }));
        break;
      case 'delete':
        await remove(name, found?.uid ?? '');
    }
    synchronised.add(name);
    const available = availabilityOf(name, found?.spec);
    if (found === undefined || available === undefined || isSame(found.available, available)) return;
    const now = timestamp(services.environment.now());
    await change(name, 'status', (live) =>
      isSame(availabilityIn(live), available) ? live : { ...live, status: withAvailable(live.status, available, now) },
    );
  }

  /** Undefined if the service has not been checked. */
  function availabilityOf(name: string, spec: APIServiceSpec | undefined): Availability | undefined {
    if (spec?.service === undefined) return LOCAL;
    return wanted.of(name) === undefined ? remote.availabilityOf(name) : SERVED_LOCALLY;
  }

  async function change(name: string, subresource: string, changed: (live: APIService) => APIService): Promise<void> {
    const request = { ...startWrite(signal), name, subresource };
    await unlessGone(updateObject(services, { ...request, change: (live: JsonObject) => changed(live as APIService) }));
  }

  async function remove(name: string, uid: string): Promise<void> {
    await unlessGone(deleteObject(services, { ...startWrite(signal), name, preconditions: { uid }, deletion: {} }));
  }

  function wake(): void {
    if (isWorking) return;
    isWorking = true;
    work()
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      })
      .finally(() => {
        isWorking = false;
        if (pending.size > 0 && !signal.aborted) wake();
      });
  }

  async function work(): Promise<void> {
    while (pending.size > 0) {
      const names = [...pending].values();
      pending.clear();
      const failed: string[] = [];
      await Promise.all(Array.from({ length: PARALLEL }, () => synchroniseEach(names, failed)));
      if (failed.length === 0) continue;
      for (const name of failed) pending.add(name);
      await sleep(RETRY_AFTER, undefined, { signal, ref: false });
    }
  }

  async function synchroniseEach(names: Iterable<string>, failed: string[]): Promise<void> {
    for (const name of names) {
      try {
        await synchronise(name);
      } catch (error) {
        signal.throwIfAborted();
        failed.push(name);
        onError(error);
      }
    }
  }

  await follower.start();
  storedAtStart = new Set(known.keys());
  wanted.onChange((names) => {
    for (const name of names) pending.add(name);
    wake();
  });
  remote.onChange((name) => {
    pending.add(name);
    wake();
  });
  const others = new Set([...wanted.names(), ...known.keys()]);
  pending.clear();
  for (const name of others) {
    if (wanted.of(name)?.managed === 'onstart') pending.add(name);
  }
  await work();
  for (const name of others) pending.add(name);
  isWorking = false;
  wake();
}

/** Label of the APIServices that servers create. */
export function managedLabel({ label }: Domain): string {
  return `kube-aggregator.${label}/automanaged`;
}

function availabilityIn(service: APIService): Availability | undefined {
  const { status, reason = '', message = '' } = availableCondition(service) ?? {};
  return status === undefined ? undefined : { status: status as Availability['status'], reason, message };
}

function isAvailable(available: Availability | undefined): boolean {
  return available?.status === 'True';
}

function isSame(a: Availability | undefined, b: Availability): boolean {
  return a?.status === b.status && a.reason === b.reason && a.message === b.message;
}

/** An administrator has deleted the object, or another replica has changed it. The watch then reports it. */
async function unlessGone(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof StatusError && ['NotFound', 'Conflict'].includes(error.reason))) throw error;
  }
}
