import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, variants } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const FIRST = '/apis/autoscaling/v1/namespaces/<ns>/horizontalpodautoscalers';
const LATER = '/apis/autoscaling/v2/namespaces/<ns>/horizontalpodautoscalers';
const REFERENCE: JsonObject = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const SCALER: JsonObject = { metadata: { name: 'h' }, spec: { scaleTargetRef: REFERENCE, maxReplicas: 5 } };
const PARTS = { only: ['message', 'details', 'spec', 'status', 'metadata.annotations', 'metadata.generation'] };

const CPU: JsonObject = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
};
const MEMORY: JsonObject = {
  type: 'Resource',
  resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1024Mi' } },
};
const CONTAINER: JsonObject = {
  type: 'ContainerResource',
  containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 70 } },
};
const PODS: JsonObject = {
  type: 'Pods',
  pods: {
    metric: { name: 'tps', selector: { matchLabels: { a: 'b' } } },
    target: { type: 'AverageValue', averageValue: '1000m' },
  },
};
const OBJECT: JsonObject = {
  type: 'Object',
  object: {
    describedObject: { apiVersion: 'v1', kind: 'Service', name: 's' },
    metric: { name: 'rps' },
    target: { type: 'Value', value: '10k' },
  },
};
const EXTERNAL: JsonObject = {
  type: 'External',
  external: {
    metric: { name: 'queue<&>', selector: { matchExpressions: [{ key: 'q', operator: 'Exists' }] } },
    target: { type: 'AverageValue', averageValue: '30' },
  },
};
const ALL = [MEMORY, CPU, CONTAINER, PODS, OBJECT, EXTERNAL];
const POLICY = { type: 'Pods', value: 1, periodSeconds: 60 };

const STATUS: JsonObject = {
  observedGeneration: 1,
  lastScaleTime: '2026-01-01T00:00:00Z',
  currentReplicas: 2,
  desiredReplicas: 3,
  currentMetrics: [
    { type: 'Resource', resource: { name: 'memory', current: { averageValue: '512Mi' } } },
    { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '100m', averageUtilization: 20 } } },
    {
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: 'c', current: { averageValue: '1', averageUtilization: 40 } },
    },
    { type: 'Pods', pods: { metric: { name: 'tps' }, current: { averageValue: '2' } } },
    {
      type: 'Object',
      object: {
        describedObject: { apiVersion: 'v1', kind: 'Service', name: 's' },
        metric: { name: 'rps' },
        current: { value: '5k' },
      },
    },
    { type: 'External', external: { metric: { name: 'queue' }, current: { averageValue: '10', value: '0' } } },
  ],
  conditions: [
    { type: 'AbleToScale', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z', reason: 'R', message: 'm' },
    { type: 'ScalingActive', status: 'False' },
  ],
};

const metric = (each: JsonObject): JsonObject => ({ 'spec.metrics': [each] });
const target = (each: JsonObject): JsonObject => metric(changed(CPU, { 'resource.target': each }));

