import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventEmitter } from 'node:events';
import type { AdmissionRule } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionPlugin } from '../../plugin.js';
import { admitted, podAttributes } from '../../host.test.helper.js';
import { policyPlugin } from './policy-file.js';

const policyFor = (resource: string): string => `
version: 1
rules:
  - name: never
    match: { operations: ['*'], apiGroups: ['*'], resources: [${resource}] }
    expression: 'false'
`;

describe('the policy file', () => {
  let directory: string;
  let file: string;
  const off = new AbortController();
  const events = new EventEmitter();
  let plugin: AdmissionPlugin;
  const errors: string[] = [];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'policy-'));
    file = join(directory, 'policy.yaml');
    await writeFile(file, policyFor('pods'));
    plugin = await policyPlugin({
      file,
      onReload: (result) => events.emit(result),
      onError: (error) => {
        errors.push(String(error));
        events.emit('fault');
      },
      startClock: () => () => 0,
      uuid: () => 'u',
      signal: off.signal,
      interval: 5,
    });
  });
  after(async () => {
    off.abort();
    await rm(directory, { recursive: true });
  });
  /** Atomically, since a file that is written in place can be read while it is empty. */
  const replaceFile = async (text: string): Promise<void> => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };
  const resources = (): unknown => (plugin.rules as () => readonly AdmissionRule[])()[0]?.resources;
  const refusal = async (): Promise<string | undefined> => (await admitted(plugin, podAttributes())).refusal;

  it('sets the rules of the plugin', async () => {
    assert.deepEqual(resources(), ['pods']);
    assert.match((await refusal()) ?? '', /policy "never" denied the request: failed expression: false$/);
  });

  it('keeps its previous rules after an invalid change', async () => {
    const fault = once(events, 'fault');
    await replaceFile(policyFor('pods').replace('false', 'falsch'));
    await fault;
    assert.match(
      errors[0] ?? '',
      /rules\[0\]\.expression: Invalid value: "falsch": line 1, column 1: there is no falsch/,
    );
    assert.ok(await refusal());
  });

  it('is reloaded after a change', async () => {
    const change = once(events, 'success');
    await replaceFile(policyFor('secrets'));
    await change;
    assert.deepEqual(resources(), ['secrets']);
    assert.equal(await refusal(), undefined);
  });

  it('must exist at the start', async () => {
    const bad = {
      file: join(directory, 'none'),
      onChange() {},
      onError() {},
      startClock: () => () => 0,
      uuid: () => 'u',
      signal: off.signal,
    };
    await assert.rejects(policyPlugin(bad), { code: 'ENOENT' });
  });
});
