import { applyInSteps, type Applied, type Apply } from './apply.js';

/** Applies a config without a break between the steps. */
export function applyObject(apply: Apply): Applied {
  const steps = applyInSteps(apply);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
