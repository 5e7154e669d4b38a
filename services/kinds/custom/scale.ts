import { scaleSchema, type Scale } from '@pilothouse/apimachinery/generated/autoscaling/v1.js';
import { simplePathNames } from '@pilothouse/apimachinery/jsonpath/simple.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { SCALE_COLUMNS } from '../apps/workload/scale.js';
import type { ViewSubresource } from '../definition/definition.js';
import { replicasMissing, scaleAccess, type ScalePaths } from './scale-paths.js';

/** The subresource `scale` of a custom kind, at the paths of its definition. */
export function customScale(paths: ScalePaths): ViewSubresource {
  const { read, withReplicas } = scaleAccess(paths);
  const names = simplePathNames(paths.specReplicasPath);
  return {
    type: 'view',
    verbs: ['get', 'update', 'patch'],
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    schema: scaleSchema,
    validatesWhole: true,
    columns: SCALE_COLUMNS,
    refuseRead(object) {
      if (read(object).replicas === undefined) throw replicasMissing(paths);
    },
    show(object) {
      const { replicas = 0, statusReplicas, selector } = read(object);
      return Object.assign(newObject(), {
        spec: Object.assign(newObject(), replicas !== 0 && { replicas }),
        status: Object.assign(newObject(), { replicas: statusReplicas }, selector !== '' && { selector }),
      });
    },
    put(object, view) {
      Object.assign(object, withReplicas(object, (view as Scale).spec.replicas ?? 0));
    },
    config({ spec }) {
      const replicas = isObject(spec) ? spec['replicas'] : undefined;
      if (replicas === undefined) return newObject();
      return names.reduceRight<JsonValue>(
        (value, name) => Object.assign(newObject(), { [name]: value }),
        replicas,
      ) as JsonObject;
    },
  };
}
