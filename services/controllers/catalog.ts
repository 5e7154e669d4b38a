import type { Controller } from './controller.js';
import { namespaceController } from './namespace/controller.js';

/** Every controller. */
export function allControllers(): readonly Controller[] {
  return [namespaceController];
}
