import type { Ingress } from '@pilothouse/apimachinery/generated/networking/v1.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { ingressClasses } from '@pilothouse/client/networking.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { isDefaultClass } from '@pilothouse/kinds/networking/ingress-classes.js';
import { hasClassAnnotation } from '@pilothouse/kinds/networking/ingress-rules.js';
import { definePlugin } from '../../plugin.js';
import { newestDefault } from '../newest-default.js';

/** Sets the default IngressClass in a new Ingress without a class. */
export const defaultIngressClass = definePlugin({
  name: 'DefaultIngressClass',
  isDefault: true,
  reads: [ingressClasses],
  create({ domain, objects }) {
    const type = inDomain(ingressClasses, domain);
    return {
      name: 'DefaultIngressClass',
      rules: [{ operations: ['CREATE'], groups: [type.group], versions: ['*'], resources: ['ingresses'] }],
      async admit({ object, signal }) {
        if (object === undefined) return undefined;
        // The rules match only Ingresses.
        const ingress = object as Ingress;
        if (ingress.spec.ingressClassName !== undefined || hasClassAnnotation(ingress)) return undefined;
        const all = await objects.list(type, { signal });
        const name = newestDefault(all.filter(isDefaultClass).map(({ metadata }) => metadata));
        return name === undefined ? undefined : withClass(ingress, name);
      },
    };
  },
});

function withClass(ingress: Ingress, ingressClassName: string): JsonObject {
  return Object.assign(copyObject(ingress), { spec: Object.assign(copyObject(ingress.spec), { ingressClassName }) });
}
