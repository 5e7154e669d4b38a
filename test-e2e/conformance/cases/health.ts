import type { Case } from '../case.js';
import { get } from './steps.js';

/** Health checks. */
export const health: readonly Case[] = [
  {
    name: 'plain and verbose',
    steps: [
      '/healthz',
      '/livez',
      '/readyz',
      '/livez/ping',
      '/readyz/ping',
      '/healthz/ping',
      '/livez/log',
      '/livez/nothing',
      '/livez/ping?verbose',
      '/readyz/shutdown',
    ].map((path) => get(path)),
  },
  {
    name: 'excluded checks',
    steps: [
      get('/livez?exclude=etcd'),
      get('/livez?exclude=nothing'),
      get('/readyz?exclude=nothing&exclude=ping'),
      get('/readyz', { headers: { accept: 'application/json' } }),
      get('/readyz', { headers: { accept: 'text/html' } }),
    ],
  },
];
