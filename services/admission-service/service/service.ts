import type { AdmissionAttributes } from '@pilothouse/admission/attributes.js';
import { EVERY_WRITE } from '@pilothouse/admission/matching/rules.js';
import type { AdmissionPlugin } from '@pilothouse/admission/plugin.js';
import type { ReviewCall } from '@pilothouse/runtime/admission-api/review-call.js';
import { createHash } from 'node:crypto';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import {
  NoVerdictError,
  type AdmissionRule,
  type AdmissionService,
  type Annotation,
  type Description,
  type Phase,
  type Refusal,
  type Review,
  type Verdict,
} from '@pilothouse/runtime/admission-api/service.js';

export interface ServiceOptions {
  /** In the order in which they run. */
  readonly plugins: readonly AdmissionPlugin[];
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

/**
 * An admission service that runs plugins in this process. The API server notices a change of their rules by the revision in each
 * verdict, or when it asks again.
 */
export function pluginService(options: ServiceOptions): AdmissionService {
  const { plugins } = options;
  const byName = new Map<string, AdmissionPlugin>(plugins.map((plugin) => [plugin.name, plugin]));
  let rules: readonly (readonly AdmissionRule[])[] = [];
  let description: Description | undefined;
  /** Described again only after a change of rules, which are then other arrays. */
  const current = (): Description => {
    if (description !== undefined && plugins.every((plugin, index) => rulesOf(plugin) === rules[index]))
      return description;
    rules = plugins.map(rulesOf);
    return (description = describe(plugins));
  };
  return {
    describe: async () => current(),
    async review(review, call) {
      const { revision } = current();
      const selected = review.plugins.map((name) => byName.get(name) ?? unknownPlugin(name));
      const reported: Reported = { warnings: [], annotations: [], revision };
      const changedBy: string[] = [];
      let object = review.object;
      for (const plugin of selected) {
        const attributes = attributesOf(review, object, { plugin, reported, call });
        const outcome = await run(plugin, review, attributes, options);
        if (outcome.type === 'refused') return { ...reported, ...outcome.refusal };
        if (outcome.object === undefined) continue;
        object = outcome.object;
        changedBy.push(plugin.name);
      }
      if (object === undefined || changedBy.length === 0) return { ...reported, allowed: true };
      return { ...reported, allowed: true, change: { object, by: changedBy } };
    },
  };
}

const EVERYTHING: readonly AdmissionRule[] = [EVERY_WRITE];

function rulesOf({ rules = EVERYTHING }: AdmissionPlugin): readonly AdmissionRule[] {
  return typeof rules === 'function' ? rules() : rules;
}

/** The revision is a hash of the description, so that replicas with the same plugins have the same revision. */
function describe(plugins: readonly AdmissionPlugin[]): Description {
  const described = plugins.map((plugin) => ({
    name: plugin.name,
    rules: rulesOf(plugin),
    phases: phasesOf(plugin),
    sideEffects: 'None' as const,
    // As in the API server: every plugin sees what plugins of users add.
    reinvocation: plugin.admit === undefined ? ('Never' as const) : ('IfNeeded' as const),
  }));
  const revision = createHash('sha256').update(JSON.stringify(described)).digest('hex').slice(0, 16);
  return { plugins: described, revision };
}

function phasesOf(plugin: AdmissionPlugin): Phase[] {
  const phases: Phase[] = [];
  if (plugin.admit !== undefined) phases.push('MUTATE');
  if (plugin.validate !== undefined) phases.push('VALIDATE');
  return phases;
}

/** What a plugin sees of a review. The API server normalises changed objects. */
function attributesOf(
  review: Review,
  object: JsonObject | undefined,
  { plugin: { name: plugin }, reported, call }: Calling,
): AdmissionAttributes {
  const { operation, resource, subresource, kind, namespace, name, user, dryRun, old } = review;
  return {
    operation,
    resource,
    subresource,
    kind,
    namespace,
    name,
    user,
    dryRun,
    options: () => review.options,
    get signal() {
      return call.signal;
    },
    warn: (text) => void reported.warnings.push(text),
    annotate(key, value, level) {
      // The contract has annotations of every audit level only.
      if (level !== undefined) return;
      const text = typeof value === 'string' ? value : value();
      reported.annotations.push({ plugin, key: withoutPrefix(key, `${plugin}/`), value: text });
    },
    normalise: (each) => each,
    object,
    old,
  };
}

/** The API server adds the name of the plugin to keys. */
function withoutPrefix(key: string, prefix: string): string {
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}

/** A call of a plugin during a review. */
interface Calling {
  readonly plugin: AdmissionPlugin;
  readonly reported: Reported;
  readonly call: ReviewCall;
}

interface Reported extends Pick<Verdict, 'revision'> {
  readonly warnings: string[];
  readonly annotations: Annotation[];
}

type Outcome =
  { readonly type: 'admitted'; readonly object?: JsonObject } | { readonly type: 'refused'; readonly refusal: Refusal };

async function run(
  plugin: AdmissionPlugin,
  review: Review,
  attributes: AdmissionAttributes,
  options: ServiceOptions,
): Promise<Outcome> {
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
    const object = phase === 'MUTATE' ? await plugin.admit?.(attributes) : undefined;
    if (phase === 'VALIDATE') await plugin.validate?.(attributes);
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

function refusalOf({ name }: AdmissionPlugin, { code, reason, message, details }: StatusError): Refusal {
  const status = { code, reason, message, ...(details && { details: details as unknown as JsonObject }) };
  return { allowed: false, by: name, status };
}

function unknownPlugin(name: string): never {
  throw new NoVerdictError('invalid', `unknown plugin ${JSON.stringify(name)}`);
}
