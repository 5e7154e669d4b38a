import { setTimeout as sleep } from 'node:timers/promises';
import { call, statusOf, textOf } from './client.js';
import { DEFINITIONS, type CustomKind } from './custom-kinds.js';
import { configMapsIn, NAMESPACES, type Target } from './target.js';

const TIMEOUT_MS = 120_000;

/** Deletes definitions and their objects, and waits until they are gone. */
export async function removeDefinitions(target: Target, kinds: readonly CustomKind[]): Promise<void> {
  const paths = kinds.map(({ plural, group }) => `${DEFINITIONS}/${plural}.${group}`);
  for (const path of paths) await call(target, { method: 'DELETE', path }).catch(() => undefined);
  for (const path of paths) await gone(target, path);
}

/**
 * Deletes a namespace and its ConfigMaps, and waits until it is gone. It performs the last step of the namespace controller, which a server
 * may not run.
 */
export async function removeNamespace(target: Target): Promise<void> {
  const path = `${NAMESPACES}/${target.namespace}`;
  const maps = configMapsIn(target);
  const end = performance.now() + TIMEOUT_MS;
  // A server may abort a deletion of many objects before all are deleted.
  while (performance.now() < end && !(await isEmpty(target, maps))) {
    await call(target, { method: 'DELETE', path: maps }).catch(() => undefined);
  }
  await call(target, { method: 'DELETE', path });
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: target.namespace }, spec: {} });
  await call(target, { method: 'PUT', path: `${path}/finalize`, body }).catch(() => undefined);
  await gone(target, path);
}

async function isEmpty(target: Target, collection: string): Promise<boolean> {
  const { items } = JSON.parse(await textOf(target, `${collection}?limit=1`)) as { readonly items: readonly unknown[] };
  return items.length === 0;
}

async function gone(target: Target, path: string): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while ((await statusOf(target, path)) !== 404) {
    if (performance.now() > end) throw new Error(`${path} was not removed`);
    await sleep(100);
  }
}
