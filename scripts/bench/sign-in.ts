import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { serviceAccountAuthenticator } from '@pilothouse/apiserver/authn/service-account.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { createObject } from '@pilothouse/apiserver/registry/create.js';
import { realEnvironment } from '@pilothouse/apiserver/registry/environment.js';
import { NO_ADMISSION } from '@pilothouse/apiserver/registry/write.js';
import { cacheInFront } from '@pilothouse/apiserver/server/stores/cache.js';
import { registerResources } from '@pilothouse/apiserver/server/registered.js';
import { singleStore } from '@pilothouse/apiserver/server/stores/stores.js';
import { boundClaims } from '@pilothouse/apiserver/serviceaccount/bound-claims.js';
import { tokenConfig } from '@pilothouse/apiserver/serviceaccount/config.js';
import { newSigningKey } from '@pilothouse/apiserver/serviceaccount/keys.js';
import { signToken } from '@pilothouse/apiserver/serviceaccount/sign.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { openStore } from '@pilothouse/storage/open.js';
import type { TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { largeAuthorizer, REFUSED } from './authorization.js';
import { group, type Measurement, type StoreName } from './row.js';
import { medianOf } from './statistics.js';

const RUNS = 7;
const RUN_MS = 200;
/** Number of new tokens in one run. */
const NEW_TOKENS = 200;

/** Issues and authenticates tokens: accounts in a store of this process behind its watch cache. */
interface Accounts {
  readonly tokens: TokenAuthenticator;
  readonly audiences: readonly string[];
  readonly newToken: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** The cost of authentication in this process. */
export const signIn = group<Accounts>({
  start: async (store: StoreName) => (store === 'ephemeral' ? openAccounts() : undefined),
  stop: ({ close }) => close(),
  rows: [
    {
      name: 'known token, then authorize',
      why: 'The cost of each pod request before it is admitted.',
      target: 25,
      better: 'lower',
      run: microsecondsForKnown,
    },
    {
      name: 'token seen for the first time',
      why: 'Checks the signature and the existence of the account.',
      target: 300,
      better: 'lower',
      run: microsecondsForNew,
    },
  ],
});

async function openAccounts(): Promise<Accounts> {
  const domain = createDomain();
  const opened = await openStore({ type: 'ephemeral' }, { address: '', onError: () => undefined });
  const definitions = builtInResources(domain);
  const store = cacheInFront(opened, { definitions, logger: createLogger(0) });
  const parts = {
    stores: singleStore(store),
    environment: realEnvironment,
    viewOf: () => undefined,
  };
  const { core, latestWriteOf } = registerResources(definitions, parts);
  const accounts = core.get('serviceaccounts');
  if (accounts === undefined) throw new Error('there are no service accounts');
  const object = { metadata: { name: 'robot', namespace: 'default' } };
  const signal = new AbortController().signal;
  const write = { namespace: 'default', dryRun: false, signal, admission: NO_ADMISSION };
  await createObject(accounts, object, write);
  const account = { namespace: 'default', name: 'robot', uid: metadataOf(object).uid ?? '' };
  const { now } = realEnvironment;
  const key = newSigningKey();
  const keys = { signing: key, verification: [key] };
  const config = tokenConfig({}, () => keys);
  const { audiences } = config;
  const boundObjects = { resources: core, latestWrite: latestWriteOf(accounts.definition), now };
  let made = 0;
  return {
    tokens: serviceAccountAuthenticator({ config, domain, source: boundObjects }),
    audiences,
    newToken() {
      const about = { account, bound: undefined, issuer: config.issuers[0], audiences, now: now(), seconds: 3600 };
      return signToken(key, boundClaims({ ...about, id: String(made++) }, domain));
    },
    close: () => store.close(),
  };
}

async function microsecondsForKnown(accounts: Accounts): Promise<Measurement> {
  const token = await accounts.newToken();
  const authorizer = largeAuthorizer((index) => `user-${index % 500}`);
  const measure = async (): Promise<number> => {
    const began = performance.now();
    let done = 0;
    for (; performance.now() - began < RUN_MS; done++) {
      await authorizer.authorize({ user: await userOf(token, accounts), request: REFUSED });
    }
    return ((performance.now() - began) * 1000) / done;
  };
  return { value: await medianOf(RUNS, measure), unit: 'µs' };
}

async function microsecondsForNew(accounts: Accounts): Promise<Measurement> {
  // The signature library is loaded with the first token.
  await userOf(await accounts.newToken(), accounts);
  const measure = async (): Promise<number> => {
    const tokens = await Promise.all(Array.from({ length: NEW_TOKENS }, () => accounts.newToken()));
    const began = performance.now();
    for (const token of tokens) await userOf(token, accounts);
    return ((performance.now() - began) * 1000) / NEW_TOKENS;
  };
  return { value: await medianOf(RUNS, measure), unit: 'µs' };
}

async function userOf(token: string, { tokens, audiences }: Accounts) {
  const signal = (): AbortSignal => new AbortController().signal;
  const result = await tokens.authenticateToken(token, { audiences, signal });
  if (result.type !== 'authenticated') throw new Error(`the token is ${result.type}`);
  return result.user;
}
