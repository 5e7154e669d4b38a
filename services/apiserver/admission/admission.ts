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

/** What is about to happen, as long as a request lasts. */
export interface AdmissionRequest {
  readonly operation: Operation;
  readonly definition: ResourceDefinition;
  /** The version of the resource that the request names. */
  readonly version: string;
  readonly subresource: string;
  /** What the object is, which for actions such as `token` is of another kind than the resource. */
  readonly type: AdmittedType;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  /** Empty where it is still to be generated. */
  readonly name: string;
  readonly user: User;
  readonly dryRun: boolean;
  /** CreateOptions, UpdateOptions, PatchOptions or DeleteOptions; made when asked for. */
  readonly options: () => JsonObject;
  readonly signal: AbortSignal;
  /** Tells the client of something, whatever comes of the request. */
  readonly warn: (text: string) => void;
  /** Tells the audit log; keys are `<plugin>/<key>`. */
  readonly annotate: (key: string, value: string) => void;
}

export interface AdmittedType extends TypeMeta {
  /** Normalises what somebody made of an object; throws DecodeError. */
  readonly decode: (value: JsonObject) => Decoded;
}

export interface AdmissionAttributes extends AdmissionRequest {
  /** As it will be; absent on delete. */
  readonly object: JsonObject | undefined;
  /** As it is; absent on create. */
  readonly old: JsonObject | undefined;
  /** Makes a creation fail unless what it was allowed for is still so when the object is stored. */
  readonly addPrecondition?: (precondition: AdmissionPrecondition) => void;
}

/**
 * A rule that writes must pass. Each method throws a StatusError to refuse, and changes nothing of what it is given.
 * Where it does not say otherwise, a plugin sees all writes, has no side effects and is not asked twice.
 */
export interface AdmissionPlugin extends Partial<PluginRules> {
  readonly name: string;
  /** Runs before validation; returns the object as it should be, where that differs. */
  admit?(attributes: AdmissionAttributes): Promise<JsonObject | undefined>;
  /** Runs after validation. */
  validate?(attributes: AdmissionAttributes): Promise<void>;
}

/** What the chain is made of: one built-in plugin, or a service with all of its plugins. */
export interface AdmissionLink {
  /** Another number whenever its plugins are others. */
  readonly revision: () => number;
  readonly plugins: (phase: Phase) => readonly LinkPlugin[];
  /** The name of a service that must be asked and that nobody has reached yet. */
  readonly missing?: () => string | undefined;
  /** Resolves once it has been asked what its plugins are, whatever came of it. */
  readonly asked?: Promise<void>;
  /** Whether it wants to see nothing of a namespace. */
  readonly ignores?: (namespace: string) => boolean;
  /** Asks plugins of the link, by their names. Throws a StatusError to refuse. */
  readonly mutate: (attributes: AdmissionAttributes, plugins: readonly string[]) => Promise<Change | undefined>;
  readonly validate: (attributes: AdmissionAttributes, plugins: readonly string[]) => Promise<void>;
}

export interface LinkPlugin extends PluginRules {
  readonly name: string;
  /** What it may be asked about at all; everything when absent. */
  readonly within?: readonly AdmissionRule[];
}

/** How an answer of a plugin, or of several plugins of a service at once, came out; `ignored` are failures that do not count. */
export type Outcome = 'admitted' | 'rejected' | 'failed' | 'ignored';

/** Told of every call: the name of the plugin or service, and the seconds that it took. */
export type AdmissionObserver = (
  name: string,
  operation: Operation,
  seconds: number,
  outcome: Outcome,
  phase: Phase,
) => void;
