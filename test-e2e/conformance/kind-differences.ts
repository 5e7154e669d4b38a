import type { Difference, Wording } from './difference.js';

/** Everything that a refusal has and an object has not. */
const BODY = /^\d+\.(status|body|headers\.x-content-type-options)/;

/** Where kinds answer otherwise on purpose. */
export const KIND_DIFFERENCES: readonly Difference[] = [
  {
    reason: 'there are no RuntimeClasses',
    at: BODY,
    answer: /pod rejected: (?:RuntimeClass|Pod Overhead)/,
  },
  {
    reason: 'there is no hostUsers, without which nobody could use it',
    at: BODY,
    answer: /`hostUsers` must be false/,
  },
  {
    reason: 'there is no appArmorProfile that could be used instead',
    at: /headers\.warning$/,
    recorded: /"appArmorProfile/,
  },
  {
    reason: 'a time that is not set is absent, as everywhere else',
    at: /\.(?:f:)?(?:eventTime|firstTimestamp|lastTimestamp|deprecatedFirstTimestamp|deprecatedLastTimestamp|lastProbeTime|lastTransitionTime|lastUpdateTime|lastHeartbeatTime|startedAt|finishedAt)$/,
    recorded: /^(?:null|\{\})$/,
  },
  {
    reason: 'the specification: a selector is required',
    file: 'workloads',
    at: BODY,
    asked: /daemonsets dryRun=All \{(?!.*selector)/,
  },
  {
    reason: 'the specification: a cause names the offending field, which is the type',
    file: 'workloads',
    at: BODY,
    answer: /(?:Unsupported|Invalid) value: \{\\"Type\\":/,
  },
  {
    reason: 'what the server adds to an object is nobody’s, and is there in tables too',
    file: 'workloads',
    at: /(?:annotations|f:metadata)(?:\.\.|\.(?:f:)?deprecated\.daemonset.*)?$/,
    asked: /daemonsets/,
  },
  {
    reason: 'the columns of the release that is spoken; later ones show no secrets',
    file: 'kinds',
    at: /\.(?:columnDefinitions|cells)\./,
    asked: /serviceaccounts/,
  },
  {
    reason: 'the specification: podInfoOnMount and fsGroupPolicy are immutable',
    file: 'kinds',
    at: /^\d+\.(?:status|headers|body)/,
    asked: /csidrivers.*(?:podInfoOnMount|fsGroupPolicy)/,
    answer: /^\{"status":200/,
  },
  {
    reason: 'what could not be changed stays as it was; generations count from 1',
    file: 'kinds',
    at: /spec\.(?:podInfoOnMount|fsGroupPolicy)$|metadata\.generation$/,
    asked: /csidrivers/,
  },
  {
    reason: 'there is no serviceAccountTokenInSecrets',
    file: 'kinds',
    at: /headers\.warning$/,
    recorded: /serviceAccountTokenInSecrets/,
  },
  {
    reason: 'nobody would take the taint of a new node away: its conditions are its own',
    file: 'kinds',
    at: /spec\.taints$/,
    recorded: /not-ready/,
  },
  {
    reason: 'an event of events.k8s.io is told of as one',
    file: 'kinds',
    at: /details\.(?:group|kind)$/,
    asked: /events\.k8s\.io/,
  },
  {
    reason: 'the specification: a wildcard is the whole of the last segment of a path',
    file: 'rights',
    at: BODY,
    asked: /nonResourceURLs":\["\/a\*b"/,
  },
  { reason: 'a list of nothing is an empty list', file: 'rights', at: /body\.rules$/, recorded: /^null$/ },
  {
    reason: 'the specification: JSON without a schema has objects of fields, which have owners of their own',
    file: 'workloads',
    at: /f:data\./,
    asked: /controllerrevisions/,
  },
];

const PLACE = 'the specification: a cause names the offending field, with its place in a list';

/** Turns of phrase of kinds. */
export const KIND_WORDINGS: readonly Wording[] = [
  { reason: PLACE, from: /(\.volumeMounts)\[\d+\](\.(?:subPath|subPathExpr|mountPropagation)\b)/g, to: '$1$2' },
  { reason: PLACE, from: /(\.downwardAPI)\.items\[\d+\]/g, to: '$1' },
  { reason: PLACE, from: /(\.projected)\.sources\[\d+\]\.serviceAccountToken(\.path)\b/g, to: '$1$2' },
  { reason: PLACE, from: /(\.projected)\.sources\[\d+\]\.\w+(?=: Invalid value: "\w+": conflicting|$)/g, to: '$1' },
  { reason: PLACE, from: /\.securityContext(\.shareProcessNamespace)\b/g, to: '$1' },
  { reason: PLACE, from: /\.gcePersistentDisk\b/g, to: '.persistentDisk' },
  { reason: PLACE, from: /(\.httpHeaders)\[\d+\]\.name\b/g, to: '$1' },
  { reason: PLACE, from: /(\.envFrom)\[\d+\](?=: Invalid|$)/g, to: '$1' },
  { reason: PLACE, from: /\.initiatorName\b/g, to: '.initiatorname' },
  { reason: PLACE, from: /(\.csi)\.nodePublishSecretRef(\.name)\b/g, to: '$1$2' },
  { reason: PLACE, from: /(\.fieldRef)\.fieldPath(?=: Invalid value: "[^"]*": name part|$)/g, to: '$1' },
  { reason: PLACE, from: /(\.spec\.resources)\.requests(\[storage\])/g, to: '$1$2' },
  { reason: PLACE, from: /(\bspec\.os)\.name\b/g, to: '$1' },
  { reason: PLACE, from: /(\.annotations)\[((?:container\.)?seccomp\.[^\]]*)\]/g, to: '$1.$2' },
  {
    reason: 'values are shown as they were sent, and not as the code of kube-apiserver has them',
    from: /Invalid value: (?:\{.*?\}|"\w+"): (?=cannot set `allow|can only be set when seccomp)/g,
    to: 'Invalid value: …: ',
  },
  { reason: 'there is no fileKeyRef', from: /, `secretKeyRef` or `fileKeyRef`/g, to: ' or `secretKeyRef`' },
  {
    reason: 'what differs is not shown in the form that it has in the code of kube-apiserver',
    from: /((?:previously negative\)|may not be (?:changed|removed))(?=\n))[^]*$/g,
    to: '$1',
  },
  { reason: 'there are no ordinals', from: /'ordinals', /g, to: '' },
  {
    reason: 'values are shown as they were sent, and not as the code of kube-apiserver has them',
    from: /\{"(?:P|p)artition":1(?:,"MaxUnavailable":null)?\}/g,
    to: '…',
  },
  { reason: 'an event of events.k8s.io is told of as one', from: /Event\.events\.k8s\.io "/g, to: 'Event "' },
  { reason: PLACE, from: /\breportingComponent(?=: |$)/g, to: 'reportingController' },
  { reason: PLACE, from: /metadata\.taints\[/g, to: 'spec.taints[' },
  { reason: PLACE, from: /spec\.attachedRequired\b/g, to: 'spec.attachRequired' },
  { reason: PLACE, from: /(spec\.volumeLifecycleModes)\[\d+\]/g, to: '$1' },
  {
    reason: 'values are shown as they were sent, and not as the code of kube-apiserver has them',
    from: /Duplicate value: \{.*\}(?=: taints must)/g,
    to: 'Duplicate value: …',
  },
  {
    reason: 'values are shown as they were sent, and not as the code of kube-apiserver has them',
    from: /Invalid value: \{[^}]*\}(?=: cannot change roleRef)/g,
    to: 'Invalid value: …',
  },
];