/** HorizontalPodAutoscalers in both versions. */
export const autoscalers: readonly Case[] = [
  {
    name: 'autoscalers as they may not be',
    steps: attempts(LATER, SCALER, [
      { spec: {} },
      { 'spec.minReplicas': 0 },
      { 'spec.minReplicas': -1, 'spec.maxReplicas': -1 },
      { 'spec.minReplicas': 6 },
      { 'spec.maxReplicas': 0 },
      { 'spec.scaleTargetRef': {} },
      { 'spec.scaleTargetRef': { kind: 'a/b', name: '..', apiVersion: 'a/b/c' } },
      { 'spec.scaleTargetRef': { kind: 'Deployment', name: 'd' } },
      { 'spec.scaleTargetRef': { kind: 'Deployment', name: 'd', apiVersion: 'v1' } },
      { 'spec.scaleTargetRef': { kind: 'Deployment', name: 'd', apiVersion: '/v1' } },
      metric({}),
      metric({ type: 'x' }),
      metric({ type: 'Resource' }),
      metric({ type: 'Pods' }),
      metric({ type: 'Object' }),
      metric({ type: 'External' }),
      metric({ type: 'ContainerResource' }),
      metric({ ...CPU, type: 'Pods' }),
      metric({ ...CPU, pods: PODS['pods'] ?? null }),
      metric({ type: 'Resource', resource: {} }),
      target({ type: 'x' }),
      target({ type: 'Utilization' }),
      target({ type: 'Utilization', averageUtilization: 0 }),
      target({ type: 'Value', value: '0', averageValue: '-1' }),
      target({ type: 'Value', averageUtilization: 5, averageValue: '1' }),
      metric({ type: 'Pods', pods: {} }),
      metric({ type: 'Pods', pods: { metric: { name: 'a/b' }, target: { type: 'Value', value: '1' } } }),
      metric({ type: 'Object', object: {} }),
      metric(changed(OBJECT, { 'object.describedObject.apiVersion': 'a/b/c', 'object.target.value': null })),
      metric({ type: 'External', external: {} }),
      metric(changed(EXTERNAL, { 'external.target.value': '1' })),
      metric({ type: 'ContainerResource', containerResource: {} }),
      metric(changed(CONTAINER, { 'containerResource.name': 'x', 'containerResource.container': 'C_' })),
      metric(changed(CONTAINER, { 'containerResource.name': 'a.b/c' })),
      { 'spec.behavior': { scaleUp: { stabilizationWindowSeconds: -1, selectPolicy: 'x', policies: [] } } },
      { 'spec.behavior': { scaleDown: { stabilizationWindowSeconds: 3601, policies: [{}], tolerance: '-1' } } },
      { 'spec.behavior': { scaleDown: { policies: [{ type: 'x', value: 1, periodSeconds: 1801 }] } } },
    ]),
  },
  {
    name: 'autoscalers as they come to be',
    steps: [
      create(LATER, SCALER),
      get(`${FIRST}/h`),
      get(LATER, { headers: TABLE }),
      get(FIRST, { headers: TABLE }),
      ...variants(LATER, changed(SCALER, { 'metadata.name': 'v' }), 'spec', [
        { 'spec.behavior': {} },
        { 'spec.behavior': { scaleUp: { tolerance: '50m' } } },
        { 'spec.behavior': { scaleDown: { policies: [POLICY], selectPolicy: 'Min', stabilizationWindowSeconds: 5 } } },
        { 'spec.metrics': ALL },
        { 'spec.scaleTargetRef': { kind: 'ReplicationController', name: 'd', apiVersion: 'v1' } },
        { 'spec.minReplicas': 3 },
      ]),
      create(FIRST, changed(SCALER, { 'metadata.name': 'f' })),
      create(
        FIRST,
        changed(SCALER, {
          'metadata.name': 'g',
          'spec.targetCPUUtilizationPercentage': 40,
          status: { desiredReplicas: 4 },
        }),
      ),
      get(`${LATER}/g`),
      ...attempts(FIRST, SCALER, [
        { 'spec.targetCPUUtilizationPercentage': 0 },
        { 'spec.maxReplicas': 0 },
        { 'spec.scaleTargetRef': {} },
      ]),
    ],
  },
  {
    name: 'autoscalers in two versions',
    steps: [
      create(
        LATER,
        changed(SCALER, { 'spec.metrics': ALL, 'spec.behavior': { scaleUp: { tolerance: '50m' } } }),
        PARTS,
      ),
      patch(`${LATER}/h/status`, 'merge', { status: STATUS }, PARTS),
      get(`${FIRST}/h`, PARTS),
      get(LATER, { headers: TABLE, only: ['rows.0'] }),
      patch(`${FIRST}/h`, 'merge', { spec: { targetCPUUtilizationPercentage: 30 } }, PARTS),
      get(`${LATER}/h`, PARTS),
      patch(
        `${FIRST}/h/status`,
        'merge',
        { status: { currentCPUUtilizationPercentage: 60, desiredReplicas: 4 } },
        PARTS,
      ),
      patch(`${FIRST}/h`, 'merge', { metadata: { annotations: null } }, PARTS),
      get(`${LATER}/h`, PARTS),
      patch(
        `${FIRST}/h`,
        'merge',
        {
          metadata: {
            annotations: {
              own: 'x',
              'autoscaling.alpha.kubernetes.io/metrics':
                '[{"type":"Pods","pods":{"metricName":"a","targetAverageValue":"5"}}]',
              'autoscaling.alpha.kubernetes.io/behavior':
                '{"ScaleUp":{"Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":2}]}}',
            },
          },
        },
        PARTS,
      ),
      get(`${LATER}/h`, PARTS),
      patch(
        `${FIRST}/h`,
        'merge',
        { metadata: { annotations: { 'autoscaling.alpha.kubernetes.io/metrics': 'x' } } },
        PARTS,
      ),
      patch(
        `${LATER}/h`,
        'merge',
        { metadata: { annotations: { 'autoscaling.alpha.kubernetes.io/conditions': 'x' } } },
        PARTS,
      ),
      get(`${LATER}/h`, PARTS),
    ],
  },
  {
    name: 'autoscalers as they change',
    steps: [
      create(LATER, SCALER, PARTS),
      ...[
        { maxReplicas: 9 },
        { minReplicas: 0 },
        { scaleTargetRef: { name: 'e' } },
        { scaleTargetRef: { apiVersion: 'x/y/z' } },
        { metrics: ALL.slice(0, 3) },
        { metrics: [] },
        { behavior: { scaleUp: { selectPolicy: 'Disabled' } } },
      ].map((spec) => patch(`${LATER}/h`, 'merge', { spec }, PARTS)),
      patch(`${LATER}/h`, 'merge', { status: { desiredReplicas: 9 } }, PARTS),
      patch(`${LATER}/h/status`, 'merge', { status: { desiredReplicas: -1, currentReplicas: -1 } }, PARTS),
      patch(`${LATER}/h/status`, 'merge', { spec: { maxReplicas: 1 }, status: { desiredReplicas: 2 } }, PARTS),
      update(`${FIRST}/h`, SCALER, PARTS),
      apply(`${LATER}/a`, 'm', {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        ...changed(SCALER, { 'metadata.name': 'a' }),
      }),
      apply(`${FIRST}/a`, 'n', {
        apiVersion: 'autoscaling/v1',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'a' },
        spec: { targetCPUUtilizationPercentage: 80 },
      }),
      get(LATER, { query: { fieldSelector: 'spec.maxReplicas=5' }, only: ['message'] }),
      remove(`${LATER}/h`),
    ],
  },
];
