import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { changed, type Changes } from './objects.js';
import { create } from './steps.js';

const PODS = '/api/v1/namespaces/<ns>/pods';
const TEMPLATES = '/api/v1/namespaces/<ns>/podtemplates';
const ONLY = { only: ['kind', 'reason', 'message', 'details'] };
const POD: JsonObject = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const CONTEXT = 'spec.containers.0.securityContext';
const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
const OF_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/c';
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/c';

const profile = (annotation: string, seccompProfile: JsonObject): Changes => ({
  'metadata.annotations': { [OF_CONTAINER]: annotation },
  [`${CONTEXT}.seccompProfile`]: seccompProfile,
});

/** Deprecated annotations beside fields, and fields that an OS does not have. */
const CHANGES: readonly Changes[] = [
  profile('unconfined', { type: 'Unconfined' }),
  profile('unconfined', { type: 'RuntimeDefault' }),
  profile('docker/default', { type: 'RuntimeDefault' }),
  profile('localhost/a', { type: 'Localhost', localhostProfile: 'a' }),
  profile('localhost/a', { type: 'Localhost', localhostProfile: 'b' }),
  profile('runtime/default', { type: 'Localhost', localhostProfile: 'b' }),
  {
    'metadata.annotations': { [SECCOMP]: 'unconfined', [OF_CONTAINER]: 'unconfined' },
    'spec.securityContext.seccompProfile': { type: 'RuntimeDefault' },
  },
  {
    'metadata.annotations': { [SECCOMP]: 'unconfined', [OF_CONTAINER]: 'localhost/a', [APP_ARMOR]: 'unconfined' },
    'spec.volumes': [
      { name: 'a', gitRepo: { repository: 'r' } },
      { name: 'b', storageos: { volumeName: 'v' } },
      { name: 'c', rbd: { monitors: ['m'], image: 'i' } },
    ],
  },
  {
    'spec.os': { name: 'windows' },
    'spec.hostPID': true,
    'spec.hostIPC': true,
    'spec.hostUsers': true,
    'spec.shareProcessNamespace': false,
    'spec.securityContext': {
      appArmorProfile: { type: 'Unconfined' },
      seLinuxOptions: { type: 'a' },
      seccompProfile: { type: 'RuntimeDefault' },
      fsGroup: 1,
      sysctls: [{ name: 'kernel.msgmax', value: '1' }],
      runAsUser: 1,
      runAsGroup: 1,
      supplementalGroups: [1],
    },
    [CONTEXT]: {
      capabilities: { drop: ['ALL'] },
      privileged: false,
      procMount: 'Default',
      seccompProfile: { type: 'RuntimeDefault' },
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      runAsUser: 1,
    },
    'spec.initContainers': [{ name: 'i', image: 'i', securityContext: { seLinuxOptions: { type: 'a' } } }],
  },
  {
    'spec.os': { name: 'linux' },
    'spec.securityContext': { windowsOptions: { runAsUserName: 'a' } },
    [`${CONTEXT}.windowsOptions`]: { runAsUserName: 'a' },
  },
  { 'spec.nodeName': 'n', 'spec.schedulingGates': [{ name: 'g' }], ...profile('x', { type: 'Unconfined' }) },
];

/** Pods and templates with deprecated annotations, and of an OS. */
export const podAnnotations: readonly Case[] = [
  {
    name: 'annotations and systems of pods',
    steps: CHANGES.map((changes) => create(PODS, changed(POD, changes), { query: { dryRun: 'All' }, ...ONLY })),
  },
  {
    name: 'annotations and systems of pod templates',
    steps: CHANGES.map((changes) => {
      const template = changed({ ...POD, metadata: { labels: { a: 'b' } } }, changes);
      return create(TEMPLATES, { metadata: { name: 't' }, template }, { query: { dryRun: 'All' }, ...ONLY });
    }),
  },
];
