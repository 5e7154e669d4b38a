import { createHash } from 'node:crypto';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import {
  NoVerdictError,
  type AdmissionService,
  type Annotation,
  type Description,
  type Refusal,
  type Review,
  type Verdict,
} from '@pilothouse/runtime/admission-api/service.js';
import { phasesOf, type Plugin, type PluginCall } from '../plugin.js';

export interface ServiceOptions {
  /** In the order in which they run. */
  readonly plugins: readonly Plugin[];
  /** Receives the result of each plugin. */
  readonly onReview?: (reviewed: Reviewed) => void;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Result of one plugin. It has no content of the object, and no message of a refusal, which may quote the content. */
export interface Reviewed extends Pick<Review, 'uid' | 'phase' | 'operation' | 'namespace' | 'name'> {
  readonly plugin: string;
  readonly resource: string;
  readonly user: string;
  readonly result: 'admitted' | 'changed' | 'refused' | 'failed';
  /** Why the plugin failed. */
  readonly error?: unknown;
  readonly milliseconds: number;
}

export interface PluginService extends AdmissionService {
  /** Must be called when the rules of a plugin change. */
  readonly changed: () => void;
}

/** An admission service that runs plugins in this process. */
export function pluginService(options: ServiceOptions): PluginService {
  const { plugins } = options;
  const byName = new Map<string, Plugin>(plugins.map((plugin) => [plugin.name, plugin]));
  const listeners: (() => void)[] = [];
  let description = describe(plugins);
  return {
    describe: async () => description,
    async review(review, { signal }) {
      const { revision } = description;
      const selected = review.plugins.map((name) => byName.get(name) ?? unknownPlugin(name));
      const warnings: string[] = [];
      const annotations: Annotation[] = [];
      const reported = { warnings, annotations, revision };
      const changedBy: string[] = [];
      let object = review.object;
      for (const plugin of selected) {
        const call = callOf(plugin, reported, signal);
        const outcome = await run(plugin, { ...review, object }, call, options);
        if (outcome.type === 'refused') return { ...reported, ...outcome.refusal };
        if (outcome.object === undefined) continue;
        object = outcome.object;
        changedBy.push(plugin.name);
      }
      if (object === undefined || changedBy.length === 0) return { ...reported, allowed: true };
      return { ...reported, allowed: true, change: { object, by: changedBy } };
    },
    onChange: (listener) => void listeners.push(listener),
    changed() {
      description = describe(plugins);
      for (const listener of listeners) listener();
    },
  };
}

/** The revision is a hash of the description, so that replicas with the same plugins have the same revision. */
function describe(plugins: readonly Plugin[]): Description {
  const described = plugins.map((plugin) => ({
    name: plugin.name,
    rules: plugin.rules(),
    phases: phasesOf(plugin),
    sideEffects: 'None' as const,
    reinvocation: plugin.reinvocation ?? ('Never' as const),
  }));
  const revision = createHash('sha256').update(JSON.stringify(described)).digest('hex').slice(0, 16);
  return { plugins: described, revision };
}

function callOf({ name: plugin }: Plugin, reported: Reported, signal: AbortSignal): PluginCall {
  return {
    signal,
    warn: (text) => void reported.warnings.push(text),
    annotate: (key, value) => void reported.annotations.push({ plugin, key, value }),
  };
}

interface Reported extends Pick<Verdict, 'revision'> {
  readonly warnings: string[];
  readonly annotations: Annotation[];
}

type Outcome =
  { readonly type: 'admitted'; readonly object?: JsonObject } | { readonly type: 'refused'; readonly refusal: Refusal };

async function run(plugin: Plugin, review: Review, call: PluginCall, options: ServiceOptions): Promise<Outcome> {
  const { now, onReview } = options;
  const { uid, phase, operation, namespace, name, resource, subresource, user } = review;
  const started = now();
  const report = (result: Pick<Reviewed, 'result' | 'error'>): void =>
    onReview?.({
      uid,
      phase,
      operation,
      namespace,
      name,
      user: user.name,
      plugin: plugin.name,
      resource: subresource === '' ? resource.resource : `${resource.resource}/${subresource}`,
      ...result,
      milliseconds: now() - started,
    });
  try {
    const object = phase === 'MUTATE' ? await plugin.mutate?.(review, call) : undefined;
    if (phase === 'VALIDATE') await plugin.validate?.(review, call);
    report({ result: object === undefined ? 'admitted' : 'changed' });
    return { type: 'admitted', ...(object && { object }) };
  } catch (error) {
    if (error instanceof StatusError) {
      report({ result: 'refused' });
      return { type: 'refused', refusal: refusalOf(plugin, error) };
    }
    report({ result: 'failed', error });
    throw error;
  }
}

function refusalOf({ name }: Plugin, { code, reason, message, details }: StatusError): Refusal {
  const status = { code, reason, message, ...(details && { details: details as unknown as JsonObject }) };
  return { allowed: false, by: name, status };
}

function unknownPlugin(name: string): never {
  throw new NoVerdictError('invalid', `unknown plugin ${JSON.stringify(name)}`);
}
