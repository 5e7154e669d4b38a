import assert from 'node:assert/strict';
import { ADMISSION_SERVICE_FLAGS } from '@pilothouse/admission-service/options/flags.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  flagProblems,
  gateMayGo,
  gateProblems,
  metricMayGo,
  metricProblems,
  versionProblems,
} from '@pilothouse/apiserver/features/deprecation-rules.test.helper.js';
import { GATES, type GateDefinition } from '@pilothouse/apiserver/features/gates.js';
import { API_RELEASE, compareReleases, type Release } from '@pilothouse/kinds/definition/releases.js';
import { METRICS } from '@pilothouse/apiserver/metrics/table.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { MANAGER_FLAGS } from '@pilothouse/controllers/options/flags.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { TOKEN_REVIEW_FLAGS } from '@pilothouse/token-review/options/flags.js';
import { SERVICE_ACCOUNT_FLAGS, TOKEN_FLAGS, USER_FLAGS } from './commands/kubeconfig-flags.js';
import { MIGRATE_FLAGS } from './commands/migrate-storage.js';
import { UP_FLAGS } from './options/flags.js';

/**
 * All deprecations with their removal. A row is added with each deprecation and stays as long as the feature, so that no removal is
 * forgotten or too early.
 */
const VERSIONS: readonly (readonly [version: string, since: Release, removedIn: Release])[] = [
  ['storage.k8s.io/v1beta1 CSIStorageCapacity', '1.24', '1.27'],
  ['storage.k8s.io/v1beta1 VolumeAttributesClass', '1.34', '1.37'],
  ['coordination.k8s.io/v1beta1 LeaseCandidate', '1.36', '1.39'],
  ['networking.k8s.io/v1beta1 IPAddress', '1.34', '1.37'],
  ['networking.k8s.io/v1beta1 ServiceCIDR', '1.34', '1.37'],
  ...['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice'].flatMap((kind) => [
    [`resource.k8s.io/v1beta2 ${kind}`, '1.36', '1.39'] as const,
    [`resource.k8s.io/v1beta1 ${kind}`, '1.35', '1.38'] as const,
  ]),
];
const FLAGS_TO_GO: readonly (readonly [flag: string, since: Release, removedIn: Release])[] = [];

/** Every gate with its stages, as earlier releases know them. */
const GATES_OF_OLD: readonly GateDefinition[] = [
  {
    name: 'DryRun',
    stages: [
      { stage: 'beta', since: '1.13', default: true },
      { stage: 'GA', since: '1.19', default: true },
    ],
  },
  {
    name: 'ServerSideApply',
    stages: [
      { stage: 'beta', since: '1.16', default: true },
      { stage: 'GA', since: '1.22', default: true },
    ],
  },
  {
    name: 'WatchBookmark',
    stages: [
      { stage: 'beta', since: '1.16', default: true },
      { stage: 'GA', since: '1.17', default: true },
    ],
  },
  ...(
    [
      ['APIListChunking', '1.29'],
      ['AggregatedDiscoveryEndpoint', '1.30'],
      ['OpenAPIV3', '1.27'],
      ['RemainingItemCount', '1.29'],
      ['ServerSideFieldValidation', '1.27'],
    ] as const
  ).map(([name, since]): GateDefinition => ({
    name,
    stages: [
      { stage: 'beta', since: '1.26', default: true },
      { stage: 'GA', since, default: true },
    ],
  })),
  {
    name: 'AuthorizePodWebsocketUpgradeCreatePermission',
    stages: [{ stage: 'beta', since: '1.35', default: true }],
  },
  { name: 'ClusterTrustBundle', stages: [{ stage: 'beta', since: '1.33', default: false }] },
  { name: 'PodCertificateRequest', stages: [{ stage: 'beta', since: '1.35', default: false }] },
  { name: 'StorageVersionMigrator', stages: [{ stage: 'beta', since: '1.35', default: false }] },
  { name: 'AllowUnsafeMalformedObjectDeletion', stages: [{ stage: 'alpha', since: '1.32', default: false }] },
  { name: 'DetectCacheInconsistency', stages: [{ stage: 'beta', since: '1.34', default: true }] },
  { name: 'ManifestBasedAdmissionControlConfig', stages: [{ stage: 'alpha', since: '1.36', default: false }] },
  ...['ComponentFlagz', 'ComponentStatusz'].map((name): GateDefinition => ({
    name,
    stages: [{ stage: 'beta', since: '1.36', default: true }],
  })),
  ...['APIResponseCompression', 'APIServerIdentity', 'StorageVersionHash', 'WatchList'].map((name): GateDefinition => ({
    name,
    stages: [{ stage: 'beta', since: '1.26', default: true }],
  })),
];

