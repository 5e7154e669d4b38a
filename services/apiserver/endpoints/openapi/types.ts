import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';

/** What a PATCH carries; its form is that of the content type. */
export const patchSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.Patch',
  description: 'A change of an object, in the form that its content type names.',
  fields: [],
  atomic: false,
};
