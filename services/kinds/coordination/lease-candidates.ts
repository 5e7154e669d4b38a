import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  leaseCandidateNames,
  leaseCandidateSchema,
  type LeaseCandidate,
  type LeaseCandidateSpec,
} from '@pilothouse/apimachinery/generated/coordination/v1beta1.js';
import { configMapKey } from '@pilothouse/apimachinery/names/config-key.js';
import { compareSemver, readSemver } from '@pilothouse/apimachinery/names/semver.js';
import { invalid, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { OLDEST_EMULATION_VERSION, validateStrategy } from './election-strategy.js';

export function leaseCandidates(domain: Domain): ResourceDefinition<LeaseCandidate> {
  return {
    group: domain.group('coordination'),
    versions: [
      {
        name: 'v1beta1',
        schema: leaseCandidateSchema,
        since: '1.33',
        deprecated: { since: '1.36', removedIn: '1.39' },
      },
    ],
    ...leaseCandidateNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('LeaseName', 'Name of the Lease.', ({ spec }) => spec.leaseName),
      textColumn('BinaryVersion', 'Version of the program.', ({ spec }) => spec.binaryVersion),
      textColumn(
        'EmulationVersion',
        'Version whose behaviour the program has.',
        ({ spec }) => spec.emulationVersion ?? '',
      ),
    ),
    selectableFields: {},
    strategy: {
      nameErrors: (name) => configMapKey(name),
      errorOrder: { rulesReportAll: true },
      validate: ({ spec }, old) => [
        ...validateSpec(spec),
        ...(old === undefined ? [] : validateImmutable(spec.leaseName, old.spec.leaseName, 'spec.leaseName')),
      ],
      createOnUpdate: true,
      updateNeedsVersion: true,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

/** Kubernetes' ValidateLeaseCandidateSpec. */
function validateSpec({
  leaseName,
  binaryVersion,
  emulationVersion = '',
  strategy = '',
}: LeaseCandidateSpec): FieldError[] {
  const [binary, emulation] = [readSemver(binaryVersion), readSemver(emulationVersion)];
  const field = 'spec.binaryVersion';
  return [
    ...(leaseName === '' ? [required('spec.leaseName')] : []),
    ...(emulationVersion === '' ? [] : validateVersion(emulationVersion, 'spec.emulationVersion')),
    ...(binaryVersion === '' ? [required(field)] : validateVersion(binaryVersion, field)),
    ...(binaryVersion !== '' && emulationVersion !== '' && compareSemver(binary ?? ZERO, emulation ?? ZERO) < 0
      ? [invalid(field, binaryVersion, 'must be greater than or equal to `emulationVersion`')]
      : []),
    ...(strategy === OLDEST_EMULATION_VERSION && compareSemver(emulation ?? ZERO, ZERO) === 0
      ? [required('spec.emulationVersion', "must be specified when `strategy` is 'OldestEmulationVersion'")]
      : []),
    // Kubernetes repeats the last part of the path.
    ...(strategy === '' ? [required('spec.strategy')] : validateStrategy(strategy, 'spec.strategy.strategy')),
  ];
}

/** Stands for a version that is absent or invalid, as in Kubernetes. */
const ZERO = { numbers: [0n, 0n, 0n], preRelease: [] };

function validateVersion(text: string, field: string): FieldError[] {
  return readSemver(text) === undefined ? [invalid(field, text, 'must be a valid semantic version')] : [];
}
