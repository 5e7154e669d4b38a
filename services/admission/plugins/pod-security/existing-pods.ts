import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { plural } from './checks/texts.js';
import { checkedPod, reasonsText, type Evaluate } from './evaluate.js';
import { levelVersionText, type LevelVersion } from './level.js';

/** Further pods are not checked. */
const MOST_PODS = 3_000;

export interface ExistingPods {
  readonly namespace: string;
  /** The pods of the namespace without those of exempt runtime classes. */
  readonly pods: readonly Pod[];
  /** The new policy. */
  readonly enforce: LevelVersion;
  readonly evaluate: Evaluate;
  /** Asked after each pod; true ends the check. */
  readonly isTimeOver: () => boolean;
}

/** Pods with the same violations. */
interface Violators {
  /** The first name. */
  name: string;
  count: number;
}

/** The warnings about pods that violate a new policy of their namespace. These pods keep running. */
export function existingPodWarnings(options: ExistingPods): string[] {
  const { namespace, pods, enforce, evaluate, isTimeOver } = options;
  const byReasons = new Map<string, Violators>();
  let checked = 0;
  for (const { metadata, spec } of representativesFirst(pods).slice(0, MOST_PODS)) {
    const violations = evaluate(enforce, checkedPod(metadata.annotations, spec));
    checked += 1;
    if (violations.length > 0) count(byReasons, reasonsText(violations), metadata.name ?? '');
    if (isTimeOver()) break;
  }
  const warnings: string[] = [];
  if (checked < pods.length) {
    const amounts = `the first ${checked} of ${pods.length} existing pods`;
    warnings.push(`new PodSecurity enforce level only checked against ${amounts}`);
  }
  if (byReasons.size > 0) {
    const [quoted, level] = [JSON.stringify(namespace), JSON.stringify(levelVersionText(enforce))];
    warnings.push(`existing pods in namespace ${quoted} violate the new PodSecurity enforce level ${level}`);
  }
  const details = Array.from(byReasons, ([reasons, violators]) => `${violatorsText(violators)}: ${reasons}`);
  return [...warnings, ...details.sort()];
}

function count(byReasons: Map<string, Violators>, reasons: string, name: string): void {
  const known = byReasons.get(reasons);
  if (known === undefined) {
    byReasons.set(reasons, { name, count: 1 });
    return;
  }
  known.count += 1;
  if (name < known.name) known.name = name;
}

function violatorsText({ name, count }: Violators): string {
  if (count === 1) return name;
  return `${name} (and ${count - 1} other ${plural(count - 1, 'pod')})`;
}

/** One pod of each controller before all others, because pods of one controller are alike. */
function representativesFirst(pods: readonly Pod[]): Pod[] {
  const first: Pod[] = [];
  const others: Pod[] = [];
  const controllers = new Set<string>();
  for (const pod of pods) {
    const controller = pod.metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid;
    if (controller !== undefined && controllers.has(controller)) {
      others.push(pod);
      continue;
    }
    if (controller !== undefined) controllers.add(controller);
    first.push(pod);
  }
  return [...first, ...others];
}
