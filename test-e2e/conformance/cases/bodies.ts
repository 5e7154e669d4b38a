import type { Case } from '../case.js';
import { apply, create, get, patch, update } from './steps.js';

const CONFIG_MAPS = '/api/v1/namespaces/<ns>/configmaps';
const PODS = '/api/v1/namespaces/<ns>/pods';
const YAML = { 'content-type': 'application/yaml' };
const as = (type: string): { headers: Record<string, string> } => ({ headers: { 'content-type': type } });
const accepting = (accept: string): { headers: Record<string, string> } => ({ headers: { accept } });
const validation = (fieldValidation: string): { query: Record<string, string> } => ({ query: { fieldValidation } });
const UNKNOWN = { metadata: { name: 'a', colour: 'red' }, data: { k: 'v' }, shape: { x: 1 } };
const DUPLICATES = '{"metadata":{"name":"a","name":"b"},"data":{"k":"v","k":"w"}}';

/** Request bodies: syntax, encodings, unknown fields and sizes. */
export const bodies: readonly Case[] = [
  {
    name: 'invalid JSON',
    steps: [
      ...['{', '', ' ', 'null', '[]', '"text"', '1', '{"a":}', '{"metadata":{"name":"a"}} x', '\u0000', '{"a":1,}'].map(
        (body) => create(CONFIG_MAPS, body),
      ),
      create(CONFIG_MAPS, { metadata: 'text' }),
      create(CONFIG_MAPS, { metadata: [] }),
      create(CONFIG_MAPS, { metadata: { name: 5 } }),
      create(CONFIG_MAPS, { metadata: { labels: 'x' } }),
      create(CONFIG_MAPS, { metadata: { labels: { a: 1 } } }),
      create(CONFIG_MAPS, { metadata: { creationTimestamp: 'yesterday' } }),
      create(CONFIG_MAPS, { metadata: { generation: 'x' } }),
      create(CONFIG_MAPS, { metadata: { generation: 1.5 } }),
      create(CONFIG_MAPS, { metadata: { ownerReferences: {} } }),
      create(CONFIG_MAPS, { apiVersion: 1 }),
      create(CONFIG_MAPS, { kind: {} }),
    ],
  },
  {
    name: 'YAML',
    steps: [
      create(CONFIG_MAPS, 'metadata:\n  name: yaml\ndata:\n  k: v\n', { headers: YAML }),
      create(CONFIG_MAPS, 'metadata: {name: second}\ndata: {n: "1"}\n', { headers: YAML }),
      create(CONFIG_MAPS, 'metadata:\n name: a\n   data: x\n', { headers: YAML }),
      create(CONFIG_MAPS, ': : :', { headers: YAML }),
      create(CONFIG_MAPS, 'metadata:\n  name: a\n  name: b\n', { headers: YAML, ...validation('Strict') }),
      create(CONFIG_MAPS, 'metadata:\n  name: a\ncolour: red\n', { headers: YAML, ...validation('Strict') }),
      create(CONFIG_MAPS, 'metadata:\n  name: a\ncolour: red\n', { headers: YAML }),
      create(CONFIG_MAPS, 'metadata:\n\tname: a\n', { headers: YAML }),
      create(CONFIG_MAPS, '- a\n- b\n', { headers: YAML }),
      get(`${CONFIG_MAPS}/yaml`, accepting('application/yaml')),
      get(`${CONFIG_MAPS}/missing`, accepting('application/yaml')),
    ],
  },
  {
    name: 'unknown fields',
    steps: [
      create(CONFIG_MAPS, UNKNOWN, validation('Strict')),
      create(CONFIG_MAPS, UNKNOWN, validation('Warn')),
      update(`${CONFIG_MAPS}/a`, UNKNOWN),
      update(`${CONFIG_MAPS}/a`, UNKNOWN, validation('Ignore')),
      update(`${CONFIG_MAPS}/a`, UNKNOWN, validation('Strict')),
      create(CONFIG_MAPS, UNKNOWN, validation('Other')),
      create(CONFIG_MAPS, UNKNOWN, validation('strict')),
      get(`${CONFIG_MAPS}/a`, validation('Other')),
      create(
        PODS,
        { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', imag: 'x', image: 'x' }] } },
        validation('Strict'),
      ),
      create(CONFIG_MAPS, { metadata: { name: 'case' }, Data: { k: 'v' } }, validation('Strict')),
      create(CONFIG_MAPS, { Metadata: { name: 'case' }, data: { k: 'v' } }),
    ],
  },
  {
    name: 'duplicate fields',
    steps: [
      create(CONFIG_MAPS, DUPLICATES, validation('Strict')),
      create(CONFIG_MAPS, DUPLICATES, validation('Warn')),
      create(CONFIG_MAPS, '{"metadata":{"name":"d"},"metadata":{"name":"e","x":1},"y":2,"y":3}', validation('Strict')),
      create(CONFIG_MAPS, '{"metadata":{"name":"d"},"metadata":{"name":"e","x":1},"y":2,"y":3}'),
      create(CONFIG_MAPS, '{"metadata":{"name":"c"},"metadata":{"labels":{"a":"b"}}}', validation('Ignore')),
    ],
  },
  {
    name: 'patches with unknown fields',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' } }),
      patch(`${CONFIG_MAPS}/a`, 'merge', { colour: 'red', data: { k: 'v' } }),
      patch(`${CONFIG_MAPS}/a`, 'merge', { colour: 'red' }, validation('Strict')),
      patch(`${CONFIG_MAPS}/a`, 'merge', '{"data":{"k":"1","k":"2"}}', validation('Strict')),
      patch(`${CONFIG_MAPS}/a`, 'merge', '{"data":{"k":"1","k":"2"}}'),
      patch(`${CONFIG_MAPS}/a`, 'strategic', { colour: 'red' }, validation('Strict')),
      patch(`${CONFIG_MAPS}/a`, 'strategic', { metadata: { size: 1 } }),
      patch(`${CONFIG_MAPS}/a`, 'strategic', '{"data":{"k":"1","k":"2"}}', validation('Strict')),
      patch(`${CONFIG_MAPS}/a`, 'json', [{ op: 'add', path: '/colour', value: 'red' }], validation('Strict')),
      patch(`${CONFIG_MAPS}/a`, 'json', [{ op: 'add', path: '/colour', value: 'red' }]),
      patch(`${CONFIG_MAPS}/a`, 'json', '[{"op":"add","op":"add","path":"/data","value":{}}]', validation('Strict')),
      patch(`${CONFIG_MAPS}/a`, 'json', '[{"op":"add","foo":"add","path":"/data","value":{}}]', validation('Strict')),
      apply(`${CONFIG_MAPS}/a`, 'me', { apiVersion: 'v1', kind: 'ConfigMap', colour: 'red' }),
      apply(`${CONFIG_MAPS}/a`, 'me', { apiVersion: 'v1', kind: 'ConfigMap', colour: 'red' }, validation('Ignore')),
      apply(`${CONFIG_MAPS}/a`, 'me', { apiVersion: 'v1', kind: 'ConfigMap', colour: 'red' }, validation('Strict')),
      apply(`${CONFIG_MAPS}/a`, 'me', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  k: "1"\n  k: "2"\n'),
      apply(
        `${CONFIG_MAPS}/a`,
        'me',
        'apiVersion: v1\nkind: ConfigMap\ndata:\n  k: "1"\n  k: "2"\n',
        validation('Strict'),
      ),
      apply(
        `${CONFIG_MAPS}/a`,
        'me',
        'apiVersion: v1\nkind: ConfigMap\ndata:\n  k: "1"\n  k: "2"\n',
        validation('Warn'),
      ),
    ],
  },
  {
    name: 'other content types',
    steps: [
      ...[
        'text/plain',
        'application/xml',
        'application/json; charset=utf-8',
        'application/merge-patch+json',
        'x',
        '*/*',
      ].map((type) => create(CONFIG_MAPS, { metadata: { name: 'a' } }, as(type))),
      create(CONFIG_MAPS, { metadata: { name: 'b' } }, as('')),
      create(CONFIG_MAPS, { metadata: { name: 'c' } }, as('application/vnd.kubernetes.protobuf')),
      update(`${CONFIG_MAPS}/a`, { metadata: { name: 'a' } }, as('text/plain')),
      create(CONFIG_MAPS, { metadata: { name: 'd' } }, as('application/json; charset=latin1')),
      create(CONFIG_MAPS, 'k8s\u0000rubbish', as('application/vnd.kubernetes.protobuf')),
      { ...patch(`${CONFIG_MAPS}/a`, 'merge', {}), headers: { 'content-type': 'application/json' } },
      { ...patch(`${CONFIG_MAPS}/a`, 'merge', {}), headers: { 'content-type': 'text/plain' } },
      { ...patch(`${CONFIG_MAPS}/a`, 'merge', {}), headers: { 'content-type': '' } },
      {
        ...patch(`${CONFIG_MAPS}/a`, 'merge', {}),
        headers: { 'content-type': 'application/merge-patch+json; charset=utf-8' },
      },
    ],
  },
  {
    name: 'other media types in Accept',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' } }),
      ...[
        'text/html',
        'application/xml',
        'text/html, application/json;q=0.5',
        'application/*',
        '*/*',
        '',
        'application/json;pretty=1',
        'application/json;as=Table;g=meta.k8s.io;v=v2',
        'application/json;as=Nothing;g=meta.k8s.io;v=v1',
        'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
        'application/json;as=Table;g=meta.k8s.io;v=v2, application/json',
        'application/json;stream=watch',
        'application/yaml, application/json',
      ].map((accept) => get(`${CONFIG_MAPS}/a`, accepting(accept))),
      get(CONFIG_MAPS, accepting('text/html')),
      get(CONFIG_MAPS, accepting('application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1')),
      create(CONFIG_MAPS, { metadata: { name: 'b' } }, accepting('text/html')),
      create(CONFIG_MAPS, { metadata: { name: 'b' } }, accepting('application/json;as=Table;g=meta.k8s.io;v=v1')),
      get('/api/v1', accepting('text/html')),
      get('/nowhere', accepting('text/html')),
      get(`${CONFIG_MAPS}?watch=1&timeoutSeconds=1`, accepting('text/html')),
    ],
  },
  {
    name: 'too large',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: 'x'.repeat(3 * 1024 * 1024 + 1) } }),
      create(CONFIG_MAPS, { metadata: { name: 'a' } }),
      patch(`${CONFIG_MAPS}/a`, 'merge', { data: { k: 'x'.repeat(3 * 1024 * 1024 + 1) } }),
      patch(
        `${CONFIG_MAPS}/a`,
        'json',
        Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' })),
      ),
    ],
  },
];
