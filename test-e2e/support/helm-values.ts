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
    console: { enabled: true, externalURL: 'https://127.0.0.1:6450' },
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
        ...names('console', 'consoleSession'),
      },
    },
    console: { enabled: true, externalURL: 'https://console.example.org' },
    tokenReview: { users: { existingSecret: 'users' } },
  },
  'a console with a provider of its own': {
    console: {
      enabled: true,
      replicas: 2,
      externalURL: 'https://console.example.org:8443',
      oidc: { issuerURL: 'https://accounts.example.org', clientID: 'console', scopes: ['openid'] },
    },
    certificates: { mode: 'certManager' },
    networkPolicy: { console: { from: [{ podSelector: { matchLabels: { app: 'ingress' } } }] } },
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
        loginClientID: 'kubectl',
        loginScopes: ['openid', 'groups'],
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
    console: {
      ...extras('--oidc-scopes=openid'),
      enabled: true,
      oidc: { existingSecret: 'own-client' },
      service: { type: 'LoadBalancer', annotations: { 'example.org/balancer': 'network' } },
      ingress: { enabled: true, className: 'nginx', host: 'console.example.org', existingSecret: 'own-page' },
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
