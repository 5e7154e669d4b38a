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
const BETAS = all.filter((path) => /\/v1beta\d\//.test(path));
const BETA = `storage.k8s.io/v1beta1/${CAPACITIES}`;
const STORAGE_BETAS = BETAS.filter((path) => path.startsWith('storage.k8s.io/'));
const ALPHAS = all.filter((path) => /\/v\d+alpha\d/.test(path));
/** What is not served by default. */
const OFF = [...BETAS, ...ALPHAS];
const core = all.filter((path) => path.startsWith('v1/'));

describe('--runtime-config', () => {
  const except = (paths: readonly string[], ...served: readonly string[]): string[] =>
    paths.filter((path) => !served.includes(path));
  const cases: readonly (readonly [config: string, without: readonly string[]])[] = [
    ['api/beta=true', ALPHAS],
    ['api/all', []],
    ['api/all=true', []],
    ['api/alpha', BETAS],
    ['young.io/v1alpha1', except(OFF, YOUNG)],
    ['young.io/v1alpha1/widgets=true', except(OFF, YOUNG)],
    ['api/beta=false', OFF],
    ['storage.k8s.io/v1beta1', except(OFF, ...STORAGE_BETAS)],
    [`storage.k8s.io/v1beta1/${CAPACITIES}=true`, except(OFF, BETA)],
    ['storage.k8s.io/v1/csidrivers=False', ['storage.k8s.io/v1/csidrivers', ...OFF]],
    ['api/ga=false', all],
    ['api/all=false,api/ga=true', OFF],
    ['api/ga=true,api/all=false', OFF],
    ['api/all=false,v1=true', all.filter((path) => !path.startsWith('v1/'))],
    ['v1=false', [...core, ...OFF]],
    ['api/v1=0', [...core, ...OFF]],
    ['v1/configmaps=false', ['v1/configmaps', ...OFF]],
    ['api/v1/configmaps=false', ['v1/configmaps', ...OFF]],
    // The most specific key wins, in any order.
    [
      `storage.k8s.io/v1beta1/${CAPACITIES}=true,storage.k8s.io/v1beta1=false,api/beta=true`,
      [...except(STORAGE_BETAS, BETA), ...ALPHAS],
    ],
    ['storage.k8s.io/v1beta1=false,api/beta=true', [...STORAGE_BETAS, ...ALPHAS]],
    // The last duplicate of a key wins.
    ['api/beta=false,api/beta=true', ALPHAS],
    [
      'authentication.k8s.io/v1=false',
      ['authentication.k8s.io/v1/tokenreviews', 'authentication.k8s.io/v1/selfsubjectreviews', ...OFF],
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

  it('serves alpha and beta versions only if enabled', () => {
    assert.deepEqual(
      ['v1', 'v1beta1', 'v1alpha1'].map((version) => servedByDefault('', version, '')),
      [true, false, false],
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
