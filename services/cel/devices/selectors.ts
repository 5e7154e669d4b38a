import { estimateCost } from '../cost/coster.js';
import { compileInSteps } from '../expression.js';
import { createLibrary } from '../library/library.js';
import { problemsText } from '../syntax/problem.js';
import { runtimeText } from '../types/type.js';
import { DEVICE, deviceSize } from './device-type.js';

/** A compiled selector, or what is wrong with it in Kubernetes' words. */
export type CompiledSelector = { readonly problem: undefined; readonly maxCost: number } | { readonly problem: string };

/** Compiles a selector of devices in steps. */
export type CompileSelector = (expression: string) => Generator<void, CompiledSelector>;

const VARIABLES = new Map([['device', DEVICE]]);

/** Creates the function library once for all selectors. */
export function createSelectorCompiler(): CompileSelector {
  const library = createLibrary({ hasBindings: true });
  return function* (expression) {
    const compiled = yield* compileInSteps(expression, VARIABLES, library);
    if (!compiled.ok) return { problem: `compilation failed: ${problemsText(expression, compiled.problems)}` };
    const { type } = compiled.checked;
    if (type.kind !== 'bool' && type.kind !== 'any') {
      return { problem: `must evaluate to bool or the unknown type, not ${runtimeText(type)}` };
    }
    yield;
    return { problem: undefined, maxCost: estimateCost(compiled.checked, deviceSize).max };
  };
}
