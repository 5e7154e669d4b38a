import type { DeviceClaim, DeviceSelector } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import {
  fieldPath,
  forbidden,
  invalid,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { CompileSelector, CompiledSelector } from '@pilothouse/cel/devices/selectors.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { validateItems } from './lists.js';
import { MAX_ALTERNATIVES, MAX_REQUESTS } from './request-names.js';

const MAX_SELECTORS = 32;
const MAX_EXPRESSION = 10 * 1024;
const MAX_COST = 1_000_000;

type Selectors = readonly DeviceSelector[] | undefined;

/** The compiled expressions of an object. */
export type CompiledSelectors = ReadonlyMap<string, CompiledSelector>;

/** Compiles selectors. The CEL engine is loaded with the first expression. */
export interface SelectorCompiler {
  /** Loads the engine if there are expressions. */
  readonly load: (lists: readonly Selectors[]) => Promise<void>;
  /** Compiles the expressions of lists that are not too long, each once. Throws before `load`. */
  readonly compile: (lists: readonly Selectors[]) => Steps<CompiledSelectors>;
}

export function createSelectors(): SelectorCompiler {
  let compile: CompileSelector | undefined;
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    const { createSelectorCompiler } = await import('@pilothouse/cel/devices/selectors.js');
    compile = createSelectorCompiler();
  };
  return {
    async load(lists) {
      if (compile === undefined && expressionsOf(lists).size > 0) await (loading ??= load());
    },
    *compile(lists) {
      const compiled = new Map<string, CompiledSelector>();
      for (const expression of expressionsOf(lists)) {
        if (compile === undefined) throw new Error('the CEL engine has not been loaded');
        compiled.set(expression, yield* compile(expression));
        yield;
      }
      return compiled;
    },
  };
}

function expressionsOf(lists: readonly Selectors[]): ReadonlySet<string> {
  const judged = lists.flatMap((list = []) => (list.length > MAX_SELECTORS ? [] : list));
  const expressions = judged.flatMap(({ cel }) => cel?.expression ?? []);
  return new Set(expressions.filter((expression) => utf8Length(expression) <= MAX_EXPRESSION));
}

/** The selectors of a claim, unless it has too many requests. */
export function selectorsOf({ requests }: DeviceClaim): readonly Selectors[] {
  if (requests.length > MAX_REQUESTS) return [];
  return requests.flatMap(({ exactly, firstAvailable = [] }) => {
    const alternatives = firstAvailable.length > MAX_ALTERNATIVES ? [] : firstAvailable;
    return [exactly?.selectors, ...alternatives.map(({ selectors }) => selectors)];
  });
}

/** Validates selectors of devices (Kubernetes' validateSelectorSlice). */
export function validateSelectors(
  selectors: readonly DeviceSelector[] = [],
  path: string,
  compiled: CompiledSelectors,
): FieldError[] {
  return validateItems(selectors, path, MAX_SELECTORS, ({ cel }, item) => {
    if (cel === undefined) return [required(fieldPath(item, 'cel'))];
    return validateExpression(cel.expression, fieldPath(item, 'cel.expression'), compiled);
  });
}

function validateExpression(expression: string, field: string, compiled: CompiledSelectors): FieldError[] {
  if (utf8Length(expression) > MAX_EXPRESSION) return [tooLong(field, MAX_EXPRESSION)];
  const found = compiled.get(expression);
  if (found === undefined) return [];
  if (found.problem !== undefined) return [invalid(field, expression, found.problem)];
  return found.maxCost > MAX_COST ? [forbidden(field, 'too complex, exceeds cost limit')] : [];
}
