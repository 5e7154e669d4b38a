import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';

const PROBE = { periodSeconds: 1, failureThreshold: 2, timeoutSeconds: 3, initialDelaySeconds: 4 };
const TERM = { labelSelector: { matchLabels: { a: 'b' } }, namespaces: ['n'], topologyKey: 'zone' };
const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** Secrets of built-in types, with and without their required keys. */
export const SECRETS_OF_ALL_TYPES: readonly JsonObject[] = [
  { type: 'Opaque' },
  { type: 'example.com/mine' },
  { type: 'kubernetes.io/tls' },
  { type: 'kubernetes.io/tls', data: { 'tls.crt': '', 'tls.key': '' } },
  { type: 'kubernetes.io/basic-auth' },
  { type: 'kubernetes.io/basic-auth', stringData: { username: 'u' } },
  { type: 'kubernetes.io/ssh-auth' },
  { type: 'kubernetes.io/ssh-auth', stringData: { 'ssh-privatekey': '' } },
  { type: 'kubernetes.io/ssh-auth', stringData: { 'ssh-privatekey': 'x' } },
  { type: 'kubernetes.io/dockercfg' },
  { type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': 'x' } },
  { type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '{}' } },
  { type: 'kubernetes.io/dockerconfigjson' },
  { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'x' } },
  { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': '{}' } },
  { type: 'kubernetes.io/service-account-token' },
  { type: 'bootstrap.kubernetes.io/token' },
  { stringData: { 'a/b': 'x' } },
  { data: { '': encoded('x') } },
  { data: { a: 'not base64' } },
  { data: { a: 'eA==' }, stringData: { a: 'y' } },
  { immutable: true },
];

/** An event of the core group. */
export const EVENT = {
  metadata: { name: 'e' },
  involvedObject: { kind: 'Pod', namespace: '<ns>', name: 'p' },
  reason: 'Made',
  message: 'was made',
  type: 'Normal',
  source: { component: 'maker', host: 'h' },
  count: 2,
  firstTimestamp: '2026-01-01T00:00:00Z',
  lastTimestamp: '2026-01-01T00:00:01Z',
};

/** An event of events.k8s.io. */
export const GROUP_EVENT = {
  metadata: { name: 'g' },
  eventTime: '2026-01-01T00:00:00.000001Z',
  reportingController: 'example.com/maker',
  reportingInstance: 'maker-1',
  action: 'Make',
  reason: 'Made',
  type: 'Normal',
  note: 'was made',
  regarding: { kind: 'Pod', namespace: '<ns>', name: 'p' },
};

