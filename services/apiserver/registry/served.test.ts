import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { parseRuntimeConfig } from '../options/runtime-config.js';
import { withFormerVersions } from '@pilothouse/kinds/definition/former-versions.test.helper.js';
import { builtInResources, virtualResources } from '@pilothouse/kinds/built-in.js';
import { onlyServed, servedAs, servedByDefault } from './served.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';

const domain = createDomain();
const { versions, ...rest } = widgets('v1 alone');
const [first] = versions;
const alpha = {
  ...rest,
  group: 'young.io',
  versions: [{ ...first, name: 'v1alpha1' }] as const,
  storageVersion: 'v1alpha1',
};
const definitions = [...withFormerVersions(builtInResources(domain)), ...virtualResources(domain), alpha];

const CAPACITIES = 'csistoragecapacities';
const all = definitions.flatMap(({ group, resource, versions: each }) =>
  each.map(({ name }) => `${groupVersion(group, name)}/${resource}`),
);

/** The paths that are not served. */
function without(text: string): string[] {
  const parsed = parseRuntimeConfig(text.split(','));
  assert.ok(parsed.ok);
  const served = servedAs(parsed.config, definitions);
  assert.ok(served.ok, JSON.stringify(served));
  const left = new Set(
    onlyServed(definitions, served.isServed).flatMap(({ group, resource, versions: each }) =>
      each.map(({ name }) => `${groupVersion(group, name)}/${resource}`),
    ),
  );
  return all.filter((path) => !left.has(path));
}

const YOUNG = 'young.io/v1alpha1/widgets';
const BETA = `storage.k8s.io/v1beta1/${CAPACITIES}`;
const core = all.filter((path) => path.startsWith('v1/'));
const stable = all.filter((path) => path !== YOUNG && path !== BETA);

describe('--runtime-config', () => {
  const cases: readonly (readonly [config: string, without: readonly string[]])[] = [
    ['api/beta=true', [YOUNG]],
    ['api/all', []],
    ['api/all=true', []],
    ['api/alpha', []],
    ['young.io/v1alpha1', []],
    ['young.io/v1alpha1/widgets=true', []],
    ['api/beta=false', [BETA, YOUNG]],
    ['storage.k8s.io/v1beta1=false', [BETA, YOUNG]],
    [`storage.k8s.io/v1beta1/${CAPACITIES}=false`, [BETA, YOUNG]],
    ['storage.k8s.io/v1/csidrivers=False', ['storage.k8s.io/v1/csidrivers', YOUNG]],
    ['api/ga=false', [...stable, YOUNG]],
    ['api/all=false,api/ga=true', [BETA, YOUNG]],
    ['api/ga=true,api/all=false', [BETA, YOUNG]],
    ['api/all=false,v1=true', all.filter((path) => !path.startsWith('v1/'))],
    ['v1=false', [...core, YOUNG]],
    ['api/v1=0', [...core, YOUNG]],
    ['v1/configmaps=false', ['v1/configmaps', YOUNG]],
    ['api/v1/configmaps=false', ['v1/configmaps', YOUNG]],
    // The most specific key wins, in any order.
    [`storage.k8s.io/v1beta1/${CAPACITIES}=true,storage.k8s.io/v1beta1=false,api/beta=false`, [YOUNG]],
    ['storage.k8s.io/v1beta1=true,api/beta=false', [YOUNG]],
    // The last duplicate of a key wins.
    ['api/beta=false,api/beta=true', [YOUNG]],
    [
      'authentication.k8s.io/v1=false',
      ['authentication.k8s.io/v1/tokenreviews', 'authentication.k8s.io/v1/selfsubjectreviews', YOUNG],
    ],
  ];
  for (const [config, expected] of cases) {
    it(`${config} disables ${expected.length > 3 ? expected.length : expected.join(' ') || 'nothing'}`, () => {
      assert.deepEqual(new Set(without(config)), new Set(expected.filter((path) => all.includes(path))));
    });
  }

  const wrong: readonly (readonly [config: string, problem: RegExp])[] = [
    ['nowhere/v1=false', /^--runtime-config: "nowhere\/v1" is none of api\/all, api\/ga, api\/beta, api\/alpha, v1, /],
    ['storage.k8s.io/v7', /^--runtime-config: "storage\.k8s\.io\/v7" is none of /],
    ['storage.k8s.io/v1/things', /"storage\.k8s\.io\/v1\/things" is none of .*, nor a resource of one of them$/],
    ['storage.k8s.io', /"storage\.k8s\.io" is none of /],
    ['api/legacy', /"api\/legacy" is none of /],
    ['v1/namespaces/finalize=true', /"v1\/namespaces\/finalize" is none of /],
    ['=true', /"" is none of /],
    ['api/all=false', /^--runtime-config: invalid runtime-config with only api\/all=false$/],
  ];
  for (const [config, problem] of wrong) {
    it(`refuses ${config}`, () => {
      const parsed = parseRuntimeConfig([config]);
      assert.ok(parsed.ok);
      const served = servedAs(parsed.config, definitions);
      assert.match(served.ok ? '' : served.problems.join('\n'), problem);
    });
  }

  it('refuses all non-boolean values at once', () => {
    assert.deepEqual(parseRuntimeConfig(['a=maybe', 'b=', 'c=true']), {
      ok: false,
      problems: [
        '--runtime-config: invalid value of a=maybe: it must be true or false',
        '--runtime-config: invalid value of b=: it must be true or false',
      ],
    });
  });

  it('serves alpha versions only if enabled', () => {
    assert.deepEqual(
      ['v1', 'v1beta1', 'v1alpha1'].map((version) => servedByDefault('', version, '')),
      [true, true, false],
    );
  });

  it('never serves a version that is only read', () => {
    const [old] = onlyServed([widgets('v2, and v1 is only read')], () => true);
    assert.deepEqual(
      old?.versions.map(({ name }) => name),
      ['v2'],
    );
  });
});
