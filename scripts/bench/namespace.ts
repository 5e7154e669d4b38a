import { setTimeout as sleep } from 'node:timers/promises';
import { call, statusOf } from './client.js';
import { configMapsIn, NAMESPACES, type Target } from './target.js';

const PATIENCE_MS = 120_000;

/** The same server with a namespace that is made for this. */
export async function inNewNamespace<T extends Target>(target: T, namespace: string): Promise<T> {
  const body = JSON.stringify({ metadata: { name: namespace } });
  await call(target, { method: 'POST', path: NAMESPACES, body });
  return { ...target, namespace };
}

/** Deletes what was made in the namespace, and the namespace; waits until it is gone, but not forever. */
export async function removeNamespace(target: Target): Promise<void> {
  const path = `${NAMESPACES}/${target.namespace}`;
  await call(target, { method: 'DELETE', path: configMapsIn(target) });
  await call(target, { method: 'DELETE', path });
  const end = performance.now() + PATIENCE_MS;
  // Where no controllers run, it stays without objects.
  while (performance.now() < end && (await statusOf(target, path)) !== 404) await sleep(500);
}
