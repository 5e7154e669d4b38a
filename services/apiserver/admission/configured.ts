import { systemTiming } from '@pilothouse/client/timing.js';
import type { AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { LimitedResource } from '@pilothouse/kinds/core/quota/limited-resources.js';
import type { AdmissionOptions } from '../options/admission.js';
import type { AdmissionLink, AdmissionObserver } from './admission.js';
import { serviceLink } from './service-link.js';

/** A service in this process. */
export interface LocalAdmissionService {
  readonly name: string;
  readonly service: AdmissionService;
}

export interface ConfiguredServicesOptions {
  readonly uuid: () => string;
  readonly observer?: AdmissionObserver;
  readonly onError: (error: unknown, service: string) => void;
  /** Called when a service responds again. */
  readonly onRecovered?: (service: string) => void;
  /** Counts reloads of files; absent without metrics. */
  readonly reloads?: Reloads;
  readonly signal: AbortSignal;
}

/**
 * The configured admission services: first those of this process, which have the failure policy Fail, then those of the
 * options. The gRPC client is loaded only if the options name a service.
 */
export async function configuredServices(
  local: readonly LocalAdmissionService[],
  admission: AdmissionOptions | undefined,
  { onError, onRecovered, reloads, ...options }: ConfiguredServicesOptions,
): Promise<AdmissionLink[]> {
  const common = { ...options, timing: systemTiming };
  const links = await Promise.all(
    local.map(async ({ name, service }) => {
      const onNoAnswer = (error: unknown): void => onError(error, name);
      const { asked, ...link } = serviceLink({ ...common, name, service, failurePolicy: 'Fail', onError: onNoAnswer });
      // A service in this process needs no wait at the start.
      await asked;
      return link;
    }),
  );
  if (admission === undefined || (admission.services.length === 0 && admission.configFile === undefined)) return links;
  const { remoteLinks } = await import('./remote/links.js');
  return [
    ...links,
    ...(await remoteLinks(admission, {
      ...common,
      onError,
      ...(onRecovered && { onRecovered }),
      ...(reloads && { reloads }),
    })),
  ];
}

/** Resources that can be used only under a quota, as the configuration file names them. Rejects if it is unusable. */
export async function configuredLimits(configFile: string | undefined): Promise<readonly LimitedResource[]> {
  if (configFile === undefined) return [];
  const { readConfig } = await import('./remote/links.js');
  return (await readConfig(configFile)).limitedResources;
}
