import assert from 'node:assert/strict';
import { podSchema, type Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import * as fc from 'fast-check';
import { CHECKS } from './checks/all.js';
import { checkedPod, createEvaluate, violationsText } from './evaluate.js';
import { parseVersion } from './level.js';

export const decode = compileDecoder(podSchema);
export const evaluate = createEvaluate(CHECKS);

export interface Parts {
  readonly spec?: object;
  readonly container?: object;
  readonly init?: object;
  readonly annotations?: object;
}

/** The containers `a` and `b`; the first has `container`, the init container `i` is there if `init` is. */
export function podWith({ spec = {}, container = {}, init, annotations = {} }: Parts): Pod {
  const object = {
    metadata: { name: 'p', annotations },
    spec: {
      ...(init !== undefined && { initContainers: [{ name: 'i', image: 'x', ...init }] }),
      containers: [
        { name: 'a', image: 'x', ...container },
        { name: 'b', image: 'x' },
      ],
      ...spec,
    },
  };
  return decode(object as unknown as JsonObject).value as Pod;
}

/** The text of the violations of a pod. */
export function violations(level: 'baseline' | 'restricted', version: string, pod: Pod): string {
  const parsed = parseVersion(version);
  assert.ok(parsed !== undefined);
  const { metadata, spec } = pod;
  return violationsText(evaluate({ level, version: parsed }, checkedPod(metadata.annotations, spec)));
}

export const secured = (securityContext: object) => ({ securityContext });

/** Values of one field: the first is harmless to every check, and the most frequent. */
function field(name: string, ...values: readonly JsonValue[]): fc.Arbitrary<JsonObject> {
  const [first, ...others] = values.map((value): JsonObject => ({ [name]: value }));
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(first ?? {}) },
    { weight: 1, arbitrary: fc.constantFrom<JsonObject[]>({}, ...others) },
  );
}

function merged(...parts: readonly fc.Arbitrary<object>[]): fc.Arbitrary<JsonObject> {
  return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as JsonObject);
}

const PROFILES = ['RuntimeDefault', 'Localhost', 'Unconfined'].map((type) => ({ type }));
const OPTIONS: readonly JsonObject[] = [
  { type: 'container_t' },
  { type: 'container_engine_t' },
  { user: 'u' },
  { role: 'r' },
];
const HOST_PROCESS = [{ hostProcess: false }, { hostProcess: true }];

function containers(): fc.Arbitrary<JsonObject> {
  const context = merged(
    field('allowPrivilegeEscalation', false, true),
    field(
      'capabilities',
      { drop: ['ALL'] },
      { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
      { drop: ['ALL'], add: ['SYS_ADMIN'] },
      { add: ['CHOWN'] },
    ),
    field('privileged', false, true),
    field('procMount', 'Default', 'Unmasked'),
    field('runAsNonRoot', true, false),
    field('runAsUser', 1, 0),
    field('seccompProfile', ...PROFILES),
    field('appArmorProfile', ...PROFILES),
    field('seLinuxOptions', ...OPTIONS),
    field('windowsOptions', ...HOST_PROCESS),
  );
  return merged(
    fc.constantFrom({ image: 'i' }),
    field('ports', [{ containerPort: 1 }], [{ containerPort: 1, hostPort: 2 }]),
    field('livenessProbe', { httpGet: { port: 1 } }, { httpGet: { port: 1, host: 'h' } }),
    field('lifecycle', {}, { preStop: { tcpSocket: { port: 1, host: 'h' } } }),
    context.map((securityContext) => ({ securityContext })),
  );
}

/** Pods for Linux of which many pass, with every field that the checks read. */
export function podArbitrary(): fc.Arbitrary<JsonObject> {
  const list = (prefix: string, minLength: number) =>
    fc
      .array(containers(), { minLength, maxLength: 2 })
      .map((items) => items.map((item, index) => ({ ...item, name: `${prefix}${index}` })));
  const context = merged(
    field('runAsNonRoot', true, false),
    field('runAsUser', 1, 0),
    field('seccompProfile', ...PROFILES),
    field('appArmorProfile', ...PROFILES),
    field('seLinuxOptions', ...OPTIONS),
    field('windowsOptions', ...HOST_PROCESS),
    field(
      'sysctls',
      [{ name: 'net.ipv4.tcp_syncookies', value: '1' }],
      [{ name: 'net.ipv4.tcp_rmem', value: '1' }],
      [{ name: 'x', value: '1' }],
    ),
  );
  const spec = merged(
    field('hostNetwork', false, true),
    field('hostPID', false, true),
    field('hostIPC', false, true),
    field('hostUsers', true, false),
    field(
      'volumes',
      [{ name: 'v', emptyDir: {} }],
      [{ name: 'v', hostPath: { path: '/' } }],
      [{ name: 'v', nfs: { server: 's', path: '/' } }],
    ),
    context.map((securityContext) => ({ securityContext })),
    list('i', 0).map((initContainers) => ({ initContainers })),
    list('c', 1).map((containers) => ({ containers })),
    list('e', 0).map((ephemeralContainers) => ({ ephemeralContainers })),
  );
  const annotations = field(
    'annotations',
    {},
    { 'container.apparmor.security.beta.kubernetes.io/c0': 'unconfined' },
    { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' },
  );
  return fc.tuple(annotations, spec).map(([metadata, body]) => ({ metadata: { name: 'p', ...metadata }, spec: body }));
}
