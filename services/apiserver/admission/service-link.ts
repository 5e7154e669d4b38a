import type { AdmissionAttributes } from '@pilothouse/admission/attributes.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { isVirtual } from '@pilothouse/kinds/definition/virtual.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import {
  NoVerdictError,
  type AdmissionRule,
  type AdmissionService,
  type Change,
  type Description,
  type Phase,
  type Review,
  type Verdict,
} from '@pilothouse/runtime/admission-api/service.js';
import { ReviewCall } from '@pilothouse/runtime/admission-api/review-call.js';
import type { ServerAttributes, AdmissionLink, AdmissionObserver, LinkPlugin, Outcome } from './admission.js';
import { BadChangeError, normalised, NOTHING_TO_CHANGE } from './change.js';
import { describedBy } from './described.js';
import { EVERY_WRITE } from '@pilothouse/admission/matching/rules.js';
import { createOutage } from './outage.js';
import { refused, unanswered } from './service-errors.js';

/** Settings of a service in the chain. */
export interface ServiceLinkOptions {
  /** Name in errors. */
  readonly name: string;
  readonly service: AdmissionService;
  /** Whether a request fails or continues if the service does not answer. */
  readonly failurePolicy: FailurePolicy;
  /** Timeout of a call in milliseconds; a plugin may have a shorter one. Limited only by the request when absent. */
  readonly timeout?: number;
  /** Restricts the requests that the service may see; no restriction when absent. */
  readonly rules?: readonly AdmissionRule[];
  /** The enabled plugins; all when absent. */
  readonly plugins?: readonly string[];
  /** Namespaces whose objects the service does not see. */
  readonly excludedNamespaces?: readonly string[];
  readonly uuid: () => string;
  readonly timing: Timing;
  readonly observer?: AdmissionObserver;
  /** Called when an outage begins, under either policy, with the first error. */
  readonly onError: (error: unknown) => void;
  /** Called when the service responds again. */
  readonly onRecovered?: () => void;
  /** Closes the link. */
  readonly signal: AbortSignal;
}

export type FailurePolicy = 'Fail' | 'Ignore';

