import assert from 'node:assert/strict';
import { admitted, testAttributes, testHost } from '../../host.test.helper.js';
import { namespaceAutoProvision } from '../namespace-auto-provision/plugin.js';
import { namespaceExists } from './plugin.js';

const namespaces = [{ metadata: { name: 'x' } }];

describe('NamespaceExists', () => {
  it('admits writes in an existing namespace', async () => {
    const plugin = await namespaceExists.create(testHost({ stored: { namespaces } }));
    assert.equal((await admitted(plugin, testAttributes())).refusal, undefined);
  });

  it('refuses others with 404', async () => {
    const plugin = await namespaceExists.create(testHost());
    await assert.rejects(admitted(plugin, testAttributes()), { message: 'namespaces "x" not found', code: 404 });
  });
});

describe('NamespaceAutoProvision', () => {
  for (const [what, stored, dryRun, wanted] of [
    ['creates a missing namespace', {}, false, ['x']],
    ['creates none on a dry run', {}, true, []],
    ['creates no existing namespace', { namespaces }, false, []],
  ] as const) {
    it(what, async () => {
      const created: string[] = [];
      const createNamespace = async (name: string) => void created.push(name);
      const plugin = await namespaceAutoProvision.create(testHost({ stored, createNamespace }));
      await admitted(plugin, testAttributes({ dryRun }));
      assert.deepEqual(created, wanted);
    });
  }
});
