import type { Container, LimitRange, Pod, ResourceRequirements } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject, newObject } from '@pilothouse/apimachinery/json/value.js';
import { compareTexts } from '@pilothouse/apimachinery/fieldpath/canonical.js';

/**
 * The pod with the default requests and limits of a LimitRange in its containers, and an annotation that lists them. The pod
 * itself if nothing is missing.
 */
export function withDefaultAmounts(pod: Pod, { spec: { limits } }: LimitRange, annotation: string): Pod {
  const items = limits.filter(({ type }) => type === 'Container');
  const defaults = {
    requests: Object.assign({}, ...items.map(({ defaultRequest = {} }) => defaultRequest)) as Record<string, string>,
    limits: Object.assign({}, ...items.map((item) => item.default ?? {})) as Record<string, string>,
  };
  const set: string[] = [];
  const fill = (what: string) => (container: Container) => {
    const resources: ResourceRequirements = copyObject(container.resources);
    for (const kind of ['requests', 'limits'] as const) {
      const own = resources[kind] ?? {};
      const missing = Object.keys(defaults[kind]).filter((name) => own[name] === undefined);
      if (missing.length === 0) continue;
      resources[kind] = Object.assign(newObject(), defaults[kind], own);
      const list = missing.sort(compareTexts).join(', ');
      set.push(`${list} ${kind.slice(0, -1)} for ${what} ${container.name}`);
    }
    return { ...container, resources };
  };
  const containers = pod.spec.containers.map(fill('container'));
  const initContainers = pod.spec.initContainers?.map(fill('init container'));
  if (set.length === 0) return pod;
  const changed = copyObject(pod) as Pod;
  const value = `LimitRanger plugin set: ${set.join('; ')}`;
  changed.metadata.annotations = Object.assign(newObject(), changed.metadata.annotations, {
    [annotation]: value,
  });
  changed.spec.containers = containers;
  if (initContainers !== undefined) changed.spec.initContainers = initContainers;
  return changed;
}
