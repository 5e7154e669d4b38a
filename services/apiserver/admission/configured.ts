import { systemTiming } from '@pilothouse/client/timing.js';
import type { AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { AdmissionOptions } from '../options/admission.js';
import type { AdmissionLink, AdmissionObserver } from './admission.js';
import { serviceLink } from './service-link.js';

/** A service of the same process. */
export interface LocalAdmissionService {
  readonly name: string;
  readonly service: AdmissionService;
}

export interface ConfiguredServicesOptions {
  readonly uuid: () => string;
  readonly observer?: AdmissionObserver;
  readonly onError: (error: unknown, service: string) => void;
  /** Told of services that give answers again; nobody when absent. */
  readonly onRecovered?: (service: string) => void;
  /** Counts how files are read anew; nobody does when absent. */
  readonly reloads?: Reloads;
  readonly signal: AbortSignal;
}

/**
 * Everybody besides the built-in plugins who has a say: first the services of this process, which must be asked, then those
 * that options name. What it takes to reach others is loaded only where there are any.
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
      // It is the same process: there is nothing that a start would have to wait for.
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
