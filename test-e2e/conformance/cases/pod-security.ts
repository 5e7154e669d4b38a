import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { changed, type Changes } from './objects.js';
import { create, patch, remove, update } from './steps.js';

const SELF = '/api/v1/namespaces/<ns>';
const NAMESPACES = '/api/v1/namespaces';
const PODS = `${SELF}/pods`;
const PREFIX = 'pod-security.kubernetes.io/';
const ONLY = { only: ['kind', 'reason', 'message', 'details', 'code'] };
const DRY = { query: { dryRun: 'All' }, ...ONLY };

const SECURE: JsonObject = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const pod = (name: string, container: JsonObject = {}): JsonObject => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', ...container }] },
});
const PLAIN = pod('p');
const RESTRICTED = pod('p', { securityContext: SECURE });

/** Sets the labels of the namespace. */
const labels = (each: JsonObject, rest: Partial<Step> = {}): Step =>
  patch(
    SELF,
    'merge',
    { metadata: { labels: Object.fromEntries(Object.entries(each).map(([name, value]) => [PREFIX + name, value])) } },
    { ...ONLY, ...rest },
  );
const tried = (object: JsonObject, each: readonly Changes[]): readonly Step[] =>
  each.map((changes) => create(PODS, changed(object, changes), DRY));
const context = (changes: JsonObject): Changes => ({ 'spec.containers.0.securityContext': changes });
const more = (changes: JsonObject): Changes => ({ 'spec.containers.0.securityContext': { ...SECURE, ...changes } });
const volume = (source: JsonObject): Changes => ({ 'spec.volumes': [{ name: 'v', ...source }] });

