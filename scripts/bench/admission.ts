import { DEFAULT_OPTIONS } from '@pilothouse/admission/plugin-options.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_PLUGINS } from '@pilothouse/apiserver/options/admission-plugins.js';
import type { TestApi } from '@pilothouse/apiserver/server/api.test.helper.js';
import { CONFIG_MAPS, openApi } from './api.js';
import { objectText } from './objects.js';
import { inProcess, type Measurement } from './row.js';
import { median, microsecondsEachAwaited } from './statistics.js';

const ROUNDS = 3;

export const POLICY = `
version: 1
rules:
  - name: not-too-large
    match: { operations: [CREATE], apiGroups: [''], resources: [configmaps] }
    expression: object.data.all(key, key.size() < 64)
    message: keys are short
`;

/** The cost of admission in one process, independent of the store. */
export const admission = inProcess([
  {
    name: 'admission of a create, in-process',
    why: 'Time that the default plugins add to a dry-run create of a ConfigMap, independent of the store.',
    target: 30,
    better: 'lower',
    run: () => addedBy(undefined),
  },
  {
    name: 'admission with a rule in CEL',
    why: 'The same with a policy that applies to every ConfigMap.',
    target: 100,
    better: 'lower',
    run: () => addedBy(POLICY),
  },
]);

/** The additional time of a create with the plugins, measured alternately. */
async function addedBy(policy: string | undefined): Promise<Measurement> {
  const bare = await openApi({ admission: { plugins: [] } });
  const admitting = await openAdmitting(policy);
  try {
    const rounds: { readonly without: number; readonly within: number }[] = [];
    while (rounds.length < ROUNDS) {
      const { value: without } = await microsecondsEachAwaited(() => create(bare));
      const { value: within } = await microsecondsEachAwaited(() => create(admitting.api));
      rounds.push({ without, within });
    }
    const without = median(rounds.map((round) => round.without));
    const value = median(rounds.map((round) => round.within - round.without));
    return { value, unit: 'µs', note: `a create takes ${without.toFixed(0)} µs without` };
  } finally {
    await admitting.close();
    await bare.close();
  }
}

async function openAdmitting(policy: string | undefined): Promise<{ api: TestApi; close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-admission-'));
  const policyFile = join(directory, 'policy.yaml');
  if (policy !== undefined) await writeFile(policyFile, policy);
  const options = { ...DEFAULT_OPTIONS, ...(policy !== undefined && { policyFile }) };
  const api = await openApi({ admission: { plugins: DEFAULT_PLUGINS, options } });
  return {
    api,
    async close() {
      await api.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function create(api: TestApi): Promise<void> {
  const body = Buffer.from(objectText('another'));
  const { status, message } = await api.request('POST', `${CONFIG_MAPS}?dryRun=All`, { body });
  if (status !== 201) throw new Error(message);
}
