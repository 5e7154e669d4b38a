import { call } from './client.js';
import { NAMESPACES, type Target } from './target.js';

/** The server with a namespace created for the measurement. */
export async function inNewNamespace<T extends Target>(target: T, namespace: string): Promise<T> {
  const body = JSON.stringify({ metadata: { name: namespace } });
  await call(target, { method: 'POST', path: NAMESPACES, body });
  return { ...target, namespace };
}
