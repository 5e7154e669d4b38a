import type { Overload } from '../library/overload.js';
import type { Call, Expr, ListLiteral, MapLiteral, MessageLiteral, Select } from '../syntax/ast.js';
import type { Checked } from '../types/checker.js';
import type { Resolution } from '../types/overloads.js';
import { ArrayList, GrowingList } from '../values/list.js';
import { EntryMap, GrowingMap, keyId, type KeyId } from '../values/map.js';
import { typeName } from '../values/kind.js';
import { CelError, isError, Optional, TypeValue, type Value } from '../values/value.js';
import { LIST_COST, MAP_COST, MESSAGE_COST } from '../cost/constants.js';
import { index, optionalIndex, optionalSelect, select, test } from './access.js';
import { call } from './call.js';
import { isConstant } from './constants.js';
import { loop } from './loop.js';
import { operatorStep } from './operators.js';
import type { Program } from './program.js';
import { Run, UNHURRIED } from './run.js';
import type { Members, Plan, Step } from './step.js';

/** Operators whose later operands cost less when they are selection chains. */
const CHEAPER = new Set(['_[_]', '_[?_]', '_?_:_']);

/** The variables of an expression. */
export interface Layout {
  /** In the order of their slots. */
  readonly names: readonly string[];
  /** Fields of variables that have slots of their own; none when absent. */
  readonly members?: Members;
  /** The program before this one, if both share a run and one can be evaluated within the other. */
  readonly after?: Pick<Program, 'slots' | 'parts'>;
}

/** Compiles a checked expression to closures. */
export function plan(checked: Checked, { names, members = NO_MEMBERS, after }: Layout): Program {
  const count = { slots: after?.slots ?? names.length, parts: after?.parts ?? 0 };
  const scope = new Map(names.map((name, slot) => [name, slot]));
  const step = stepOf(checked.expression, { checked, scope, members, count });
  return { step, ...count };
}

const NO_MEMBERS: Members = new Map();

function stepOf(expression: Expr, context: Plan): Step {
  const step = variableStep(expression, context);
  if (expression.kind === 'literal' || isEmpty(expression) || !isConstant(expression)) return step;
  const value = step(new Run(UNHURRIED));
  return () => value;
}

/** Accumulators of macros grow, so each evaluation creates new ones. */
function isEmpty(expression: Expr): boolean {
  if (expression.kind === 'list') return expression.elements.length === 0;
  return expression.kind === 'map' && expression.entries.length === 0;
}

function variableStep(expression: Expr, context: Plan): Step {
  const typeName = context.checked.typeNames.get(expression.id);
  if (typeName !== undefined) {
    const type = new TypeValue(typeName);
    return () => type;
  }
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return () => value;
    }
    case 'ident':
      return variable(expression.name, context);
    case 'select': {
      const dotted = context.checked.dotted.get(expression.id);
      if (dotted !== undefined) return variable(dotted, context);
      return expression.isTest
        ? test(stepOf(expression.operand, context), expression.field, rootCost(expression.operand, context))
        : selection(expression, context);
    }
    case 'call':
      return callStep(expression, context);
    case 'list':
      return list(expression, context);
    case 'map':
      return map(expression, context);
    case 'comprehension':
      return loop(expression, context, stepOf);
    case 'message':
      return message(expression, context);
  }
}

function variable(name: string, { scope }: Plan): Step {
  return slotValue(scope.get(name.replace(/^\./, '')) ?? -1, name, 1);
}

function slotValue(slot: number, name: string, cost: number): Step {
  return (run) => {
    run.charge(cost);
    return run.valueAt(slot, name);
  };
}

/** A chain of selections as one step. */
function selection({ operand, field }: Select, context: Plan): Step {
  const fields = [field];
  let root = operand;
  const { checked, members, scope } = context;
  for (;;) {
    const member = root.kind === 'ident' ? members.get(scope.get(root.name) ?? -1) : undefined;
    const [first = '', ...others] = fields;
    const slot = member?.get(first);
    if (slot !== undefined) {
      const value = slotValue(slot, first, 2);
      return others.length === 0 ? value : select(value, others, 0);
    }
    if (root.kind !== 'select' || root.isTest || checked.typeNames.has(root.id) || checked.dotted.has(root.id)) break;
    fields.unshift(root.field);
    root = root.operand;
  }
  return select(stepOf(root, context), fields, rootCost(root, context));
}

/** Selections from the value of a call cost as much as a variable. */
function rootCost(operand: Expr, { checked }: Plan): number {
  const name = operand.kind === 'call' ? checked.calls.get(operand.id)?.name : undefined;
  const isChain = operand.kind === 'ident' || operand.kind === 'select' || name === '_[_]' || name === '_[?_]';
  return isChain || (operand.kind === 'call' && operand.name === '_?._') ? 0 : 1;
}

