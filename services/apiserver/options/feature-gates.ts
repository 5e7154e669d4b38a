import type { FlagDefinition } from '@pilothouse/flags/definition.js';
import {
  currentStage,
  featuresFrom,
  GATES,
  type Features,
  type GateDefinition,
  type Stage,
} from '../features/gates.js';
import { parsePairs } from './pairs.js';

/** Value of `--feature-gates`. */
export type ParsedGates =
  | {
      readonly ok: true;
      readonly features: Features;
      /** Warnings for gates that will be removed. */
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Gates that set all gates of a stage that are not set by name. */
const ALL: Readonly<Record<string, Stage>> = { AllAlpha: 'alpha', AllBeta: 'beta' };

/** Parses `Name=true` and `Name=false`. Problems and warnings have the texts of Kubernetes. */
export function parseFeatureGates(texts: readonly string[], gates: readonly GateDefinition[] = GATES): ParsedGates {
  const parsed = parsePairs(texts);
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map(named) };
  const set = new Map<string, boolean>();
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const [name, value] of parsed.pairs) {
    const stage = Object.hasOwn(ALL, name) ? ALL[name] : undefined;
    if (stage === undefined) continue;
    for (const gate of gates) if (currentStage(gate).stage === stage) set.set(gate.name, value);
  }
  for (const [name, value] of parsed.pairs) {
    if (Object.hasOwn(ALL, name)) continue;
    const gate = gates.find((each) => each.name === name);
    if (gate === undefined) {
      const known = [...Object.keys(ALL), ...gates.map((each) => each.name)].join(', ');
      problems.push(`unrecognized feature gate: ${name}; there are ${known}`);
      continue;
    }
    const { stage, locked, default: usual } = currentStage(gate);
    if (locked === true && value !== usual) {
      problems.push(`cannot set feature gate ${name} to ${value}, feature is locked to ${usual}`);
      continue;
    }
    set.set(name, value);
    const what = stage === 'deprecated' ? 'deprecated' : stage === 'GA' ? 'GA' : undefined;
    if (what !== undefined) {
      warnings.push(`setting ${what} feature gate ${name}=${value}; it will be removed in a future release`);
    }
  }
  return problems.length > 0
    ? { ok: false, problems: problems.map(named) }
    : { ok: true, features: featuresFrom(set), warnings };
}

const named = (problem: string): string => `--feature-gates: ${problem}`;

function stateOf(gate: GateDefinition): string {
  const { stage, locked, default: usual } = currentStage(gate);
  return `${gate.name}=true|false (${stage === 'GA' ? stage : stage.toUpperCase()} - default=${usual}${locked ? ', locked' : ''})`;
}

export const FEATURE_GATES_FLAG = {
  name: 'feature-gates',
  type: 'pairs',
  choices: Object.keys(ALL)
    .concat(GATES.map(({ name }) => name))
    .flatMap((name) => [`${name}=true`, `${name}=false`]),
  group: 'API',
  help: `Feature gates, each as name=true|false. AllAlpha and AllBeta set all gates of their stage that are not set by name. Options are ${GATES.map(stateOf).join(', ')}.`,
} as const satisfies FlagDefinition;
