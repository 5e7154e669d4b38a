import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { BY_INDEX, DEPRECATED, END, RULE, START, TEMPLATE, WRONG, WRONG_INDEXED } from './job-examples.js';
import { attempts, changed, variants, type Changes } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const CRON_JOBS = '/apis/batch/v1/namespaces/<ns>/cronjobs';
const SPEC = { only: ['message', 'details', 'spec', 'metadata.generation', 'metadata.labels'] };
const STATUS = { only: ['message', 'details', 'status', 'metadata.generation'] };
const DELETE = { only: ['kind', 'status', 'details.name', 'metadata.finalizers', 'metadata.generation', 'message'] };
const CRON: JsonObject = {
  metadata: { name: 'c' },
  spec: { schedule: '* * * * *', jobTemplate: { spec: { template: TEMPLATE } } },
};

const SCHEDULES = [
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * 32 * *',
  '* * * 13 *',
  '* * * * 7',
  '5-1 * * * *',
  '1-2-3 * * * *',
  '*/0 * * * *',
  '*/x * * * *',
  '1/2/3 * * * *',
  '*/-1 * * * *',
  '-1 * * * *',
  'x * * * *',
  '* * * foo *',
  '* jan * * *',
  '1- * * * *',
  '99999999999999999999 * * * *',
  '1-70/2 * * * *',
  '@daily ',
  '@reboot',
  ' @daily',
  '@every',
  '@every x',
  '@every 5',
  '@every 5x',
  '@every 1h30',
  '@every .s',
  '@every 9999999h',
  'TZ=UTC 0 0 * * *',
  'CRON_TZ=Europe/Berlin 0 0 * * *',
  'TZ=None/Such 0 0 * * *',
  'TZ=../x 0 0 * * *',
  'TZ=0',
  '0 0 * * TZ',
] as const;

const GOOD_SCHEDULES = [
  '0,15,30-45/5 */2 ? JAN-mar,12 Mon-FRI',
  '*-5 * * * *',
  '5/10 +1 * * sun',
  ', * * * *',
  '\t1  2 3\u00a04 5 ',
  '@annually',
  '@hourly',
  '@midnight',
  '@every 1h30m1.5s',
  '@every -1us',
  '@every 0',
] as const;

const BAD_ZONES = [
  '',
  'x',
  'europe/berlin',
  'EUROPE/BERLIN',
  'Local',
  'local',
  'utc',
  'Europe//Berlin',
  '../UTC',
  './UTC',
];
const MORE_BAD_ZONES = [
  '-x',
  'a b',
  'Europe/Berlin/',
  '/UTC',
  'Abcdefghijklmno',
  'Est',
  'ACT',
  'PST',
  'US/Pacific-New',
  'SystemV/EST5',
];
const GOOD_ZONES = [
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'US/Eastern',
  'EST5EDT',
  'Etc/GMT+5',
  'W-SU',
  'America/Argentina/ComodRivadavia',
  'GMT0',
  'Antarctica/DumontDUrville',
  'Factory',
  'America/Coyhaique',
];

const inTemplate = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([path, value]) => [path.replace(/^spec/, 'spec.jobTemplate.spec'), value]),
  );

