import { bindingNames, bindingSchema } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { VirtualResource } from '../definition/definition.js';
import { virtualResource } from '../definition/virtual.js';
import { createBinding } from './pod-binding.js';

/** Assigns a pod to a node. The older form, as a resource of its own. */
export const bindings: VirtualResource = {
  ...virtualResource({ group: '', names: bindingNames, schema: bindingSchema, perform: createBinding }),
  answers: 'status',
};
