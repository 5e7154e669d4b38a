import assert from 'node:assert/strict';
import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Entry, Store } from '@pilothouse/storage/store.js';
import { createAdmissionChain } from '../admission/chain.js';
import type { ActionServices } from '@pilothouse/kinds/definition/action.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { realEnvironment, type Environment } from '../registry/environment.js';
import { createConnections, USUAL_KUBELETS } from '../proxy/connections.js';
import { createResources } from '../registry/resource.js';
import { createKeyedMutex } from '../registry/keyed-mutex.js';
import { RequestContext } from '../request/context.js';
import { deprecatedRequests } from './deprecated-requests.js';
import { createListCache } from './negotiation/list-cache.js';
import { createProtobufCache } from './negotiation/protobuf-cache.js';
import { metaForms } from './negotiation/meta-forms.js';
import type { Representation } from './negotiation/representation.js';
import { continueTokens } from './options/continue-token.js';
import type { Scope } from './scope.js';
import { sharedEvents } from './shared-events.js';
import { watchDeadlines } from './watch-timeout.js';

export interface TestScopeOptions extends DomainOptions {
  /** Only the given methods can be called. */
  readonly store?: Partial<Store>;
  readonly environment?: Partial<Environment>;
}

/** The scope of config maps, without the rest of a server. */
export function testScope(options: TestScopeOptions = {}): Scope {
  const domain = createDomain(options);
  const definition = builtInResources(domain).find(({ resource }) => resource === 'configmaps');
  assert.ok(definition);
  const environment = { ...realEnvironment, ...options.environment };
  const [resource] = createResources(definition, {
    store: { ...options.store } as Store,
    environment,
    mutex: createKeyedMutex(),
  });
  assert.ok(resource);
  const metaGroup = domain.group('meta');
  return {
    resource,
    domain,
    deprecations: deprecatedRequests(),
    deletesUnreadable: false,
    metaGroup,
    admission: createAdmissionChain([]),
    authorizer: { authorize: () => ({ type: 'allow', reason: '' }) },
    actions: { services: {} as ActionServices, resourceOf: () => undefined, kinds: () => [] },
    connections: createConnections({
      kubelets: USUAL_KUBELETS,
      random: environment.random,
      needsCreate: true,
      signal: new AbortController().signal,
    }),
    forms: metaForms(metaGroup),
    continueTokens: continueTokens(() => new Uint8Array(32)),
    deadlines: watchDeadlines(),
    sharedEvents: sharedEvents(),
    protobufCache: createProtobufCache(),
    listCache: createListCache(),
  };
}

export function testContext(
  target = '/api/v1/configmaps',
  headers: Readonly<Record<string, string>> = {},
): RequestContext {
  const peer = { address: '127.0.0.1', certificate: { type: 'none' } } as const;
  return new RequestContext({ method: 'GET', target, headers, body: undefined, peer });
}

/** A stored config map. */
export function configMapEntry({ resource }: Scope, name: string, revision: number, rest: object = {}): Entry {
  const metadata = Object.assign(newObject(), { name, namespace: 'default' });
  const object = Object.assign(newObject(), { kind: 'ConfigMap', apiVersion: 'v1', metadata }, rest) as JsonObject;
  return { key: `/configmaps/default/${name}`, value: resource.stored.encode(object), revision };
}

const TYPES = { json: 'application/json', yaml: 'application/yaml', protobuf: 'application/vnd.kubernetes.protobuf' };

export function representation(
  encoding: Representation['encoding'],
  as: Representation['as']['type'] = 'object',
  pretty = false,
): Representation {
  const transform: Representation['as'] = as === 'object' ? { type: as } : { type: as, version: 'v1' };
  return { encoding, contentType: TYPES[encoding], as: transform, pretty };
}
