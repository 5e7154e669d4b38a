import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { Capabilities } from '../capabilities.js';
import type { Manifests } from '../manifests/load.js';
import { pluginManifests } from '../manifests/plugin-manifests.js';
import { mutatingWebhookManifests, validatingWebhookManifests } from '../manifests/restrictions.js';
import type { PluginHost } from '../plugin.js';
import type { WebhookPhase } from './observe.js';
import { allWebhooks, type Webhook, type WebhookConfiguration } from './webhook.js';

interface StaticOptions {
  readonly phase: WebhookPhase;
  /** Empty for none. */
  readonly directory: string;
}

/** Reads the webhooks of a directory of manifests. The result returns the same list until they change. */
export async function staticWebhooks(
  { phase, directory }: StaticOptions,
  host: PluginHost & Pick<Capabilities, 'allowsStaticManifests' | 'manifestObserver'>,
): Promise<() => readonly Webhook[]> {
  const isMutating = phase === 'admit';
  const plugin = isMutating ? 'MutatingAdmissionWebhook' : 'ValidatingAdmissionWebhook';
  const rulesOf = isMutating ? mutatingWebhookManifests : validatingWebhookManifests;
  const manifests = await pluginManifests(plugin, directory, rulesOf, host);
  if (manifests === undefined) return () => NONE;
  const webhooksIn = keyed((loaded: Manifests): readonly Webhook[] => {
    // The loader has decoded and validated the objects as those of the kind.
    const configurations = [...loaded.values()].flat() as unknown as readonly WebhookConfiguration[];
    return allWebhooks(configurations).map((webhook) => ({ ...webhook, id: `manifest/${webhook.id}` }));
  });
  return () => webhooksIn(manifests.current());
}

const NONE: readonly Webhook[] = [];