/** A pod with nearly every field. */
export const FULL_POD: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'full', labels: { a: 'b' }, annotations: { a: 'b' } },
  spec: {
    restartPolicy: 'OnFailure',
    terminationGracePeriodSeconds: 5,
    activeDeadlineSeconds: 60,
    dnsPolicy: 'None',
    dnsConfig: { nameservers: ['10.0.0.1'], searches: ['a.b'], options: [{ name: 'ndots', value: '2' }] },
    nodeSelector: { disk: 'ssd' },
    serviceAccountName: 'builder',
    automountServiceAccountToken: false,
    hostname: 'h',
    subdomain: 's',
    shareProcessNamespace: true,
    setHostnameAsFQDN: true,
    enableServiceLinks: false,
    schedulerName: 'mine',
    os: { name: 'linux' },
    readinessGates: [{ conditionType: 'example.com/ready' }],
    hostAliases: [{ ip: '10.0.0.9', hostnames: ['x', 'y'] }],
    imagePullSecrets: [{ name: 'pull' }],
    tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }],
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { a: 'b' } },
      },
    ],
    securityContext: {
      runAsUser: 1,
      runAsGroup: 2,
      runAsNonRoot: true,
      fsGroup: 3,
      supplementalGroups: [4],
      fsGroupChangePolicy: 'OnRootMismatch',
      sysctls: [{ name: 'net.ipv4.tcp_syncookies', value: '1' }],
      seccompProfile: { type: 'RuntimeDefault' },
      seLinuxOptions: { level: 's0' },
    },
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }],
              matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }],
            },
          ],
        },
      },
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [TERM] },
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: TERM }] },
    },
    volumes: [
      { name: 'none' },
      { name: 'empty', emptyDir: { medium: 'Memory', sizeLimit: '1024Ki' } },
      { name: 'host', hostPath: { path: '/a' } },
      { name: 'secret', secret: { secretName: 's', items: [{ key: 'k', path: 'p' }] } },
      { name: 'map', configMap: { name: 'm', optional: true } },
      { name: 'fields', downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] } },
      {
        name: 'all',
        projected: {
          sources: [
            { serviceAccountToken: { path: 't' } },
            {
              downwardAPI: { items: [{ path: 'r', resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' } }] },
            },
          ],
        },
      },
      { name: 'claim', persistentVolumeClaim: { claimName: 'c' } },
      {
        name: 'own',
        ephemeral: {
          volumeClaimTemplate: {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        },
      },
      { name: 'csi', csi: { driver: 'd.example.com' } },
      { name: 'iscsi', iscsi: { targetPortal: 't', iqn: 'iqn.2015-02.example.com:test', lun: 0 } },
      { name: 'nfs', nfs: { server: 's', path: '/p' } },
      { name: 'disk', azureDisk: { diskName: 'd', diskURI: 'https://a/b.vhd' } },
    ],
    initContainers: [{ name: 'before', image: 'busybox:1', command: ['true'] }],
    containers: [
      {
        name: 'c',
        image: 'registry.example.com:5000/a/b@sha256:0123456789012345678901234567890123456789012345678901234567890123',
        command: ['a'],
        args: ['b'],
        workingDir: '/w',
        ports: [{ name: 'http', containerPort: 80, hostPort: 8080, hostIP: '10.0.0.1', protocol: 'UDP' }],
        env: [
          { name: 'A', value: 'b' },
          { name: 'B', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
          { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.memory' } } },
          { name: 'D', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } },
        ],
        envFrom: [{ prefix: 'P_', configMapRef: { name: 'm' } }],
        resources: { limits: { cpu: '0.5', memory: '1024Mi', 'example.com/gpu': '2' }, requests: { cpu: '100m' } },
        volumeMounts: [
          { name: 'empty', mountPath: '/e', subPathExpr: '$(A)', readOnly: true, mountPropagation: 'None' },
        ],
        volumeDevices: [{ name: 'claim', devicePath: '/dev/x' }],
        livenessProbe: { ...PROBE, httpGet: { port: 'http', httpHeaders: [{ name: 'X-A', value: 'b' }] } },
        readinessProbe: { tcpSocket: { port: 80, host: 'h' }, successThreshold: 2 },
        startupProbe: { grpc: { port: 80 }, terminationGracePeriodSeconds: 3 },
        lifecycle: {
          postStart: { exec: { command: ['a'] } },
          preStop: { httpGet: { port: 80, path: '/p', scheme: 'HTTPS' } },
        },
        terminationMessagePolicy: 'FallbackToLogsOnError',
        securityContext: { capabilities: { add: ['NET_ADMIN'], drop: ['ALL'] }, readOnlyRootFilesystem: true },
        stdin: true,
        tty: true,
      },
    ],
  },
};

/** The status of a pod that runs. */
export const RUNNING_POD: JsonObject = {
  phase: 'Running',
  podIP: '10.1.0.1',
  hostIP: '10.0.0.1',
  startTime: '2026-01-01T00:00:00Z',
  conditions: [
    { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' },
    { type: 'example.com/ready', status: 'True' },
  ],
  containerStatuses: [
    {
      name: 'c',
      image: 'i',
      imageID: 'x',
      ready: true,
      restartCount: 2,
      state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
      lastState: { terminated: { exitCode: 1, finishedAt: '2025-12-31T00:00:00Z', reason: 'Error' } },
    },
  ],
};
