import type { Ingress, IngressClass } from '@pilothouse/apimachinery/generated/networking/v1.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { isDefaultClass } from '@pilothouse/kinds/networking/ingress-classes.js';
import { hasClassAnnotation } from '@pilothouse/kinds/networking/ingress-rules.js';
import { everyObject } from '../../registry/every-object.js';
import type { Resource } from '../../registry/resource.js';
import type { AdmissionPlugin } from '../admission.js';

/**
 * Gives a new Ingress that names no class the default IngressClass. Of several defaults it takes the newest one, and of
 * those of the same second the first one by name.
 */
export function defaultIngressClass(classes: Resource): AdmissionPlugin {
  const { group } = classes.definition;
  return {
    name: 'DefaultIngressClass',
    rules: [{ operations: ['CREATE'], groups: [group], versions: ['*'], resources: ['ingresses'] }],
    async admit({ object, signal }) {
      if (object === undefined) return undefined;
      // The rules admit only Ingresses.
      const ingress = object as Ingress;
      if (ingress.spec.ingressClassName !== undefined || hasClassAnnotation(ingress)) return undefined;
      const name = newestDefault(await everyObject(classes, { signal }));
      return name === undefined ? undefined : withClass(ingress, name);
    },
  };
}

function newestDefault(objects: readonly JsonObject[]): string | undefined {
  const defaults = (objects as readonly IngressClass[]).filter(isDefaultClass).map(({ metadata }) => metadata);
  const [newest] = defaults.sort(
    (a, b) =>
      Date.parse(b.creationTimestamp ?? '') - Date.parse(a.creationTimestamp ?? '') ||
      ((a.name ?? '') < (b.name ?? '') ? -1 : 1),
  );
  return newest?.name;
}

function withClass(ingress: Ingress, ingressClassName: string): JsonObject {
  return Object.assign(copyObject(ingress), { spec: Object.assign(copyObject(ingress.spec), { ingressClassName }) });
}
