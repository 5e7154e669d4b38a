import assert from 'node:assert/strict';
import { DEFAULT_FEATURES, featureStates, GATES, type GateDefinition } from '../features/gates.js';
import { FEATURE_GATES_FLAG, parseFeatureGates } from './feature-gates.js';

describe('--feature-gates', () => {
  const changed: readonly (readonly [texts: readonly string[], change: object, warnings: readonly string[]])[] = [
    [[], {}, []],
    [['StorageVersionHash=false'], { StorageVersionHash: false }, []],
    [[' StorageVersionHash = False ', 'WatchList=0'], { StorageVersionHash: false, WatchList: false }, []],
    [['WatchList=false', 'WatchList=true'], {}, []],
    [['AllBeta=false', 'WatchList=true'], { ...allOff(), WatchList: true }, []],
    [['WatchList=true', 'AllBeta=false'], { ...allOff(), WatchList: true }, []],
    [['AllAlpha=true'], { AllowUnsafeMalformedObjectDeletion: true, ManifestBasedAdmissionControlConfig: true }, []],
    [
      ['ServerSideApply=true'],
      {},
      ['setting GA feature gate ServerSideApply=true; it will be removed in a future release'],
    ],
  ];
  for (const [texts, change, warnings] of changed) {
    it(`takes ${texts.join(',') || 'nothing'}`, () => {
      assert.deepEqual(parseFeatureGates(texts), { ok: true, features: { ...DEFAULT_FEATURES, ...change }, warnings });
    });
  }

  const wrong: readonly (readonly [texts: readonly string[], problem: RegExp])[] = [
    [
      ['Nothing=true'],
      /^--feature-gates: unrecognized feature gate: Nothing; there are AllAlpha, AllBeta, APIListChunking, /,
    ],
    [['WatchList'], /^--feature-gates: missing bool value for WatchList$/],
    [['WatchList=maybe'], /^--feature-gates: invalid value of WatchList=maybe: /],
    [
      ['WatchBookmark=false'],
      /^--feature-gates: cannot set feature gate WatchBookmark to false, feature is locked to true$/,
    ],
    [['toString=true'], /unrecognized feature gate: toString/],
  ];
  for (const [texts, problem] of wrong) {
    it(`refuses ${texts.join(',')}`, () => {
      const parsed = parseFeatureGates(texts);
      assert.match(parsed.ok ? '' : parsed.problems.join('\n'), problem);
    });
  }

  it('warns about a deprecated gate and applies it', () => {
    const old: GateDefinition = { name: 'Old', stages: [{ stage: 'deprecated', since: '1.26', default: true }] };
    const parsed = parseFeatureGates(['Old=false'], [old]);
    assert.deepEqual(parsed.ok && parsed.warnings, [
      'setting deprecated feature gate Old=false; it will be removed in a future release',
    ]);
  });

  it('lists each gate and its stage in the help', () => {
    for (const { name } of GATES)
      assert.match(FEATURE_GATES_FLAG.help, new RegExp(`${name}=true\\|false \\((BETA|GA|ALPHA)`));
    assert.match(FEATURE_GATES_FLAG.help, /WatchBookmark=true\|false \(GA - default=true, locked\)/);
  });

  it('exposes the state of each gate to metrics', () => {
    const parsed = parseFeatureGates(['WatchList=false']);
    assert.ok(parsed.ok);
    const states = featureStates(parsed.features);
    assert.equal(states.length, GATES.length);
    const of = (wanted: string) => states.find(({ name }) => name === wanted);
    assert.deepEqual(of('WatchList'), { name: 'WatchList', stage: 'BETA', isEnabled: false });
    assert.deepEqual(of('ServerSideApply'), { name: 'ServerSideApply', stage: '', isEnabled: true });
  });
});

function allOff(): object {
  return Object.fromEntries(Object.keys(DEFAULT_FEATURES).map((name) => [name, false]));
}
