import type { APIServiceSpec } from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { WantedService } from './wanted.js';

/** What the synchronisation needs of a stored APIService. */
export interface StoredService {
  readonly uid: string;
  /** Value of the label; other values than those of Managed mean that the server leaves the object unchanged. */
  readonly managed: string | undefined;
  readonly spec: APIServiceSpec;
}

export interface ServiceState {
  readonly wanted: WantedService | undefined;
  readonly stored: StoredService | undefined;
  /** Whether the object was stored when this server started. */
  readonly wasStored: boolean;
  /** Whether this server has synchronised the name before. */
  readonly isSynchronised: boolean;
}

export type Step = 'none' | 'create' | 'update' | 'delete';

/**
 * The next step for an APIService (Kubernetes' checkAPIService). An object with the label `onstart` is synchronised
 * once, and only if an earlier server left it. An object with the label `true` is synchronised at every change. Other
 * objects stay unchanged.
 */
export function nextStep({ wanted, stored, wasStored, isSynchronised }: ServiceState): Step {
  if (wanted?.managed === 'onstart' && isSynchronised) return 'none';
  if (stored === undefined) return wanted === undefined ? 'none' : 'create';
  if (stored.managed !== 'onstart' && stored.managed !== 'true') return 'none';
  if (stored.managed === 'onstart' && (!wasStored || isSynchronised)) return 'none';
  if (wanted === undefined) return 'delete';
  return deepEqual(stored.spec, wanted.spec) ? 'none' : 'update';
}
