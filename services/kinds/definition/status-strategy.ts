import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { deepCopy, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { countGeneration } from './count-generation.js';
import type { Strategy } from './definition.js';
import { STATUS } from './reset.js';

interface WithSpec extends JsonObject {
  metadata: ObjectMeta;
  spec: JsonObject;
}

interface WithStatus extends JsonObject {
  status: JsonObject;
}

type Preparation<Kind extends JsonObject> = Required<Pick<Strategy<Kind>, 'prepareForCreate' | 'prepareForUpdate'>>;

/** The generation counts changes of the spec. */
export const specGeneration: Preparation<WithSpec> = {
  prepareForCreate({ metadata }) {
    metadata.generation = 1;
  },
  prepareForUpdate(object, old) {
    countGeneration(object, old, !deepEqual(object.spec, old.spec));
  },
};

/** A create sets the initial status, and an update keeps the status. */
export function statusStrategy<Kind extends WithStatus>(
  initialStatus: Kind['status'],
): Preparation<Kind> & Pick<Strategy<Kind>, 'resetFields'> {
  return {
    prepareForCreate(object) {
      object.status = deepCopy(initialStatus);
    },
    prepareForUpdate(object, old) {
      object.status = old.status;
    },
    resetFields: STATUS,
  };
}

/** Combines `statusStrategy` and `specGeneration`. */
export function specAndStatusStrategy<Kind extends WithSpec & WithStatus>(
  initialStatus: Kind['status'],
): Preparation<Kind> & Pick<Strategy<Kind>, 'resetFields'> {
  const status = statusStrategy<Kind>(initialStatus);
  return {
    prepareForCreate(object) {
      status.prepareForCreate(object);
      specGeneration.prepareForCreate(object);
    },
    prepareForUpdate(object, old, now) {
      status.prepareForUpdate(object, old, now);
      specGeneration.prepareForUpdate(object, old, now);
    },
    resetFields: STATUS,
  };
}
