import { scaleSchema, type Scale } from '@pilothouse/apimachinery/generated/autoscaling/v1.js';
import type { LabelSelector } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { copyObject, isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import { columnsOf, numberColumn } from '../../definition/columns.js';
import type { Column, ViewSubresource } from '../../definition/definition.js';

/** A kind with `spec.replicas`. */
interface Replicated extends JsonObject {
  spec: JsonObject & { replicas?: number };
  status: JsonObject & { replicas?: number };
}

/** A kind with `spec.replicas` and a label selector. */
export interface Scalable extends Replicated {
  spec: Replicated['spec'] & { selector?: LabelSelector };
}

/** The columns of every Scale. */
export const SCALE_COLUMNS: readonly Column[] = columnsOf<Scale>(
  numberColumn('Desired', 'How many pods are wanted.', ({ spec }) => spec.replicas ?? 0),
  numberColumn('Available', 'How many pods there are.', ({ status }) => status.replicas ?? 0),
);

/** The subresource `scale` of kinds with replicas and a label selector. */
export const scale: ViewSubresource<Scalable> = scaleOf(({ spec }) => {
  const selector = selectorFromObject(spec.selector, '');
  return selector.ok ? selector.selector.text : '';
});

/** The subresource `scale` of a kind with replicas. `selectorOf` returns the text of its selector; empty for none. */
export function scaleOf<Kind extends Replicated>(selectorOf: (object: Kind) => string): ViewSubresource<Kind> {
  return {
    type: 'view',
    verbs: ['get', 'update', 'patch'],
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    schema: scaleSchema,
    columns: SCALE_COLUMNS,
    show(object) {
      const { spec, status } = object;
      const replicas = spec.replicas ?? 0;
      const text = selectorOf(object);
      return Object.assign(newObject(), {
        spec: Object.assign(newObject(), replicas !== 0 && { replicas }),
        status: Object.assign(newObject(), { replicas: status.replicas ?? 0 }, text !== '' && { selector: text }),
      });
    },
    put(object, view) {
      object.spec = Object.assign(copyObject(object.spec), { replicas: (view as Scale).spec.replicas ?? 0 });
    },
    config({ spec }) {
      if (spec === undefined || !isObject(spec) || spec['replicas'] === undefined) return newObject();
      return Object.assign(newObject(), { spec: Object.assign(newObject(), { replicas: spec['replicas'] }) });
    },
  };
}
