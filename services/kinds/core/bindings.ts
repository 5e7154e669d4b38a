import { bindingNames, bindingSchema } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { VirtualResource } from '../definition/definition.js';
import { virtualResource } from '../definition/virtual.js';

/** What puts pods on nodes, as a resource of its own. */
export const bindings: VirtualResource = {
  ...virtualResource({ group: '', names: bindingNames, schema: bindingSchema }),
  answers: 'status',
};
