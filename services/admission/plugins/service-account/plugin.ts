import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PodSpec, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { generateName } from '@pilothouse/apimachinery/names/generate-name.js';
import { serviceAccounts } from '@pilothouse/client/core.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin, type PluginHost } from '../../plugin.js';
import { isOfPod, podOf, podRule, withSpec } from '../pods.js';
import { secretReferences } from '@pilothouse/kinds/core/pod/secret-references.js';
import { mentionsSecrets, projectsToken, unlistedSecret } from './secrets.js';
import { VOLUME_PREFIX, withToken } from './token-volume.js';

const DEFAULT_ACCOUNT = 'default';
const EPHEMERAL = 'ephemeralcontainers';
/**
 * Live lookups of a missing default account, which a controller creates in each new namespace, as in Kubernetes. `interval` is
 * in milliseconds. Other accounts get one lookup.
 */
const LOOKUPS = { attempts: 10, interval: 100 };

/**
 * Sets the service account, image pull secrets and token volume of pods. Enforces the secrets of accounts with the
 * annotation `enforce-mountable-secrets`.
 */
export const serviceAccount = definePlugin({
  name: 'ServiceAccount',
  isDefault: true,
  reads: [serviceAccounts],
  create(host) {
    const { domain, random } = host;
    const mirrorKey = domain.key('config.mirror');
    const isMirror = (pod: JsonObject): boolean => podOf(pod).metadata.annotations?.[mirrorKey] !== undefined;
    return {
      name: 'ServiceAccount',
      rules: [podRule(['CREATE']), { ...podRule(['UPDATE']), resources: [`pods/${EPHEMERAL}`] }],
      async admit(attributes) {
        const { object, operation } = attributes;
        if (object === undefined || operation !== 'CREATE') return undefined;
        const { spec } = podOf(object);
        // A mirror pod must stay equal to the static pod of its node. What the plugin refuses, it refuses before validation.
        if (isMirror(object)) return checkMirror(attributes, spec);
        const account = await accountOf(attributes, spec.serviceAccountName || DEFAULT_ACCOUNT, host);
        const changes = changesOf(spec, account, random);
        if (enforcesSecrets(account, domain)) checkSecrets(attributes, { ...spec, ...changes }, account);
        return Object.keys(changes).length === 0 ? undefined : withSpec(object, changes);
      },
      async validate(attributes) {
        const { object, operation, namespace } = attributes;
        if (object === undefined) return;
        const isCreated = operation === 'CREATE' && isOfPod(attributes);
        const { spec, metadata } = podOf(object);
        if (isCreated && isMirror(object)) return checkMirror(attributes, spec);
        const { serviceAccountName: name = '' } = spec;
        if (name === '')
          throw forbidden(attributes, `no service account specified for pod ${namespace}/${metadata.name}`);
        const account = await accountOf(attributes, name, host);
        if (enforcesSecrets(account, domain)) checkSecrets(attributes, spec, account);
      },
    };
  },
});

type Lookup = Pick<PluginHost, 'objects' | 'sleep'>;

async function accountOf(attributes: AdmissionAttributes, name: string, host: Lookup): Promise<ServiceAccount> {
  const { namespace, signal } = attributes;
  const named = { namespace, name, signal };
  const account = (await host.objects.get(serviceAccounts, named)) ?? (await newAccount(named, host));
  if (account !== undefined) return account;
  const cause = `serviceaccount ${JSON.stringify(name)} not found`;
  throw forbidden(attributes, `error looking up service account ${namespace}/${name}: ${cause}`);
}

/** Looks up an account that is not known yet in the store. */
async function newAccount(
  named: { readonly namespace: string; readonly name: string; readonly signal: AbortSignal },
  { objects, sleep }: Lookup,
): Promise<ServiceAccount | undefined> {
  const attempts = named.name === DEFAULT_ACCOUNT ? LOOKUPS.attempts : 1;
  for (let attempt = 1; ; attempt++) {
    const found = await objects.get(serviceAccounts, { ...named, live: true });
    if (found !== undefined || attempt === attempts) return found;
    await sleep(LOOKUPS.interval, named.signal);
  }
}

/** The fields of the spec that change. */
function changesOf(spec: PodSpec, account: ServiceAccount, random: (n: number) => number): Partial<PodSpec> {
  const { serviceAccountName = '', automountServiceAccountToken, imagePullSecrets = [] } = spec;
  const pulls = account.imagePullSecrets ?? [];
  const wantsToken = automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  const name = account.metadata.name ?? '';
  return {
    ...(serviceAccountName === '' && { serviceAccountName: name, serviceAccount: name }),
    ...(imagePullSecrets.length === 0 && pulls.length > 0 && { imagePullSecrets: pulls.map((each) => ({ ...each })) }),
    ...(wantsToken && withToken(spec, () => generateName(VOLUME_PREFIX, random))),
  };
}

function checkSecrets(attributes: AdmissionAttributes, spec: PodSpec, account: ServiceAccount): void {
  const isCreated = attributes.operation === 'CREATE';
  // An update adds ephemeral containers only. The rest was checked at creation.
  const references = [...secretReferences(spec)].filter(({ isEphemeral }) => isCreated || isEphemeral);
  const problem = unlistedSecret(references, account);
  if (problem !== undefined) throw forbidden(attributes, problem);
}

/** A mirror pod represents a static pod of a node, which has no account. */
function checkMirror(attributes: AdmissionAttributes, spec: PodSpec): undefined {
  if ((spec.serviceAccountName ?? '') !== '')
    throw forbidden(attributes, 'a mirror pod may not reference service accounts');
  if (mentionsSecrets(spec)) throw forbidden(attributes, 'a mirror pod may not reference secrets');
  if (projectsToken(spec))
    throw forbidden(attributes, 'a mirror pod may not use ServiceAccountToken volume projections');
}

/** The values for true of Go's `strconv.ParseBool`. */
const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);

function enforcesSecrets({ metadata }: ServiceAccount, domain: Domain): boolean {
  return TRUE.has(metadata.annotations?.[domain.key('enforce-mountable-secrets')] ?? '');
}
