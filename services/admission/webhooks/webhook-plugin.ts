import { namespaces } from '@pilothouse/client/core.js';
import type { ResourceNames } from '@pilothouse/client/resource-type.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { Awaitable } from '../awaitable.js';
import { namespaceFinder } from '../namespaces.js';
import type { Capabilities } from '../capabilities.js';
import type { PluginHost } from '../plugin.js';
import { webhookCaller } from './call.js';
import { webhookSettings } from './configuration.js';
import type { DispatchOptions } from './dispatch.js';
import { createEndpoints } from './endpoints.js';
import type { WebhookPhase } from './observe.js';
import { createPlan, isExempt, type Candidate } from './plan.js';
import { RESOLVER_READS, serviceResolver } from './services.js';
import { staticWebhooks } from './static-webhooks.js';
import { allWebhooks, joined, type Webhook, type WebhookConfiguration } from './webhook.js';

/** What both plugins read besides their configurations. */
export const WEBHOOK_READS = [namespaces, ...RESOLVER_READS];

export const WEBHOOK_NEEDS = [
  'allowsStaticManifests',
  'authorizer',
  'kinds',
  'manifestObserver',
  'webhookObserver',
] as const;

/** Finds the webhooks for a write. */
export interface Webhooks {
  /** Calls `dispatch` if the rules of a webhook match the write. A write without one costs little, and waits for nothing. */
  readonly dispatch: <Result>(
    attributes: AdmissionAttributes,
    dispatch: Dispatch<Result>,
  ) => Awaitable<Result | undefined>;
}

type Dispatch<Result> = (candidates: readonly Candidate[], options: DispatchOptions) => Promise<Result>;

/** What the plugins for both kinds of webhooks share. Rejects for an invalid configuration. */
export async function createWebhooks(
  type: ResourceNames<WebhookConfiguration>,
  phase: WebhookPhase,
  host: PluginHost & Pick<Capabilities, (typeof WEBHOOK_NEEDS)[number]>,
): Promise<Webhooks> {
  const { authorizer, configuration, domain, kinds, objects, onError, signal, uuid, webhookObserver } = host;
  const { identities, manifests } = await webhookSettings(configuration, domain, host.allowsStaticManifests);
  const fixed = await staticWebhooks({ phase, directory: manifests }, host);
  const endpoints = createEndpoints({ resolve: serviceResolver(objects, domain), ...identities }, signal);
  const plan = createPlan();
  let checks: ReturnType<DispatchOptions['conditions']> | undefined;
  const options: DispatchOptions = {
    domain,
    kinds,
    phase,
    call: webhookCaller({ domain, uuid, endpointOf: endpoints.of, isMutating: phase === 'admit' }),
    // Loaded when needed, because the modules of CEL take long to load.
    conditions: () => (checks ??= import('./conditions.js').then(({ conditionsCheck }) => conditionsCheck(authorizer))),
    namespaceNamed: namespaceFinder(objects),
    observer: webhookObserver,
    clock: () => performance.now(),
    onIgnored: throttled((error, webhook: string) =>
      onError(error, `the webhook ${JSON.stringify(webhook)}, whose failures are ignored`),
    ),
  };
  return {
    dispatch<Result>(attributes: AdmissionAttributes, dispatch: Dispatch<Result>) {
      const first = fixed();
      const call = (webhooks: readonly Webhook[]): Awaitable<Result | undefined> => {
        if (webhooks.length === 0) return undefined;
        const candidates = plan(webhooks, kinds.current(), attributes);
        return candidates.length === 0 ? undefined : dispatch(candidates, options);
      };
      // Those of the API could keep each other from being corrected.
      if (isExempt(attributes, domain)) return call(first);
      const run = (configurations: readonly WebhookConfiguration[]): Awaitable<Result | undefined> => {
        const webhooks = joined(first, allWebhooks(configurations));
        endpoints.keepOnly(webhooks);
        return call(webhooks);
      };
      const configurations = objects.list(type, { signal: attributes.signal });
      const later = async (list: typeof configurations): Promise<Result | undefined> => run(await list);
      return configurations instanceof Promise ? later(configurations) : run(configurations);
    },
  };
}
