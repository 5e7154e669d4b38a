/** A custom resource for measurements. */
export interface CustomKind {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** `count` kinds in several groups, with a common name prefix. */
export function customKinds(prefix: string, count: number, groups: number): CustomKind[] {
  return Array.from({ length: count }, (_, index) => ({
    group: `${prefix}-${index % groups}.bench.example.com`,
    plural: `widget${index}s`,
    kind: `Widget${index}`,
  }));
}

/** The path of a kind's objects in a namespace. */
export function objectsOf({ group, plural }: CustomKind, namespace: string): string {
  return `/apis/${group}/v1/namespaces/${namespace}/${plural}`;
}

/**
 * A definition of about 8.9 KB. Half of its fields are common to all definitions, as in one project; the others are
 * named after the kind.
 */
export function definitionText({ group, plural, kind }: CustomKind): string {
  const spec = objectSchema({
    forProvider: objectSchema(Object.fromEntries(Array.from({ length: 15 }, (_, at) => ownField(kind, at)))),
    ...COMMON,
  });
  const status = objectSchema({
    conditions: listOf(CONDITION),
    observedGeneration: { type: 'integer', format: 'int64' },
  });
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: plural.slice(0, -1), kind, listKind: `${kind}List` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { ...objectSchema({ spec, status }), description: `${kind} is measured.` } },
          subresources: { status: {} },
        },
      ],
    },
  });
}

/** A custom object of about 1 KB when served. */
export function customObjectText({ group, kind }: CustomKind, name: string): string {
  const metadata = { name, labels: { app: 'bench' } };
  const spec = { text: 'x'.repeat(626), deletionPolicy: 'Delete', replicas: 3 };
  return JSON.stringify({ apiVersion: `${group}/v1`, kind, metadata, spec });
}

type Schema = Readonly<Record<string, unknown>>;

function objectSchema(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

const LONG_TEXT =
  'is described by a sentence or two, as authors of definitions do: what the field is for, what happens when it is absent, and which values are of use.';

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });

const CONDITION: Schema = {
  ...objectSchema({
    lastTransitionTime: text('When the condition changed.', { format: 'date-time' }),
    message: text('A message about the transition.', { maxLength: 32_768 }),
    reason: text('The reason of the transition.', { pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$' }),
    status: text('Whether it holds.', { enum: ['True', 'False', 'Unknown'] }),
    type: text('The type of the condition.', { maxLength: 316 }),
  }),
  required: ['lastTransitionTime', 'reason', 'status', 'type'],
};

const REFERENCE: Schema = {
  ...objectSchema({
    name: text('The name of the object.'),
    namespace: text('The namespace of the object.'),
    policy: objectSchema({
      resolution: text(`Resolution ${LONG_TEXT}`, { default: 'Required', enum: ['Required', 'Optional'] }),
      resolve: text(`Resolve ${LONG_TEXT}`, { enum: ['Always', 'IfNotPresent'] }),
    }),
  }),
  required: ['name'],
};

/** The common part of all definitions. */
const COMMON: Readonly<Record<string, Schema>> = {
  text: text(`The text ${LONG_TEXT}`),
  replicas: { type: 'integer', format: 'int32', minimum: 0, maximum: 1000 },
  deletionPolicy: text(`The policy of deletion ${LONG_TEXT}`, { default: 'Delete', enum: ['Orphan', 'Delete'] }),
  providerConfigRef: REFERENCE,
  writeConnectionSecretToRef: REFERENCE,
  tags: { type: 'object', additionalProperties: { type: 'string' } },
};

function ownField(kind: string, at: number): [name: string, schema: Schema] {
  const name = `${kind.toLowerCase()}Field${at}`;
  const describe = (what: string): string => `${what} of ${name} ${LONG_TEXT}`;
  if (at % 3 === 0) return [name, text(describe('The text'), { maxLength: 100 + at })];
  const members = objectSchema({
    [`${name}Name`]: text(describe('The name')),
    [`${name}Size`]: { type: 'integer', minimum: at },
  });
  return [name, at % 3 === 1 ? { ...members, description: describe('The part') } : listOf(members)];
}
