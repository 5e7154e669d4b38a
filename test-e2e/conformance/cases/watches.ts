import type { Case, Step } from '../case.js';
import { create, get, patch, remove } from './steps.js';

const CONFIG_MAPS = '/api/v1/namespaces/<ns>/configmaps';
const A = `${CONFIG_MAPS}/a`;
const made = (name: string): Step =>
  create(CONFIG_MAPS, { metadata: { name, labels: { name } } }, { keep: { [name]: 'metadata.resourceVersion' } });
const watch = (events: number, query: Record<string, string>): Step =>
  get(CONFIG_MAPS, { query: { watch: 'true', ...query }, events });

/** Watches. */
export const watches: readonly Case[] = [
  {
    name: 'from a resourceVersion',
    steps: [
      made('a'),
      made('b'),
      patch(A, 'merge', { metadata: { labels: { extra: '1' } }, data: { k: 'v' } }),
      remove(A),
      watch(3, { resourceVersion: '<a>' }),
      watch(2, { resourceVersion: '<b>' }),
      watch(1, { resourceVersion: '<a>', labelSelector: 'name=b' }),
      watch(2, { resourceVersion: '<a>', labelSelector: 'extra' }),
      watch(2, { resourceVersion: '<a>', labelSelector: '!extra' }),
      watch(2, { resourceVersion: '<a>', fieldSelector: 'metadata.name=a' }),
      get(A, { query: { watch: 'true', resourceVersion: '<a>' }, events: 2 }),
      get('/api/v1/watch/namespaces/<ns>/configmaps', { query: { resourceVersion: '<a>' }, events: 3 }),
      get('/api/v1/watch/namespaces/<ns>/configmaps/a', { query: { resourceVersion: '<a>' }, events: 2 }),
    ],
  },
  {
    name: 'without a resourceVersion',
    steps: [
      made('a'),
      made('b'),
      watch(2, {}),
      watch(2, { resourceVersion: '0' }),
      watch(1, { labelSelector: 'name=b' }),
      watch(1, { fieldSelector: 'metadata.name=b' }),
      get(A, { query: { watch: '1' }, events: 1 }),
      get('/api/v1/configmaps', { query: { watch: '1', fieldSelector: 'metadata.namespace=<ns>' }, events: 2 }),
    ],
  },
  {
    name: 'streamed lists',
    steps: [
      made('a'),
      made('b'),
      watch(3, { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'true' }),
      watch(3, {
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: 'true',
        resourceVersion: '0',
      }),
      watch(2, { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' }),
      watch(1, { sendInitialEvents: 'true', allowWatchBookmarks: 'true' }),
      watch(1, { sendInitialEvents: 'true', resourceVersionMatch: 'Exact', allowWatchBookmarks: 'true' }),
      watch(1, { sendInitialEvents: 'x', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'true' }),
      watch(1, { resourceVersionMatch: 'NotOlderThan', resourceVersion: '0' }),
      get(CONFIG_MAPS, { query: { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' } }),
    ],
  },
  {
    name: 'expired and future resourceVersions',
    steps: [
      made('a'),
      watch(1, { resourceVersion: 'x' }),
      watch(1, { resourceVersion: '-1' }),
      watch(1, { labelSelector: 'a b' }),
      watch(1, { fieldSelector: 'data.x=1' }),
      watch(1, { timeoutSeconds: 'x' }),
    ],
  },
];
