const OUTSIDE = { externalEtcd: { to: [{ ipBlock: { cidr: '10.0.0.0/8' } }], port: 2379 } };

/** Values of the chart, each set for another way to run it, put over the chart's own. */
export const VALUE_SETS: Readonly<Record<string, object>> = {
  'the default': {},
  'one of each': {
    apiserver: { replicas: 1 },
    controllerManager: { replicas: 1 },
    tokenReview: { replicas: 1 },
    admission: { replicas: 1 },
    etcd: { replicas: 1 },
  },
  'an etcd of somebody else': {
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
  'nothing that may be left out': {
    tokenReview: { enabled: false },
    admission: { enabled: false },
    etcd: { backup: { enabled: false } },
    networkPolicy: { enabled: false },
  },
  'token review alone': { admission: { enabled: false } },
  everything: {
    bindAddress: '::',
    image: { repository: 'registry.example.org/pilothouse', digest: `sha256:${'0'.repeat(64)}` },
    imagePullSecrets: [{ name: 'registry' }],
    kubeconfig: { server: 'https://api.example.org:6443' },
    apiserver: {
      ...extras('--event-ttl=2h'),
      serviceAccountIssuer: 'https://api.example.org',
      apiAudiences: ['https://api.example.org', 'vault'],
      featureGates: { WatchList: false },
      runtimeConfig: { 'api/beta': false, 'storage.k8s.io/v1beta1': true },
      audit: {
        policy: { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] },
        webhook: { existingSecret: 'audit-sink' },
      },
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
    controllerManager: { ...extras('--legacy-service-account-tokens=false'), controllers: ['*', '-token-cleaner'] },
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
      backup: { persistence: { storageClass: 'slow' } },
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
      prometheusRule: { enabled: true },
      dashboard: { enabled: true },
    },
  },
};

/** What every component takes. */
function extras(flag: string): object {
  return {
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

/** Secrets that value sets name and that their user has made. */
export const OWN_SECRETS: readonly string[] = ['etcd-access', 'audit-sink', 'users'];

/** Values that the schema refuses, all of them at once, and what is said of them. */
export const UNKNOWN_VALUES: object = {
  apiserver: { replica: 3, replicas: 0, extraArgs: ['v=2'], oidc: { issuerURL: 'http://a' } },
  scheduler: {},
  etcd: { replicas: 2, backup: { schedule: 'daily' } },
  certificates: { mode: 'self', renewBefore: 'soon' },
  kubeconfig: { server: 'http://a:1' },
  fullnameOverride: 'a'.repeat(39),
  image: { pullPolicy: 'Sometimes' },
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
];

/** Values that contradict each other, and what is said of them. */
export const CONTRADICTIONS: readonly (readonly [what: string, values: object, message: string])[] = [
  [
    'etcd nowhere',
    { etcd: { enabled: false, backup: { enabled: false } } },
    'etcd.external.endpoints is required where etcd.enabled is false',
  ],
  [
    'a backup of an etcd of somebody else',
    { etcd: { enabled: false, external: { endpoints: ['https://a:2379'] } } },
    'etcd.backup is for the etcd of this chart',
  ],
  [
    'an ingress without a host',
    { apiserver: { ingress: { enabled: true } } },
    'apiserver.ingress.host is required where apiserver.ingress.enabled is true',
  ],
  [
    'groups that could be system:masters',
    { apiserver: { oidc: { issuerURL: 'https://a', clientID: 'b', groupsClaim: 'groups' } } },
    'apiserver.oidc.groupsPrefix is required with groupsClaim',
  ],
  [
    'probes that the servers refuse',
    { apiserver: { extraArgs: ['--anonymous-auth=false'] } },
    '--anonymous-auth=false would have every health probe refused',
  ],
];
