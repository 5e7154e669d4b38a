import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { Change } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionHooks } from '../registry/write.js';
import { isVirtual } from '@pilothouse/kinds/definition/virtual.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { AdmissionLink, ServerAttributes, ServerRequest } from './admission.js';
import { withReadableManagers } from './managed-fields.js';
import { createPlans, stepOf, type Step } from './plans.js';

/** The ordered admission plugins. */
export interface AdmissionChain {
  /** Returns the hooks that the registry calls during a write of this request. */
  readonly hooks: (request: ServerRequest) => AdmissionHooks;
}

/**
 * Calls the mutating plugins in order. If a service or a plugin that runs users' code changed the object, all plugins of this
 * process run again, and those of services with the policy IfNeeded if a later plugin changed the object.
 * Calls the validating plugins after validation. Matching is computed once per kind of request, so that a plugin without a
 * matching rule costs nothing. A plugin that returns a value and no promise is not awaited.
 */
export function createAdmissionChain(links: readonly AdmissionLink[]): AdmissionChain {
  const plans = createPlans(links);
  return {
    hooks(request) {
      const write: Write = { changedBy: new Set(), preconditions: new Map(), sent: undefined, release: undefined };
      const callsOut = (): void => write.release?.();
      // A repeated call of a plugin replaces its precondition.
      const addPrecondition = isVirtual(request.definition)
        ? undefined
        : (precondition: AdmissionPrecondition) => void write.preconditions.set(precondition.key, precondition);
      return {
        async mutate(object, old) {
          write.preconditions.clear();
          const steps = plans(request).MUTATE;
          if (steps.length === 0) return;
          write.changedBy.clear();
          write.sent = undefined;
          const changed = await mutated(
            steps,
            write,
            attributesOf(request, { object, old, addPrecondition, callsOut }),
          );
          if (changed === object) return;
          const { object: final, problem } = withReadableManagers(object, changed);
          if (problem !== undefined) request.warn(unreadableManagers(problem));
          write.sent = Object.assign(newObject(), object);
          replaceContent(object, final);
        },
        async validate(object, old) {
          const plan = plans(request);
          const attributes = attributesOf(request, { object, old, addPrecondition, callsOut });
          // A deletion has no mutation phase, but mutating plugins may refuse it.
          if (object === undefined) {
            for (const step of plan.MUTATE) {
              if (!applies(step, request)) continue;
              const change = step.link.mutate(attributes, step.names);
              if (change instanceof Promise) await change;
            }
          }
          for (const step of plan.VALIDATE) {
            if (!applies(step, request)) continue;
            const verdict = step.link.validate(attributes, step.names);
            if (verdict instanceof Promise) await verdict;
          }
        },
        changedBy: () => [...write.changedBy],
        sent: () => write.sent,
        preconditions: () => [...write.preconditions.values()],
        onCallOut: (listener) => void (write.release = listener),
      };
    },
  };
}

/** What the plugins did to one write. */
interface Write {
  /** The names of the plugins that changed the object. */
  readonly changedBy: Set<string>;
  readonly preconditions: Map<string, AdmissionPrecondition>;
  /** The object before their changes, if there are any. */
  sent: JsonObject | undefined;
  release: (() => void) | undefined;
}

interface WriteAttributes extends Required<Pick<ServerAttributes, 'object' | 'old' | 'callsOut'>> {
  readonly addPrecondition: ServerAttributes['addPrecondition'];
}

/** A literal: a spread of the request would cost more than most plugins. */
function attributesOf(
  request: ServerRequest,
  { object, old, addPrecondition, callsOut }: WriteAttributes,
): ServerAttributes {
  return {
    operation: request.operation,
    definition: request.definition,
    resource: request.resource,
    subresource: request.subresource,
    kind: request.kind,
    namespace: request.namespace,
    name: request.name,
    user: request.user,
    dryRun: request.dryRun,
    options: request.options,
    signal: request.signal,
    trace: request.trace,
    warn: request.warn,
    annotate: request.annotate,
    normalise: request.normalise,
    ...(addPrecondition && { addPrecondition }),
    callsOut,
    object,
    old,
  };
}

/** The object after mutation; the same object if nothing changes. */
async function mutated(steps: readonly Step[], { changedBy }: Write, given: ServerAttributes): Promise<JsonObject> {
  let isRepeated = false;
  const round = { isSecond: false, repeat: () => void (isRepeated = true), write: given };
  let attributes: ServerAttributes = Object.assign(given, { round });
  /** Index of the last plugin with a change. */
  let changed = -1;
  const accept = (change: Change, { link, plugins, first }: Step): void => {
    attributes = { ...attributes, object: change.object };
    for (const name of change.by) changedBy.add(name);
    isRepeated ||= link.isPlugin !== true;
    const last = plugins.findLastIndex(({ name }) => change.by.includes(name));
    changed = Math.max(changed, first + (last === -1 ? plugins.length - 1 : last));
  };
  for (const step of steps) {
    if (!applies(step, given)) continue;
    const result = step.link.mutate(attributes, step.names);
    const change = result instanceof Promise ? await result : result;
    if (change !== undefined) accept(change, step);
  }
  const latest = changed;
  if (isRepeated || latest > 0) {
    attributes = { ...attributes, round: { ...round, isSecond: true } };
    for (const step of again(steps, { isRepeated, latest })) {
      if (!applies(step, given)) continue;
      const change = await step.link.mutate(attributes, step.names);
      if (change !== undefined) accept(change, step);
    }
  }
  // The rules match only writes with an object.
  return attributes.object ?? newObject();
}

/** The steps of the second round. `latest` is the index of the last plugin with a change. */
function again(
  steps: readonly Step[],
  { isRepeated, latest }: { readonly isRepeated: boolean; readonly latest: number },
): readonly Step[] {
  return steps.flatMap(({ link, plugins, first }) => {
    const chosen = plugins.filter(
      ({ reinvocation }, index) =>
        (isRepeated && link.isPlugin === true) || (reinvocation === 'IfNeeded' && first + index < latest),
    );
    return chosen.length === 0 ? [] : [stepOf(link, chosen, first)];
  });
}

/** Whether the step applies to the request. Throws 400 if a dry run reaches a plugin with side effects. */
function applies({ link, plugins }: Step, { namespace, dryRun }: ServerRequest): boolean {
  if (link.isPlugin === true) return true;
  if (namespace !== '' && link.ignores?.(namespace) === true) return false;
  const effective = dryRun ? plugins.find(({ sideEffects }) => sideEffects === 'Some') : undefined;
  if (effective === undefined) return true;
  throw badRequest(`admission plugin ${JSON.stringify(effective.name)} does not support dry run`);
}

/** Replaces the fields of an object with those of another. */
function replaceContent(object: JsonObject, content: JsonObject): void {
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, content);
}

/** Kubernetes' text. */
function unreadableManagers(problem: string): string {
  const cause = 'this could be caused by an outdated mutating admission controller; please fix your requests';
  return `.metadata.managedFields was in an invalid state after admission; ${cause}: ${problem}`;
}
