import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Timing } from '@pilothouse/client/timing.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { AdmissionOptions } from '../../options/admission.js';
import type { AdmissionLink, AdmissionObserver } from '../admission.js';
import { serviceLink } from '../service-link.js';
import { parseConfig, usualConfig, type AdmissionConfig, type RemoteServiceConfig, type TlsFiles } from './config.js';
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

/**
 * The configured services, those of the file last. Rejects if the file, or one that it names, is unusable. Availability of
 * the services is not checked here.
 */
export async function remoteLinks(
  { services, configFile }: AdmissionOptions,
  options: RemoteLinkOptions,
): Promise<AdmissionLink[]> {
  const configs = [
    ...services.map(usualConfig),
    ...(configFile === undefined ? [] : (await readConfig(configFile)).services),
  ];
  const names = configs.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new Error(`${configFile}: a flag already has a service named ${repeated}`);
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
  const service = grpcAdmissionService({ connection, timing });
  return serviceLink({
    ...config,
    ...options,
    signal,
    service,
    onError: report,
    onRecovered: () => onRecovered?.(config.name),
  });
}

/** Paths in the file are relative to its directory. */
export async function readConfig(path: string): Promise<AdmissionConfig> {
  const directory = dirname(path);
  try {
    const { services, limitedResources } = parseConfig(await readFile(path, 'utf8'));
    return { services: services.map((each) => ({ ...each, tls: within(directory, each.tls) })), limitedResources };
  } catch (error) {
    throw new Error(`${path}: ${errorMessage(error)}`, { cause: error });
  }
}

function within(directory: string, { caFile, certFile, keyFile, ...rest }: TlsFiles): TlsFiles {
  return {
    ...rest,
    ...(caFile !== undefined && { caFile: resolve(directory, caFile) }),
    ...(certFile !== undefined && { certFile: resolve(directory, certFile) }),
    ...(keyFile !== undefined && { keyFile: resolve(directory, keyFile) }),
  };
}
