import type { JsonObject, JsonValue } from '../json/value.js';
import type { StructSchema } from '../schema/schema.js';
import { parseJson } from '../json/parse.js';
import { writeJson } from '../json/write.js';
import { field, integer, list, map, struct, text } from '../typed/thing.test.helper.js';
import { compileType } from '../typed/type.js';
import type { Applied, Apply } from './apply.js';
import { applyObject } from './apply.test.helper.js';
import { decodeManagedFields, encodeManagedFields } from './managed-fields.js';
import { NO_MANAGERS } from './managers.js';
import { json } from './script.test.helper.js';
import { updateManagers } from './update.js';
import { oneVersion } from './versions.js';

const VARIABLE = struct('Variable', [field('name', text), field('value', text)]);
const PORT = struct('Port', [
  field('name', text),
  field('port', integer),
  field('protocol', text, { default: '"TCP"' }),
]);
const RESOURCES = struct('Resources', [field('limits', () => map(text)), field('requests', () => map(text))]);
const CONTAINER = struct('Container', [
  field('name', text),
  field('image', text),
  field('args', () => list(text)),
  field('env', () => list(() => VARIABLE, 'map', ['name'])),
  field('ports', () => list(() => PORT, 'map', ['port', 'protocol'])),
  field('resources', () => RESOURCES, { presence: 'always' }),
]);
const POD = struct('Pod', [field('containers', () => list(() => CONTAINER, 'map', ['name']))]);
const SPEC = struct('Spec', [
  field('replicas', integer),
  field('selector', () => map(text)),
  field('template', () => POD, { presence: 'always' }),
]);
const METADATA = struct('Metadata', [field('name', text), field('labels', () => map(text))]);
const WORKLOAD = rootOf('Workload', SPEC);
const TABLE = rootOf('Table', struct('Rows', [field('rows', () => list(() => VARIABLE, 'map', ['name']))]));

function rootOf(name: string, spec: StructSchema): StructSchema {
  return struct(name, [
    field('apiVersion', text),
    field('kind', text),
    field('metadata', () => METADATA, { presence: 'always' }),
    field('spec', () => spec, { presence: 'always' }),
  ]);
}

/** One apply as a server performs it: decode managers, apply, encode. */
export type Sample = () => Applied;

/** Changes one image in an object of 2 KB like a Deployment, with two other managers. */
export function smallSample(): Sample {
  const containers = Array.from({ length: 4 }, (_, index) => ({
    name: `c${index}`,
    image: `registry.example.com/team/app-${index}:1.2.3`,
    args: ['--address=0.0.0.0', '--verbose'],
    env: ['A', 'B', 'C', 'D'].map((name) => ({ name, value: `value of ${name}` })),
    ports: [
      { name: 'http', port: 80 + index, protocol: 'TCP' },
      { port: 443, protocol: 'TCP' },
    ],
    resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '128Mi' } },
  }));
  const config = rootObject({ selector: { app: 'x' }, template: { containers } });
  const other = rootObject({ template: { containers: [{ name: 'c1', env: [{ name: 'E', value: 'e' }] }] } });
  const changed = json(writeJson(config).replace('app-0:1.2.3', 'app-0:1.2.4'));
  return sampleOf(WORKLOAD, [config, other], { replicas: 3 }, changed);
}

/** Changes every tenth row and removes one, in an object with `count` rows (1 MB for 10,000). */
export function largeSample(count: number): Sample {
  const value = 'a value of some length, so that there are about a hundred bytes in each row';
  const rows = Array.from({ length: count }, (_, index) => ({ name: `row-${index}`, value }));
  const changed = rows.slice(1).map((row, index) => (index % 10 === 0 ? { ...row, value: 'another value' } : row));
  return sampleOf(TABLE, [rootObject({ rows })], {}, rootObject({ rows: changed }));
}

function rootObject(spec: JsonValue): JsonObject {
  return json(writeJson({ apiVersion: 'v1', kind: 'X', metadata: { name: 'x', labels: { app: 'x' } }, spec }));
}

/** Applies each config by its own manager, then updates the spec; the sample applies `config` as the first manager. */
function sampleOf(schema: StructSchema, configs: readonly JsonObject[], spec: JsonObject, config: JsonObject): Sample {
  const versions = oneVersion('v1', compileType(schema));
  const write = { version: 'v1', subresource: '', versions, now: '2024-01-01T00:00:00Z' };
  let apply: Apply = { ...write, live: undefined, managers: NO_MANAGERS, manager: '', config, force: false };
  for (const [index, each] of configs.entries()) {
    const applied = applyObject({ ...apply, manager: `applier-${index}`, config: each });
    if (applied.ok) apply = { ...apply, live: applied.object, managers: applied.managers };
  }
  const live = { ...apply.live, spec: { ...(apply.live?.['spec'] as JsonObject), ...spec } };
  const managers = updateManagers({ ...apply, manager: 'updater', object: live });
  const stored = parseJson(writeJson(encodeManagedFields(managers) ?? null)).value;
  return () => {
    const applied = applyObject({ ...apply, live, managers: decodeManagedFields(stored), manager: 'applier-0' });
    if (applied.ok) encodeManagedFields(applied.managers);
    return applied;
  };
}
