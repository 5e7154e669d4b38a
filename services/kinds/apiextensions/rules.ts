import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { CustomResourceDefinition, JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { readStructural, type ValidationRule } from '@pilothouse/apimachinery/structural/schema.js';
import type { CompilePattern } from '@pilothouse/apimachinery/schema/schema.js';
import type { CompiledRule } from '@pilothouse/cel/rules/compile-rule.js';
import type { Rules } from '@pilothouse/cel/rules/rules.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { fieldBelow } from './validation/defaults.js';
import type { RuleChecks } from './validation/rules.js';
import { someSchema } from './validation/schema-walk.js';

/**
 * CEL rules and patterns of custom kinds, loaded lazily: the pattern library with the first definition, the CEL engine
 * with the first definition that has rules.
 */
export interface LazyRules {
  /** Loads the libraries that a definition needs. `text` is its JSON, or a part of it. */
  readonly load: (text: string | Buffer) => Promise<void>;
  /** Throws before the engine is loaded. */
  readonly loaded: () => Rules;
  /** Throws before the library is loaded, and for an invalid pattern, with Go's error text. */
  readonly compilePattern: CompilePattern;
}

const RULES = 'x-kubernetes-validations';

export function lazyRules(): LazyRules {
  let rules: Rules | undefined;
  let loading: Promise<void> | undefined;
  let compile: CompilePattern | undefined;
  let loadingPatterns: Promise<void> | undefined;
  const loadPatterns = async (): Promise<void> => {
    ({ compilePattern: compile } = await import('./patterns.js'));
  };
  const load = async (): Promise<void> => {
    const { createRules } = await import('@pilothouse/cel/rules/rules.js');
    rules = createRules();
  };
  return {
    async load(text) {
      if (compile === undefined) await (loadingPatterns ??= loadPatterns());
      if (rules === undefined && text.includes(RULES)) await (loading ??= load());
    },
    loaded() {
      if (rules === undefined) throw new Error('the CEL engine has not been loaded');
      return rules;
    },
    compilePattern(pattern) {
      if (compile === undefined) throw new Error('the pattern library has not been loaded');
      return compile(pattern);
    },
  };
}

export interface PreparedChecks extends RuleChecks {
  /** Compiles the rules of a definition in steps. The synchronous validation then finds them compiled. */
  readonly prepare: (definition: CustomResourceDefinition) => Promise<void>;
}

/** The rule checks for the validation of definitions. `now` is a clock of CPU time in milliseconds. */
export function ruleChecks({ load, loaded }: LazyRules, now: () => number): PreparedChecks {
  const structuralOf = keyed((schema: JSONSchemaProps) => readStructural(schema));
  const compiled = new WeakMap<ValidationRule, CompiledRule>();
  const maybeYield = createYielder(now);
  return {
    async prepare({ spec }) {
      const text = writeJson(spec);
      await load(text);
      if (!text.includes(RULES)) return;
      for (const { schema } of spec.versions) {
        const root = schema?.openAPIV3Schema;
        if (root === undefined || !hasRules(root)) continue;
        await runInSlices(loaded().problemsInSteps(structuralOf(root), '', { limitsEach: true, compiled }), maybeYield);
      }
    },
    checkRules(schema, path, { suppressExpressionCost }) {
      if (!hasRules(schema)) return [];
      return loaded().problems(structuralOf(schema), path, { limitsEach: !suppressExpressionCost, compiled });
    },
    checkDefault(schema, value, path) {
      if (!hasRules(schema)) return [];
      const check = loaded().compile(readStructural(schema), { isRoot: false });
      const errors = check?.(value, undefined, { now }).errors ?? [];
      return errors.map((error) => ({ ...error, field: fieldBelow(path, error.field) }));
    },
  };
}

/** Whether a schema, or one within it, has CEL rules. */
export function hasRules(schema: JSONSchemaProps): boolean {
  return someSchema(schema, (each) => each[RULES] !== undefined);
}
