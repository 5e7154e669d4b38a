import type { AdmissionAttributes, AdmissionRequest } from '@pilothouse/admission/attributes.js';
import type { Awaitable } from '@pilothouse/admission/awaitable.js';
import type {
  AdmissionRule,
  Change,
  Operation,
  Phase,
  PluginRules,
} from '@pilothouse/runtime/admission-api/service.js';
import type { ServedDefinition } from '@pilothouse/kinds/definition/definition.js';

/** A write under admission, with what only this server knows of it. */
export interface ServerRequest extends AdmissionRequest {
  readonly definition: ServedDefinition;
}

export interface ServerAttributes extends AdmissionAttributes {
  readonly definition: ServedDefinition;
}

/** A link of the chain: one built-in plugin, or a service with all of its plugins. */
export interface AdmissionLink {
  /** Grows whenever the plugins change; absent if they never do. */
  readonly revision?: () => number;
  readonly plugins: (phase: Phase) => readonly LinkPlugin[];
  /** It is a plugin of this process, which runs again in the second round. A change by a service requires that round. */
  readonly isPlugin?: true;
  /** The name of a service with failure policy Fail that has not been reached yet. */
  readonly missing?: () => string | undefined;
  /** Resolves after the first call that describes the plugins, successful or not. */
  readonly asked?: Promise<void>;
  /** Whether the namespace is excluded. */
  readonly ignores?: (namespace: string) => boolean;
  /** Calls plugins of the link, by name. Throws a StatusError to refuse the write. */
  readonly mutate: (attributes: ServerAttributes, plugins: readonly string[]) => Awaitable<Change | undefined>;
  readonly validate: (attributes: ServerAttributes, plugins: readonly string[]) => Awaitable<void>;
}

export interface LinkPlugin extends PluginRules {
  readonly name: string;
  /** Restricts the requests that the plugin may see; no restriction when absent. */
  readonly within?: readonly AdmissionRule[];
}

/** Outcome of a call to a plugin, or to several plugins of a service at once. `ignored` is a failure under the policy Ignore. */
export type Outcome = 'admitted' | 'rejected' | 'failed' | 'ignored';

/** Observes each call: name of the plugin or service, and duration in seconds. */
export type AdmissionObserver = (
  name: string,
  operation: Operation,
  seconds: number,
  outcome: Outcome,
  phase: Phase,
) => void;
