import type { Release } from '@pilothouse/kinds/definition/releases.js';

/** How mature a feature is. What is deprecated is to go. */
export type Stage = 'alpha' | 'beta' | 'GA' | 'deprecated';

export interface GateStage {
  readonly stage: Stage;
  /** The release in which the feature came to this stage here; that may be earlier than in Kubernetes. */
  readonly since: Release;
  readonly default: boolean;
  /** It cannot be set to anything else: the gate has no effect any more. */
  readonly locked?: true;
}

/** A feature that can be switched on and off. Names are Kubernetes' own. */
export interface GateDefinition {
  readonly name: string;
  /** The oldest one first; the last one is the feature's stage now. */
  readonly stages: readonly [GateStage, ...GateStage[]];
}

const alpha = (since: Release) => ({ stage: 'alpha', since, default: false }) as const;
const beta = (since: Release) => ({ stage: 'beta', since, default: true }) as const;
/** Nothing looks at the gate from then on. */
const stable = (since: Release) => ({ stage: 'GA', since, default: true, locked: true }) as const;

/** Every gate there is, in the order of their names. Each one that is not locked switches something off. */
export const GATES = [
  { name: 'APIListChunking', stages: [alpha('1.8'), beta('1.9')] },
  { name: 'APIResponseCompression', stages: [alpha('1.8'), beta('1.16')] },
  { name: 'APIServerIdentity', stages: [alpha('1.20'), beta('1.26')] },
  { name: 'AggregatedDiscoveryEndpoint', stages: [beta('1.26')] },
  { name: 'DryRun', stages: [alpha('1.12'), beta('1.13'), stable('1.19')] },
  { name: 'OpenAPIV3', stages: [alpha('1.23'), beta('1.24')] },
  { name: 'RemainingItemCount', stages: [alpha('1.15'), beta('1.16')] },
  { name: 'ServerSideApply', stages: [alpha('1.14'), beta('1.16'), stable('1.22')] },
  { name: 'ServerSideFieldValidation', stages: [alpha('1.23'), beta('1.25')] },
  { name: 'StorageVersionHash', stages: [alpha('1.14'), beta('1.15')] },
  { name: 'WatchBookmark', stages: [alpha('1.15'), beta('1.16'), stable('1.17')] },
  { name: 'WatchList', stages: [beta('1.26')] },
] as const satisfies readonly GateDefinition[];

type Gate = (typeof GATES)[number];
type Last<Stages> = Stages extends readonly [...unknown[], infer Final] ? Final : never;
type GateIfLocked<Each, Locked> = Each extends Gate
  ? Last<Each['stages']> extends { locked: true }
    ? Locked extends true
      ? Each['name']
      : never
    : Locked extends true
      ? never
      : Each['name']
  : never;

/** The gates that switch something. */
export type FeatureName = GateIfLocked<Gate, false>;

/** Which features are on. */
export type Features = Readonly<Record<FeatureName, boolean>>;

/** The stage of a gate now. */
export function currentStage({ stages }: GateDefinition): GateStage {
  return stages.at(-1) ?? stages[0];
}

/** Each feature as it is unless somebody says otherwise. */
export const DEFAULT_FEATURES: Features = featuresFrom(new Map());

/** The features with some gates set; gates that are locked are left out. */
export function featuresFrom(set: ReadonlyMap<string, boolean>): Features {
  const states = GATES.map((gate): [string, boolean] => [gate.name, set.get(gate.name) ?? currentStage(gate).default]);
  return Object.fromEntries(states.filter(([name]) => isFeature(name))) as Features;
}

function isFeature(name: string): name is FeatureName {
  const gate = GATES.find((each) => each.name === name);
  return gate !== undefined && currentStage(gate).locked !== true;
}

/** What a metric tells of a gate (Kubernetes' `kubernetes_feature_enabled`). */
export interface FeatureState {
  readonly name: string;
  /** As Kubernetes spells it; empty for GA. */
  readonly stage: 'ALPHA' | 'BETA' | 'DEPRECATED' | '';
  readonly isEnabled: boolean;
}

/** The state of every gate, also of those that are locked. */
export function featureStates(features: Features): FeatureState[] {
  return GATES.map((gate) => {
    const { stage, default: usual } = currentStage(gate);
    return {
      name: gate.name,
      stage: STAGE_LABELS[stage],
      isEnabled: isFeature(gate.name) ? features[gate.name] : usual,
    };
  });
}

const STAGE_LABELS = { alpha: 'ALPHA', beta: 'BETA', GA: '', deprecated: 'DEPRECATED' } as const;
