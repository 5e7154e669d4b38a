import type { Pod, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject } from '@pilothouse/apimachinery/json/value.js';
import { notSupported, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { CONTAINER_LISTS, containersOf } from '@pilothouse/kinds/core/pod/containers.js';

const ALWAYS = 'Always';

/** The pod with the pull policy `Always` in all containers and image volumes. */
export function pullingAlways(pod: Pod): Pod {
  const spec = copyObject(pod.spec) as PodSpec;
  for (const list of CONTAINER_LISTS) {
    const containers = spec[list];
    if (containers === undefined) continue;
    // The lists have different types with the same field.
    Object.assign(spec, { [list]: containers.map((each) => withPolicy(each, 'imagePullPolicy')) });
  }
  if (spec.volumes !== undefined) {
    spec.volumes = spec.volumes.map((volume) =>
      volume.image === undefined ? volume : { ...volume, image: withPolicy(volume.image, 'pullPolicy') },
    );
  }
  return Object.assign(copyObject(pod), { spec }) as Pod;
}

/** The containers and image volumes with another pull policy. */
export function otherPolicies({ spec }: Pod): FieldError[] {
  const errors: FieldError[] = [];
  for (const { container, path } of containersOf(spec, 'spec')) {
    const { imagePullPolicy = '' } = container;
    if (imagePullPolicy !== ALWAYS) errors.push(notSupported(`${path}.imagePullPolicy`, imagePullPolicy, [ALWAYS]));
  }
  for (const [index, { image }] of (spec.volumes ?? []).entries()) {
    if (image === undefined || image.pullPolicy === ALWAYS) continue;
    errors.push(notSupported(`spec.volumes[${index}].image.pullPolicy`, image.pullPolicy ?? '', [ALWAYS]));
  }
  return errors;
}

/** Whether a container of the pod has an image that no container of the old pod has. */
export function hasNewImage(pod: Pod, old: Pod): boolean {
  const known = new Set(imagesOf(old));
  return imagesOf(pod).some((image) => !known.has(image));
}

function imagesOf({ spec }: Pod): string[] {
  return [...containersOf(spec, 'spec')].map(({ container }) => container.image ?? '');
}

function withPolicy<Source extends object>(source: Source, field: 'imagePullPolicy' | 'pullPolicy'): Source {
  return { ...source, [field]: ALWAYS };
}
