import type { Ingress, IngressClass } from '@pilothouse/apimachinery/generated/networking/v1.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { isDefaultClass } from '@pilothouse/kinds/networking/ingress-classes.js';
import { hasClassAnnotation } from '@pilothouse/kinds/networking/ingress-rules.js';
import { everyObject } from '../../registry/every-object.js';
import type { Resource } from '../../registry/resource.js';
import type { AdmissionPlugin } from '../admission.js';

/**
 * Sets the default IngressClass in a new Ingress without a class. Of several defaults it uses the newest one, and the first
 * by name among those created in the same second.
 */
export function defaultIngressClass(classes: Resource): AdmissionPlugin {
  const { group } = classes.definition;
  return {
    name: 'DefaultIngressClass',
    rules: [{ operations: ['CREATE'], groups: [group], versions: ['*'], resources: ['ingresses'] }],
    async admit({ object, signal }) {
      if (object === undefined) return undefined;
      // The rules match only Ingresses.
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
