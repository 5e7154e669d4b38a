const DIGEST = `sha256:${'0'.repeat(64)}`;
const OUTSIDE = { externalEtcd: { to: [{ ipBlock: { cidr: '10.0.0.0/8' } }], port: 2379 } };

/** Sets of values of the chart, one for each way to run it. */
export const VALUE_SETS: Readonly<Record<string, object>> = {
  'the default': {},
  'one of each': {
    apiserver: { replicas: 1 },
    controllerManager: { replicas: 1 },
    tokenReview: { replicas: 1 },
    admission: { replicas: 1 },
    etcd: { replicas: 1 },
  },
  'an existing etcd': {
    etcd: {
      enabled: false,
      backup: { enabled: false },
      external: {
        endpoints: ['https://a.example.org:2379', 'https://b.example.org:2379'],
        existingSecret: 'etcd-access',
      },
    },
    networkPolicy: OUTSIDE,
  },
  'an etcd without TLS': {
    etcd: { enabled: false, backup: { enabled: false }, external: { endpoints: ['http://a.example.org:2379'] } },
    networkPolicy: OUTSIDE,
  },
  'cert-manager': { certificates: { mode: 'certManager', extraHosts: ['203.0.113.7', '2001:db8::7'] } },
  'existing issuers': {
    certificates: {
      mode: 'certManager',
      issuerRef: { api: { name: 'api' }, etcd: { kind: 'ClusterIssuer', name: 'etcd' } },
    },
  },
  'existing certificates': {
    certificates: {
      existingSecrets: {
        ...names('apiserver', 'admin', 'controllerManager', 'monitoring', 'admissionUser'),
        ...names('etcdServer', 'etcdPeer', 'etcdClient'),
      },
    },
  },
  'all Secrets exist': {
    certificates: {
      existingSecrets: {
        ...names('apiserver', 'admin', 'controllerManager', 'monitoring', 'admissionUser'),
        ...names('etcdServer', 'etcdPeer', 'etcdClient', 'servicesClient', 'tokenReview', 'admission'),
        ...names('serviceAccount', 'adminKubeconfig', 'controllerManagerKubeconfig', 'admissionKubeconfig'),
      },
    },
    tokenReview: { users: { existingSecret: 'users' } },
  },
  'existing service accounts': {
    apiserver: { serviceAccount: { create: false, name: 'control' } },
    etcd: { serviceAccount: { create: false }, backup: { serviceAccount: { name: 'p-pilothouse-uploads' } } },
    certificates: { job: { serviceAccount: { name: 'p-pilothouse-maker' } } },
  },
  OpenShift: { openshift: true, etcd: { backup: { s3: { enabled: true, bucket: 'backups' } } } },
  'backups only in a bucket': {
    etcd: {
      backup: {
        persistence: { enabled: false },
        s3: { enabled: true, bucket: 'backups', endpoint: 'http://minio.example.org:9000', keepDays: 0 },
      },
    },
  },
  'nothing that may be left out': {
    tokenReview: { enabled: false },
    admission: { enabled: false },
    etcd: { backup: { enabled: false } },
    networkPolicy: { enabled: false },
  },
  'token review alone': { admission: { enabled: false } },
  everything: {
    bindAddress: '::',
    global: { imageRegistry: 'mirror.example.org', imagePullSecrets: ['mirror', { name: 'registry' }] },
    image: { repository: 'platform/pilothouse', digest: DIGEST },
    imagePullSecrets: [{ name: 'registry' }],
    commonLabels: { 'example.org/owner': 'platform', 'app.kubernetes.io/part-of': 'platform' },
    commonAnnotations: { 'example.org/contact': 'platform@example.org' },
    extraObjects: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: '{{ include "pilothouse.fullname" . }}-extra', namespace: '{{ .Release.Namespace }}' },
      },
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ include "pilothouse.fullname" . }}-text\n  namespace: platform\n',
    ],
    kubeconfig: { server: 'https://api.example.org:6443' },
    apiserver: {
      ...extras('--event-ttl=2h'),
      serviceAccountIssuer: 'https://api.example.org',
      apiAudiences: ['https://api.example.org', 'vault'],
      featureGates: { WatchList: false },
      runtimeConfig: { 'api/beta': false, 'storage.k8s.io/v1': true },
      audit: {
        policy: { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] },
        webhook: { existingSecret: 'audit-sink' },
      },
      encryption: { existingSecret: 'own-encryption' },
      frontProxy: { existingSecret: 'own-front-proxy', allowedNames: ['aggregator', 'portal'] },
      kubelets: { existingSecret: 'own-kubelets', addressTypes: ['InternalIP'] },
      oidc: {
        issuerURL: 'https://accounts.example.org',
        clientID: 'true',
        usernamePrefix: '-',
        groupsClaim: 'groups',
        groupsPrefix: 'oidc:',
        requiredClaims: { department: 'it', floor: '3' },
        signingAlgs: ['ES256'],
        ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      },
      service: {
        type: 'LoadBalancer',
        loadBalancerIP: '203.0.113.7',
        loadBalancerSourceRanges: ['203.0.113.0/24'],
        externalTrafficPolicy: 'Local',
        annotations: { 'example.org/balancer': 'network' },
        nodePort: 30443,
      },
      ingress: { enabled: true, className: 'nginx', host: 'api.example.org' },
    },
    controllerManager: { ...extras('--legacy-service-account-tokens=true'), controllers: ['*', '-token-cleaner'] },
    tokenReview: {
      ...extras('--cache-ttl=30s'),
      users: { existingSecret: 'users' },
      oidc: { issuers: [{ issuerURL: 'https://accounts.example.org', clientID: 'pilothouse' }] },
      audiences: ['https://api.example.org'],
    },
    admission: {
      ...extras('--default-not-ready-toleration-seconds=60'),
      failurePolicy: 'Ignore',
      excludedNamespaces: ['kube-system'],
      rules: [{ operations: ['CREATE'], apiGroups: [''], resources: ['pods'] }],
      policy: {
        version: 1,
        rules: [
          {
            name: 'no-latest',
            match: { operations: ['CREATE'], apiGroups: [''], resources: ['pods'] },
            expression: "object.spec.containers.all(c, !c.image.endsWith(':latest'))",
          },
        ],
      },
      extraServices: [{ name: 'quota', addresses: ['grpcs://quota.example.org:8443'] }],
    },
    etcd: {
      ...extras('--max-txn-ops=256'),
      persistence: { storageClass: 'fast', size: '50Gi' },
      image: { digest: DIGEST },
      backup: {
        persistence: { storageClass: 'slow' },
        s3: {
          enabled: true,
          bucket: 'backups',
          prefix: 'control/etcd',
          endpoint: 'https://s3.example.org',
          region: 'eu-west-1',
          provider: 'Ceph',
          existingSecret: 's3-access',
          caSecret: 's3-authority',
        },
      },
    },
    networkPolicy: {
      apiserver: {
        from: [{ ipBlock: { cidr: '203.0.113.0/24' } }],
        extraEgress: [{ ports: [{ protocol: 'TCP', port: 443 }] }],
      },
      tokenReview: { from: [{ namespaceSelector: {} }], extraEgress: [{ ports: [{ protocol: 'TCP', port: 443 }] }] },
    },
    metrics: {
      serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
      prometheusRule: {
        enabled: true,
        labels: { release: 'prometheus' },
        runbookURL: 'https://wiki.example.org/alerts',
      },
      dashboard: { enabled: true },
    },
  },
};

