import type { ValidatingAdmissionPolicy } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { DEFAULT_PLUGINS } from '@pilothouse/apiserver/options/admission-plugins.js';
import type { TestApi } from '@pilothouse/apiserver/server/api.test.helper.js';
import { CONFIG_MAPS, openApi } from './api.js';
import { objectText } from './objects.js';
import { inProcess, type Measurement } from './row.js';
import { median, microsecondsEachAwaited } from './statistics.js';

const ROUNDS = 5;
const GROUP = '/apis/admissionregistration.k8s.io/v1';
const MANY = 1000;

type Spec = ValidatingAdmissionPolicy['spec'];

/** Five expressions over the ConfigMaps of `objectText`. */
const FIVE: Spec = {
  variables: [{ name: 'keys', expression: 'object.data.map(key, key)' }],
  validations: [
    { expression: "object.metadata.name.startsWith('another')" },
    { expression: 'object.data.all(key, key.size() < 64)' },
    {
      expression: 'variables.keys.size() < 100',
      messageExpression: "'too many keys: ' + string(variables.keys.size())",
    },
    { expression: "request.operation == 'CREATE' && oldObject == null" },
    { expression: "!('forbidden' in variables.keys)", message: 'a forbidden key' },
  ],
};
const ONE: Spec = { validations: [{ expression: 'false' }] };

/** What ValidatingAdmissionPolicies cost in one process, independent of the store. */
export const admissionPolicies = inProcess([
  {
    name: 'admission beside 1,000 policies, added',
    why: 'Time that 1,000 ValidatingAdmissionPolicies for other resources add to a dry-run create of a ConfigMap, without a socket.',
    target: 5,
    better: 'lower',
    run: () => addedBy(MANY, (index) => [`policy-${index}`, ONE, `kind${index % 50}`]),
  },
  {
    name: 'admission by a policy of 5 rules, added',
    why: 'The same of one policy for ConfigMaps with five expressions, a variable and a message.',
    target: 25,
    better: 'lower',
    run: () => addedBy(1, () => ['policy', FIVE, 'configmaps']),
  },
]);

/** The additional time of a create, measured alternately. `make` makes name, rules and matched resource of a policy. */
async function addedBy(count: number, make: (index: number) => [string, Spec, string]): Promise<Measurement> {
  const bare = await openApi({ admission: { plugins: DEFAULT_PLUGINS } });
  const judged = await openApi({ admission: { plugins: DEFAULT_PLUGINS } });
  try {
    for (let index = 0; index < count; index += 1) await bind(judged, ...make(index));
    const rounds: { readonly without: number; readonly within: number }[] = [];
    while (rounds.length < ROUNDS) {
      const { value: without } = await microsecondsEachAwaited(() => create(bare));
      const { value: within } = await microsecondsEachAwaited(() => create(judged));
      rounds.push({ without, within });
    }
    const without = median(rounds.map((round) => round.without));
    const value = median(rounds.map((round) => round.within - round.without));
    return { value, unit: 'µs', note: `a create takes ${without.toFixed(0)} µs without` };
  } finally {
    await judged.close();
    await bare.close();
  }
}

async function bind(api: TestApi, name: string, spec: Spec, resource: string): Promise<void> {
  const apiGroups = resource === 'configmaps' ? [''] : ['example.com'];
  const rule = { apiGroups, apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: [resource] };
  const matchConstraints = { resourceRules: [rule] };
  await post(api, `${GROUP}/validatingadmissionpolicies`, { metadata: { name }, spec: { matchConstraints, ...spec } });
  const binding = { policyName: name, validationActions: ['Deny'] };
  await post(api, `${GROUP}/validatingadmissionpolicybindings`, { metadata: { name }, spec: binding });
}

async function create(api: TestApi): Promise<void> {
  await post(api, `${CONFIG_MAPS}?dryRun=All`, objectText('another'));
}

async function post(api: TestApi, path: string, body: object | string): Promise<void> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { status, message } = await api.request('POST', path, { body: Buffer.from(text) });
  if (status !== 201) throw new Error(message);
}