/** What baseline forbids. */
const BASELINE: readonly Changes[] = [
  {},
  { 'spec.hostNetwork': true },
  { 'spec.hostPID': true, 'spec.hostIPC': true },
  context({ privileged: true }),
  context({ capabilities: { add: ['SYS_ADMIN', 'NET_ADMIN', 'CHOWN'] } }),
  context({ capabilities: { add: ['NET_BIND_SERVICE', 'AUDIT_WRITE'] } }),
  volume({ hostPath: { path: '/' } }),
  {
    'spec.volumes': [
      { name: 'b', hostPath: { path: '/' } },
      { name: 'a', hostPath: { path: '/a' } },
    ],
  },
  {
    'spec.containers.0.ports': [
      { containerPort: 80, hostPort: 80 },
      { containerPort: 81, hostPort: 81 },
    ],
  },
  { 'spec.containers.0.livenessProbe': { httpGet: { port: 80, host: '8.8.8.8' } } },
  { 'spec.containers.0.readinessProbe': { tcpSocket: { port: 80, host: 'example.com' } } },
  { 'spec.containers.0.lifecycle': { preStop: { httpGet: { port: 80, host: '127.0.0.1' } } } },
  { 'spec.containers.0.lifecycle': { postStart: { httpGet: { port: 80, host: '10.0.0.1' } } } },
  context({ procMount: 'Unmasked' }),
  { ...context({ procMount: 'Unmasked' }), 'spec.hostUsers': false },
  context({ seLinuxOptions: { type: 'container_t' } }),
  context({ seLinuxOptions: { type: 'spc_t', user: 'u', role: 'r' } }),
  { 'spec.securityContext': { seLinuxOptions: { type: 'other', user: 'u' } } },
  context({ seccompProfile: { type: 'Unconfined' } }),
  { 'spec.securityContext': { seccompProfile: { type: 'Unconfined' } } },
  context({ appArmorProfile: { type: 'Unconfined' } }),
  { 'spec.securityContext': { appArmorProfile: { type: 'Unconfined' } } },
  { 'metadata.annotations': { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' } },
  {
    'spec.securityContext': {
      sysctls: [
        { name: 'kernel.msgmax', value: '1' },
        { name: 'net.core.somaxconn', value: '1' },
      ],
    },
  },
  { 'spec.securityContext': { sysctls: [{ name: 'net.ipv4.tcp_keepalive_time', value: '1' }] } },
  { 'spec.securityContext': { windowsOptions: { hostProcess: true } }, 'spec.hostNetwork': true },
  { 'spec.hostNetwork': true, ...context({ privileged: true }), ...volume({ hostPath: { path: '/' } }) },
  {
    'spec.containers.1': { name: 'd', image: 'i', securityContext: { privileged: true } },
    'spec.initContainers': [{ name: 'i', image: 'i', securityContext: { privileged: true } }],
    ...context({ privileged: true }),
  },
];

/** What restricted forbids in addition. */
const MORE: readonly Changes[] = [
  {},
  more({ allowPrivilegeEscalation: true }),
  more({ runAsNonRoot: false }),
  more({ runAsUser: 0 }),
  more({ runAsUser: 1000, runAsNonRoot: null }),
  { 'spec.securityContext': { runAsUser: 0 } },
  { 'spec.securityContext': { runAsNonRoot: false } },
  more({ capabilities: { drop: ['CHOWN'] } }),
  more({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }),
  more({ capabilities: { drop: ['ALL'], add: ['CHOWN', 'SYS_ADMIN'] } }),
  more({ seccompProfile: { type: 'Unconfined' } }),
  more({ seccompProfile: { type: 'Localhost', localhostProfile: 'a' } }),
  more({ seccompProfile: null }),
  { 'spec.securityContext': { seccompProfile: { type: 'Unconfined' } } },
  more({ procMount: 'Unmasked' }),
  { ...more({ procMount: 'Unmasked' }), 'spec.hostUsers': false },
  { ...more({ runAsNonRoot: null }), 'spec.hostUsers': false },
  volume({ hostPath: { path: '/' } }),
  volume({ nfs: { server: 's', path: '/' } }),
  volume({ emptyDir: {} }),
  volume({ csi: { driver: 'd' } }),
  {
    'spec.volumes': [
      { name: 'a', iscsi: { targetPortal: 'p', iqn: 'iqn.2001-04.com.example:a', lun: 0 } },
      { name: 'b', rbd: { monitors: ['m'], image: 'i' } },
      { name: 'c', configMap: { name: 'm' } },
    ],
  },
  { 'spec.os': { name: 'windows' }, ...context({ runAsNonRoot: true }) },
  { 'spec.initContainers': [{ name: 'i', image: 'i' }] },
  { 'spec.initContainers': [{ name: 'i', image: 'i' }], 'spec.containers.1': { name: 'd', image: 'i' } },
];

const template = (spec: JsonObject): JsonObject => ({ metadata: { labels: { a: 'b' } }, spec });
const CONTROLLERS: readonly (readonly [string, JsonObject])[] = [
  ['/apis/apps/v1/namespaces/<ns>/deployments', { selector: { matchLabels: { a: 'b' } } }],
  ['/apis/apps/v1/namespaces/<ns>/daemonsets', { selector: { matchLabels: { a: 'b' } } }],
  ['/apis/apps/v1/namespaces/<ns>/statefulsets', { selector: { matchLabels: { a: 'b' } }, serviceName: 's' }],
  ['/apis/apps/v1/namespaces/<ns>/replicasets', { selector: { matchLabels: { a: 'b' } } }],
  [`${SELF}/replicationcontrollers`, { selector: { a: 'b' } }],
];

/** PodSecurity: labels of namespaces, and what pods may ask for. */
export const podSecurity: readonly Case[] = [
  {
    name: 'labels of namespaces',
    steps: [
      ...[
        { enforce: 'baseline' },
        { enforce: 'Baseline' },
        { enforce: '' },
        { warn: 'strict', audit: 'x', enforce: 'y' },
        { 'enforce-version': 'v1.30' },
        { 'enforce-version': '1.30', 'warn-version': 'v1', 'audit-version': 'newest' },
        { 'enforce-version': 'v1.99' },
        { enforce: 'restricted', 'enforce-version': 'latest' },
        { other: 'x' },
      ].map((each) =>
        create(
          NAMESPACES,
          {
            metadata: {
              name: '<ns>-made',
              labels: Object.fromEntries(Object.entries(each).map(([name, value]) => [PREFIX + name, value])),
            },
          },
          DRY,
        ),
      ),
      labels({ enforce: 'x' }),
      labels({ enforce: 'restricted', warn: 'y' }),
    ],
  },
  { name: 'baseline', steps: [labels({ enforce: 'baseline' }), ...tried(PLAIN, BASELINE)] },
  {
    name: 'restricted',
    steps: [labels({ enforce: 'restricted' }), ...tried(RESTRICTED, MORE), ...tried(PLAIN, BASELINE)],
  },
  {
    name: 'privileged',
    steps: [labels({ enforce: 'privileged' }), ...tried(PLAIN, [{}, context({ privileged: true })])],
  },
  {
    name: 'versions',
    steps: [
      labels({ enforce: 'baseline', 'enforce-version': 'v1.0' }),
      ...tried(PLAIN, [
        { 'spec.securityContext': { seccompProfile: { type: 'Unconfined' } } },
        { 'spec.containers.0.livenessProbe': { httpGet: { port: 80, host: '8.8.8.8' } } },
        { 'spec.securityContext': { sysctls: [{ name: 'net.ipv4.tcp_keepalive_time', value: '1' }] } },
        { 'metadata.annotations': { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' } },
      ]),
      labels({ enforce: 'restricted', 'enforce-version': 'v1.7' }),
      ...tried(PLAIN, [{}, { 'spec.securityContext': { runAsUser: 0 } }]),
      labels({ 'enforce-version': 'v1.21' }),
      ...tried(PLAIN, [{}, { 'spec.os': { name: 'windows' } }]),
      labels({ 'enforce-version': 'v1.34' }),
      ...tried(PLAIN, [{}, { 'spec.containers.0.livenessProbe': { httpGet: { port: 80, host: '8.8.8.8' } } }]),
      labels({ 'enforce-version': 'v1.99' }),
      ...tried(PLAIN, [{}]),
      labels({ warn: 'baseline', 'warn-version': 'v1.20', enforce: null, 'enforce-version': null }),
      ...tried(PLAIN, [{ 'spec.hostPID': true }]),
    ],
  },
  {
    name: 'warnings',
    steps: [
      labels({ warn: 'restricted', audit: 'restricted' }),
      ...tried(PLAIN, [{}, { 'spec.hostNetwork': true }]),
      create(PODS, RESTRICTED, DRY),
      ...CONTROLLERS.map(([path, spec]) =>
        create(
          path,
          {
            metadata: { name: 'w' },
            spec: { ...spec, template: template({ containers: [{ name: 'c', image: 'i' }] }) },
          },
          DRY,
        ),
      ),
      create(
        '/apis/batch/v1/namespaces/<ns>/jobs',
        {
          metadata: { name: 'w' },
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
        },
        DRY,
      ),
      create(
        '/apis/batch/v1/namespaces/<ns>/cronjobs',
        {
          metadata: { name: 'w' },
          spec: {
            schedule: '0 * * * *',
            jobTemplate: {
              spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
            },
          },
        },
        DRY,
      ),
      create(
        `${SELF}/podtemplates`,
        { metadata: { name: 'w' }, template: template({ containers: [{ name: 'c', image: 'i' }] }) },
        DRY,
      ),
      labels({ enforce: 'baseline' }),
      ...tried(PLAIN, [{}, { 'spec.hostNetwork': true }]),
    ],
  },
  {
    name: 'updates of pods and namespaces',
    steps: [
      create(PODS, PLAIN, ONLY),
      create(PODS, changed(pod('q'), { 'spec.hostNetwork': true }), ONLY),
      create(PODS, changed(pod('r'), { 'spec.hostNetwork': true }), ONLY),
      create(PODS, changed(pod('s'), { 'spec.hostNetwork': true }), ONLY),
      labels({ enforce: 'baseline' }, DRY),
      labels({ enforce: 'restricted' }),
      patch(`${PODS}/p`, 'merge', { metadata: { labels: { a: 'b' } } }, ONLY),
      patch(`${PODS}/p`, 'strategic', { spec: { containers: [{ name: 'c', image: 'j' }] } }, ONLY),
      patch(`${PODS}/p/status`, 'merge', { status: { phase: 'Running' } }, ONLY),
      patch(
        `${PODS}/p/ephemeralcontainers`,
        'strategic',
        { spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] } },
        ONLY,
      ),
      labels({ enforce: 'baseline' }),
      labels({ enforce: 'restricted', 'enforce-version': 'v1.21' }),
      labels({ enforce: null, 'enforce-version': null }),
      labels({ enforce: 'restricted', 'enforce-version': 'v1.21' }, DRY),
      update(SELF, { metadata: { name: '<ns>', labels: { [`${PREFIX}enforce`]: 'none' } } }, ONLY),
      ...['p', 'q', 'r', 's'].map((name) => remove(`${PODS}/${name}`, undefined, { only: ['kind'] })),
    ],
  },
];
