import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { builtInResources, virtualResources } from '@pilothouse/kinds/built-in.js';
import { readText } from '../house/sources.js';
import { clientModules } from './clients.js';
import { loadPackages } from './load.js';

const protos = readdirSync('proto', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.proto'))
  .sort()
  .map((path) => ({ path, text: readText(`proto/${path}`) }));

describe('generated resource types of the client', () => {
  it('cover every stable version, and each other kind in a version', async () => {
    const domain = createDomain();
    const modules = await clientModules(loadPackages(protos));
    const covered = new Set(
      modules
        .flatMap(({ text }) => [...text.matchAll(/group: '(.*)',\n.*'(.*)',\n.*\n.*resource: '(.*)'/g)])
        .map(([, group = '', version = '', resource = '']) => `${group}/${version}/${resource}`),
    );
    const served = [...builtInResources(domain), ...virtualResources(domain)].map(({ group, resource, versions }) =>
      versions.flatMap(({ name, served: isServed }) => (isServed === false ? [] : [`${group}/${name}/${resource}`])),
    );
    const isStable = (path: string): boolean => /\/v\d+\//.test(path);
    // A Status answers it, so it has no type.
    const BINDINGS = '/v1/bindings';
    const stable = served.flat().filter(isStable);
    assert.deepEqual(
      stable.filter((path) => !covered.has(path)),
      [BINDINGS],
    );
    const all = new Set(served.flat());
    assert.deepEqual(
      [...covered].filter((path) => !all.has(path)),
      [],
    );
    const uncovered = served.filter((paths) => paths.every((path) => !covered.has(path)));
    assert.deepEqual(uncovered, [[BINDINGS]]);
  });

  it('have camel-case names and the requestable subresources', async () => {
    const modules = await clientModules(loadPackages(protos));
    const text = modules.map((module) => module.text).join('');
    const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
    for (const name of ['configMaps', 'csiDrivers', 'csiStorageCapacities', 'priorityClasses', 'tokenReviews']) {
      assert.ok(names.includes(name), name);
    }
    assert.match(text, /scale: \{ type: 'view', group: 'autoscaling', version: 'v1', kind: 'Scale' \}/);
    assert.match(text, /eviction: \{ type: 'command', group: 'policy', version: 'v1', kind: 'Eviction' \}/);
    assert.doesNotMatch(text, /portforward/);
  });
});
