import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { A, another, defined, GROUP, OBJECTS, specSchema, version, widget } from './definition.js';
import type { Changes } from './objects.js';
import { create, get, remove } from './steps.js';

const as = (query: Record<string, string> = {}): Pick<Step, 'headers' | 'query'> => ({
  headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
  query,
});
const column = (name: string, type: string, jsonPath: string, rest: JsonObject = {}): JsonObject => ({
  name,
  type,
  jsonPath,
  ...rest,
});
const OPEN: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const columns = (...additionalPrinterColumns: JsonValue[]): Changes => ({
  ...version({ additionalPrinterColumns }),
  ...specSchema(OPEN),
});
const SPEC: JsonObject = {
  whole: 3,
  number: 1.5,
  large: 9007199254740991,
  text: 'text',
  digits: '12',
  yes: true,
  word: 'true',
  old: '1999-01-02T03:04:05Z',
  later: '2999-01-02T03:04:05Z',
  list: [1, 'two', { three: 3 }],
  names: [
    { name: 'a', value: 1 },
    { name: 'b', value: 2 },
  ],
  map: { a: 'b', 'c.d': 'e', 'f-g': 'h' },
  nothing: null,
};

/** Tables and selectable fields of custom objects. */
export const customTables: readonly Case[] = [
  {
    name: 'default columns',
    steps: [
      ...defined(),
      create(OBJECTS, widget(), { only: [] }),
      get(A, as()),
      get(OBJECTS, as()),
      get(OBJECTS, as({ includeObject: 'None' })),
      get(OBJECTS, as({ includeObject: 'Object' })),
      get(OBJECTS, as({ includeObject: 'Other' })),
      get(OBJECTS, { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1beta1' } }),
      get(OBJECTS, { ...as({ labelSelector: 'a=b' }) }),
      get(`/apis/${GROUP}/v1/widgets`, { ...as(), only: ['columnDefinitions', 'rows.0.cells'] }),
      get(OBJECTS, { ...as({ watch: 'true' }), events: 1 }),
      remove(A, undefined, as()),
    ],
  },
  {
    name: 'column types',
    steps: [
      ...defined(
        columns(
          column('Whole', 'integer', '.spec.whole', { description: 'd', priority: 1, format: 'int32' }),
          column('Number', 'integer', '.spec.number'),
          column('Text', 'integer', '.spec.text'),
          column('Digits', 'integer', '.spec.digits'),
          column('Large', 'integer', '.spec.large'),
          column('Real', 'number', '.spec.number', { format: 'double' }),
          column('Real whole', 'number', '.spec.whole'),
          column('Real text', 'number', '.spec.text'),
          column('Real digits', 'number', '.spec.digits'),
          column('String', 'string', '.spec.text'),
          column('String whole', 'string', '.spec.whole'),
          column('String real', 'string', '.spec.number'),
          column('String yes', 'string', '.spec.yes'),
          column('String list', 'string', '.spec.list'),
          column('String map', 'string', '.spec.map'),
          column('Yes', 'boolean', '.spec.yes'),
          column('Yes word', 'boolean', '.spec.word'),
          column('Yes whole', 'boolean', '.spec.whole'),
          column('Later', 'date', '.spec.later'),
          column('No date', 'date', '.spec.text'),
          column('Date whole', 'date', '.spec.whole'),
          column('Made', 'date', '.metadata.creationTimestamp', { format: 'date-time' }),
          column('Nothing', 'string', '.spec.nothing'),
          column('None', 'string', '.spec.none'),
          column('None whole', 'integer', '.spec.none'),
          column('None date', 'date', '.spec.none'),
        ),
      ),
      create(OBJECTS, widget({ spec: SPEC }), { only: [] }),
      get(OBJECTS, { ...as({ includeObject: 'None' }), only: ['columnDefinitions', 'rows'] }),
      create(OBJECTS, widget({ 'metadata.name': 'b' }), { only: [] }),
      get(`${OBJECTS}/b`, { ...as({ includeObject: 'None' }), only: ['rows'] }),
    ],
  },
  {
    name: 'column paths',
    steps: [
      ...defined(
        columns(
          column('Name', 'string', '.metadata.name'),
          column('Labels', 'string', '.metadata.labels'),
          column('Label', 'string', '.metadata.labels.a'),
          column('Label with dots', 'string', String.raw`.metadata.labels.example\.com/a`),
          column('Kind', 'string', '.kind'),
          column('First', 'string', '.spec.list[0]'),
          column('Last', 'string', '.spec.list[-1]'),
          column('All', 'string', '.spec.list[*]'),
          column('Some', 'string', '.spec.list[0:2]'),
          column('Beyond', 'string', '.spec.list[9]'),
          column('Names', 'string', '.spec.names[*].name'),
          column('Filtered', 'string', '.spec.names[?(@.name=="b")].value'),
          column('Filtered by number', 'integer', '.spec.names[?(@.value>1)].value'),
          column('Quoted', 'string', ".spec.map['c.d']"),
          column('Dashed', 'string', '.spec.map.f-g'),
          column('Deep', 'string', '..name'),
          column('Union', 'string', ".spec['text','digits']"),
          column('Of text', 'string', '.spec.text.x'),
          column('Of text by index', 'string', '.spec.text[0]'),
        ),
      ),
      create(OBJECTS, widget({ spec: SPEC, 'metadata.labels': { a: 'b', 'example.com/a': 'c' } }), { only: [] }),
      get(OBJECTS, { ...as({ includeObject: 'None' }), only: ['columnDefinitions', 'rows'] }),
    ],
  },
  {
    name: 'columns per version',
    steps: [
      ...defined({
        ...columns(column('One', 'string', '.spec.text')),
        'spec.versions.1': another('v2', {
          additionalPrinterColumns: [
            column('Two', 'integer', '.spec.whole'),
            column('Age', 'date', '.metadata.creationTimestamp'),
          ],
        }),
        'spec.versions.2': another('v3'),
      }),
      create(OBJECTS, widget({ spec: SPEC }), { only: [] }),
      ...['v1', 'v2', 'v3'].map((name) =>
        get(`/apis/${GROUP}/${name}/namespaces/<ns>/widgets`, {
          ...as({ includeObject: 'None' }),
          only: ['columnDefinitions', 'rows'],
        }),
      ),
    ],
  },
  {
    name: 'selectable fields',
    steps: [
      ...defined({
        ...specSchema({
          type: 'object',
          properties: {
            text: { type: 'string' },
            whole: { type: 'integer' },
            yes: { type: 'boolean' },
            choice: { type: 'string', enum: ['a', 'b'] },
          },
        }),
        ...version({
          selectableFields: [
            { jsonPath: '.spec.text' },
            { jsonPath: '.spec.whole' },
            { jsonPath: '.spec.yes' },
            { jsonPath: '.spec.choice' },
          ],
        }),
        'spec.versions.1': another('v2'),
      }),
      create(OBJECTS, widget({ spec: { text: 'x', whole: 3, yes: true, choice: 'a' } }), {
        only: [],
        keep: { rv: 'metadata.resourceVersion' },
      }),
      create(OBJECTS, widget({ 'metadata.name': 'b', spec: { text: 'y', whole: 4 } }), { only: [] }),
      create(OBJECTS, widget({ 'metadata.name': 'c' }), { only: [] }),
      ...[
        'spec.text=x',
        'spec.text!=x',
        'spec.text=',
        'spec.whole=3',
        'spec.whole=03',
        'spec.yes=true',
        'spec.yes=false',
        'spec.text=x,spec.whole=3',
        'spec.text=x,metadata.name=a',
        'spec.choice=b',
        'spec.other=1',
        '.spec.text=x',
        'status.x=1',
      ].map((fieldSelector) =>
        get(OBJECTS, {
          query: { fieldSelector },
          only: ['message', 'items.0.metadata.name', 'items.1.metadata.name', 'items.2.metadata.name'],
        }),
      ),
      get(`/apis/${GROUP}/v2/namespaces/<ns>/widgets`, {
        query: { fieldSelector: 'spec.text=x' },
        only: ['message', 'items.0.metadata.name'],
      }),
      get(OBJECTS, { query: { watch: 'true', fieldSelector: 'spec.text=y' }, events: 1 }),
      get(OBJECTS, { query: { watch: 'true', fieldSelector: 'spec.text=y', resourceVersion: '<rv>' }, events: 1 }),
      remove(OBJECTS, undefined, {
        query: { fieldSelector: 'spec.whole=3' },
        only: ['items.0.metadata.name', 'items.1'],
      }),
      get(OBJECTS, { only: ['items.0.metadata.name', 'items.1.metadata.name', 'items.2'] }),
    ],
  },
];
