import type { Ingress, IngressClass } from '@pilothouse/apimachinery/generated/networking/v1.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { isDefaultClass } from '@pilothouse/kinds/networking/ingress-classes.js';
import { hasClassAnnotation } from '@pilothouse/kinds/networking/ingress-rules.js';
import { everyObject } from '../../registry/every-object.js';
import type { Resource } from '../../registry/resource.js';
import type { ServerPlugin } from '../admission.js';
import { newestDefault } from '@pilothouse/admission/plugins/newest-default.js';

/** Sets the default IngressClass in a new Ingress without a class. */
export function defaultIngressClass(classes: Resource): ServerPlugin {
  const { group } = classes.definition;
  return {
    name: 'DefaultIngressClass',
    rules: [{ operations: ['CREATE'], groups: [group], versions: ['*'], resources: ['ingresses'] }],
    async admit({ object, signal }) {
      if (object === undefined) return undefined;
      // The rules match only Ingresses.
      const ingress = object as Ingress;
      if (ingress.spec.ingressClassName !== undefined || hasClassAnnotation(ingress)) return undefined;
      const all = (await everyObject(classes, { signal })) as IngressClass[];
      const name = newestDefault(all.filter(isDefaultClass).map(({ metadata }) => metadata));
      return name === undefined ? undefined : withClass(ingress, name);
    },
  };
}

function withClass(ingress: Ingress, ingressClassName: string): JsonObject {
  return Object.assign(copyObject(ingress), { spec: Object.assign(copyObject(ingress.spec), { ingressClassName }) });
}
