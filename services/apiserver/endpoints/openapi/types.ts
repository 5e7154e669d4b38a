import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';

/** The body of a PATCH, whose form depends on the content type. */
export const patchSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.Patch',
  description: 'A change of an object, in the form of its content type.',
  fields: [],
  atomic: false,
};
