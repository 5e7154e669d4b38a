import type { ConfigMap, Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Draft } from '@pilothouse/client/resource-type.js';
import type { Outcome } from '../queue/work-queue.js';
import { isConflict, isCreatedInVain, isNotFound } from '../refusals.js';

/** Where every namespace has the certificate. */
export const ROOT_CA_MAP = 'kube-root-ca.crt';

const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal ' +
  'service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** What reconciling knows and does. */
export interface RootCaDeps {
  /** PEM, as it is now. */
  readonly rootCa: () => string;
  /** The key of the annotation that says what the map is for. */
  readonly annotation: string;
  /** Undefined where there is no such namespace. */
  readonly namespace: (name: string) => Namespace | undefined;
  /** The map of a namespace; undefined where it has none. */
  readonly map: (namespace: string) => ConfigMap | undefined;
  readonly create: (namespace: string, map: Draft<ConfigMap>) => Promise<unknown>;
  /** Rejects where the map has changed since it was read. */
  readonly update: (namespace: string, map: ConfigMap) => Promise<unknown>;
  /** Milliseconds until a map that is wrong may be put right; 0 says that it is now. */
  readonly delay: (namespace: string) => number;
  /** Deletes this very map. */
  readonly remove: (namespace: string, map: ConfigMap) => Promise<unknown>;
}

/** Every active namespace has the map, with the certificate and nothing else. One that can no longer be changed is made anew. */
export async function reconcileRootCa(deps: RootCaDeps, namespace: string): Promise<Outcome> {
  if (deps.namespace(namespace)?.status.phase !== 'Active') return 'done';
  try {
    return await publish(deps, namespace);
  } catch (error) {
    if (isConflict(error)) return 'retry';
    throw error;
  }
}

async function publish(deps: RootCaDeps, namespace: string): Promise<Outcome> {
  const { annotation } = deps;
  const rootCa = deps.rootCa();
  const map = deps.map(namespace);
  const data = { 'ca.crt': rootCa };
  if (map === undefined) {
    const metadata = { name: ROOT_CA_MAP, annotations: { [annotation]: DESCRIPTION } };
    return unless(isCreatedInVain, deps.create(namespace, { metadata, data }));
  }
  const isRight = Object.keys(map.data ?? {}).length === 1 && map.data?.['ca.crt'] === rootCa;
  const annotations = map.metadata.annotations ?? {};
  if (isRight && (annotations[annotation] ?? '') !== '') return 'done';
  const againIn = deps.delay(namespace);
  if (againIn > 0) return { againIn };
  if (!isRight && map.immutable === true) return unless(isNotFound, deps.remove(namespace, map));
  const metadata = { ...map.metadata, annotations: { ...annotations, [annotation]: DESCRIPTION } };
  return unless(isNotFound, deps.update(namespace, { ...map, metadata, data }));
}

/** Done, also where it failed for an ordinary reason. */
async function unless(isOrdinary: (error: unknown) => boolean, result: Promise<unknown>): Promise<Outcome> {
  await result.catch((error: unknown) => {
    if (!isOrdinary(error)) throw error;
  });
  return 'done';
}
