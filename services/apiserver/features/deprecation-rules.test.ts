import assert from 'node:assert/strict';
import type { FlagDeprecation } from '@pilothouse/flags/definition.js';
import type { Deprecation, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';
import {
  flagProblems,
  gateMayGo,
  gateProblems,
  metricMayGo,
  metricProblems,
  versionProblems,
} from './deprecation-rules.test.helper.js';
import type { GateStage } from './gates.js';
import { spans, type Release } from '@pilothouse/kinds/definition/releases.js';

const [{ schema }] = widgets('v1 alone').versions;

type Change = Omit<VersionDefinition, 'schema'>;

function problemsOf(versions: readonly [Change, ...Change[]], rest: object = {}): readonly string[] {
  const [first, ...others] = versions.map((version) => ({ ...version, schema }));
  assert.ok(first);
  const { storageVersion: _former, ...definition } = widgets('v1 alone');
  return versionProblems({ ...definition, ...rest, versions: [first, ...others] }, '1.26');
}

const deprecated = (since: Deprecation['since'], removedIn: Deprecation['removedIn'], version = 'v1'): Deprecation => ({
  since,
  removedIn,
  replacement: { group: 'example.io', version, kind: 'Widget' },
});

describe('the deprecation policy', () => {
  const versions: readonly (readonly [rule: string, problems: () => readonly string[], problem: RegExp | undefined])[] =
    [
      ['a single version is valid', () => problemsOf([{ name: 'v1' }]), undefined],
      [
        'beta is deprecated for 3 releases and 9 months',
        () =>
          problemsOf([
            { name: 'v1', since: '1.24' },
            { name: 'v1beta1', since: '1.21', deprecated: deprecated('1.24', '1.27') },
          ]),
        undefined,
      ],
      [
        'and not for 2 releases (4a)',
        () => problemsOf([{ name: 'v1beta1', deprecated: deprecated('1.25', '1.27') }]),
        /^example\.io\/v1beta1 Widget is beta, and is removed before 9 months and 3 releases \(rule 4a\)$/,
      ],
      [
        'alpha can be removed immediately (4a)',
        () => problemsOf([{ name: 'v1alpha1', deprecated: deprecated('1.26', '1.27') }]),
        undefined,
      ],
      [
        'GA stays for a major release (4a)',
        () => problemsOf([{ name: 'v1', deprecated: deprecated('1.20', '1.40') }]),
        /may not be removed within a major release/,
      ],
      [
        'GA may be removed in the next major release (4a)',
        () => problemsOf([{ name: 'v1', deprecated: deprecated('1.20', '2.0') }]),
        undefined,
      ],
      [
        'a version is not deprecated in favour of a less stable one (3)',
        () => problemsOf([{ name: 'v1beta1', deprecated: deprecated('1.24', '1.27', 'v1alpha1') }]),
        /less stable v1alpha1 \(rule 3\)/,
      ],
      [
        'a version is removed in its removal release',
        () => problemsOf([{ name: 'v1beta1', deprecated: deprecated('1.22', '1.26') }]),
        /was to be removed in 1\.26/,
      ],
      [
        'or is no longer served',
        () => problemsOf([{ name: 'v1beta1', served: false, deprecated: deprecated('1.22', '1.26') }]),
        undefined,
      ],
      [
        'nothing is deprecated in advance',
        () => problemsOf([{ name: 'v1beta1', deprecated: deprecated('1.27', '1.30') }]),
        /is not deprecated before 1\.27/,
      ],
      [
        'a new version is neither the preferred nor the storage version (4b)',
        () =>
          problemsOf([
            { name: 'v2', since: '1.26' },
            { name: 'v1', since: '1.20' },
          ]),
        /new in 1\.26, and may not be the preferred version yet \(rule 4b\).*may not be the storage version yet/s,
      ],
      [
        'one release later it may be (4b)',
        () =>
          problemsOf([
            { name: 'v2', since: '1.25' },
            { name: 'v1', since: '1.20' },
          ]),
        undefined,
      ],
      [
        'each of several versions has the release that introduced it',
        () => problemsOf([{ name: 'v2' }, { name: 'v1' }]),
        /every version must have the release/,
      ],
      [
        'the most stable one is preferred',
        () =>
          problemsOf([
            { name: 'v2beta1', since: '1.20' },
            { name: 'v1', since: '1.20' },
          ]),
        /v2beta1 is not the most stable/,
      ],
    ];
  for (const [rule, problems, problem] of versions) {
    it(`versions: ${rule}`, () => assertProblem(problems(), problem));
  }

  const flag = (deprecation: Partial<FlagDeprecation>, audience: 'user' | 'administrator', isQuiet = true) => {
    const table = isQuiet
      ? [{ name: 'deprecation-warnings', type: 'boolean', help: '', group: 'Logging' } as const]
      : [];
    const deprecated = { since: '1.25', removedIn: '1.27', advice: 'use --y', ...deprecation };
    return flagProblems(
      { name: 'x', type: 'text', help: '', group: 'API', deprecated },
      { audience, now: '1.26', table },
    );
  };
  const flags: readonly (readonly [rule: string, problems: () => readonly string[], problem: RegExp | undefined])[] = [
    ['of administrators stay 6 months', () => flag({}, 'administrator'), undefined],
    [
      'of administrators stay more than 4 months',
      () => flag({ since: '1.26' }, 'administrator'),
      /too early \(rule 5\)/,
    ],
    ['of users stay 12 months', () => flag({}, 'user'), /too early \(rule 5\)/],
    ['of users stay 12 months and no longer', () => flag({ removedIn: '1.29' }, 'user'), undefined],
    ['that are beta stay 3 months', () => flag({ since: '1.26', stage: 'beta' }, 'user'), undefined],
    ['that are alpha can be removed immediately', () => flag({ since: '1.27', stage: 'alpha' }, 'user'), undefined],
    [
      'are removed in their removal release',
      () => flag({ since: '1.22', removedIn: '1.26' }, 'administrator'),
      /was to be removed/,
    ],
    ['have advice', () => flag({ advice: '' }, 'administrator'), /has no advice/],
    ['warn unless warnings are disabled (6)', () => flag({}, 'administrator', false), /no flag to disable the warning/],
    ['name releases', () => flag({ since: 'soon' }, 'administrator'), /names an invalid release/],
  ];
  for (const [rule, problems, problem] of flags) {
    it(`flags ${rule}`, () => assertProblem(problems(), problem));
  }

  const gate = (...stages: [GateStage, ...GateStage[]]) => ({ name: 'G', stages });
  const alpha: GateStage = { stage: 'alpha', since: '1.22', default: false };
  const beta: GateStage = { stage: 'beta', since: '1.23', default: true };
  const stable: GateStage = { stage: 'GA', since: '1.25', default: true, locked: true };
  const gates: readonly (readonly [rule: string, stages: [GateStage, ...GateStage[]], problem: RegExp | undefined])[] =
    [
      ['go through their stages', [alpha, beta, stable], undefined],
      ['do not return to an earlier stage', [beta, { ...alpha, since: '1.24' }], /goes back/],
      ['do not skip a release', [alpha, { ...beta, since: '1.22' }], /two stages in one release/],
      ['are off while alpha (8)', [{ ...alpha, default: true }], /alpha, and on/],
      ['are on while beta (8)', [{ ...beta, default: false }], /beta, and off/],
      ['without effect cannot be switched (9)', [{ stage: 'GA', since: '1.25', default: true }], /locked/],
      ['with effect can (9)', [{ ...beta, locked: true }], /locked/],
      ['do not name a later release', [{ ...beta, since: '1.27' }], /only in 1\.27/],
    ];
  for (const [rule, stages, problem] of gates) {
    it(`gates ${rule}`, () => assertProblem(gateProblems(gate(...stages), '1.26'), problem));
  }

  it('gates stay 2 releases and 6 months after GA (8)', () => {
    const mayGo = (['1.25', '1.26', '1.27'] as const).map((now) => gateMayGo(gate(alpha, beta, stable), now));
    assert.deepEqual(mayGo, [false, false, true]);
    assert.equal(gateMayGo(gate(alpha, beta), '1.32'), false);
    assert.equal(gateMayGo(gate(beta, { ...stable, stage: 'deprecated' }), '1.26'), true);
  });

  it('deprecated metrics are hidden for one release, then removed (10)', () => {
    const metric = { name: 'm', type: 'counter', help: '', labels: [] } as const;
    const problems = (stability: 'ALPHA' | 'STABLE', deprecatedSince: Release) =>
      metricProblems({ ...metric, stability, deprecatedSince }, '1.26');
    assertProblem(problems('STABLE', '1.22'), /^m was to be removed \(rule 10\)$/);
    assertProblem(problems('ALPHA', '1.24'), /^m was to be removed \(rule 10\)$/);
    assertProblem(problems('STABLE', '1.27'), /^m is not deprecated before 1\.27$/);
    assertProblem(
      [...problems('STABLE', '1.26'), ...problems('STABLE', '1.23'), ...problems('ALPHA', '1.25')],
      undefined,
    );
  });

  it('stable metrics are removed after 4 releases and 12 months, and after being deprecated and hidden (10)', () => {
    const mayGo = (stability: 'ALPHA' | 'STABLE', since: Release, deprecatedSince?: Release) =>
      metricMayGo({ stability, since, ...(deprecatedSince && { deprecatedSince }) }, '1.26');
    assert.equal(mayGo('ALPHA', '1.26'), true);
    assert.equal(mayGo('STABLE', '1.8'), false);
    assert.equal(mayGo('STABLE', '1.8', '1.23'), false);
    assert.equal(mayGo('STABLE', '1.22', '1.22'), true);
    assert.equal(mayGo('STABLE', '1.23', '1.22'), false);
  });

  it('spans are the longer of releases and months', () => {
    assert.equal(spans('1.24', '1.25', { releases: 1, months: 3 }), true);
    assert.equal(spans('1.24', '1.25', { releases: 1, months: 4 }), false);
    assert.equal(spans('1.24', '1.25', { releases: 2, months: 0 }), false);
    assert.equal(spans('1.24', '2.0', { releases: 9, months: 0 }), true);
    assert.throws(() => spans('1.24', '1.99', { releases: 1, months: 1 }), /the month of release 1\.99 is not known/);
  });
});

function assertProblem(problems: readonly string[], problem: RegExp | undefined): void {
  if (problem === undefined) assert.deepEqual(problems, []);
  else assert.match(problems.join('\n'), problem);
}
