import { DEFAULT_FEATURES } from '../features/gates.js';
import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { createLogger, type Logger } from '@pilothouse/runtime/logging/logger.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { UNKNOWN } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { bearerToken } from '../authn/bearer-token.js';
import { createDefinitionParts } from '@pilothouse/kinds/apiextensions/parts.js';
import { builtInResources, type CatalogOptions } from '@pilothouse/kinds/built-in.js';
import { withFormerVersions } from '@pilothouse/kinds/definition/former-versions.test.helper.js';
import { DEFAULT_PLUGINS } from '../options/admission-plugins.js';
import type { Environment } from '../registry/environment.js';
import { RequestContext } from '../request/context.js';
import { isStream, joinedHeaders, type Response } from '../request/response.js';
import { tokenConfig, type TokenConfig } from '../serviceaccount/config.js';
import { newSigningKey } from '../serviceaccount/keys.js';
import { DEFAULT_OVERLOAD } from '../options/flow-control.js';
import { createApi, type ApiOptions } from './api.js';
import { cacheInFront } from './stores/cache.js';
import { inProcessTransport } from './in-process.js';
import { singleStore } from './stores/stores.js';

export interface TestRequest {
  /** JSON, or raw bytes. */
  readonly body?: JsonValue | Uint8Array;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** What the client sends over an upgraded connection. */
  readonly upgraded?: AsyncIterable<Uint8Array>;
  /** User of the request; the administrator when absent. */
  readonly user?: User;
  /** Whether the request is in-process. */
  readonly isInternal?: boolean;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** Parsed body. */
  readonly json: JsonObject;
  /** Message of a Status. */
  readonly message: string;
}

/** The API over an ephemeral store, called without a socket, by an administrator. */
export interface TestApi {
  readonly store: CachedStore;
  request(method: string, target: string, request?: TestRequest): Promise<TestResponse>;
  /** Events of a watch, parsed; return ends it. */
  watch(target: string, headers?: Readonly<Record<string, string>>): AsyncGenerator<JsonObject>;
  /** A client of the administrator. */
  readonly client: Client;
  close(): Promise<void>;
}

export interface TestApiOptions
  extends
    DomainOptions,
    Pick<
      ApiOptions,
      | 'metrics'
      | 'concurrency'
      | 'operations'
      | 'isServed'
      | 'features'
      | 'deprecations'
      | 'admission'
      | 'audit'
      | 'authentication'
      | 'localTokens'
      | 'remoteTokens'
      | 'trust'
      | 'proxyClientCertificate'
      | 'kubelets'
      | 'authorizationModes'
      | 'serviceNetwork'
    > {
  readonly user?: User;
  /** Store of another API, which closes it; an empty one when absent. */
  readonly store?: CachedStore;
  readonly logger?: Logger;
  readonly tokens?: Partial<TokenConfig>;
  readonly environment?: Partial<Environment>;
  readonly catalog?: CatalogOptions;
  /** Serves the versions that this release only reads from the store. */
  readonly formerVersions?: true;
  /** Milliseconds; 10,000 when absent. */
  readonly requestTimeout?: number;
}

/** No controller makes service accounts, and pods stay as the tests write them. */
const TEST_PLUGINS = DEFAULT_PLUGINS.filter(
  (name) => !['ServiceAccount', 'Priority', 'DefaultTolerationSeconds'].includes(name),
);

/** Flow control writes the status of FlowSchemas at times of its own. */
const WITHOUT_PRIORITIES = { ...DEFAULT_OVERLOAD, hasPriorities: false };

/** Deterministic ids and random numbers. */
function testEnvironment(): Environment {
  let ids = 0;
  let state = 1;
  return {
    now: () => new Date('2026-01-02T03:04:05Z'),
    uuid: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    random: (limit) => (state = (state * 48_271) % 2_147_483_647) % limit,
  };
}

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { user = authenticatedUser('admin', ['system:masters']) } = options;
  const domain = createDomain(options);
  const { logger = createLogger(0) } = options;
  const signing = newSigningKey();
  const keys = { signing, verification: [signing] };
  const tokens = { ...tokenConfig({}, () => keys), ...options.tokens };
  const definitionParts = createDefinitionParts();
  const environment = { ...testEnvironment(), ...options.environment };
  const { ManifestBasedAdmissionControlConfig: reservesStaticNames } = options.features ?? DEFAULT_FEATURES;
  const catalog = { ...options.catalog, definitionParts, now: environment.now, reservesStaticNames };
  const builtIn = builtInResources(domain, catalog);
  const definitions = options.formerVersions === true ? withFormerVersions(builtIn) : builtIn;
  const store =
    options.store ?? cacheInFront(await openEmbeddedStore({ ephemeral: true }), { definitions, logger, timeout: 300 });
  const closing = new AbortController();
  const users = new WeakMap<RequestContext, User>();
  const { handler, started } = await createApi({
    // Former versions may be of any stage.
    ...(options.formerVersions === true && { isServed: () => true }),
    concurrency: WITHOUT_PRIORITIES,
    ...options,
    admission: { plugins: TEST_PLUGINS, ...options.admission },
    definitions,
    definitionParts,
    stores: singleStore(store),
    domain,
    environment,
    // The bearer token is the user name.
    authenticator: {
      name: 'test',
      authenticate: (context) =>
        bearerToken(context) === undefined ? { type: 'authenticated', user: users.get(context) ?? user } : UNKNOWN,
    },
    tokens,
    address: () => '127.0.0.1:6443',
    logger,
    version: '0.0.0',
    requestTimeout: options.requestTimeout ?? 10_000,
    signal: closing.signal,
  });
  await started;
  return {
    store,
    client: createClient({ transport: inProcessTransport(handler, { name: 'admin', groups: ['system:masters'] }) }),
    async request(method, target, request = {}) {
      const context = contextOf(method, target, request);
      if (request.user !== undefined) users.set(context, request.user);
      const response = await handler(context);
      const bytes = await bytesOf(response);
      context.close();
      const text = bytes.toString();
      const json = jsonOf(text);
      const message = typeof json['message'] === 'string' ? json['message'] : '';
      return { status: response.status, headers: joinedHeaders(response.headers), text, bytes, json, message };
    },
    async *watch(target, headers = {}) {
      const context = contextOf('GET', target, { headers });
      const response = await handler(context);
      let rest = '';
      try {
        for await (const chunk of chunksOf(response)) {
          const lines = (rest + Buffer.from(chunk).toString()).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) yield jsonOf(line);
        }
        if (rest !== '') yield jsonOf(rest);
      } finally {
        context.abort(new Error('the test is done'));
        context.close();
      }
    },
    close() {
      closing.abort();
      return store.close();
    },
  };
}

function contextOf(
  method: string,
  target: string,
  { body, headers = {}, isInternal = false, upgraded }: TestRequest,
): RequestContext {
  const bytes = body === undefined || body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  return new RequestContext({
    method,
    target,
    headers,
    body:
      bytes &&
      (async function* () {
        yield bytes;
      })(),
    upgraded,
    isInternal,
    peer: { address: '127.0.0.1', certificate: { type: 'none' } },
  });
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (isStream(body)) yield* body;
  else yield* body;
}

async function bytesOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(response)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function jsonOf(text: string): JsonObject {
  if (!text.startsWith('{')) return newObject();
  return parseJson(text).value as JsonObject;
}
