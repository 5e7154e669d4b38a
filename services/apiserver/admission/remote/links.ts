import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Timing } from '@pilothouse/client/timing.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { AdmissionOptions } from '../../options/admission.js';
import type { AdmissionLink, AdmissionObserver } from '../admission.js';
import { serviceLink } from '../service-link.js';
import { parseConfig, usualConfig, type RemoteServiceConfig, type TlsFiles } from './config.js';
import { connectionTo } from './connection.js';
import { grpcAdmissionService } from './grpc-service.js';

export interface RemoteLinkOptions {
  readonly uuid: () => string;
  readonly timing: Timing;
  readonly observer?: AdmissionObserver;
  /** Told of services that give no answer and of files that cannot be used. */
  readonly onError: (error: unknown, service: string) => void;
  /** Told of services that give answers again; nobody when absent. */
  readonly onRecovered?: (service: string) => void;
  /** Counts how the files of certificates are read anew; nobody does when absent. */
  readonly reloads?: Reloads;
  readonly signal: AbortSignal;
}

/**
 * The services that options name, those of the file last. Rejects where the file, or one that it names, cannot be used; whether
 * a service answers is seen later.
 */
export async function remoteLinks(
  { services, configFile }: AdmissionOptions,
  options: RemoteLinkOptions,
): Promise<AdmissionLink[]> {
  const configs = [...services.map(usualConfig), ...(configFile === undefined ? [] : await readConfig(configFile))];
  const names = configs.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new Error(`${configFile}: the flags have a service named ${repeated} already`);
  return Promise.all(configs.map((config) => remoteLink(config, options)));
}

/** One service as a part of the chain. */
async function remoteLink(
  { target, tls, ...config }: RemoteServiceConfig,
  { onError, onRecovered, reloads, signal: end, ...options }: RemoteLinkOptions,
): Promise<AdmissionLink> {
  const { timing } = options;
  // Its own, since many listeners to one signal are reported as a leak.
  const signal = AbortSignal.any([end]);
  const tell = (error: unknown): void => onError(error, config.name);
  const onReload = reloads?.of('admission-control-config-file');
  const connection = await connectionTo({ target, tls }, { signal, onError: tell, onReload });
  const service = grpcAdmissionService({ connection, timing });
  return serviceLink({
    ...config,
    ...options,
    signal,
    service,
    onError: tell,
    onRecovered: () => onRecovered?.(config.name),
  });
}

/** Paths in the file are seen from its directory. */
async function readConfig(path: string): Promise<RemoteServiceConfig[]> {
  const directory = dirname(path);
  try {
    return parseConfig(await readFile(path, 'utf8')).map((config) => ({
      ...config,
      tls: within(directory, config.tls),
    }));
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