/** Names of Secrets, by the keys of certificates.existingSecrets. */
function names(...keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, `own-${key.toLowerCase()}`]));
}

/** Values that every component accepts. */
function extras(flag: string): object {
  return {
    serviceAccount: { annotations: { 'example.org/role': 'control' }, automount: true },
    probes: { startup: { failureThreshold: 99 }, readiness: { initialDelaySeconds: 1 } },
    priorityClassName: 'system-cluster-critical',
    nodeSelector: { 'example.org/pool': 'control' },
    affinity: { nodeAffinity: {} },
    tolerations: [{ key: 'control', operator: 'Exists', effect: 'NoSchedule' }],
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'rack', whenUnsatisfiable: 'DoNotSchedule' }],
    podAnnotations: { 'example.org/note': 'yes' },
    podLabels: { team: 'platform' },
    extraArgs: [flag],
    extraEnv: [{ name: 'TZ', value: 'UTC' }],
    extraVolumes: [{ name: 'extra', emptyDir: {} }],
    extraVolumeMounts: [{ name: 'extra', mountPath: '/extra' }],
  };
}

/** Secrets that the user creates for a set of values. */
export const isOwnSecret = (name: string): boolean =>
  name.startsWith('own-') || ['etcd-access', 'audit-sink', 'users', 's3-access', 's3-authority'].includes(name);

