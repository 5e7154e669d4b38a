import { setMaxListeners } from 'node:events';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ClusterRole, ClusterRoleBinding } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { DEFAULT_FEATURES, type Features } from '../../features/gates.js';
import { createObject } from '../../registry/create.js';
import { deleteObject } from '../../registry/delete.js';
import { collectionPrefix } from '../../registry/keys.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import { updateObject } from '../../registry/update.js';
import { startWrite } from '../start/bootstrap.js';
import { bootstrapBindings, systemBindings } from './bindings.js';
import { SYSTEM_NAMESPACE } from './controller-rights.js';
import { reconciledBinding, reconciledRole } from './reconcile.js';
import { autoUpdateKey, bootstrapRoles, systemRoles } from './roles.js';

/** Returns the reconciled object, undefined if it needs no change, or `replace` if it must be deleted and created. */
type Reconcile = (live: JsonObject, wanted: JsonObject) => JsonObject | 'replace' | undefined;

/**
 * Reconciles the bootstrap roles and bindings: creates missing ones, and adds missing rules and subjects, unless their autoupdate
 * annotation is false. Several replicas may do so concurrently.
 */
export async function bootstrapRbac(
  resources: readonly Resource[],
  { domain, features = DEFAULT_FEATURES }: { readonly domain: Domain; readonly features?: Features },
  until: AbortSignal,
): Promise<void> {
  // A separate signal: concurrent writes add many listeners, which Node reports as a leak.
  const signal = AbortSignal.any([until]);
  setMaxListeners(0, signal);
  const group = domain.group('rbac.authorization');
  const run = (name: string, objects: readonly JsonObject[], reconcile: Reconcile): Promise<void> =>
    reconcileAll(resourceNamed(resources, group, name), objects, {
      reconcile,
      signal,
      autoUpdate: autoUpdateKey(domain),
    });
  // Role and RoleBinding have the fields of ClusterRole and ClusterRoleBinding that matter here.
  const role: Reconcile = (live, wanted) => reconciledRole(live as ClusterRole, wanted as ClusterRole);
  const binding: Reconcile = (live, wanted) =>
    reconciledBinding(live as ClusterRoleBinding, wanted as ClusterRoleBinding);
  await Promise.all([
    run('clusterroles', bootstrapRoles(domain, features), role),
    run('clusterrolebindings', bootstrapBindings(domain, features), binding),
    run('roles', systemRoles(domain), role),
    run('rolebindings', systemBindings(domain), binding),
  ]);
}

interface ReconcileOptions {
  readonly reconcile: Reconcile;
  /** Key of the autoupdate annotation. */
  readonly autoUpdate: string;
  readonly signal: AbortSignal;
}

async function reconcileAll(
  resource: Resource,
  objects: readonly JsonObject[],
  { reconcile, autoUpdate, signal }: ReconcileOptions,
): Promise<void> {
  const { store, stored, definition, decode, kind, apiVersion } = resource;
  const namespace = definition.scope === 'Namespaced' ? SYSTEM_NAMESPACE : '';
  const prefix = collectionPrefix(definition, namespace);
  const { entries } = await store.list(prefix, { signal });
  const entryOf = new Map(entries.map((entry) => [entry.key.slice(prefix.length), entry]));
  const write = { ...startWrite(signal), namespace };

  async function create(object: JsonObject): Promise<void> {
    await createObject(resource, decode(Object.assign(newObject(), { kind, apiVersion }, object)).value, write);
  }

  async function settle(object: JsonObject): Promise<void> {
    const { name = '' } = metadataOf(object);
    const entry = entryOf.get(name);
    if (entry === undefined) return create(object);
    const live = stored.decode(entry);
    const { annotations = {}, uid = '' } = metadataOf(live);
    if (annotations[autoUpdate] === 'false') return;
    const wanted = reconcile(live, object);
    if (wanted === undefined) return;
    if (wanted === 'replace') {
      await deleteObject(resource, { ...write, name, preconditions: { uid }, deletion: {} });
      return create(object);
    }
    const change = (current: JsonObject): JsonObject => {
      const made = reconcile(current, object);
      return made === undefined || made === 'replace' ? current : made;
    };
    await updateObject(resource, { ...write, name, subresource: '', change });
  }

  const [aggregated, others] = partitioned(objects, ({ aggregationRule }) => aggregationRule !== undefined);
  await Promise.all(others.map((object) => settle(object).catch(ignoreOthers)));
  // The rules of aggregated roles depend on existing roles, including aggregated ones. So the order matters.
  for (const object of aggregated) await settle(object).catch(ignoreOthers);
}

function partitioned<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [first: Item[], second: Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Ignores conflicts with another replica that does the same. */
function ignoreOthers(error: unknown): void {
  if (!(error instanceof StatusError && ['AlreadyExists', 'NotFound', 'Conflict'].includes(error.reason))) throw error;
}
