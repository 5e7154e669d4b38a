import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PodSpec, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { generateName } from '@pilothouse/apimachinery/names/generate-name.js';
import type { Review } from '@pilothouse/runtime/admission-api/service.js';
import { forbidden, type Plugin } from '../../plugin.js';
import { isOfPod, podOf, podRule, withSpec } from '../pods.js';
import { mentionsSecrets, projectsToken, secretReferences, unlistedSecret } from './secrets.js';
import { VOLUME_PREFIX, withToken } from './token-volume.js';

export interface ServiceAccountOptions {
  readonly domain: Domain;
  /** Undefined if the account does not exist. Rejects if the API server does not answer. */
  readonly account: (namespace: string, name: string, signal: AbortSignal) => Promise<ServiceAccount | undefined>;
  /** An integer from 0 to n - 1. */
  readonly random: (n: number) => number;
}

const DEFAULT_ACCOUNT = 'default';
const EPHEMERAL = 'ephemeralcontainers';

/**
 * Sets the service account, image pull secrets and token volume of pods. Enforces the secrets of accounts with the
 * annotation `enforce-mountable-secrets`.
 */
export function serviceAccount(options: ServiceAccountOptions): Plugin {
  const mirrorKey = options.domain.key('config.mirror');
  const isMirror = (pod: JsonObject): boolean => podOf(pod).metadata.annotations?.[mirrorKey] !== undefined;
  return {
    name: 'ServiceAccount',
    // Containers that later plugins add need the token mount too.
    reinvocation: 'IfNeeded',
    rules: () => [podRule(['CREATE']), { ...podRule(['UPDATE']), resources: [`pods/${EPHEMERAL}`] }],
    async mutate(review, { signal }) {
      const { object, operation } = review;
      if (object === undefined || operation !== 'CREATE' || !isOfPod(review)) return undefined;
      // A mirror pod must stay equal to the static pod of its node.
      if (isMirror(object)) return undefined;
      const { spec } = podOf(object);
      const account = await accountOf(review, spec.serviceAccountName || DEFAULT_ACCOUNT, options, signal);
      const changes = changesOf(spec, account, options.random);
      return Object.keys(changes).length === 0 ? undefined : withSpec(object, changes);
    },
    async validate(review, { signal }) {
      const { object, operation } = review;
      if (object === undefined) return;
      const isCreated = operation === 'CREATE' && isOfPod(review);
      if (!isCreated && !(operation === 'UPDATE' && isOfPod(review, EPHEMERAL))) return;
      const { spec, metadata } = podOf(object);
      if (isCreated && isMirror(object)) return checkMirror(review, spec);
      const { serviceAccountName: name = '' } = spec;
      if (name === '')
        throw forbidden(review, `no service account specified for pod ${review.namespace}/${metadata.name}`);
      const account = await accountOf(review, name, options, signal);
      if (!enforcesSecrets(account, options.domain)) return;
      // An update adds ephemeral containers only. The rest was checked at creation.
      const references = [...secretReferences(spec)].filter(({ isEphemeral }) => isCreated || isEphemeral);
      const problem = unlistedSecret(references, account);
      if (problem !== undefined) throw forbidden(review, problem);
    },
  };
}

async function accountOf(
  review: Review,
  name: string,
  { account: find }: ServiceAccountOptions,
  signal: AbortSignal,
): Promise<ServiceAccount> {
  const { namespace } = review;
  const account = await find(namespace, name, signal);
  if (account !== undefined) return account;
  const cause = `serviceaccount ${JSON.stringify(name)} not found`;
  throw forbidden(review, `error looking up service account ${namespace}/${name}: ${cause}`);
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

/** A mirror pod represents a static pod of a node, which has no account. */
function checkMirror(review: Review, spec: PodSpec): void {
  if ((spec.serviceAccountName ?? '') !== '')
    throw forbidden(review, 'a mirror pod may not reference service accounts');
  if (mentionsSecrets(spec)) throw forbidden(review, 'a mirror pod may not reference secrets');
  if (projectsToken(spec)) throw forbidden(review, 'a mirror pod may not use ServiceAccountToken volume projections');
}

/** The values for true of Go's `strconv.ParseBool`. */
const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);

function enforcesSecrets({ metadata }: ServiceAccount, domain: Domain): boolean {
  return TRUE.has(metadata.annotations?.[domain.key('enforce-mountable-secrets')] ?? '');
}
