import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { configMapSchema } from '@pilothouse/apimachinery/generated/core/v1.js';
import { clusterRoleSchema } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import { decoderFor } from '@pilothouse/apiserver/registry/object-type.js';
import { objectText } from './objects.js';
import { inProcess, type Measurement } from './row.js';
import { microsecondsEach } from './statistics.js';

const RULES = 100;

/** The cost of decoding and validating an object in this process, independent of the store. */
export const codec = inProcess([
  {
    name: 'normalise and validate 1 KB',
    why: 'The work on every small object of a request after parsing.',
    target: 15,
    better: 'lower',
    run: () => microsecondsToAccept(configMapSchema, objectText('bench')),
  },
  {
    name: 'normalise and validate 100 rules',
    why: 'The same for a long list: a ClusterRole.',
    target: 300,
    better: 'lower',
    run: () => microsecondsToAccept(clusterRoleSchema, clusterRoleText()),
  },
  {
    name: 'normalise and validate a pod',
    why: 'The same for the largest kind, with defaults that depend on other fields.',
    target: 80,
    better: 'lower',
    run: microsecondsForPod,
  },
]);

/** With the defaults and rules beyond the schema. */
async function microsecondsForPod(): Promise<Measurement> {
  const definition = builtInResources(createDomain()).find(({ resource }) => resource === 'pods');
  const schema = definition?.versions[0]?.schema;
  if (definition === undefined || schema?.type !== 'struct') throw new Error('there are no pods');
  const decode = decoderFor(schema);
  const validate = compileValidator(schema);
  const pod = objectIn(JSON.stringify(POD));
  return microsecondsEach(() => {
    const { value } = decode(pod);
    definition.setDefaults?.(value);
    const errors = [...validate(value), ...(definition.strategy.validate?.(value, undefined) ?? [])];
    if (errors.length > 0) throw new Error('the pod is not valid');
  });
}

/** A typical pod: two containers with a probe, limits, variables and volumes. */
const POD = {
  metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
  spec: {
    containers: [
      {
        name: 'web',
        image: 'registry.example.com/web:1.2',
        ports: [{ name: 'http', containerPort: 8080 }],
        env: [
          { name: 'MODE', value: 'production' },
          { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
        ],
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
        readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
        volumeMounts: [{ name: 'config', mountPath: '/etc/web' }],
      },
      { name: 'proxy', image: 'proxy:2', args: ['--quiet'], volumeMounts: [{ name: 'cache', mountPath: '/cache' }] },
    ],
    volumes: [
      { name: 'config', configMap: { name: 'web' } },
      { name: 'cache', emptyDir: {} },
    ],
  },
};

/** The time to decode a parsed document with its defaults and to validate it. */
async function microsecondsToAccept(schema: StructSchema, text: string): Promise<Measurement> {
  const object = objectIn(text);
  const decode = decoderFor(schema);
  const validate = compileValidator(schema);
  return microsecondsEach(() => {
    if (validate(decode(object).value).length > 0) throw new Error('the document is not valid');
  });
}

function objectIn(text: string): JsonObject {
  const { value } = parseJson(text);
  if (!isObject(value)) throw new Error('the document is not an object');
  return value;
}

function clusterRoleText(): string {
  const rules = Array.from({ length: RULES }, (_, index) => ({
    apiGroups: ['', 'apps'],
    resources: [`resource-${index}`, 'configmaps'],
    verbs: ['get', 'list', 'watch'],
  }));
  return JSON.stringify({ kind: 'ClusterRole', metadata: { name: 'bench' }, rules });
}
