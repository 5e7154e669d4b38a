import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { Client } from '@pilothouse/client/client.js';
import { secrets, serviceAccounts } from '@pilothouse/client/core.js';
import { objectKey } from '@pilothouse/client/resource-type.js';
import type { Controller, ControllerContext } from '../controller.js';
import { haveSynced, type Selection, type SharedInformer } from '../informers/shared.js';
import type { Outcome } from '../queue/work-queue.js';
import { absent, isConflict, isCreatedInVain, isObjectNotFound } from '../refusals.js';
import { reconcileAccount, type AccountDeps } from './reconcile-account.js';
import { reconcileSecret, type SecretDeps, type SecretKey } from './reconcile-secret.js';
import { isGenerated, namedAccount, tokenType, type TokenSecretOptions } from './token-secret.js';

export interface ServiceAccountTokenConfig extends Omit<TokenSecretOptions, 'domain' | 'rootCa'> {
  /** Certificates (PEM) that vouch for the API server; secrets follow when they change. */
  readonly rootCa: Changing<string>;
  /** Whether every account that somebody makes is given a secret with a token. */
  readonly legacyServiceAccountTokens: boolean;
}

/** How many secrets, and how many accounts, are worked on at a time. */
const CONCURRENCY = 5;
const RETRY = { first: 100, longest: 60_000 };

/** Fills the secrets that keep tokens of service accounts, makes one for every account, and deletes those of accounts that are gone. */
export function serviceAccountTokenController(config: ServiceAccountTokenConfig): Controller {
  return { name: 'serviceaccount-token', run: (context) => run(config, context) };
}

async function run(config: ServiceAccountTokenConfig, context: ControllerContext): Promise<void> {
  const { domain, informers } = context;
  const [allAccounts, allSecrets] = [informers.of(serviceAccounts), tokenSecrets(context)];
  const options = { ...config, rootCa: config.rootCa.current, domain };
  const secretSteps = secretDeps(options, context);
  const common = { concurrency: CONCURRENCY, retry: RETRY };
  const secretQueue = context.queue({
    ...common,
    name: 'serviceaccount-token-secrets',
    work: (key) => ordinary(reconcileSecret(secretSteps, secretKey(key))),
  });
  const accountQueue = context.queue({
    ...common,
    name: 'serviceaccount-token-accounts',
    work: (key) => ordinary(reconcileAccount(accountDeps(options, context, key))),
  });
  const addSecret = (namespace: string, name: string, account: string): void =>
    secretQueue.add(`${namespace}/${name}/${account}`);
  // What one of them has not seen yet would all be asked for. Both end early where there is nothing more to do.
  await haveSynced(allAccounts, allSecrets);
  const addFilled = (object: Secret): void => {
    const { namespace = '', name = '' } = object.metadata;
    const named = namedAccount(object, domain);
    if (named !== undefined) addSecret(namespace, name, named.name);
  };
  allSecrets.onChange(({ object }) => addFilled(object));
  config.rootCa.onChange(() => {
    for (const secret of allSecrets.objects.values()) addFilled(secret);
  }, context.signal);
  allAccounts.onChange(({ type, object }) => {
    const { namespace = '', name: account = '' } = object.metadata;
    if (type === 'deleted') {
      for (const secret of allSecrets.objects.values()) {
        const isItsOwn = secret.metadata.namespace === namespace && namedAccount(secret, domain)?.name === account;
        if (isItsOwn) addSecret(namespace, secret.metadata.name ?? '', account);
      }
      return;
    }
    // A secret may have gone while nobody looked.
    for (const { name = '' } of object.secrets ?? []) {
      if (isGenerated(name, account) && !allSecrets.objects.has(`${namespace}/${name}`)) {
        addSecret(namespace, name, account);
      }
    }
    if (config.legacyServiceAccountTokens) accountQueue.add(objectKey(object));
  });
  await Promise.all([secretQueue.ended, accountQueue.ended]);
}

/** Secrets can be many and large, and few of them keep tokens. */
function tokenSecrets({ informers, domain }: ControllerContext): SharedInformer<Secret> {
  return informers.of(secrets, selection(domain));
}

function selection(domain: Domain): Required<Pick<Selection, 'fieldSelector'>> {
  return { fieldSelector: `type=${tokenType(domain)}` };
}

function secretKey(key: string): SecretKey {
  const [namespace = '', name = '', ...account] = key.split('/');
  return { namespace, name, account: account.join('/') };
}

/** What others do meanwhile is seen at the next attempt. */
async function ordinary(step: Promise<Outcome>): Promise<Outcome> {
  try {
    return await step;
  } catch (error) {
    if (isObjectNotFound(error)) return 'done';
    if (isConflict(error) || isCreatedInVain(error)) return 'retry';
    throw error;
  }
}

function secretDeps(options: TokenSecretOptions, context: ControllerContext): SecretDeps {
  const { client, informers, signal } = context;
  const secretsIn = (namespace = '') => client.of(secrets).namespace(namespace);
  const accountsIn = (namespace = '') => client.of(serviceAccounts).namespace(namespace);
  return {
    ...options,
    secret: ({ namespace, name }) => tokenSecrets(context).objects.get(`${namespace}/${name}`),
    isThere: async ({ namespace, name }) => (await absent(secretsIn(namespace).get(name, { signal }))) !== undefined,
    async account({ namespace, account: name }, uid) {
      const isMeant = ({ metadata }: ServiceAccount): boolean => uid === undefined || metadata.uid === uid;
      const seen = informers.of(serviceAccounts).objects.get(`${namespace}/${name}`);
      if (seen !== undefined && isMeant(seen)) return seen;
      // Anything can stand in an annotation, also what cannot be asked for.
      if (dnsSubdomain(name).length > 0) return undefined;
      const live = await absent(accountsIn(namespace).get(name, { signal }), isObjectNotFound);
      return live !== undefined && isMeant(live) ? live : undefined;
    },
    deleteSecret: (secret) => deleteUnchanged(secret, client, signal),
    async updateSecret(secret) {
      await secretsIn(secret.metadata.namespace).update(secret, { signal });
    },
    async updateAccount(account) {
      await accountsIn(account.metadata.namespace).update(account, { signal });
    },
  };
}

function accountDeps(options: TokenSecretOptions, context: ControllerContext, key: string): AccountDeps {
  const { client, informers, signal, timing } = context;
  const [namespace = '', name = ''] = key.split('/');
  const secretsThere = client.of(secrets).namespace(namespace);
  const accountsThere = client.of(serviceAccounts).namespace(namespace);
  return {
    ...options,
    seen() {
      const account = informers.of(serviceAccounts).objects.get(key);
      const { objects } = tokenSecrets(context);
      const referred = account?.secrets?.map(({ name: secret = '' }) => objects.get(`${namespace}/${secret}`)) ?? [];
      return account && { account, secrets: referred.filter((secret): secret is Secret => secret !== undefined) };
    },
    account: () => absent(accountsThere.get(name, { signal })),
    async tokenSecrets() {
      const { items } = await secretsThere.list({ ...selection(options.domain), signal });
      return items;
    },
    create: (secret) => secretsThere.create(secret, { signal }),
    deleteSecret: (secret) => deleteUnchanged(secret, client, signal),
    async updateAccount(account) {
      await accountsThere.update(account, { signal });
    },
    random: (n) => Math.floor(timing.random() * n),
  };
}

async function deleteUnchanged({ metadata }: Secret, client: Client, signal: AbortSignal): Promise<void> {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = metadata;
  const preconditions = { uid, resourceVersion };
  await client.of(secrets).namespace(namespace).delete(name, { preconditions, signal });
}
