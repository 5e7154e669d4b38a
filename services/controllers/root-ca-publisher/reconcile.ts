import type { ConfigMap, Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Draft } from '@pilothouse/client/resource-type.js';
import type { Outcome } from '../queue/work-queue.js';
import { isConflict, isExpectedCreateError, isNotFound } from '../api-errors.js';

/** The name of the ConfigMap in every namespace. */
export const ROOT_CA_MAP = 'kube-root-ca.crt';

const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal ' +
  'service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** The state and requests of a reconcile step. */
export interface RootCaDeps {
  /** The current authority (PEM). */
  readonly rootCa: () => string;
  /** The key of the description annotation. */
  readonly annotation: string;
  /** Undefined if the namespace does not exist. */
  readonly namespace: (name: string) => Namespace | undefined;
  /** The ConfigMap of a namespace; undefined if it is missing. */
  readonly map: (namespace: string) => ConfigMap | undefined;
  readonly create: (namespace: string, map: Draft<ConfigMap>) => Promise<unknown>;
  /** Rejects with a conflict if the map has changed. */
  readonly update: (namespace: string, map: ConfigMap) => Promise<unknown>;
  /** Milliseconds until a wrong map may be corrected; 0 for now. */
  readonly delay: (namespace: string) => number;
  /** Deletes the map with its uid as precondition. */
  readonly remove: (namespace: string, map: ConfigMap) => Promise<unknown>;
}

/** Creates or corrects the ConfigMap of an active namespace. An immutable wrong map is deleted and recreated. */
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
    return unless(isExpectedCreateError, deps.create(namespace, { metadata, data }));
  }
  const isRight = Object.keys(map.data ?? {}).length === 1 && map.data?.['ca.crt'] === rootCa;
  const annotations = map.metadata.annotations ?? {};
  if (isRight && (annotations[annotation] ?? '') !== '') return 'done';
  const requeueAfter = deps.delay(namespace);
  if (requeueAfter > 0) return { requeueAfter };
  if (!isRight && map.immutable === true) return unless(isNotFound, deps.remove(namespace, map));
  const metadata = { ...map.metadata, annotations: { ...annotations, [annotation]: DESCRIPTION } };
  return unless(isNotFound, deps.update(namespace, { ...map, metadata, data }));
}

/** Done, also after an expected error. */
async function unless(isExpected: (error: unknown) => boolean, result: Promise<unknown>): Promise<Outcome> {
  await result.catch((error: unknown) => {
    if (!isExpected(error)) throw error;
  });
  return 'done';
}
