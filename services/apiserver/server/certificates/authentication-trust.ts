import { derived, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { publishedTrust, type Trust } from '../../authn/published-trust.js';
import type { ProxyOptions } from '../../options/authentication.js';
import type { Environment } from '../../registry/environment.js';
import type { Resource } from '../../registry/resource.js';
import { updateObject } from '../../registry/update.js';
import { NO_ADMISSION } from '../../registry/write.js';
import type { KnownAuthorities } from './client-authorities.js';

const NAMESPACE = 'kube-system';
/** ConfigMap from which delegated authentication reads its authorities, such as that of Kubernetes' controller manager and scheduler. */
export const TRUST_MAP = 'extension-apiserver-authentication';
/** Milliseconds between two checks whether it still exists; as in Kubernetes. */
const INTERVAL = 60_000;

/** Content of the ConfigMap: the authorities, and the headers of authenticating proxies. */
export function trustOf(authorities: Changing<KnownAuthorities>, proxy: ProxyOptions | undefined): Changing<Trust> {
  return derived(authorities, ({ shared, proxies }) => ({
    users: shared,
    ...(proxy && { proxies: { ...proxy, authorities: proxies } }),
  }));
}

export interface TrustOptions {
  readonly trust: Changing<Trust>;
  readonly configMaps: Resource;
  readonly environment: Pick<Environment, 'now'>;
  /** Called for each failed write. */
  readonly onError: (error: unknown) => void;
  /** Ends the updates. */
  readonly signal: AbortSignal;
  /** Milliseconds between two checks; a minute when absent. */
  readonly interval?: number;
}

/**
 * Keeps the ConfigMap current. Resolves after the first attempt, even if it failed: the server can serve without it.
 */
export async function keepTrust(options: TrustOptions): Promise<void> {
  const { trust, onError, signal, interval = INTERVAL } = options;
  const publish = (): Promise<void> =>
    publishTrust(options).catch((error: unknown) => {
      if (!signal.aborted) onError(error);
    });
  await publish();
  if (signal.aborted) return;
  trust.onChange(() => void publish(), signal);
  const timer = setInterval(() => void publish(), interval).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

async function publishTrust({ trust, configMaps, environment, signal }: TrustOptions): Promise<void> {
  const { kind, apiVersion, decode } = configMaps;
  const change = (live: JsonObject): JsonObject => {
    const found = live['data'] as Record<string, string> | undefined;
    const data = publishedTrust(found ?? {}, trust.current(), environment.now().getTime());
    return Object.assign(newObject(), live, { data: Object.assign(newObject(), data) });
  };
  const empty = (): JsonObject => {
    const metadata = { name: TRUST_MAP, namespace: NAMESPACE };
    return decode(Object.assign(newObject(), { kind, apiVersion, metadata })).value;
  };
  await updateObject(configMaps, {
    namespace: NAMESPACE,
    name: TRUST_MAP,
    subresource: '',
    dryRun: false,
    signal,
    admission: NO_ADMISSION,
    manager: 'pilothouse',
    change,
    absent: { create: () => change(empty()), admission: NO_ADMISSION },
  });
}
