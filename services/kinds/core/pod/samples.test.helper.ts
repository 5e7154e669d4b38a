import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** A pod spec with fields whose stored form differs from the request, or that get defaults. */
export const RUNNING: JsonObject = {
  containers: [
    {
      name: 'a',
      image: 'i:1',
      env: [{ name: 'E', value: '1' }],
      ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }],
      volumeMounts: [],
    },
    {
      // The stored form of these differs from the request, or has defaults inside one value.
      name: 'b',
      image: 'i',
      env: [
        { name: 'F', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'R', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        { name: 'N', value: '' },
      ],
      envFrom: [],
      args: null,
      resources: { limits: { cpu: '1000m', memory: '1024Mi' }, requests: {} },
      livenessProbe: { httpGet: { path: '/', port: 80, httpHeaders: [] } },
      securityContext: {},
      tty: false,
    },
  ],
  volumes: [
    { name: 'e', emptyDir: { sizeLimit: '1024Mi' } },
    { name: 'd', downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] } },
    {
      name: 'p',
      projected: {
        sources: [
          { serviceAccountToken: { path: 't' } },
          { downwardAPI: { items: [{ path: 'q', fieldRef: { fieldPath: 'metadata.name' } }] } },
          { configMap: { name: 'm', items: [] } },
        ],
      },
    },
  ],
  serviceAccountName: 'default',
  nodeSelector: {},
  hostAliases: [],
  tolerations: [{ key: 'k', operator: '', value: '' }],
  affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] } },
  securityContext: { sysctls: null },
};
export const SELECTOR: JsonObject = { matchLabels: { a: 'b' } };
export const RUNNING_TEMPLATE: JsonObject = { metadata: { labels: { a: 'b' } }, spec: RUNNING };

/** A pod template. */
export const TEMPLATE = {
  metadata: { labels: { app: 'web' } },
  spec: {
    containers: [{ name: 'web', image: 'nginx:1.25', ports: [{ containerPort: 80 }] }],
    volumes: [{ name: 'scratch', emptyDir: {} }],
  },
};
