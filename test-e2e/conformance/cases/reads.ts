import type { Case, Step } from '../case.js';
import { create, get, remove, update } from './steps.js';

const CONFIG_MAPS = '/api/v1/namespaces/<ns>/configmaps';
const SECRETS = '/api/v1/namespaces/<ns>/secrets';
const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const TABLE_BETA = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1beta1' } };
const METADATA = { headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } };
const METADATA_LIST = { headers: { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' } };

/** Creates config maps a, b, c …, and keeps the resourceVersion of each as `rva`, `rvb`, … */
const made = (...names: readonly string[]): Step[] =>
  names.map((name) =>
    create(
      CONFIG_MAPS,
      { metadata: { name, labels: { name, even: String(name.charCodeAt(0) % 2 === 0) } }, data: { name } },
      { keep: { [`rv${name}`]: 'metadata.resourceVersion' } },
    ),
  );

/** The compared part of a list: the names of its objects, or the error. */
const NAMES: Pick<Step, 'only'> = {
  only: [
    'kind',
    'metadata',
    'message',
    'reason',
    'details',
    ...[0, 1, 2, 3].map((index) => `items.${index}.metadata.name`),
  ],
};

const list = (query: Record<string, string>): Step => get(CONFIG_MAPS, { query, ...NAMES });

/** Get and list. */
export const reads: readonly Case[] = [
  {
    name: 'get with a resourceVersion',
    steps: [
      ...made('a'),
      get(`${CONFIG_MAPS}/a`, { query: { resourceVersion: '0' } }),
      get(`${CONFIG_MAPS}/a`, { query: { resourceVersion: '<rva>' } }),
      get(`${CONFIG_MAPS}/a`, { query: { resourceVersion: 'x' } }),
      get(`${CONFIG_MAPS}/a`, { query: { resourceVersion: '-1' } }),
      get(`${CONFIG_MAPS}/a`, { query: { resourceVersion: '' } }),
      get(`${CONFIG_MAPS}/missing`, { query: { resourceVersion: '0' } }),
      get(`${CONFIG_MAPS}/missing`),
      get(`${CONFIG_MAPS}/Bad_Name`),
      get('/api/v1/namespaces/<ns>-missing/configmaps/a'),
      get('/api/v1/configmaps/a'),
      get(`${CONFIG_MAPS}/a/`),
      get(`${CONFIG_MAPS}/a/b`),
      get(`${CONFIG_MAPS}/a/status`),
    ],
  },
  {
    name: 'lists by resourceVersion and resourceVersionMatch',
    steps: [
      ...made('a', 'b', 'c'),
      ...[undefined, 'Exact', 'NotOlderThan', 'Other'].flatMap((resourceVersionMatch) =>
        [undefined, '0', '<rvb>', 'x'].flatMap((resourceVersion) =>
          [undefined, '1'].map((limit) =>
            list({
              ...(resourceVersionMatch !== undefined && { resourceVersionMatch }),
              ...(resourceVersion !== undefined && { resourceVersion }),
              ...(limit !== undefined && { limit }),
            }),
          ),
        ),
      ),
    ],
  },
  {
    name: 'pages',
    steps: [
      ...made('a', 'b', 'c', 'd', 'e'),
      get(CONFIG_MAPS, { query: { limit: '2' }, keep: { next: 'metadata.continue' } }),
      ...made('f'),
      list({ limit: '2', continue: '<next>' }),
      list({ continue: '<next>' }),
      list({ limit: '2', continue: '<next>', resourceVersion: '0' }),
      list({ limit: '2', continue: '<next>', resourceVersion: '<rva>' }),
      list({ limit: '2', continue: '<next>', resourceVersionMatch: 'Exact' }),
      list({ limit: '2', continue: '<next>', resourceVersionMatch: 'NotOlderThan', resourceVersion: '0' }),
      list({ limit: '2', continue: 'rubbish' }),
      list({ limit: '2', continue: 'cnViYmlzaA' }),
      list({ limit: '-1' }),
      list({ limit: '0' }),
      list({ limit: 'x' }),
      list({ limit: '' }),
      list({ limit: '6' }),
      list({ limit: '2', labelSelector: 'even=true' }),
      list({ limit: '1', fieldSelector: 'metadata.name!=a' }),
      get(SECRETS, { query: { limit: '2', continue: '<next>' } }),
      get(CONFIG_MAPS, { query: { limit: '2', watch: '1' }, events: 1 }),
    ],
  },
  {
    name: 'label selectors',
    steps: [
      ...made('a', 'b', 'c'),
      ...[
        'name=a',
        'name==a',
        'name!=a',
        'name',
        '!name',
        'name in (a,c)',
        'name notin (a, c)',
        'name=a,even=false',
        'name in ()',
        'name=',
        '',
        'name>1',
        'name<x',
        '=a',
        'name=a,',
        'name in (a',
        'name a',
        'a b=c',
        '-x=y',
        'name=-x',
        'name==a=b',
        '!',
        'name!',
        'name in a',
        '%',
      ].map((labelSelector) => get(CONFIG_MAPS, { query: { labelSelector }, ...NAMES })),
    ],
  },
  {
    name: 'field selectors',
    steps: [
      ...made('a', 'b'),
      ...[
        'metadata.name=a',
        'metadata.name==a',
        'metadata.name!=a',
        'metadata.namespace=<ns>',
        'metadata.namespace=other',
        'metadata.name=a,metadata.namespace=<ns>',
        'data.name=a',
        'metadata.labels=a',
        'metadata.name',
        '=a',
        '',
        'metadata.name=',
        'metadata.name=a\\,b',
        'metadata.name=a\\',
        'metadata.name in (a)',
        'metadata.name=a,',
      ].map((fieldSelector) => get(CONFIG_MAPS, { query: { fieldSelector }, ...NAMES })),
      create(SECRETS, { metadata: { name: 's' }, type: 'example.com/mine' }),
      get(SECRETS, { query: { fieldSelector: 'type=example.com/mine' } }),
      get('/api/v1/secrets', { query: { fieldSelector: 'type=example.com/mine,metadata.namespace=<ns>' } }),
      get('/api/v1/namespaces', { query: { fieldSelector: 'metadata.name=<ns>,status.phase=Active' } }),
      get('/api/v1/namespaces', { query: { fieldSelector: 'metadata.namespace=x' } }),
      get('/api/v1/namespaces', { query: { fieldSelector: 'spec.x=x' } }),
    ],
  },
  {
    name: 'tables',
    steps: [
      ...made('a', 'b'),
      get(CONFIG_MAPS, TABLE),
      get(`${CONFIG_MAPS}/a`, TABLE),
      get(`${CONFIG_MAPS}/missing`, TABLE),
      get(CONFIG_MAPS, { ...TABLE, query: { limit: '1' } }),
      get(CONFIG_MAPS, { ...TABLE, query: { includeObject: 'None' } }),
      get(CONFIG_MAPS, { ...TABLE, query: { includeObject: 'Object' } }),
      get(CONFIG_MAPS, { ...TABLE, query: { includeObject: 'Other' } }),
      get(`${CONFIG_MAPS}/a`, { ...TABLE, query: { includeObject: 'Metadata' } }),
      get(CONFIG_MAPS, { ...TABLE_BETA, query: { labelSelector: 'name=a' } }),
      get(SECRETS, TABLE),
      get('/api/v1/namespaces/<ns>', TABLE),
      get('/api/v1/namespaces', { ...TABLE, query: { fieldSelector: 'metadata.name=<ns>' } }),
      create(SECRETS, { metadata: { name: 's' }, stringData: { a: '1', b: '2' } }, TABLE),
      remove(`${SECRETS}/s`, undefined, TABLE),
      update(`${CONFIG_MAPS}/a`, { metadata: { name: 'a' }, binaryData: { x: 'AA==' } }, TABLE),
      get(CONFIG_MAPS, { ...TABLE, query: { watch: '1', resourceVersion: '<rva>' }, events: 2 }),
      get(CONFIG_MAPS, { ...TABLE, query: { watch: '1', includeObject: 'None' }, events: 2 }),
    ],
  },
  {
    name: 'metadata only',
    steps: [
      ...made('a', 'b'),
      get(`${CONFIG_MAPS}/a`, METADATA),
      get(CONFIG_MAPS, METADATA_LIST),
      get(CONFIG_MAPS, { ...METADATA_LIST, query: { limit: '1' } }),
      create(CONFIG_MAPS, { metadata: { name: 'c' } }, METADATA),
      update(`${CONFIG_MAPS}/c`, { metadata: { name: 'c', labels: { x: 'y' } } }, METADATA),
      remove(`${CONFIG_MAPS}/c`, undefined, METADATA),
      get(CONFIG_MAPS, { ...METADATA, query: { watch: '1', resourceVersion: '<rva>' }, events: 1 }),
    ],
  },
  {
    name: 'pretty printing',
    steps: [
      get(`${CONFIG_MAPS}/missing`),
      get(`${CONFIG_MAPS}/missing`, { query: { pretty: 'true' } }),
      get(`${CONFIG_MAPS}/missing`, { query: { pretty: '1' } }),
      get(`${CONFIG_MAPS}/missing`, { query: { pretty: 'false' }, headers: { 'user-agent': 'Mozilla/5' } }),
      get(`${CONFIG_MAPS}/missing`, { headers: { 'user-agent': 'Mozilla/5' } }),
      get(`${CONFIG_MAPS}/missing`, { headers: { 'user-agent': 'curl/7' } }),
      get(CONFIG_MAPS),
      get(CONFIG_MAPS, { query: { pretty: 'true' } }),
    ].map((step) => ({ ...step, asText: true })),
  },
  {
    name: 'empty lists and lists across namespaces',
    steps: [
      get(SECRETS),
      get('/api/v1/namespaces/<ns>-missing/secrets'),
      get('/api/v1/secrets', { query: { labelSelector: 'nobody=has-it' } }),
      get('/api/v1/namespaces', { query: { labelSelector: 'nobody=has-it' } }),
      get(SECRETS, { query: { timeoutSeconds: 'x' } }),
      create(SECRETS, { metadata: { name: 's' } }),
      get(SECRETS, { query: { watch: 'x' }, events: 1 }),
      get(SECRETS, { query: { watch: 'FALSE' } }),
      get(SECRETS, { query: { watch: '0' } }),
      get(`${SECRETS}?watch`, { events: 1 }),
      get(SECRETS, { query: { allowWatchBookmarks: 'x' } }),
      get(SECRETS, { query: { unknown: 'x' } }),
      get(SECRETS, { query: { sendInitialEvents: 'true' } }),
    ],
  },
];
