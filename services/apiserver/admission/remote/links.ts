import type { Timing } from '@pilothouse/client/timing.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { AdmissionLink, AdmissionObserver } from '../admission.js';
import { serviceLink } from '../service-link.js';
import type { RemoteServiceConfig } from './config.js';
import { connectionTo } from './connection.js';
import { grpcAdmissionService } from './grpc-service.js';

export interface RemoteLinkOptions {
  readonly uuid: () => string;
  readonly timing: Timing;
  readonly observer?: AdmissionObserver;
  /** Called for services that do not respond and for unusable files. */
  readonly onError: (error: unknown, service: string) => void;
  /** Called when a service responds again. */
  readonly onRecovered?: (service: string) => void;
  /** Counts reloads of certificate files; absent without metrics. */
  readonly reloads?: Reloads;
  readonly signal: AbortSignal;
}

/** The services in order. Rejects if a file that one of them names is unusable. Their availability is not checked here. */
export function remoteLinks(
  configs: readonly RemoteServiceConfig[],
  options: RemoteLinkOptions,
): Promise<AdmissionLink[]> {
  return Promise.all(configs.map((config) => remoteLink(config, options)));
}

/** One service as a link of the chain. */
async function remoteLink(
  { target, tls, ...config }: RemoteServiceConfig,
  { onError, onRecovered, reloads, signal: end, ...options }: RemoteLinkOptions,
): Promise<AdmissionLink> {
  const { timing } = options;
  // A separate signal, since Node reports many listeners to one signal as a leak.
  const signal = AbortSignal.any([end]);
  const report = (error: unknown): void => onError(error, config.name);
  const onReload = reloads?.of('admission-control-config-file');
  const connection = await connectionTo({ target, tls }, { signal, onError: report, onReload });
  const service = grpcAdmissionService({ connection, addresses: target.addresses.length, timing });
  return serviceLink({
    ...config,
    ...options,
    signal,
    service,
    onError: report,
    onRecovered: () => onRecovered?.(config.name),
  });
}