/** A service as a link of the chain. Fetches its description at once, and follows changes. */
export function serviceLink(options: ServiceLinkOptions): AdmissionLink {
  const { name, failurePolicy, rules, plugins: chosen, excludedNamespaces = [], timing } = options;
  const { onError: onBegin, onRecovered: onEnd = () => {} } = options;
  const outage = createOutage({ onBegin, onEnd, now: timing.now });
  const described = describedBy({
    ...options,
    check: (description) => checkNames(description, chosen),
    onError: outage.failed,
    onAnswer: outage.answered,
  });
  /** The plugins before the first description: under the policy Fail, one that matches everything within the rules. */
  const unknown: readonly LinkPlugin[] =
    failurePolicy === 'Ignore'
      ? []
      : [{ name, rules: rules ?? [EVERY_WRITE], sideEffects: 'None', reinvocation: 'Never' }];

  async function ask(
    phase: Phase,
    attributes: ServerAttributes,
    plugins: readonly string[],
  ): Promise<Change | undefined> {
    const description = described.current();
    if (description === undefined) {
      if (bypassesUnreached(attributes)) return undefined;
      throw unanswered(
        name,
        new NoVerdictError('unavailable', `it has not been reached: ${errorMessage(described.problem())}`),
      );
    }
    const start = performance.now();
    let outcome: Outcome = 'admitted';
    try {
      const verdict = await review(phase, attributes, plugins);
      if (verdict.revision !== description.revision) described.refresh();
      for (const text of verdict.warnings) attributes.warn(text);
      for (const { plugin, key, value } of verdict.annotations) attributes.annotate(`${plugin}/${key}`, value);
      if (!verdict.allowed) {
        outcome = 'rejected';
        outage.answered();
        throw refused(attributes, verdict);
      }
      const change = verdict.change && changeOf(phase, attributes, verdict.change);
      outage.answered();
      return change;
    } catch (error) {
      attributes.signal.throwIfAborted();
      if (outcome === 'rejected') throw error;
      described.refresh();
      outage.failed(error);
      outcome = failurePolicy === 'Ignore' ? 'ignored' : 'failed';
      if (outcome === 'failed') throw unanswered(name, error);
      attributes.annotate(`${name}/failed-open`, errorMessage(error));
      return undefined;
    } finally {
      options.observer?.(name, attributes.operation, (performance.now() - start) / 1000, outcome, phase);
    }
  }

  async function review(phase: Phase, attributes: ServerAttributes, plugins: readonly string[]): Promise<Verdict> {
    const { signal } = attributes;
    signal.throwIfAborted();
    const call = new ReviewCall(attributes.trace);
    const leave = (): void => call.cancel(signal.reason);
    let late: NoVerdictError | undefined;
    const timeout = timeoutOf(plugins);
    const timer = timeout === undefined ? undefined : setTimeout(giveUp, timeout);
    function giveUp(): void {
      late = new NoVerdictError('unavailable', `there was no answer within ${timeout} ms`);
      call.cancel(late);
    }
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await options.service.review(reviewOf(phase, attributes, plugins, options.uuid()), call);
    } catch (error) {
      throw late ?? error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  /** The plugins are called together, so the longest timeout applies. */
  function timeoutOf(plugins: readonly string[]): number | undefined {
    const { timeout: longest = Infinity } = options;
    const asked = described.current()?.plugins.filter((plugin) => plugins.includes(plugin.name)) ?? [];
    const wanted = Math.max(...asked.map(({ timeout = longest }) => timeout));
    const granted = Math.min(wanted, longest);
    return Number.isFinite(granted) ? granted : undefined;
  }

  return {
    asked: described.asked,
    revision: described.revision,
    plugins(phase) {
      const description = described.current();
      if (description === undefined) return unknown;
      return description.plugins
        .filter((plugin) => plugin.phases.includes(phase) && chosen?.includes(plugin.name) !== false)
        .map((plugin) => ({ ...plugin, ...(rules && { within: rules }) }));
    },
    missing: () => (failurePolicy === 'Fail' && described.current() === undefined ? name : undefined),
    ignores: (namespace) => excludedNamespaces.includes(namespace),
    mutate: (attributes, plugins) => ask('MUTATE', attributes, plugins),
    async validate(attributes, plugins) {
      await ask('VALIDATE', attributes, plugins);
    },
  };
}

/** A misspelt plugin name would silently disable it. */
function checkNames({ plugins }: Description, chosen: readonly string[] = []): void {
  const missing = chosen.filter((name) => !plugins.some((plugin) => plugin.name === name));
  if (missing.length > 0) throw new NoVerdictError('invalid', `there is no plugin ${missing.join(', ')}`);
}

function reviewOf(phase: Phase, attributes: AdmissionAttributes, plugins: readonly string[], uid: string): Review {
  const { kind, resource, operation, subresource, namespace, name, object, old, user, dryRun } = attributes;
  return {
    uid,
    phase,
    plugins,
    operation,
    kind,
    resource,
    subresource,
    namespace,
    name,
    object,
    old,
    options: attributes.options(),
    user,
    dryRun,
  };
}

/**
 * The service's change of the object in normal form; undefined if nothing changes. Throws a BadChangeError for an invalid
 * change.
 */
function changeOf(phase: Phase, attributes: AdmissionAttributes, change: Change): Change | undefined {
  const { object } = attributes;
  if (object === undefined || phase === 'VALIDATE') throw new BadChangeError(NOTHING_TO_CHANGE);
  const changed = normalised(attributes, object, change.object);
  return deepEqual(object, changed) ? undefined : { object: changed, by: change.by };
}

function bypassesUnreached({ definition }: ServerAttributes): boolean {
  const { bypassesUnreachedAdmission = false } = isVirtual(definition) ? definition : definition.strategy;
  return bypassesUnreachedAdmission;
}
