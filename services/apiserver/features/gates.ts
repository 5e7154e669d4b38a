import type { Release } from '@pilothouse/kinds/definition/releases.js';

/** Stage of a feature. Deprecated features will be removed. */
export type Stage = 'alpha' | 'beta' | 'GA' | 'deprecated';

export interface GateStage {
  readonly stage: Stage;
  /** First release with this stage. It may differ from Kubernetes. */
  readonly since: Release;
  readonly default: boolean;
  /** The gate is locked to its default and has no effect. */
  readonly locked?: true;
}

/** Feature gate, with the name that Kubernetes gives it. */
export interface GateDefinition {
  readonly name: string;
  /** Oldest first. The last one is the current stage. */
  readonly stages: readonly [GateStage, ...GateStage[]];
}

const alpha = (since: Release) => ({ stage: 'alpha', since, default: false }) as const;
const beta = (since: Release) => ({ stage: 'beta', since, default: true }) as const;
/** A feature that belongs to a beta version of the API. */
const disabledBeta = (since: Release) => ({ stage: 'beta', since, default: false }) as const;
/** From this stage on, no code reads the gate. */
const stable = (since: Release) => ({ stage: 'GA', since, default: true, locked: true }) as const;

/** All feature gates, sorted by name. Each gate that is not locked disables its feature when false. */
export const GATES = [
  { name: 'APIListChunking', stages: [alpha('1.8'), beta('1.9'), stable('1.29')] },
  { name: 'APIResponseCompression', stages: [alpha('1.8'), beta('1.16')] },
  { name: 'APIServerIdentity', stages: [alpha('1.20'), beta('1.26')] },
  { name: 'AggregatedDiscoveryEndpoint', stages: [beta('1.26'), stable('1.30')] },
  { name: 'AllowUnsafeMalformedObjectDeletion', stages: [alpha('1.32')] },
  { name: 'AuthorizePodWebsocketUpgradeCreatePermission', stages: [beta('1.35')] },
  { name: 'ClusterTrustBundle', stages: [alpha('1.27'), disabledBeta('1.33')] },
  { name: 'ComponentFlagz', stages: [alpha('1.32'), beta('1.36')] },
  { name: 'ComponentStatusz', stages: [alpha('1.32'), beta('1.36')] },
  { name: 'DetectCacheInconsistency', stages: [beta('1.34')] },
  { name: 'DryRun', stages: [alpha('1.12'), beta('1.13'), stable('1.19')] },
  { name: 'ManifestBasedAdmissionControlConfig', stages: [alpha('1.36')] },
  { name: 'OpenAPIV3', stages: [alpha('1.23'), beta('1.24'), stable('1.27')] },
  { name: 'PodCertificateRequest', stages: [alpha('1.34'), disabledBeta('1.35')] },
  { name: 'RemainingItemCount', stages: [alpha('1.15'), beta('1.16'), stable('1.29')] },
  { name: 'ServerSideApply', stages: [alpha('1.14'), beta('1.16'), stable('1.22')] },
  { name: 'ServerSideFieldValidation', stages: [alpha('1.23'), beta('1.25'), stable('1.27')] },
  { name: 'StorageVersionHash', stages: [alpha('1.14'), beta('1.15')] },
  { name: 'StorageVersionMigrator', stages: [alpha('1.30'), disabledBeta('1.35')] },
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

/** Gates that are not locked. */
export type FeatureName = GateIfLocked<Gate, false>;

/** Enabled state of each feature. */
export type Features = Readonly<Record<FeatureName, boolean>>;

/** Current stage of a gate. */
export function currentStage({ stages }: GateDefinition): GateStage {
  return stages.at(-1) ?? stages[0];
}

/** Defaults of all features. */
export const DEFAULT_FEATURES: Features = featuresFrom(new Map());

/** Defaults with some gates set. Locked gates are ignored. */
export function featuresFrom(set: ReadonlyMap<string, boolean>): Features {
  const states = GATES.map((gate): [string, boolean] => [gate.name, set.get(gate.name) ?? currentStage(gate).default]);
  return Object.fromEntries(states.filter(([name]) => isFeature(name))) as Features;
}

function isFeature(name: string): name is FeatureName {
  const gate = GATES.find((each) => each.name === name);
  return gate !== undefined && currentStage(gate).locked !== true;
}

/** State of a gate in the metric `kubernetes_feature_enabled`. */
export interface FeatureState {
  readonly name: string;
  /** As Kubernetes spells it; empty for GA. */
  readonly stage: 'ALPHA' | 'BETA' | 'DEPRECATED' | '';
  readonly isEnabled: boolean;
}

/** State of all gates, with locked ones. */
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
