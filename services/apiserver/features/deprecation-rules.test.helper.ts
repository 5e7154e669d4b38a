import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import type { FlagDefinition } from '@pilothouse/flags/definition.js';
import type { ResourceDefinition, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import {
  compareVersions,
  stabilityOf,
  storageVersionOf,
  type Stability,
} from '@pilothouse/kinds/definition/versions.js';
import type { GateDefinition, Stage } from './gates.js';
import { metricStage, type MetricLife } from './metric-stages.js';
import {
  compareReleases,
  releaseParts,
  spans,
  type Release,
  type Span,
} from '@pilothouse/kinds/definition/releases.js';

/** Violations of the Kubernetes deprecation policy at a release; empty if there are none. */
export type Problems = readonly string[];

const LEVELS: readonly (Stability | undefined)[] = [undefined, 'alpha', 'beta', 'GA'];
const isLessStable = (a: string, b: string): boolean => LEVELS.indexOf(stabilityOf(a)) < LEVELS.indexOf(stabilityOf(b));

/** Rule 4a: API versions. */
const BETA_VERSION: Span = { releases: 3, months: 9 };
/** Rules 5a and 5b: flags. */
const FLAGS: Readonly<Record<'user' | 'administrator', Readonly<Record<Stability, Span>>>> = {
  user: { GA: { releases: 2, months: 12 }, beta: { releases: 1, months: 3 }, alpha: { releases: 0, months: 0 } },
  administrator: {
    GA: { releases: 1, months: 6 },
    beta: { releases: 1, months: 3 },
    alpha: { releases: 0, months: 0 },
  },
};
/** Rule 8: how long a gate keeps its effect after the feature leaves a stage. */
const GATES: Readonly<Record<string, Span>> = {
  'beta to GA': { releases: 2, months: 6 },
  'beta to deprecated': { releases: 1, months: 3 },
  'alpha to deprecated': { releases: 0, months: 0 },
};

export function versionProblems(definition: ResourceDefinition, now: Release): Problems {
  const { versions } = definition;
  return [
    ...versions.flatMap((version) => deprecationProblems(definition, version, now)),
    ...orderProblems(definition, now),
  ];
}

function deprecationProblems({ group, kind }: ResourceDefinition, version: VersionDefinition, now: Release): Problems {
  const { name, deprecated, served } = version;
  if (deprecated === undefined) return [];
  const { since, removedIn, replacement } = deprecated;
  const problems: string[] = [];
  const level = stabilityOf(name);
  if (compareReleases(since, now) > 0) problems.push(`is not deprecated before ${since}`);
  if (served !== false && compareReleases(now, removedIn) >= 0) problems.push(`was to be removed in ${removedIn}`);
  if (level === 'GA' && releaseParts(removedIn).major <= releaseParts(since).major) {
    problems.push('is GA, and may not be removed within a major release (rule 4a)');
  }
  if (level === 'beta' && !spans(since, removedIn, BETA_VERSION)) {
    problems.push('is beta, and is removed before 9 months and 3 releases (rule 4a)');
  }
  if (replacement !== undefined && isLessStable(replacement.version, name)) {
    problems.push(`is deprecated in favour of the less stable ${replacement.version} (rule 3)`);
  }
  return problems.map((problem) => `${groupVersion(group, name)} ${kind} ${problem}`);
}

/** Rule 4b, and that the preferred version is the most stable one. */
function orderProblems(definition: ResourceDefinition, now: Release): Problems {
  const { group, kind, versions } = definition;
  if (versions.length === 1) return [];
  const what = `${kind} of ${group}`;
  const [preferred] = versions;
  const problems: string[] = [];
  if (versions.some(({ since }) => since === undefined))
    return [`${what}: every version must have the release that introduced it`];
  if (versions.some(({ name }) => compareVersions(name, preferred.name) < 0)) {
    problems.push(`${what}: ${preferred.name} is not the most stable version, and is preferred`);
  }
  const storage = versions.find(({ name }) => name === storageVersionOf(definition));
  const isNew = ({ since }: VersionDefinition): boolean => since !== undefined && compareReleases(since, now) >= 0;
  const isOld = (each: VersionDefinition): boolean => !isNew(each);
  // Clients of a beta version have enabled it and name it, so the preferred version may be new beside it.
  const preferable = versions.filter(({ name }) => stabilityOf(name) === 'GA');
  for (const [role, version, among] of [
    ['preferred', preferred, preferable],
    ['storage', storage, versions],
  ] as const) {
    if (version !== undefined && among.some(isOld) && isNew(version)) {
      problems.push(`${what}: ${version.name} is new in ${now}, and may not be the ${role} version yet (rule 4b)`);
    }
  }
  return problems;
}

export function flagProblems(
  { name, deprecated }: FlagDefinition,
  {
    audience,
    now,
    table,
  }: { readonly audience: 'user' | 'administrator'; readonly now: Release; readonly table: readonly FlagDefinition[] },
): Problems {
  if (deprecated === undefined) return [];
  const { since, removedIn, stage = 'GA', advice } = deprecated;
  const problems: string[] = [];
  if (!isRelease(since) || !isRelease(removedIn)) return [`--${name} names an invalid release`];
  if (!spans(since, removedIn, FLAGS[audience][stage])) problems.push('is removed too early (rule 5)');
  if (compareReleases(now, removedIn) >= 0) problems.push(`was to be removed in ${removedIn}`);
  if (advice === '') problems.push('has no advice');
  if (!table.some((flag) => flag.name === 'deprecation-warnings')) {
    problems.push('warns, and there is no flag to disable the warning (rule 6)');
  }
  return problems.map((problem) => `--${name} ${problem}`);
}

const STAGES: readonly Stage[] = ['alpha', 'beta', 'GA', 'deprecated'];

/** `isOfKind` is true for the gate of a kind. */
export function gateProblems({ name, stages }: GateDefinition, now: Release, isOfKind = false): Problems {
  const problems = stages.flatMap((stage, index) => {
    const found: string[] = [];
    const before = stages[index - 1];
    if (before !== undefined) {
      if (STAGES.indexOf(before.stage) >= STAGES.indexOf(stage.stage)) found.push('goes back in its stages');
      if (compareReleases(before.since, stage.since) >= 0) found.push('goes through two stages in one release');
    }
    if (compareReleases(stage.since, now) > 0) found.push(`reaches ${stage.stage} only in ${stage.since}`);
    if (stage.stage === 'alpha' && stage.default) found.push('is alpha, and on by default (rule 8)');
    // Since 1.24 beta versions of the API are off by default, and so are features that need one.
    if (stage.stage === 'beta' && stage.default === isOfKind)
      found.push(isOfKind ? 'is of a beta kind, and on by default' : 'is beta, and off by default (rule 8)');
    if (stage.locked !== (stage.stage === 'GA' ? true : undefined)) {
      found.push('must be locked exactly when it has no effect (rule 9)');
    }
    return found;
  });
  return problems.map((problem) => `${name} ${problem}`);
}

/** Whether the gate may be removed in a release (rule 8). */
export function gateMayGo({ stages }: GateDefinition, now: Release): boolean {
  const [last, before] = [stages.at(-1), stages.at(-2)];
  if (last === undefined || (last.stage !== 'GA' && last.stage !== 'deprecated')) return false;
  const span = GATES[`${before?.stage ?? 'alpha'} to ${last.stage}`];
  return span !== undefined && spans(last.since, now, span);
}

/** Rule 10: a metric is deprecated, then hidden for a release, then removed. */
export function metricProblems({ name, stability, deprecatedSince }: MetricDefinition, now: Release): Problems {
  if (deprecatedSince === undefined) return [];
  if (compareReleases(deprecatedSince, now) > 0) return [`${name} is not deprecated before ${deprecatedSince}`];
  return metricStage({ stability, deprecatedSince }, now) === 'gone' ? [`${name} was to be removed (rule 10)`] : [];
}

/** Rule 10: minimum lifetime of a stable metric. */
const STABLE_METRIC: Span = { releases: 4, months: 12 };

/** Whether a metric of release `since` may be removed in release `now`. */
export function metricMayGo({ since, ...metric }: MetricLife & { readonly since: Release }, now: Release): boolean {
  if (metric.stability === 'ALPHA') return true;
  return metricStage(metric, now) === 'gone' && spans(since, now, STABLE_METRIC);
}

function isRelease(text: string): text is Release {
  return /^\d+\.\d+$/.test(text);
}