/** Every stable metric, with its deprecation. Monitoring relies on them. */
const STABLE_METRICS: readonly (readonly [name: string, since: Release, deprecatedSince?: Release])[] = [
  ['apiserver_request_total', '1.26'],
  ['apiserver_request_duration_seconds', '1.26'],
  ['apiserver_response_sizes', '1.26'],
  ['apiserver_longrunning_requests', '1.26'],
  ['apiserver_current_inflight_requests', '1.26'],
  ['apiserver_requested_deprecated_apis', '1.26'],
  ['apiserver_storage_objects', '1.26'],
  ['apiserver_storage_size_bytes', '1.26'],
  ['apiserver_admission_controller_admission_duration_seconds', '1.26'],
  ['apiserver_admission_webhook_admission_duration_seconds', '1.26'],
];

const TABLES: readonly (readonly [audience: 'user' | 'administrator', table: FlagTable])[] = [
  ['administrator', UP_FLAGS],
  ['administrator', MANAGER_FLAGS],
  ['administrator', TOKEN_REVIEW_FLAGS],
  ['administrator', ADMISSION_SERVICE_FLAGS],
  ['administrator', MIGRATE_FLAGS],
  ['user', USER_FLAGS],
  ['user', TOKEN_FLAGS],
  ['user', SERVICE_ACCOUNT_FLAGS],
];

describe(`deprecations in release ${API_RELEASE}`, () => {
  const resources = builtInResources(createDomain());

  it('follow the rules for versions', () => {
    assert.deepEqual(
      resources.flatMap((definition) => versionProblems(definition, API_RELEASE)),
      [],
    );
  });

  it('follow the rules for flags', () => {
    const problems = TABLES.flatMap(([audience, table]) =>
      table.flatMap((flag) => flagProblems(flag, { audience, table, now: API_RELEASE })),
    );
    assert.deepEqual(problems, []);
  });

  it('follow the rules for feature gates', () => {
    assert.deepEqual(
      GATES.flatMap((gate) =>
        gateProblems(
          gate,
          API_RELEASE,
          resources.some((definition) => definition.gate === gate.name),
        ),
      ),
      [],
    );
  });

  it('follow the rules for metrics', () => {
    assert.deepEqual(
      Object.values(METRICS).flatMap((metric) => metricProblems(metric, API_RELEASE)),
      [],
    );
  });

  it('are those of the table, and nothing was removed too early', () => {
    const versions = resources.flatMap(({ group, kind, versions: each }) =>
      each.flatMap(({ name, deprecated, served }) =>
        deprecated === undefined || served === false
          ? []
          : [[`${group}/${name} ${kind}`, deprecated.since, deprecated.removedIn]],
      ),
    );
    const flags = TABLES.flatMap(([, table]) =>
      table.flatMap(({ name, deprecated }) =>
        deprecated === undefined ? [] : [[`--${name}`, deprecated.since, deprecated.removedIn]],
      ),
    );
    const isLeft = ([, , removedIn]: (typeof VERSIONS)[number]): boolean => compareReleases(API_RELEASE, removedIn) < 0;
    assert.deepEqual(versions, VERSIONS.filter(isLeft));
    assert.deepEqual(flags, FLAGS_TO_GO.filter(isLeft));
  });

  it('keep every stable metric', () => {
    const shown = Object.values(METRICS).flatMap(({ name, stability, ...metric }: MetricDefinition) =>
      stability === 'STABLE' ? [[name, metric.deprecatedSince]] : [],
    );
    const left = STABLE_METRICS.filter(
      ([name, since, deprecatedSince]) =>
        shown.some(([each]) => each === name) ||
        !metricMayGo({ stability: 'STABLE', since, ...(deprecatedSince && { deprecatedSince }) }, API_RELEASE),
    );
    assert.deepEqual(
      shown,
      left.map(([name, , deprecatedSince]) => [name, deprecatedSince]),
    );
  });

  it('keep every gate that command lines may contain', () => {
    for (const gate of GATES_OF_OLD) {
      const isThere = GATES.some(({ name }) => name === gate.name);
      assert.ok(isThere || gateMayGo(gate, API_RELEASE), gate.name);
    }
    for (const { name } of GATES)
      assert.ok(
        GATES_OF_OLD.some((gate) => gate.name === name),
        `${name} is not in the table`,
      );
  });
});
