import type { TestApi } from '@pilothouse/apiserver/server/api.test.helper.js';
import { openApi } from './api.js';
import { DEFINITIONS } from './custom-kinds.js';
import { inProcess, type Measurement } from './row.js';
import { median, microsecondsEachAwaited } from './statistics.js';

const ROUNDS = 5;

/** Typical rules, by the field that contains them; `spec` has rules that compare fields. */
const RULES = {
  spec: [
    'self.minReplicas <= self.maxReplicas',
    'self.replicas >= self.minReplicas',
    'self.replicas <= self.maxReplicas',
    "self.mode != 'Manual' || has(self.schedule)",
    '!has(self.schedule) || size(self.schedule) > 0',
    "self.mode == 'Manual' ? self.replicas > 0 : true",
    "!(self.mode == 'Off' && self.replicas > 0)",
    'has(self.host) != has(self.address)',
    'self.ports.exists(port, port.name == self.mainPort)',
    'self.timeoutSeconds < self.periodSeconds',
    'self.labels.all(name, size(self.labels[name]) <= 63)',
  ],
  host: ["self.matches('^[a-z0-9.-]+$')", "!self.startsWith('-')", "self.endsWith('.example.com')"],
  ports: [
    'self.all(port, port.number > 0 && port.number < 65536)',
    'self.all(a, self.exists_one(b, b.name == a.name))',
  ],
  labels: ["self.all(name, name.matches('^[a-z]+$'))", 'size(self) <= 8'],
  mode: ["self in ['Auto', 'Manual', 'Off']"],
  replicas: ['self % 1 == 0 && self >= 0'],
} as const;

const text = { type: 'string', maxLength: 100 };
const count = { type: 'integer', minimum: 0, maximum: 1000 };
const FIELDS = {
  replicas: count,
  minReplicas: count,
  maxReplicas: count,
  timeoutSeconds: count,
  periodSeconds: count,
  mode: text,
  schedule: text,
  host: text,
  address: text,
  mainPort: text,
  labels: { type: 'object', maxProperties: 10, additionalProperties: text },
  ports: { type: 'array', maxItems: 10, items: { type: 'object', properties: { name: text, number: count } } },
};
const SPEC = {
  replicas: 3,
  minReplicas: 1,
  maxReplicas: 5,
  timeoutSeconds: 1,
  periodSeconds: 10,
  mode: 'Manual',
  schedule: 'daily',
  host: 'www.example.com',
  mainPort: 'https',
  labels: { tier: 'front', team: 'web' },
  ports: [
    { name: 'https', number: 443 },
    { name: 'admin', number: 900 },
  ],
};

/** What rules in CEL cost in one process. It has nothing to do with the store. */
export const rules = inProcess([
  {
    name: 'create with 20 rules in CEL, added',
    why: 'How much longer a create of a custom resource takes whose definition has 20 rules, than of one without: dry runs in turns, without a socket.',
    target: 150,
    better: 'lower',
    run: addedByRules,
  },
]);

async function addedByRules(): Promise<Measurement> {
  const api = await openApi();
  try {
    const [bare, ruled] = [await served(api, 'plains', false), await served(api, 'ruleds', true)];
    await refusesWhatBreaksARule(api);
    const rounds: { readonly without: number; readonly within: number }[] = [];
    while (rounds.length < ROUNDS) {
      const { value: without } = await microsecondsEachAwaited(bare);
      const { value: within } = await microsecondsEachAwaited(ruled);
      rounds.push({ without, within });
    }
    const without = median(rounds.map((round) => round.without));
    const value = median(rounds.map((round) => round.within - round.without));
    return { value, unit: 'µs', note: `a create takes ${without.toFixed(0)} µs without` };
  } finally {
    await api.close();
  }
}

/** Makes a kind, and the function that creates an object of it. */
async function served(api: TestApi, plural: string, isRuled: boolean): Promise<() => Promise<void>> {
  const { status, message } = await api.request('POST', DEFINITIONS, {
    body: Buffer.from(definition(plural, isRuled)),
  });
  if (status !== 201) throw new Error(`the definition was not created: ${message}`);
  const body = objectText(plural, SPEC);
  return async () => {
    const created = await api.request('POST', pathOf(plural), { body });
    if (created.status !== 201) throw new Error(created.message);
  };
}

/** Rules that are not evaluated would cost nothing. */
async function refusesWhatBreaksARule(api: TestApi): Promise<void> {
  const body = objectText('ruleds', { ...SPEC, replicas: 9 });
  const { status } = await api.request('POST', pathOf('ruleds'), { body });
  if (status !== 422) throw new Error(`an object that breaks a rule was answered with ${status}`);
}

function pathOf(plural: string): string {
  return `/apis/bench.example.com/v1/namespaces/default/${plural}?dryRun=All`;
}

function objectText(plural: string, spec: unknown): Uint8Array {
  const metadata = { name: 'bench' };
  return Buffer.from(JSON.stringify({ apiVersion: 'bench.example.com/v1', kind: kindOf(plural), metadata, spec }));
}

function kindOf(plural: string): string {
  return `${plural.slice(0, 1).toUpperCase()}${plural.slice(1, -1)}`;
}

function definition(plural: string, isRuled: boolean): string {
  const ruled = (name: string, schema: object): object => {
    const own = isRuled ? Object.entries(RULES).find(([at]) => at === name)?.[1] : undefined;
    return own === undefined ? schema : { ...schema, 'x-kubernetes-validations': own.map((rule) => ({ rule })) };
  };
  const properties = Object.fromEntries(Object.entries(FIELDS).map(([name, schema]) => [name, ruled(name, schema)]));
  const spec = ruled('spec', { type: 'object', properties });
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.bench.example.com` },
    spec: {
      group: 'bench.example.com',
      scope: 'Namespaced',
      names: { plural, singular: plural.slice(0, -1), kind: kindOf(plural), listKind: `${kindOf(plural)}List` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  });
}
