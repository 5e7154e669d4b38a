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
    'a console whose address is not known',
    { console: { enabled: true } },
    'console.externalURL is required without console.ingress.host',
  ],
  [
    'a provider of the console without a client',
    { console: { enabled: true, externalURL: 'https://a', oidc: { issuerURL: 'https://b' } } },
    'console.oidc.clientID is required with console.oidc.issuerURL',
  ],
  [
    'groups without a prefix, which could be system:masters',
    { apiserver: { oidc: { issuerURL: 'https://a', clientID: 'b', groupsClaim: 'groups' } } },
    'apiserver.oidc.groupsPrefix is required with groupsClaim',
  ],
  [
    'a client for command lines without an issuer',
    { apiserver: { oidc: { loginClientID: 'kubectl' } } },
    'apiserver.oidc.issuerURL is required with apiserver.oidc.loginClientID',
  ],
  [
    'probes that need anonymous requests',
    { apiserver: { extraArgs: ['--anonymous-auth=false'] } },
    '--anonymous-auth=false makes every health probe fail',
  ],
];