/** A selection chain from a variable, which costs 1 less as an index or as a branch of a condition. */
function isAttribute(expression: Expr): boolean {
  if (expression.kind === 'ident') return true;
  if (expression.kind === 'select') return !expression.isTest && isAttribute(expression.operand);
  const [operand] = expression.kind === 'call' ? expression.args : [];
  return (
    expression.kind === 'call' &&
    /^_(?:\[\??_\]|\?\._)$/.test(expression.name) &&
    operand !== undefined &&
    isAttribute(operand)
  );
}

function cheaper(step: Step): Step {
  return (run) => {
    const value = step(run);
    run.charge(-1);
    return value;
  };
}

function callStep(expression: Call, context: Plan): Step {
  if (expression.name === '_?._') {
    const [operand, field] = expression.args;
    if (operand === undefined || field?.kind !== 'literal' || typeof field.value !== 'string')
      return () => new CelError('wrong selection');
    return optionalSelect(stepOf(operand, context), field.value, rootCost(operand, context));
  }
  const resolution = context.checked.calls.get(expression.id);
  if (resolution === undefined) return () => new CelError(`no such function: ${expression.name}`);
  const args = resolution.args.map((arg, index) => {
    const step = stepOf(arg, context);
    return index > 0 && CHEAPER.has(resolution.name) && isAttribute(arg) ? cheaper(step) : step;
  });
  return (
    indexStep(resolution, args, context) ??
    operatorStep(resolution, args, context) ??
    call(overloadsOf(resolution), args, context)
  );
}

function indexStep({ name, args }: Resolution, [operand, key]: readonly Step[], context: Plan): Step | undefined {
  const [first] = args;
  if ((name !== '_[_]' && name !== '_[?_]') || first === undefined || operand === undefined || key === undefined) {
    return undefined;
  }
  const costs = rootCost(first, context);
  return name === '_[_]' ? index(operand, key, costs) : optionalIndex(operand, key, costs);
}

function overloadsOf({ overloads }: Resolution): readonly Overload[] {
  return overloads.filter((overload) => 'call' in overload);
}

function list({ elements }: ListLiteral, context: Plan): Step {
  if (elements.length === 0) return () => new GrowingList([]);
  const steps = elements.map(({ value, isOptional }) => ({ step: stepOf(value, context), isOptional }));
  return (run) => {
    const items: Value[] = [];
    for (const { step, isOptional } of steps) {
      const value = step(run);
      if (isError(value)) return value;
      const item = isOptional ? optionalItem(value) : value;
      if (item instanceof CelError) return item;
      if (item !== undefined) items.push(item);
    }
    run.charge(LIST_COST);
    return new ArrayList(items);
  };
}

/** Undefined for none. */
function optionalItem(value: Value): Value | undefined {
  return value instanceof Optional ? value.value : new CelError(`value of type ${typeName(value)} is not optional`);
}

function message({ id, name, fields }: MessageLiteral, context: Plan): Step {
  const type = context.checked.messages.get(id);
  if (type === undefined) return () => new CelError(`unknown type: ${name}`);
  const steps = fields.map((field) => ({ ...field, step: stepOf(field.value, context) }));
  return (run) => {
    const found = new Map<string, Value>();
    for (const field of steps) {
      const given = field.step(run);
      if (isError(given)) return given;
      const value = field.isOptional ? optionalItem(given) : given;
      if (value instanceof CelError) return value;
      if (value === undefined) found.delete(field.name);
      else found.set(field.name, value);
    }
    run.charge(MESSAGE_COST);
    return type.make(found);
  };
}

function map({ entries }: MapLiteral, context: Plan): Step {
  if (entries.length === 0) return () => new GrowingMap();
  const steps = entries.map(({ key, value, isOptional }) => ({
    key: stepOf(key, context),
    value: stepOf(value, context),
    isOptional,
  }));
  return (run) => {
    const found = new Map<KeyId, { readonly key: Value; readonly value: Value }>();
    for (const { key: keyStep, value: valueStep, isOptional } of steps) {
      const key = keyStep(run);
      if (isError(key)) return key;
      const given = valueStep(run);
      if (isError(given)) return given;
      const value = isOptional ? optionalItem(given) : given;
      if (value instanceof CelError) return value;
      const id = typeof key === 'number' ? undefined : keyId(key);
      if (id === undefined) return new CelError(`unsupported key type: ${typeName(key)}`);
      if (found.has(id)) return new CelError(`Failed with repeated key: ${String(id)}`);
      if (value !== undefined) found.set(id, { key, value });
    }
    run.charge(MAP_COST);
    return new EntryMap(found);
  };
}
