import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import {
  another,
  condition,
  defined,
  definition,
  DEFINITIONS,
  GROUP,
  OBJECTS,
  rootSchema,
  served,
  specSchema,
  widget,
  WIDGETS,
} from './definition.js';
import { apply, create, get, patch, remove } from './steps.js';
import type { Changes } from './objects.js';

const STATUS = `${WIDGETS}/status`;
const ESTABLISHED = condition('Established', 'True');
const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const METADATA = { headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } };
const LIST_METADATA = { headers: { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' } };
const GONE = get(WIDGETS, { until: { status: 404 } });
const SELECTED = { query: { fieldSelector: `metadata.name=widgets.${GROUP}` } };
/** A definition with other names in the same group. */
const other = (plural: string, kind: string, changes: Changes = {}): JsonObject =>
  definition({ 'metadata.name': `${plural}.${GROUP}`, 'spec.names': { plural, kind }, ...changes });
const V2 = another('v2');
const refused = { only: ['reason', 'message', 'details'] };

/** Creation, names and versions of definitions. */
export const definitions: readonly Case[] = [
  {
    name: 'create, read and delete',
    steps: [
      create(DEFINITIONS, definition()),
      ESTABLISHED,
      create(DEFINITIONS, definition(), refused),
      get(DEFINITIONS, SELECTED),
      get(WIDGETS, METADATA),
      get(DEFINITIONS, { ...SELECTED, ...LIST_METADATA }),
      get(WIDGETS, TABLE),
      get(DEFINITIONS, { ...SELECTED, ...TABLE }),
      get(STATUS),
      remove(WIDGETS),
      GONE,
      remove(WIDGETS),
    ],
  },
  {
    name: 'create in YAML and by apply',
    steps: [
      create(
        DEFINITIONS,
        [
          'apiVersion: apiextensions.k8s.io/v1',
          'kind: CustomResourceDefinition',
          `metadata: {name: widgets.${GROUP}, labels: {a: b}}`,
          'spec:',
          `  group: ${GROUP}`,
          '  scope: Cluster',
          '  names: {plural: widgets, kind: Widget, singular: wid, shortNames: [w, wg], categories: [all], listKind: Widgets}',
          '  versions:',
          '  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}',
        ].join('\n'),
        { headers: { 'content-type': 'application/yaml' } },
      ),
      ESTABLISHED,
      apply(WIDGETS, 'one', definition({ 'spec.scope': 'Cluster', 'spec.names.shortNames': ['x'] }), refused),
      apply(WIDGETS, 'one', definition({ 'spec.scope': 'Cluster', 'spec.names.shortNames': ['x'] }), {
        query: { force: 'true' },
      }),
      get(WIDGETS, {
        until: { status: 200, is: { 'status.acceptedNames.shortNames.0': 'x' } },
      }),
      apply(`${DEFINITIONS}/gadgets.${GROUP}`, 'one', other('gadgets', 'Gadget')),
    ],
  },
  {
    name: 'unknown fields',
    steps: [
      create(DEFINITIONS, definition({ 'spec.unknown': 1, 'metadata.other': 2 }), { query: { dryRun: 'All' } }),
      create(DEFINITIONS, definition(specSchema({ type: 'object', unknown: 1, 'x-kubernetes-other': true })), {
        query: { dryRun: 'All', fieldValidation: 'Warn' },
      }),
      create(DEFINITIONS, definition({ 'spec.unknown': 1, ...specSchema({ type: 'object', unknown: 1 }) }), {
        query: { dryRun: 'All', fieldValidation: 'Strict' },
      }),
      create(DEFINITIONS, definition({ 'spec.unknown': 1 }), { query: { dryRun: 'All', fieldValidation: 'Ignore' } }),
    ],
  },
  {
    name: 'every schema keyword is returned',
    steps: [
      create(
        DEFINITIONS,
        definition(
          rootSchema({
            type: 'object',
            title: 'T',
            externalDocs: { url: 'https://example.com', description: 'd' },
            example: { a: [1, null, 'x'] },
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                nullable: true,
                minProperties: 0,
                maxProperties: 9,
                'x-kubernetes-map-type': 'atomic',
                properties: {
                  number: {
                    type: 'number',
                    format: 'double',
                    minimum: -1.5,
                    maximum: 1e6,
                    exclusiveMinimum: true,
                    exclusiveMaximum: true,
                    multipleOf: 0.5,
                    default: 1.5,
                    enum: [1, 1.5, 2],
                  },
                  text: { type: 'string', pattern: '^a', minLength: 0, maxLength: 0, enum: ['a'], nullable: true },
                  list: {
                    type: 'array',
                    minItems: 0,
                    maxItems: 2,
                    uniqueItems: false,
                    items: { type: 'integer', format: 'int64' },
                    'x-kubernetes-list-type': 'set',
                  },
                  map: { type: 'object', additionalProperties: { type: 'boolean', default: false } },
                  either: { 'x-kubernetes-int-or-string': true },
                  any: { 'x-kubernetes-preserve-unknown-fields': true },
                  resource: {
                    type: 'object',
                    'x-kubernetes-embedded-resource': true,
                    'x-kubernetes-preserve-unknown-fields': true,
                  },
                },
                allOf: [{ required: ['text'] }],
                oneOf: [{ required: ['text'] }],
                anyOf: [{ properties: { text: { minLength: 0 } } }],
                not: { required: ['map'] },
                'x-kubernetes-validations': [
                  {
                    rule: 'self.number > 0.0',
                    message: 'm',
                    messageExpression: "'e'",
                    reason: 'FieldValueForbidden',
                    fieldPath: '.number',
                  },
                ],
              },
            },
          }),
        ),
      ),
    ],
  },
  {
    name: 'name conflicts',
    steps: [
      create(DEFINITIONS, definition({ 'spec.names.shortNames': ['w'], 'spec.names.categories': ['all'] }), {
        only: [],
      }),
      ESTABLISHED,
      create(DEFINITIONS, other('gadgets', 'Widget'), { only: [] }),
      condition('NamesAccepted', 'False', `${DEFINITIONS}/gadgets.${GROUP}`),
      create(
        DEFINITIONS,
        other('things', 'Thing', {
          'spec.names.singular': 'widget',
          'spec.names.shortNames': ['t', 'w', 'widgets'],
          'spec.names.listKind': 'WidgetList',
          'spec.names.categories': ['all'],
        }),
        { only: [] },
      ),
      condition('NamesAccepted', 'False', `${DEFINITIONS}/things.${GROUP}`),
      get(`/apis/${GROUP}/v1/namespaces/<ns>/things`),
      remove(WIDGETS),
      condition('Established', 'True', `${DEFINITIONS}/gadgets.${GROUP}`),
      served(`/apis/${GROUP}/v1/namespaces/<ns>/gadgets`),
    ],
  },
  {
    name: 'changed names',
    steps: [
      ...defined({ 'spec.names.shortNames': ['w'] }),
      patch(WIDGETS, 'merge', {
        spec: { names: { shortNames: ['v'], singular: 'wodget', listKind: 'Wodgets' } },
      }),
      get(WIDGETS, { until: { status: 200, is: { 'status.acceptedNames.listKind': 'Wodgets' } }, only: ['status'] }),
      patch(WIDGETS, 'merge', { spec: { names: { kind: 'Wodget' } } }, refused),
      patch(WIDGETS, 'merge', { spec: { names: { plural: 'wodgets' } } }, refused),
      patch(WIDGETS, 'merge', { spec: { group: 'other.example.com' } }, refused),
      patch(WIDGETS, 'merge', { spec: { scope: 'Cluster' } }, refused),
      patch(WIDGETS, 'json', [{ op: 'remove', path: '/spec/names/singular' }], { only: ['spec.names'] }),
      patch(WIDGETS, 'json', [{ op: 'remove', path: '/spec/names/kind' }], refused),
    ],
  },
  {
    name: 'added and removed versions',
    steps: [
      ...defined(),
      patch(WIDGETS, 'json', [{ op: 'add', path: '/spec/versions/-', value: V2 }], {
        only: ['metadata.generation', 'status.storedVersions'],
      }),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets`, { until: { status: 200 }, only: ['kind', 'apiVersion'] }),
      create(OBJECTS, widget(), { only: ['apiVersion', 'kind', 'metadata.generation'] }),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets/a`),
      patch(
        WIDGETS,
        'json',
        [
          { op: 'replace', path: '/spec/versions/0/storage', value: false },
          { op: 'replace', path: '/spec/versions/1/storage', value: true },
        ],
        { only: ['metadata.generation', 'status.storedVersions'] },
      ),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets/a`),
      patch(
        `/apis/${GROUP}/v2/namespaces/<ns>/widgets/a`,
        'merge',
        { metadata: { labels: { moved: 'yes' } } },
        { only: ['apiVersion', 'metadata.generation'] },
      ),
      patch(WIDGETS, 'json', [{ op: 'remove', path: '/spec/versions/0' }], refused),
      patch(STATUS, 'merge', { status: { storedVersions: ['v1'] } }, { only: ['message', 'status.storedVersions'] }),
      patch(STATUS, 'merge', { status: { storedVersions: [] } }, { only: ['message', 'status.storedVersions'] }),
      patch(
        STATUS,
        'merge',
        { status: { storedVersions: ['v2', 'v1', 'v0'] } },
        { only: ['message', 'status.storedVersions'] },
      ),
      patch(STATUS, 'merge', { status: { storedVersions: ['v2'] } }, { only: ['message', 'status.storedVersions'] }),
      patch(WIDGETS, 'json', [{ op: 'replace', path: '/spec/versions/0/served', value: false }], refused),
      get(OBJECTS, { until: { status: 404 } }),
      patch(WIDGETS, 'json', [{ op: 'remove', path: '/spec/versions/0' }], {
        only: ['spec.versions.0.name', 'status.storedVersions'],
      }),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets/a`, { until: { status: 200 } }),
      get(OBJECTS, { until: { status: 404 } }),
    ],
  },
  {
    name: 'deprecated versions',
    steps: [
      ...defined({
        'spec.versions.1': another('v1beta1', { deprecated: true }),
        'spec.versions.2': another('v1alpha1', { deprecated: true, deprecationWarning: 'v1alpha1 goes; "use" v1' }),
        'spec.versions.3': another('v3', { deprecated: true }),
      }),
      get(OBJECTS, { only: ['kind'] }),
      get(`/apis/${GROUP}/v1beta1/namespaces/<ns>/widgets`, { only: ['kind'] }),
      get(`/apis/${GROUP}/v1alpha1/namespaces/<ns>/widgets`, { only: ['kind'] }),
      get(`/apis/${GROUP}/v1alpha1/namespaces/<ns>/widgets/none`),
      create(
        `/apis/${GROUP}/v1alpha1/namespaces/<ns>/widgets`,
        { apiVersion: `${GROUP}/v1alpha1`, kind: 'Widget', metadata: { name: 'a', unknown: 1 } },
        { query: { fieldValidation: 'Warn' }, only: ['apiVersion'] },
      ),
      get(`/apis/${GROUP}/v3/widgets`, { only: ['kind'] }),
    ],
  },
  {
    name: 'version that is not served',
    steps: [
      ...defined({ 'spec.versions.1': another('v2', { served: false }) }),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets`),
      get(`/apis/${GROUP}/v2`),
      get(`/apis/${GROUP}/v3/namespaces/<ns>/widgets`),
      get(`/apis/${GROUP}/v1/namespaces/<ns>/wudgets`),
      get(`/apis/${GROUP}/v1/wudgets`),
      get(`/apis/<ns>.none.example.com/v1/widgets`),
      get(`/apis/${GROUP}/v1/namespaces/<ns>/widgets/a/status`),
      get(`/apis/${GROUP}/v1/namespaces/<ns>/widgets/a/scale`),
      get(`/apis/${GROUP}/v1/namespaces/<ns>/widgets/a/other`),
    ],
  },
];
