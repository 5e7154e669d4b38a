import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionRule, Phase, Review } from '@pilothouse/runtime/admission-api/service.js';

/**
 * The plugins there are, in the order in which they run. What they change does not depend on each other; ServiceAccount is
 * the last of those that change anything, so that it is asked once more only after what others have done.
 */
export const PLUGIN_NAMES = ['Priority', 'DefaultTolerationSeconds', 'ServiceAccount', 'Policy'] as const;

export type PluginName = (typeof PLUGIN_NAMES)[number];

/**
 * A rule that writes must pass. Its functions throw a StatusError to refuse, and any other error where they cannot tell; of
 * what they are given they change nothing. A plugin does nothing besides, and says the same when it is asked again.
 */
export interface Plugin {
  readonly name: PluginName;
  /** What it wants to see at present. */
  readonly rules: () => readonly AdmissionRule[];
  /** Whether `mutate` is to be called once more when somebody later has changed the object; not where absent. */
  readonly reinvocation?: 'IfNeeded';
  /** Returns the object as it should be, where that differs. */
  readonly mutate?: (review: Review, call: PluginCall) => Promise<JsonObject | undefined>;
  /** Sees the object as it is to be stored. */
  readonly validate?: (review: Review, call: PluginCall) => Promise<void>;
}

export interface PluginCall {
  readonly signal: AbortSignal;
  /** Tells the client of something, whatever comes of the request. */
  readonly warn: (text: string) => void;
  /** Tells the audit log. */
  readonly annotate: (key: string, value: string) => void;
}

/** The phases in which a plugin is asked. */
export function phasesOf({ mutate, validate }: Plugin): Phase[] {
  return [...(mutate ? (['MUTATE'] as const) : []), ...(validate ? (['VALIDATE'] as const) : [])];
}

/** A refusal in the words of Kubernetes' own plugins: `pods "x" is forbidden: why`. */
export function forbidden({ resource, name, object }: Review, why: string): StatusError {
  const { group, resource: plural } = resource;
  const shown = name === '' ? nameToBe(object) : name;
  return new StatusError(
    'Forbidden',
    `${qualifiedResource({ group, resource: plural })} ${JSON.stringify(shown)} is forbidden: ${why}`,
    {
      details: { name: shown, ...(group !== '' && { group }), kind: plural },
    },
  );
}

/** Names that are to be generated are known by what they begin with. */
function nameToBe(object: JsonObject | undefined): string {
  const metadata = (object?.['metadata'] ?? {}) as { readonly name?: string; readonly generateName?: string };
  return metadata.name || metadata.generateName || 'Unknown';
}
