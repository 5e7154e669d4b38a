import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { User } from '@pilothouse/authentication/user.js';
import type { ResourceDefinition } from '../registry/definition.js';
import type { AdmissionHooks } from '../registry/write.js';

/** What is about to happen to an object. */
export interface AdmissionAttributes {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly definition: ResourceDefinition;
  readonly subresource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** As it will be; absent on delete. */
  readonly object: JsonObject | undefined;
  /** As it is; absent on create. */
  readonly old: JsonObject | undefined;
  readonly user: User;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** A rule that writes must pass. Each method throws a StatusError to refuse. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Runs before validation and may change `object`. Not called for deletes. */
  admit?(attributes: AdmissionAttributes): Promise<void>;
  /** Runs after validation and changes nothing. */
  validate?(attributes: AdmissionAttributes): Promise<void>;
}

/** The plugins in their order, bound to one request: what the registry calls while it writes. */
export function admissionHooks(
  plugins: readonly AdmissionPlugin[],
  request: Omit<AdmissionAttributes, 'object' | 'old'>,
): AdmissionHooks {
  return {
    async mutate(object, old) {
      for (const plugin of plugins) await plugin.admit?.({ ...request, object, old });
    },
    async validate(object, old) {
      for (const plugin of plugins) await plugin.validate?.({ ...request, object, old });
    },
  };
}
