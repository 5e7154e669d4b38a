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
import { undefinedIfNotFound, isConflict, isExpectedCreateError, isObjectNotFound } from '../api-errors.js';
import { reconcileAccount, type AccountDeps } from './reconcile-account.js';
import { reconcileSecret, type SecretDeps, type SecretKey } from './reconcile-secret.js';
import { isGenerated, namedAccount, tokenType, type TokenSecretOptions } from './token-secret.js';

export interface ServiceAccountTokenConfig extends Omit<TokenSecretOptions, 'domain' | 'rootCa'> {
  /** Certificate authorities (PEM) of the API server. Secrets follow when they change. */
  readonly rootCa: Changing<string>;
  /** Whether every service account that a user creates gets a Secret with a token. */
  readonly legacyServiceAccountTokens: boolean;
}

/** Concurrent steps for Secrets, and for accounts. */
const CONCURRENCY = 5;
const RETRY = { first: 100, longest: 60_000 };

/** Completes Secrets with service account tokens, creates one for every account, and deletes those of deleted accounts. */
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
    work: (key) => ignoreExpected(reconcileSecret(secretSteps, secretKey(key))),
  });
  const accountQueue = context.queue({
    ...common,
    name: 'serviceaccount-token-accounts',
    work: (key) => ignoreExpected(reconcileAccount(accountDeps(options, context, key))),
  });
  const addSecret = (namespace: string, name: string, account: string): void =>
    secretQueue.add(`${namespace}/${name}/${account}`);
  // Without a complete cache every missing object would be requested.
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
    // A Secret may have been deleted while no controller ran.
    for (const { name = '' } of object.secrets ?? []) {
      if (isGenerated(name, account) && !allSecrets.objects.has(`${namespace}/${name}`)) {
        addSecret(namespace, name, account);
      }
    }
    if (config.legacyServiceAccountTokens) accountQueue.add(objectKey(object));
  });
  await Promise.all([secretQueue.ended, accountQueue.ended]);
}

/** Only token Secrets are cached, since others can be many and large. */
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

/** Expected errors of concurrent writes: the step is done or retried. */
async function ignoreExpected(step: Promise<Outcome>): Promise<Outcome> {
  try {
    return await step;
  } catch (error) {
    if (isObjectNotFound(error)) return 'done';
    if (isConflict(error) || isExpectedCreateError(error)) return 'retry';
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
    exists: async ({ namespace, name }) =>
      (await undefinedIfNotFound(secretsIn(namespace).get(name, { signal }))) !== undefined,
    async account({ namespace, account: name }, uid) {
      const matches = ({ metadata }: ServiceAccount): boolean => uid === undefined || metadata.uid === uid;
      const seen = informers.of(serviceAccounts).objects.get(`${namespace}/${name}`);
      if (seen !== undefined && matches(seen)) return seen;
      // An annotation can hold any text, also an invalid name.
      if (dnsSubdomain(name).length > 0) return undefined;
      const live = await undefinedIfNotFound(accountsIn(namespace).get(name, { signal }), isObjectNotFound);
      return live !== undefined && matches(live) ? live : undefined;
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
  const secretsInNamespace = client.of(secrets).namespace(namespace);
  const accountsInNamespace = client.of(serviceAccounts).namespace(namespace);
  return {
    ...options,
    seen() {
      const account = informers.of(serviceAccounts).objects.get(key);
      const { objects } = tokenSecrets(context);
      const referred = account?.secrets?.map(({ name: secret = '' }) => objects.get(`${namespace}/${secret}`)) ?? [];
      return account && { account, secrets: referred.filter((secret): secret is Secret => secret !== undefined) };
    },
    account: () => undefinedIfNotFound(accountsInNamespace.get(name, { signal })),
    async tokenSecrets() {
      const { items } = await secretsInNamespace.list({ ...selection(options.domain), signal });
      return items;
    },
    create: (secret) => secretsInNamespace.create(secret, { signal }),
    deleteSecret: (secret) => deleteUnchanged(secret, client, signal),
    async updateAccount(account) {
      await accountsInNamespace.update(account, { signal });
    },
    random: (n) => Math.floor(timing.random() * n),
  };
}

async function deleteUnchanged({ metadata }: Secret, client: Client, signal: AbortSignal): Promise<void> {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = metadata;
  const preconditions = { uid, resourceVersion };
  await client.of(secrets).namespace(namespace).delete(name, { preconditions, signal });
}
