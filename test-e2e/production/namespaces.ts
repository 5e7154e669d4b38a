import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { configMaps, namespaces, pods, serviceAccounts } from '@pilothouse/client/core.js';
import { eventually } from '../support/eventually.js';

/** The namespaces that were created for the controllers, and the expected final state. */
export interface Made {
  readonly kept: readonly string[];
  readonly deleted: readonly string[];
  /** Deletes namespaces again that delayed requests may have created since. */
  readonly deleteLate: readonly (() => Promise<unknown>)[];
}

/** Milliseconds between two attempts, and between two namespaces. */
const AGAIN = 200;
const REST = 1000;
const TIMEOUT = 60_000;
/** Milliseconds for controllers to settle, whose retries back off exponentially. */
const CONVERGENCE = 120_000;
const TOLERATIONS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** Creates namespaces with owners and dependents until the signal is aborted. Deletes all owners, and every other namespace. */
export async function makeNamespaces(client: Client, signal: AbortSignal): Promise<Made> {
  const [kept, deleted, deleteLate]: [string[], string[], (() => Promise<unknown>)[]] = [[], [], []];
  const make = (create: () => Promise<unknown>, remove: () => Promise<unknown>): Promise<unknown> =>
    insist(
      () =>
        create().catch((error: unknown) => {
          if (isUnanswered(error)) deleteLate.push(remove);
          throw error;
        }),
      409,
    );
  for (let count = 0; !signal.aborted; count++) {
    const name = `made-${count}`;
    const isKept = count % 2 === 0;
    const end = async (): Promise<unknown> => isKept || insist(() => client.of(namespaces).delete(name), 404, 409);
    await make(() => client.of(namespaces).create({ metadata: { name } }), end);
    const maps = client.of(configMaps).namespace(name);
    const propagationPolicy = count % 4 < 2 ? 'Background' : 'Foreground';
    const endOwner = (): Promise<unknown> => insist(() => maps.delete('owner', { propagationPolicy }), 404);
    await make(() => maps.create({ metadata: { name: 'owner' } }), endOwner);
    const owner = await insist(() => maps.get('owner'));
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner?.metadata.uid ?? '' }];
    await insist(() => maps.create({ metadata: { name: 'owned', ownerReferences } }), 409);
    const pod = {
      metadata: { name: 'owned', ownerReferences },
      spec: { containers: [{ name: 'a', image: 'a:1', resources: {} }] },
    };
    await insist(() => client.of(pods).namespace(name).create(pod), 409);
    const stored = await insist(() => client.of(pods).namespace(name).get('owned'));
    assert.ok(stored === undefined || hasPassed(stored), `a pod has not passed all plugins: ${JSON.stringify(stored)}`);
    await endOwner();
    await end();
    (isKept ? kept : deleted).push(name);
    await pause(REST);
  }
  return { kept, deleted, deleteLate };
}

/** Whether an error may occur here, given what other requests did. */
function isUnanswered(error: unknown): boolean {
  return !(error instanceof StatusError) || error.code === 504;
}

/** Every write in the namespace must have passed the admission service. */
function hasPassed({ spec }: Pod): boolean {
  const keys = spec?.tolerations?.map(({ key }) => key) ?? [];
  return (
    spec?.serviceAccountName === 'default' && spec.priority === 0 && TOLERATIONS.every((key) => keys.includes(key))
  );
}

/** Retries for a minute. Undefined if the status shows that the work is done. */
async function insist<T>(act: () => Promise<T>, ...done: readonly number[]): Promise<T | undefined> {
  const end = performance.now() + TIMEOUT;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (error instanceof StatusError && done.includes(error.code)) return undefined;
      if (performance.now() > end) throw error;
      await pause(AGAIN);
    }
  }
}

/** Resolves when controllers have done all their work. */
export async function converged(client: Client, { kept, deleted, deleteLate }: Made): Promise<void> {
  for (const remove of deleteLate) await remove();
  const gone = new Set(deleted);
  await eventually(
    async () => {
      const present = (await client.of(namespaces).list()).items.map(({ metadata }) => metadata.name ?? '');
      return !present.some((name) => gone.has(name));
    },
    'deleted namespaces are gone',
    CONVERGENCE,
  );
  const [maps, accounts, all] = await Promise.all([
    client.of(configMaps).list(),
    client.of(serviceAccounts).list(),
    client.of(pods).list(),
  ]);
  const left = [...maps.items, ...accounts.items, ...all.items].filter(({ metadata }) =>
    gone.has(metadata.namespace ?? ''),
  );
  assert.deepEqual(left, [], 'nothing is left of deleted namespaces');
  for (const name of kept) {
    const namesOf = async (type: typeof configMaps | typeof pods | typeof serviceAccounts): Promise<string> =>
      (
        await client
          .of(type as typeof pods)
          .namespace(name)
          .list()
      ).items
        .map(({ metadata }) => metadata.name)
        .join();
    await eventually(
      async () =>
        (await namesOf(configMaps)) === 'kube-root-ca.crt' &&
        (await namesOf(serviceAccounts)) === 'default' &&
        (await namesOf(pods)) === '',
      `${name} has its account and the root CA, and nothing that was owned`,
      CONVERGENCE,
    );
  }
}
