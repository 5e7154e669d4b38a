import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, variants } from './objects.js';
import { create, get, patch, remove } from './steps.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const PODS = '/api/v1/namespaces/<ns>/pods';
const CLAIMS = '/api/v1/namespaces/<ns>/persistentvolumeclaims';
const RANGES = '/api/v1/namespaces/<ns>/limitranges';
const CLASSES = '/apis/node.k8s.io/v1/runtimeclasses';
const POD: JsonObject = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const RANGE: JsonObject = { metadata: { name: 'r' }, spec: { limits: [] } };
const CLASS: JsonObject = { metadata: { name: '<ns>-x' }, handler: 'h' };
const CLAIM: JsonObject = {
  metadata: { name: 'c' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

const limits = (...items: JsonObject[]): JsonObject => ({ 'spec.limits': items });
const amounts = (requests: JsonObject, own: JsonObject = {}): JsonObject => ({
  'spec.containers.0.resources': { requests, limits: own },
});
const RUN = { only: ['message', 'spec.overhead', 'spec.nodeSelector'] };

/** LimitRanges and RuntimeClasses, and the pods and claims that they concern. */
export const limitsAndRuntimes: readonly Case[] = [
  {
    name: 'limit ranges',
    steps: [
      create(RANGES, changed(RANGE, limits({ type: 'Pod', max: { cpu: '2' } }))),
      get(RANGES, { headers: TABLE }),
      ...variants(RANGES, changed(RANGE, { 'metadata.name': 's' }), 'spec', [
        limits({ type: 'Container', max: { cpu: '2' } }),
        limits({ type: 'Container', min: { cpu: '1' } }),
        limits({ type: 'Container', default: { cpu: '2' }, min: { cpu: '1', memory: '1Gi' } }),
        limits({ type: 'Container', maxLimitRequestRatio: { cpu: '2' } }),
        limits({ type: 'PersistentVolumeClaim', max: { storage: '2Gi' } }),
        limits({ type: 'example.com/a', max: { storage: '2Gi' } }),
        {},
      ]),
      ...attempts(RANGES, changed(RANGE, { 'metadata.name': 's' }), [
        { 'metadata.name': 'R_' },
        { spec: null },
        limits({}),
        limits({ type: 'x' }),
        limits({ type: 'a b' }),
        limits({ type: 'Pod' }, { type: 'Pod' }),
        limits({ type: 'Pod', default: { cpu: '1' }, defaultRequest: { cpu: '1' } }),
        limits({ type: 'Pod', max: { storage: '1' } }),
        limits({ type: 'Container', max: { 'a b': '1' } }),
        limits({ type: 'PersistentVolumeClaim' }),
        limits({ type: 'PersistentVolumeClaim', max: { x: '1' } }),
        limits({ type: 'Pod', min: { cpu: '2' }, max: { cpu: '1' } }),
        limits({ type: 'Container', min: { cpu: '2' }, defaultRequest: { cpu: '1' } }),
        limits({ type: 'Container', max: { cpu: '1' }, defaultRequest: { cpu: '2' } }),
        limits({ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '2' } }),
        limits({ type: 'Container', default: { cpu: '1' }, min: { cpu: '2' } }),
        limits({ type: 'Container', default: { cpu: '2' }, max: { cpu: '1' } }),
        limits({ type: 'Pod', maxLimitRequestRatio: { cpu: '500m' } }),
        limits({ type: 'Pod', maxLimitRequestRatio: { cpu: '4' }, min: { cpu: '1' }, max: { cpu: '3' } }),
        limits({ type: 'Container', default: { 'example.com/a': '2' }, defaultRequest: { 'example.com/a': '1' } }),
        limits({ type: 'Pod', max: { cpu: '-1' } }),
      ]),
      patch(`${RANGES}/r`, 'merge', { spec: { limits: [{ type: 'x' }] } }),
      patch(`${RANGES}/r`, 'merge', { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } }),
      remove(`${RANGES}/r`),
    ],
  },
  {
    name: 'pods within limits',
    steps: [
      create(
        RANGES,
        changed(
          RANGE,
          limits({
            type: 'Container',
            min: { cpu: '100m' },
            max: { cpu: '2' },
            default: { cpu: '1', memory: '1Gi' },
            defaultRequest: { cpu: '500m' },
            maxLimitRequestRatio: { cpu: '3' },
          }),
        ),
      ),
      create(PODS, POD, {
        only: ['message', 'spec.containers.0.resources', 'metadata.annotations', 'status.qosClass'],
      }),
      ...variants(PODS, changed(POD, { 'metadata.name': 'q' }), 'spec.containers', [
        amounts({ cpu: '1' }, { cpu: '1' }),
      ]),
      ...attempts(PODS, changed(POD, { 'metadata.name': 'q' }), [
        amounts({ cpu: '50m' }),
        amounts({ cpu: '3' }, { cpu: '3' }),
        amounts({ cpu: '1' }, { cpu: '2500m' }),
        amounts({ cpu: '300m' }, { cpu: '1' }),
        amounts({ cpu: '0' }),
      ]),
    ],
  },
  {
    name: 'whole pods within limits',
    steps: [
      create(
        RANGES,
        changed(
          RANGE,
          limits({
            type: 'Pod',
            min: { memory: '1Gi' },
            max: { cpu: '2' },
            maxLimitRequestRatio: { memory: '2' },
          }),
        ),
      ),
      ...attempts(PODS, POD, [
        {},
        amounts({ memory: '1Gi' }, { memory: '2Gi', cpu: '1' }),
        amounts({ memory: '512Mi' }, { memory: '1Gi', cpu: '1' }),
        amounts({ memory: '1Gi' }, { memory: '3Gi', cpu: '1' }),
        amounts({ memory: '1Gi' }, { memory: '1Gi', cpu: '3' }),
        {
          ...amounts({ memory: '1Gi' }, { memory: '1Gi', cpu: '1' }),
          'spec.initContainers': [
            { name: 'i', image: 'i', resources: { requests: { memory: '1Gi' }, limits: { memory: '4Gi', cpu: '3' } } },
          ],
        },
      ]),
    ],
  },
  {
    name: 'claims within limits',
    steps: [
      create(
        RANGES,
        changed(RANGE, limits({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } })),
      ),
      ...attempts(CLAIMS, CLAIM, [
        {},
        { 'spec.resources': { requests: { storage: '512Mi' } } },
        { 'spec.resources': { requests: { storage: '3Gi' } } },
      ]),
    ],
  },
  {
    name: 'runtime classes',
    steps: [
      create(CLASSES, changed(CLASS, { 'metadata.name': '<ns>' })),
      get(`${CLASSES}/<ns>`, { headers: TABLE }),
      ...attempts(CLASSES, CLASS, [
        { 'metadata.name': 'C_' },
        { handler: null },
        { handler: 'H_' },
        { handler: 'a.b' },
        { overhead: { podFixed: { cpu: '-1', x: '1' } } },
        { scheduling: { nodeSelector: { 'a b': 'c d' } } },
        { scheduling: { tolerations: [{ key: 'a', operator: 'x' }] } },
        {
          scheduling: {
            tolerations: [
              { key: 'a', operator: 'Exists' },
              { key: 'a', operator: 'Exists', tolerationSeconds: 5, effect: 'NoExecute' },
              { key: 'a', operator: 'Exists' },
            ],
          },
        },
      ]),
      create(CLASSES, changed(CLASS, { scheduling: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } }), {
        query: { dryRun: 'All' },
      }),
      patch(`${CLASSES}/<ns>`, 'merge', { handler: 'i' }),
      patch(`${CLASSES}/<ns>`, 'merge', { overhead: { podFixed: { cpu: '100m' } } }),
      remove(`${CLASSES}/<ns>`),
    ],
  },
  {
    name: 'pods of runtime classes',
    steps: [
      create(
        CLASSES,
        changed(CLASS, {
          'metadata.name': '<ns>',
          overhead: { podFixed: { cpu: '100m' } },
          scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'a', operator: 'Exists' }] },
        }),
      ),
      ...[
        { 'spec.runtimeClassName': '<ns>' },
        { 'spec.runtimeClassName': '<ns>', 'spec.nodeSelector': { c: 'd' } },
        { 'spec.runtimeClassName': '<ns>', 'spec.nodeSelector': { a: 'c' } },
        { 'spec.runtimeClassName': '<ns>', 'spec.overhead': { cpu: '100m' } },
        { 'spec.runtimeClassName': '<ns>', 'spec.overhead': { cpu: '200m' } },
        { 'spec.runtimeClassName': '<ns>-none' },
        { 'spec.overhead': { cpu: '100m' } },
      ].map((changes) => create(PODS, changed(POD, changes), { query: { dryRun: 'All' }, ...RUN })),
      remove(`${CLASSES}/<ns>`),
    ],
  },
];
