import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import type {
  AdmissionRule,
  Change,
  Operation,
  Phase,
  PluginRules,
} from '@pilothouse/runtime/admission-api/service.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { TypeMeta } from '@pilothouse/kinds/definition/stored-form.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { User } from '@pilothouse/token-authenticators/user.js';

/** A write under admission. Valid for the duration of the request. */
export interface AdmissionRequest {
  readonly operation: Operation;
  readonly definition: ResourceDefinition;
  /** The version of the resource that the request names. */
  readonly version: string;
  readonly subresource: string;
  /** Kind of the object. For actions such as `token` it differs from the resource's kind. */
  readonly type: AdmittedType;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  /** Empty if the name is still to be generated. */
  readonly name: string;
  readonly user: User;
  readonly dryRun: boolean;
  /** CreateOptions, UpdateOptions, PatchOptions or DeleteOptions; built on demand. */
  readonly options: () => JsonObject;
  readonly signal: AbortSignal;
  /** Adds a warning to the response, for any outcome. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit event. Keys are `<plugin>/<key>`. */
  readonly annotate: (key: string, value: string) => void;
}

export interface AdmittedType extends TypeMeta {
  /** Normalises an object that a plugin changed; throws DecodeError. */
  readonly decode: (value: JsonObject) => Decoded;
}

export interface AdmissionAttributes extends AdmissionRequest {
  /** The new object; absent on delete. */
  readonly object: JsonObject | undefined;
  /** The stored object; absent on create. */
  readonly old: JsonObject | undefined;
  /** Adds a precondition of a creation, which is checked again when the object is stored. */
  readonly addPrecondition?: (precondition: AdmissionPrecondition) => void;
}

/**
 * An admission plugin. Each method throws a StatusError to refuse the write, and never modifies its arguments.
 * By default a plugin sees all writes, has no side effects and is not reinvoked.
 */
export interface AdmissionPlugin extends Partial<PluginRules> {
  readonly name: string;
  /** Runs before validation. Returns the changed object, or undefined if it does not change. */
  admit?(attributes: AdmissionAttributes): Promise<JsonObject | undefined>;
  /** Runs after validation. */
  validate?(attributes: AdmissionAttributes): Promise<void>;
}

/** A link of the chain: one built-in plugin, or a service with all of its plugins. */
export interface AdmissionLink {
  /** Grows whenever the plugins change. */
  readonly revision: () => number;
  readonly plugins: (phase: Phase) => readonly LinkPlugin[];
  /** The name of a service with failure policy Fail that has not been reached yet. */
  readonly missing?: () => string | undefined;
  /** Resolves after the first call that describes the plugins, successful or not. */
  readonly asked?: Promise<void>;
  /** Whether the namespace is excluded. */
  readonly ignores?: (namespace: string) => boolean;
  /** Calls plugins of the link, by name. Throws a StatusError to refuse the write. */
  readonly mutate: (attributes: AdmissionAttributes, plugins: readonly string[]) => Promise<Change | undefined>;
  readonly validate: (attributes: AdmissionAttributes, plugins: readonly string[]) => Promise<void>;
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
