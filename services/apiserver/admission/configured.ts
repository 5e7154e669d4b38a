import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { AdmissionOptions } from '../options/admission.js';
import type { AdmissionConfiguration } from './configuration.js';
import { usualConfig, type RemoteServiceConfig } from './remote/config.js';
import type { AdmissionLink, AdmissionObserver } from './admission.js';

export interface ConfiguredAdmissionOptions {
  readonly domain: Domain;
  readonly uuid: () => string;
  readonly observer?: AdmissionObserver;
  readonly onError: (error: unknown, service: string) => void;
  /** Called when a service responds again. */
  readonly onRecovered?: (service: string) => void;
  /** Counts reloads of files; absent without metrics. */
  readonly reloads?: Reloads;
  readonly signal: AbortSignal;
}

/** What the options configure. */
export interface ConfiguredAdmission {
  readonly services: readonly AdmissionLink[];
  readonly configurations: AdmissionConfiguration['configurations'];
}

/** Reads the configuration file. The code for YAML is loaded only for it. */
async function readFileOf(path: string, domain: Domain): Promise<AdmissionConfiguration> {
  const { readAdmissionConfiguration } = await import('./configuration.js');
  return readAdmissionConfiguration(path, domain);
}

/**
 * The services of the flags, then those of the file, and the configuration of the plugins. The gRPC client is loaded only if there
 * is a service. Rejects if a file is unusable.
 */
export async function configuredAdmission(
  admission: AdmissionOptions | undefined,
  { domain, onError, onRecovered, reloads, ...options }: ConfiguredAdmissionOptions,
): Promise<ConfiguredAdmission> {
  const { configFile, services: targets = [] } = admission ?? {};
  const file = configFile === undefined ? undefined : await readFileOf(configFile, domain);
  const configs = [...targets.map(usualConfig), ...(file?.services ?? [])];
  const names = configs.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new Error(`${configFile}: a flag already has a service named ${repeated}`);
  return {
    services: configs.length === 0 ? [] : await linksTo(configs),
    configurations: file?.configurations ?? new Map(),
  };

  async function linksTo(all: readonly RemoteServiceConfig[]): Promise<AdmissionLink[]> {
    const { remoteLinks } = await import('./remote/links.js');
    return remoteLinks(all, {
      ...options,
      timing: systemTiming,
      onError,
      ...(onRecovered && { onRecovered }),
      ...(reloads && { reloads }),
    });
  }
}
