import { setMaxListeners } from 'node:events';
import type { Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Collection } from '@pilothouse/client/collection.js';
import { ENTRIES, ConflictError, type Entries, type Kind, type Store } from './store.js';

/** Marks Secrets of this program. All others have another owner. */
const MANAGED_BY = 'app.kubernetes.io/managed-by';
const MANAGER = 'pilothouse';

const TYPES: Readonly<Record<Kind, string>> = {
  authority: 'kubernetes.io/tls',
  certificate: 'kubernetes.io/tls',
  key: 'Opaque',
  'session-key': 'Opaque',
  kubeconfig: 'Opaque',
};

/** Items as Secrets of a namespace, in the layout of cert-manager. */
export function secretStore(secrets: Collection<Secret>, namespace: string, signal: AbortSignal): Store {
  // All Secrets of a plan are read at once.
  setMaxListeners(0, signal);
  const known = new Map<string, Secret>();
  return {
    describe: (_kind, name) => `the Secret ${namespace}/${name}`,
    async read(kind, name) {
      const secret = await secrets.get(name, { signal }).catch(undefinedWhere('NotFound'));
      if (secret === undefined) {
        known.delete(name);
        return undefined;
      }
      known.set(name, secret);
      return { entries: entriesOf(kind, secret), isForeign: secret.metadata.labels?.[MANAGED_BY] !== MANAGER };
    },
    async write(kind, name, entries) {
      const former = known.get(name);
      const written =
        former === undefined
          ? secrets.create(newSecret(kind, name, entries), { signal })
          : secrets.update(changedSecret(kind, former, entries), { signal });
      const lost = (error: unknown): never => {
        const isConflict =
          error instanceof StatusError && ['Conflict', 'AlreadyExists', 'NotFound'].includes(error.reason);
        // A missing namespace is not a conflict.
        if (!isConflict || (former === undefined && error.reason === 'NotFound')) throw error;
        throw new ConflictError(error.message, { cause: error });
      };
      known.set(name, await written.catch(lost));
    },
  };
}

function newSecret(kind: Kind, name: string, entries: Entries) {
  return {
    metadata: { name, labels: { [MANAGED_BY]: MANAGER } },
    type: TYPES[kind],
    data: dataOf(entries),
  };
}

/** Keeps entries of other writers. The resourceVersion of the read Secret is the precondition of the update. */
function changedSecret(kind: Kind, former: Secret, entries: Entries): Secret {
  const own: ReadonlySet<string> = new Set(ENTRIES[kind]);
  const others = Object.entries(former.data ?? {}).filter(([name]) => !own.has(name));
  return { ...former, data: { ...Object.fromEntries(others), ...dataOf(entries) } };
}

function entriesOf(kind: Kind, { data = {} }: Secret): Entries {
  const present = ENTRIES[kind].filter((name) => data[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, Buffer.from(data[name] ?? '', 'base64').toString()]));
}

function dataOf(entries: Entries): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, Buffer.from(text).toString('base64')]],
    ),
  );
}

function undefinedWhere(reason: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof StatusError && error.reason === reason) return undefined;
    throw error;
  };
}