/** CronJobs. */
export const cronJobs: readonly Case[] = [
  {
    name: 'cron jobs: validation',
    steps: attempts(CRON_JOBS, CRON, [
      { spec: {} },
      { 'spec.jobTemplate': null },
      { 'spec.schedule': null },
      { 'spec.concurrencyPolicy': 'x' },
      { 'spec.startingDeadlineSeconds': -1, 'spec.successfulJobsHistoryLimit': -1, 'spec.failedJobsHistoryLimit': -1 },
      { 'metadata.name': 'c'.repeat(53) },
      { 'metadata.name': 'C' },
      { 'spec.jobTemplate.spec.selector': { matchLabels: { a: 'b' } } },
      { 'spec.jobTemplate.spec.manualSelector': true },
      { 'spec.jobTemplate.spec.manualSelector': false },
      ...SCHEDULES.map((schedule) => ({ 'spec.schedule': schedule })),
      ...[...BAD_ZONES, ...MORE_BAD_ZONES].map((timeZone) => ({ 'spec.timeZone': timeZone })),
    ]),
  },
  {
    name: 'jobs of cron jobs: validation',
    steps: [
      ...attempts(CRON_JOBS, CRON, WRONG.map(inTemplate)),
      ...attempts(CRON_JOBS, changed(CRON, inTemplate(BY_INDEX)), WRONG_INDEXED.slice(0, 4).map(inTemplate)),
    ],
  },
  {
    name: 'cron jobs: creation',
    steps: [
      create(CRON_JOBS, CRON),
      get(CRON_JOBS, { headers: TABLE }),
      ...variants(CRON_JOBS, changed(CRON, { 'metadata.name': 'v' }), 'spec', [
        ...GOOD_SCHEDULES.map((schedule) => ({ 'spec.schedule': schedule })),
        ...GOOD_ZONES.map((timeZone) => ({ 'spec.timeZone': timeZone })),
        {
          'spec.suspend': true,
          'spec.concurrencyPolicy': 'Replace',
          'spec.jobTemplate.metadata': { labels: { a: 'b' }, annotations: { c: 'd' } },
          'spec.jobTemplate.spec.podFailurePolicy': { rules: [RULE] },
        },
      ]),
      create(CRON_JOBS, changed(CRON, { 'metadata.name': 'a.b', status: { lastScheduleTime: START } })),
      create(CRON_JOBS, changed(CRON, { 'metadata.name': 'c'.repeat(52) }), SPEC),
    ],
  },
  {
    name: 'cron jobs: updates',
    steps: [
      create(CRON_JOBS, CRON, SPEC),
      ...[
        { schedule: '@daily' },
        { schedule: 'x' },
        { schedule: 'TZ=UTC @daily' },
        { timeZone: 'UTC' },
        { timeZone: 'x' },
        { suspend: true },
        { jobTemplate: { spec: { completions: 3, template: { spec: { containers: [{ name: 'c', image: 'j' }] } } } } },
        { jobTemplate: { spec: { completionMode: 'Indexed' } } },
        { jobTemplate: { spec: { selector: {} } } },
        { concurrencyPolicy: 'Forbid' },
      ].map((spec) => patch(`${CRON_JOBS}/c`, 'merge', { spec }, SPEC)),
      patch(`${CRON_JOBS}/c`, 'merge', { status: { lastScheduleTime: START } }, STATUS),
      patch(
        `${CRON_JOBS}/c/status`,
        'merge',
        {
          spec: { schedule: '@hourly' },
          status: { lastScheduleTime: START, lastSuccessfulTime: END, active: [{ kind: 'Job', name: 'j' }] },
        },
        { only: ['message', 'status', 'spec.schedule', 'metadata.generation'] },
      ),
      get(CRON_JOBS, { headers: TABLE, only: ['rows.0'] }),
      update(`${CRON_JOBS}/c`, CRON, SPEC),
      apply(`${CRON_JOBS}/d`, 'a', {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        ...changed(CRON, { 'metadata.name': 'd' }),
      }),
      remove(`${CRON_JOBS}/c`, undefined, DELETE),
    ],
  },
  {
    name: 'cron jobs: warnings',
    steps: [
      create(CRON_JOBS, changed(CRON, { 'spec.jobTemplate.spec.template.spec.nodeSelector': DEPRECATED }), SPEC),
      patch(`${CRON_JOBS}/c`, 'merge', { spec: { suspend: true } }, SPEC),
      patch(`${CRON_JOBS}/c`, 'merge', { metadata: { labels: { x: 'y' } } }, SPEC),
    ],
  },
];
