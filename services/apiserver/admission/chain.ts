import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { Phase } from '@pilothouse/runtime/admission-api/service.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { AdmissionHooks } from '../registry/write.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { AdmissionLink, ServerRequest, LinkPlugin } from './admission.js';
import { withReadableManagers } from './managed-fields.js';
import { matchesOne } from '@pilothouse/admission/matching/rules.js';

/** The ordered admission plugins. */
export interface AdmissionChain {
  /** Returns the hooks that the registry calls during a write of this request. */
  readonly hooks: (request: ServerRequest) => AdmissionHooks;
}

/** The matching plugins of one link, and the index of the first of them among the plugins of all links. */
interface Step {
  readonly link: AdmissionLink;
  readonly plugins: readonly LinkPlugin[];
  readonly names: readonly string[];
  readonly first: number;
}

type Plan = Readonly<Record<Phase, readonly Step[]>>;

/**
 * Calls the mutating plugins in order. If a service or a plugin that runs users' code changed the object, all plugins of this
 * process run again, and those of services with the policy IfNeeded if a later plugin changed the object.
 * Calls the validating plugins after validation. Matching is computed once per kind of request, so that a plugin without a
 * matching rule costs nothing.
 */
export function createAdmissionChain(links: readonly AdmissionLink[]): AdmissionChain {
  const plans = plansOf(links);
  return {
    hooks(request) {
      const changedBy = new Set<string>();
      let sent: JsonObject | undefined;
      const preconditions = new Map<string, AdmissionPrecondition>();
      // A repeated call of a plugin replaces its precondition.
      const addPrecondition = (precondition: AdmissionPrecondition): void =>
        void preconditions.set(precondition.key, precondition);
      let release = (): void => {};
      const callsOut = (): void => release();
      return {
        async mutate(object, old) {
          preconditions.clear();
          const { MUTATE: steps } = plans(request);
          if (steps.length === 0) return;
          changedBy.clear();
          sent = undefined;
          const changed = await mutated(request, steps, { object, old, changedBy, addPrecondition, callsOut });
          if (changed === object) return;
          const { object: final, problem } = withReadableManagers(object, changed);
          if (problem !== undefined) request.warn(unreadableManagers(problem));
          sent = Object.assign(newObject(), object);
          replaceContent(object, final);
        },
        async validate(object, old) {
          const plan = plans(request);
          const attributes = { ...request, object, old, addPrecondition, callsOut };
          // A deletion has no mutation phase, but mutating plugins may refuse it.
          if (object === undefined) {
            for (const { link, names } of applicable(plan.MUTATE, request)) {
              await link.mutate(attributes, names);
            }
          }
          for (const { link, names } of applicable(plan.VALIDATE, request)) {
            await link.validate(attributes, names);
          }
        },
        changedBy: () => [...changedBy],
        sent: () => sent,
        preconditions: () => [...preconditions.values()],
        onCallOut: (listener) => void (release = listener),
      };
    },
  };
}

interface Mutation {
  readonly object: JsonObject;
  readonly old: JsonObject | undefined;
  /** Collects the names of the plugins that change the object. */
  readonly changedBy: Set<string>;
  readonly addPrecondition: (precondition: AdmissionPrecondition) => void;
  readonly callsOut: () => void;
}

/** The object after mutation; the same object if nothing changes. */
async function mutated(
  request: ServerRequest,
  steps: readonly Step[],
  { object, old, changedBy, addPrecondition, callsOut }: Mutation,
): Promise<JsonObject> {
  let isRepeated = false;
  const round = { isSecond: false, repeat: () => void (isRepeated = true), write: { object } };
  let attributes = { ...request, object, old, addPrecondition, callsOut, round };
  /** Index of the last plugin with a change. */
  let changed = -1;
  const run = async ({ link, plugins, names, first }: Step): Promise<void> => {
    const change = await link.mutate(attributes, names);
    if (change === undefined) return;
    attributes = { ...attributes, object: change.object };
    for (const name of change.by) changedBy.add(name);
    isRepeated ||= link.isPlugin !== true;
    const last = plugins.findLastIndex(({ name }) => change.by.includes(name));
    changed = Math.max(changed, first + (last === -1 ? plugins.length - 1 : last));
  };
  for (const step of applicable(steps, request)) await run(step);
  const latest = changed;
  attributes = { ...attributes, round: { ...round, isSecond: true } };
  const isAgain = (link: AdmissionLink, { reinvocation }: LinkPlugin, index: number): boolean =>
    (isRepeated && link.isPlugin === true) || (reinvocation === 'IfNeeded' && index < latest);
  if (!isRepeated && latest < 1) return attributes.object;
  for (const { link, plugins, first } of steps) {
    const again = plugins.filter((plugin, index) => isAgain(link, plugin, first + index));
    if (again.length > 0) for (const step of applicable([stepOf(link, again, first)], request)) await run(step);
  }
  return attributes.object;
}

/** The steps that apply to the request. Throws 400 if a dry run reaches a plugin with side effects. */
function* applicable(steps: readonly Step[], { namespace, dryRun }: ServerRequest): Generator<Step> {
  for (const step of steps) {
    if (namespace !== '' && step.link.ignores?.(namespace) === true) continue;
    const effective = dryRun ? step.plugins.find(({ sideEffects }) => sideEffects === 'Some') : undefined;
    if (effective !== undefined) {
      throw badRequest(`admission plugin ${JSON.stringify(effective.name)} does not support dry run`);
    }
    yield step;
  }
}

/** Computes the matching plugins of a request. Cached until the plugins of a link change. */
function plansOf(links: readonly AdmissionLink[]): (request: ServerRequest) => Plan {
  let known = new WeakMap<ResourceDefinition, Map<string, Plan>>();
  let revision = 0;
  return (request) => {
    const current = links.reduce((sum, link) => sum + link.revision(), 0);
    if (current !== revision) {
      known = new WeakMap();
      revision = current;
    }
    const { definition, operation, resource, subresource } = request;
    let plans = known.get(definition);
    if (plans === undefined) known.set(definition, (plans = new Map<string, Plan>()));
    const key = `${operation}/${resource.version}/${subresource}`;
    let plan = plans.get(key);
    if (plan === undefined) plans.set(key, (plan = planOf(links, request)));
    return plan;
  };
}

function planOf(links: readonly AdmissionLink[], request: ServerRequest): Plan {
  const stepsIn = (phase: Phase): Step[] => {
    const steps: Step[] = [];
    let first = 0;
    for (const link of links) {
      const plugins = link
        .plugins(phase)
        .filter(
          ({ rules, within }) => matchesOne(rules, request) && (within === undefined || matchesOne(within, request)),
        );
      if (plugins.length > 0) steps.push(stepOf(link, plugins, first));
      first += plugins.length;
    }
    return steps;
  };
  return { MUTATE: stepsIn('MUTATE'), VALIDATE: stepsIn('VALIDATE') };
}

function stepOf(link: AdmissionLink, plugins: readonly LinkPlugin[], first: number): Step {
  return { link, plugins, names: plugins.map(({ name }) => name), first };
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
