import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { componentStatuses } from '@pilothouse/kinds/core/component-statuses.js';
import { storedForm } from '@pilothouse/kinds/definition/stored-form.js';
import type { Entry, Store } from '@pilothouse/storage/store.js';
import { collectionPrefix, objectKey } from '../../registry/keys.js';
import { unstored } from '../../registry/write.js';
import { healthzProbe, storeProbe, type Probe } from './probe.js';

/** Default ports of the components (Kubernetes). */
const PORTS = { 'controller-manager': 10_257, scheduler: 10_259 } as const;

const TYPE = { kind: componentStatuses.kind, apiVersion: 'v1' };
const READ_ONLY = 'statuses of components are only read';
const NEVER = new AbortController().signal;

/** The probes by component: the other programs of a control plane, and each store. */
export function componentProbes(stores: readonly Pick<Store, 'currentRevision'>[]): ReadonlyMap<string, Probe> {
  const programs = Object.entries(PORTS).map(([name, port]) => [name, healthzProbe(port)] as const);
  return new Map([...programs, ...stores.map((store, index) => [`etcd-${index}`, storeProbe(store)] as const)]);
}

/** A store whose entries are the results of probes. Its only verbs are get and list. */
export function componentStore(probes: ReadonlyMap<string, Probe>): Store {
  const form = storedForm(TYPE, TYPE);
  const entryOf = async (name: string, probe: Probe, signal: AbortSignal): Promise<Entry> => {
    const condition = Object.assign(newObject(), { type: 'Healthy' }, await probe(signal));
    const metadata = Object.assign(newObject(), { name });
    const object = Object.assign(newObject(), { metadata, conditions: [condition] });
    return unstored(objectKey(componentStatuses, '', name), form.encode(object));
  };
  return {
    async get(key, { signal = NEVER } = {}) {
      const name = key.slice(collectionPrefix(componentStatuses).length);
      const probe = probes.get(name);
      return { entry: probe && (await entryOf(name, probe, signal)), revision: 0 };
    },
    async list(_prefix, { signal = NEVER } = {}) {
      const entries = await Promise.all([...probes].map(([name, probe]) => entryOf(name, probe, signal)));
      return { entries, revision: 0, remaining: 0 };
    },
    create: readOnly,
    update: readOnly,
    delete: readOnly,
    watch() {
      throw new TypeError(READ_ONLY);
    },
    currentRevision: async () => 0,
    provesProgress: false,
    requestProgress: async () => undefined,
    compact: async () => undefined,
    close: async () => undefined,
  };
}

function readOnly(): Promise<never> {
  return Promise.reject(new TypeError(READ_ONLY));
}
