import { matchesOne } from '@pilothouse/admission/matching/rules.js';
import type { ServedDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { Phase } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionLink, LinkPlugin, ServerRequest } from './admission.js';

/** The matching plugins of one link, and the index of the first of them among the plugins of all links. */
export interface Step {
  readonly link: AdmissionLink;
  readonly plugins: readonly LinkPlugin[];
  readonly names: readonly string[];
  readonly first: number;
}

/** The steps for one kind of request. */
export type Plan = Readonly<Record<Phase, readonly Step[]>>;

/** Computes the matching plugins of a request. Cached until the plugins of a link change. */
export function createPlans(links: readonly AdmissionLink[]): (request: ServerRequest) => Plan {
  const changing = links.flatMap(({ revision }) => revision ?? []);
  let known = new WeakMap<ServedDefinition, Map<string, Plan>>();
  /** Equal plans are one object: custom kinds are many, and most kinds have the same plugins. */
  let shared = new Map<string, Plan>();
  let former = 0;
  const interned = (plan: Plan): Plan => {
    const text = textOf(plan, links);
    const found = shared.get(text) ?? plan;
    shared.set(text, found);
    return found;
  };
  return (request) => {
    let current = 0;
    for (const revision of changing) current += revision();
    if (current !== former) {
      known = new WeakMap();
      shared = new Map();
      former = current;
    }
    const { definition, operation, resource, subresource } = request;
    let plans = known.get(definition);
    if (plans === undefined) known.set(definition, (plans = new Map<string, Plan>()));
    const key = `${operation}/${resource.version}/${subresource}`;
    let plan = plans.get(key);
    if (plan === undefined) plans.set(key, (plan = interned(planOf(links, request))));
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

/** Equal exactly for plans that call the same. The rules of a plugin are not part of it, since a plan is their result. */
function textOf({ MUTATE, VALIDATE }: Plan, links: readonly AdmissionLink[]): string {
  const texts = ({ link, plugins, first }: Step): string =>
    `${links.indexOf(link)} ${first} ${plugins.map((each) => `${each.name} ${each.sideEffects} ${each.reinvocation}`).join()}`;
  return `${MUTATE.map(texts).join(';')}|${VALIDATE.map(texts).join(';')}`;
}

export function stepOf(link: AdmissionLink, plugins: readonly LinkPlugin[], first: number): Step {
  return { link, plugins, names: plugins.map(({ name }) => name), first };
}
