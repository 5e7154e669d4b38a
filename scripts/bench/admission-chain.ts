import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { copyObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ServerRequest } from '@pilothouse/apiserver/admission/admission.js';
import type { AdmissionChain } from '@pilothouse/apiserver/admission/chain.js';
import { createPolicy } from '@pilothouse/apiserver/authz/rbac/policy.js';
import { createServerMetrics } from '@pilothouse/apiserver/metrics/server-metrics.js';
import { objectReader } from '@pilothouse/apiserver/admission/objects.js';
import { resourceLookup } from '@pilothouse/apiserver/admission/resource-lookup.js';
import { DEFAULT_FEATURES } from '@pilothouse/apiserver/features/gates.js';
import { createCatalog } from '@pilothouse/apiserver/registry/catalog.js';
import { createObject } from '@pilothouse/apiserver/registry/create.js';
import { realEnvironment } from '@pilothouse/apiserver/registry/environment.js';
import { resourceNamed, type Resource } from '@pilothouse/apiserver/registry/resource.js';
import { NO_ADMISSION } from '@pilothouse/apiserver/registry/write.js';
import { composeAdmission } from '@pilothouse/apiserver/server/admission.js';
import { cacheInFront } from '@pilothouse/apiserver/server/stores/cache.js';
import { registerResources } from '@pilothouse/apiserver/server/registered.js';
import { singleStore } from '@pilothouse/apiserver/server/stores/stores.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { openStore } from '@pilothouse/storage/open.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { objectText } from './objects.js';
import { group, type Measurement, type StoreName } from './row.js';
import { median } from './statistics.js';

const RUNS = 7;
const WRITES = 5_000;

/** The chain of the default plugins, over a store of this process behind its watch cache. */
interface Chained {
  readonly chain: AdmissionChain;
  readonly resourceOf: (name: string) => Resource;
  readonly close: () => Promise<void>;
}

/** The cost of the plugins alone, without the rest of a write. */
export const admissionChain = group<Chained>({
  start: async (store: StoreName) => (store === 'ephemeral' ? openChain() : undefined),
  stop: ({ close }) => close(),
  rows: [
    {
      name: 'admission chain, ConfigMap',
      why: 'CPU time of all default plugins for the creation of a ConfigMap, with their metrics.',
      target: 20,
      better: 'lower',
      run: (chained) => cpuTime(chained, 'configmaps', JSON.parse(objectText('a')) as JsonObject),
    },
    {
      name: 'admission chain, Pod',
      why: 'The same for a Pod, which gets a service account with its token, a priority and tolerations.',
      target: 60,
      better: 'lower',
      run: (chained) => cpuTime(chained, 'pods', POD),
    },
  ],
});

const POD: JsonObject = {
  metadata: { name: 'a', namespace: 'default' },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
};

async function openChain(): Promise<Chained> {
  const domain = createDomain();
  const definitions = builtInResources(domain);
  const opened = await openStore({ type: 'ephemeral' }, { address: '', onError: () => undefined });
  const logger = createLogger(0);
  const store = cacheInFront(opened, { definitions, logger });
  const stores = singleStore(store);
  const environment = realEnvironment;
  const registered = registerResources(definitions, { stores, environment, viewOf: () => undefined });
  const catalog = createCatalog({ builtIn: definitions, virtual: [] });
  const lookup = resourceLookup({ ...registered, catalog });
  const off = new AbortController();
  const { now } = environment;
  const metrics = createServerMetrics({
    features: DEFAULT_FEATURES,
    clock: () => performance.now(),
    now,
    reloads: undefined,
    showHidden: false,
  });
  const chain = await composeAdmission(
    {
      admission: { observer: metrics.admission.plugin },
      domain,
      environment,
      logger,
      metrics,
      signal: off.signal,
      stores,
    },
    {
      authorizer: { authorize: () => ({ type: 'allow', reason: '' }) },
      catalog,
      registered,
      resourceOf: lookup,
      objects: objectReader({ ...registered, resourceOf: lookup, cacheOf: stores.of }),
      policy: createPolicy(domain.group('rbac.authorization')),
      createNamespace: async () => undefined,
    },
  );
  const resourceOf = (name: string): Resource => resourceNamed(registered.resources, '', name);
  const create = async (name: string, namespace: string): Promise<void> => {
    const resource = resourceOf(name);
    const { value } = resource.decode({ metadata: { name: 'default', ...(namespace !== '' && { namespace }) } });
    await createObject(resource, value, { namespace, dryRun: false, signal: off.signal, admission: NO_ADMISSION });
  };
  await create('namespaces', '');
  await create('serviceaccounts', 'default');
  return {
    chain,
    resourceOf,
    async close() {
      off.abort();
      await store.close();
    },
  };
}

async function cpuTime({ chain, resourceOf }: Chained, name: string, text: JsonObject): Promise<Measurement> {
  const { definition, groupResource, version, kind, decode } = resourceOf(name);
  const { value: object } = decode(text);
  const request: ServerRequest = {
    operation: 'CREATE',
    definition,
    resource: { ...groupResource, version: version.name },
    subresource: '',
    kind: { group: groupResource.group, version: version.name, kind },
    namespace: 'default',
    name: 'a',
    user: authenticatedUser('jane'),
    dryRun: false,
    options: newObject,
    signal: new AbortController().signal,
    warn: () => undefined,
    annotate: () => undefined,
    normalise: (each) => decode(each).value,
  };
  const write = async (): Promise<void> => {
    const admitted = copyObject(object);
    const hooks = chain.hooks(request);
    await hooks.mutate(admitted, undefined);
    await hooks.validate(admitted, undefined);
  };
  const runs: number[] = [];
  // The first run warms up.
  for (let run = 0; run <= RUNS; run++) {
    const before = process.cpuUsage();
    for (let count = 0; count < WRITES; count++) await write();
    const { user, system } = process.cpuUsage(before);
    if (run > 0) runs.push((user + system) / WRITES);
  }
  return { value: median(runs), unit: 'µs' };
}