/** Values that the schema rejects all at once, and the error messages. */
export const UNKNOWN_VALUES: object = {
  apiserver: { replica: 3, replicas: 0, extraArgs: ['v=2'], oidc: { issuerURL: 'http://a' } },
  scheduler: {},
  etcd: { replicas: 2, backup: { schedule: 'daily', s3: { endpoint: 's3.example.org', secretKey: 'x' } } },
  certificates: { mode: 'self', renewBefore: 'soon', existingSecrets: { ca: 'x', admin: 'A B' } },
  kubeconfig: { server: 'http://a:1' },
  fullnameOverride: 'a'.repeat(39),
  image: { pullPolicy: 'Sometimes', name: 'pilothouse' },
  global: { imageRegistry: '/mirror' },
  admission: { probes: { liveness: { path: '/' } }, serviceAccount: { rights: [] } },
  tokenReview: { probes: { ready: {} } },
};
export const UNKNOWN_MESSAGES: readonly string[] = [
  'Additional property scheduler is not allowed',
  'apiserver: Additional property replica is not allowed',
  'apiserver.replicas: Must be greater than or equal to 1',
  'apiserver.extraArgs.0: Does not match pattern',
  'apiserver.oidc.issuerURL: Does not match pattern',
  'etcd.replicas: etcd.replicas must be one of the following: 1, 3, 5',
  'etcd.backup.schedule: Does not match pattern',
  'certificates.mode: certificates.mode must be one of the following: "job", "certManager"',
  'certificates.renewBefore: Does not match pattern',
  'kubeconfig.server: Does not match pattern',
  'fullnameOverride: Does not match pattern',
  'image.pullPolicy: image.pullPolicy must be one of the following',
  'image: Additional property name is not allowed',
  'global.imageRegistry: Does not match pattern',
  'admission.probes.liveness: Additional property path is not allowed',
  'admission.serviceAccount: Additional property rights is not allowed',
  'tokenReview.probes: Additional property ready is not allowed',
  'etcd.backup.s3.endpoint: Does not match pattern',
  'etcd.backup.s3: Additional property secretKey is not allowed',
  'certificates.existingSecrets: Additional property ca is not allowed',
  'certificates.existingSecrets.admin: Does not match pattern',
];

/** Contradictory values, and the error messages. */
export const CONTRADICTIONS: readonly (readonly [what: string, values: object, message: string])[] = [
  [
    'no etcd',
    { etcd: { enabled: false, backup: { enabled: false } } },
    'etcd.external.endpoints is required if etcd.enabled is false',
  ],
  [
    'no image repository',
    { image: { repository: '' } },
    'image.repository is required: build and push the image (docker build --file deploy/Containerfile --tag REGISTRY/pilothouse:',
  ],
  [
    'a heap above three quarters of the memory limit',
    { controllerManager: { heapMiB: 769 } },
    'controllerManager.heapMiB is 769, but controllerManager.resources.limits.memory is 1Gi: the heap can have at most three quarters of it, 768 MiB',
  ],
  [
    'a memory limit below the heap, in other units',
    { admission: { resources: { limits: { memory: '0.5G' } } } },
    'admission.heapMiB is 384, but admission.resources.limits.memory is 0.5G: the heap can have at most three quarters of it, 357 MiB',
  ],
  [
    'heaps of workers above three quarters of the memory limit',
    { apiserver: { workers: 2 } },
    'apiserver.heapMiB is 1536, but apiserver.resources.limits.memory is 2Gi: the heap of each of 2 workers can have at most its part of three quarters of it, 768 MiB',
  ],
  [
    'a heap that NODE_OPTIONS overrides',
    { tokenReview: { extraEnv: [{ name: 'NODE_OPTIONS', value: '--max-old-space-size=4096' }] } },
    'tokenReview.extraEnv: NODE_OPTIONS overrides tokenReview.heapMiB',
  ],
  [
    'an issuer without cert-manager',
    { certificates: { issuerRef: { api: { name: 'ca' } } } },
    'certificates.issuerRef.api requires certificates.mode certManager',
  ],
  [
    'one issuer for the API and for etcd',
    { certificates: { mode: 'certManager', issuerRef: { api: { name: 'ca' }, etcd: { name: 'ca' } } } },
    'certificates.issuerRef: api, etcd and services must have different issuers',
  ],
  [
    'some certificates of an authority without the others',
    { certificates: { existingSecrets: { etcdClient: 'a', etcdServer: 'b' } } },
    'all certificates of an authority must be replaced together; missing: p-pilothouse-etcd-peer',
  ],
  [
    'backups without a destination',
    { etcd: { backup: { persistence: { enabled: false } } } },
    'etcd.backup has no destination: enable etcd.backup.persistence or etcd.backup.s3',
  ],
  [
    'a bucket without a name',
    { etcd: { backup: { s3: { enabled: true } } } },
    'etcd.backup.s3.bucket is required if etcd.backup.s3.enabled is true',
  ],
  [
    'a backup of an existing etcd',
    { etcd: { enabled: false, external: { endpoints: ['https://a:2379'] } } },
    'etcd.backup needs the etcd of this chart',
  ],
  [
    'an ingress without a host',
    { apiserver: { ingress: { enabled: true } } },
    'apiserver.ingress.host is required if apiserver.ingress.enabled is true',
  ],
  [
    'groups without a prefix, which could be system:masters',
    { apiserver: { oidc: { issuerURL: 'https://a', clientID: 'b', groupsClaim: 'groups' } } },
    'apiserver.oidc.groupsPrefix is required with groupsClaim',
  ],
  [
    'probes that need anonymous requests',
    { apiserver: { extraArgs: ['--anonymous-auth=false'] } },
    '--anonymous-auth=false makes every health probe fail',
  ],
];
