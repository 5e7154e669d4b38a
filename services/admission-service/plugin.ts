import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionRule, Phase, Review } from '@pilothouse/runtime/admission-api/service.js';

/**
 * All plugins, in the order in which they run. Their changes are independent of each other. ServiceAccount is the last
 * mutating plugin, so that only plugins of other services can cause its reinvocation.
 */
export const PLUGIN_NAMES = ['Priority', 'DefaultTolerationSeconds', 'ServiceAccount', 'Policy'] as const;

export type PluginName = (typeof PLUGIN_NAMES)[number];

/**
 * An admission plugin. Its functions throw a StatusError to deny a write, and any other error when they cannot decide.
 * They do not change their arguments, have no side effects and are idempotent.
 */
export interface Plugin {
  readonly name: PluginName;
  /** The writes that the plugin reviews. They can change at run time. */
  readonly rules: () => readonly AdmissionRule[];
  /** Whether `mutate` runs again after a later plugin changed the object. Never when absent. */
  readonly reinvocation?: 'IfNeeded';
  /** Returns the changed object, or undefined for no change. */
  readonly mutate?: (review: Review, call: PluginCall) => Promise<JsonObject | undefined>;
  /** Receives the object as it will be stored. */
  readonly validate?: (review: Review, call: PluginCall) => Promise<void>;
}

export interface PluginCall {
  readonly signal: AbortSignal;
  /** Sends a warning to the client, also with a denial. */
  readonly warn: (text: string) => void;
  /** Adds an audit annotation. */
  readonly annotate: (key: string, value: string) => void;
}

/** The phases that a plugin implements. */
export function phasesOf({ mutate, validate }: Plugin): Phase[] {
  return [...(mutate ? (['MUTATE'] as const) : []), ...(validate ? (['VALIDATE'] as const) : [])];
}

/** A 403 in the format of Kubernetes' plugins: `pods "x" is forbidden: why`. */
export function forbidden({ resource, name, object }: Review, why: string): StatusError {
  const { group, resource: plural } = resource;
  const shown = name === '' ? nameOrPrefix(object) : name;
  return new StatusError(
    'Forbidden',
    `${qualifiedResource({ group, resource: plural })} ${JSON.stringify(shown)} is forbidden: ${why}`,
    {
      details: { name: shown, ...(group !== '' && { group }), kind: plural },
    },
  );
}

/** The name, or the `generateName` prefix of a name that is not generated yet. */
function nameOrPrefix(object: JsonObject | undefined): string {
  const metadata = (object?.['metadata'] ?? {}) as { readonly name?: string; readonly generateName?: string };
  return metadata.name || metadata.generateName || 'Unknown';
}
