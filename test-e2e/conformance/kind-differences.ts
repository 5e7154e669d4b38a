import type { Difference, Wording } from './difference.js';

/** All fields that a Status has and an object does not. */
const BODY = /^\d+\.(status|body|headers\.x-content-type-options)/;

/** Deliberate differences of single kinds. */
export const KIND_DIFFERENCES: readonly Difference[] = [
  {
    row: 'warning of AppArmor annotations',
    at: /headers\.warning$/,
    recorded: /"appArmorProfile/,
  },
  {
    row: 'unset times',
    at: /\.(?:f:)?(?:eventTime|firstTimestamp|lastTimestamp|deprecatedFirstTimestamp|deprecatedLastTimestamp|lastProbeTime|lastTransitionTime|lastUpdateTime|lastHeartbeatTime|startedAt|finishedAt)$/,
    recorded: /^(?:null|\{\})$/,
  },
  {
    row: 'selector of DaemonSets',
    file: 'workloads',
    at: BODY,
    asked: /daemonsets dryRun=All \{(?!.*selector)/,
  },
  {
    row: 'fields of causes',
    file: 'workloads',
    at: BODY,
    answer: /(?:Unsupported|Invalid) value: \{\\"Type\\":/,
  },
  {
    row: 'deprecated.daemonset.template.generation',
    file: 'workloads',
    at: /(?:annotations|f:metadata)(?:\.\.|\.(?:f:)?deprecated\.daemonset.*)?$/,
    asked: /daemonsets/,
  },
  {
    row: 'null in responses',
    file: 'networking',
    at: /\.apiGroup$/,
    recorded: /^null$/,
  },
  {
    row: 'empty lists in messages',
    file: 'networking',
    at: BODY,
    recorded: /spec: Invalid value: \[\]: |^"Invalid value: \[\]: /,
  },
  {
    row: 'name of missing ComponentStatuses',
    file: 'components',
    at: BODY,
    asked: /componentstatuses\/none/,
  },
  {
    row: 'cells of IPAddresses',
    file: 'endpoints',
    at: /\.cells\.2$/,
    asked: /ipaddresses/,
  },
  {
    row: 'warnings of ReplicationControllers',
    file: 'replication-controllers',
    at: /headers\.warning$/,
    asked: /PATCH .*"nodeSelector"/,
  },
  {
    row: 'labels of Jobs',
    file: 'jobs',
    at: /^\d+\.body\.(?:message|details|metadata\.labels)/,
    asked: /"name":"(?:o{64}|q)"/,
  },
  { row: 'repeated causes', file: 'jobs', at: /^\d+\.body\.details\.causes\.\d+(?:\.|$)/, asked: /^PATCH / },
  {
    row: 'kind of Events in errors',
    file: 'kinds',
    at: /details\.(?:group|kind)$/,
    asked: /events\.k8s\.io/,
  },
  {
    row: 'wildcards in nonResourceURLs',
    file: 'rights',
    at: BODY,
    asked: /nonResourceURLs":\["\/a\*b"/,
  },
  {
    row: 'resourceVersion of evictions',
    file: 'disruption-budgets',
    at: /^\d+\.(?:status|body)/,
    asked: /"resourceVersion":"1"/,
  },
  { row: 'null in responses', file: 'autoscalers', at: /status\.currentMetrics$/, recorded: /^null$/ },
  {
    row: 'empty policies of autoscalers',
    file: 'autoscalers',
    at: /^\d+\.body\.(?:message|details)/,
    asked: /"policies":\[\]/,
  },
  { row: 'null in responses', file: 'flowcontrol', at: /\.namespaces$/, recorded: /^null$/ },
  { row: 'null in responses', file: 'rights', at: /body\.rules$/, recorded: /^null$/ },
  { row: 'null in responses', file: 'limits', at: /spec\.limits$/, recorded: /^null$/ },
  { row: 'null in responses', file: 'claims', at: /\.dataSource(?:Ref)?\.apiGroup$/, recorded: /^null$/ },
  { row: 'null in responses', file: 'storage', at: /\.(?:drivers|topologyKeys)$/, recorded: /^null$/ },
  {
    row: 'null in responses',
    file: 'pod-certificates',
    at: /\.(?:pkixPublicKey|proofOfPossession)$/,
    recorded: /^null$/,
  },
  { row: 'null in responses', file: 'devices', at: /\.requests$/, recorded: /^null$/ },
  { row: 'null in responses', file: 'devices-status', at: /\.conditions$/, recorded: /^null$/ },
  { row: 'fields of untyped data', file: 'devices-status', at: /f:data\./ },
  {
    row: 'fields of untyped data',
    file: 'workloads',
    at: /f:data\./,
    asked: /controllerrevisions/,
  },
];

const PLACE = 'fields of causes';

/** Wordings of kinds. */
export const KIND_WORDINGS: readonly Wording[] = [
  {
    row: PLACE,
    from: /(\.volumeMounts)\[\d+\](\.(?:subPath|subPathExpr|mountPropagation|recursiveReadOnly)\b)/g,
    to: '$1$2',
  },
  { row: PLACE, from: /(\.downwardAPI)\.items\[\d+\]/g, to: '$1' },
  { row: PLACE, from: /(\.projected)\.sources\[\d+\]\.serviceAccountToken(\.path)\b/g, to: '$1$2' },
  { row: PLACE, from: /(\.projected)\.sources\[\d+\]\.\w+(?=: Invalid value: "\w+": conflicting|$)/g, to: '$1' },
  { row: PLACE, from: /\.securityContext(\.shareProcessNamespace)\b/g, to: '$1' },
  { row: PLACE, from: /\.gcePersistentDisk\b/g, to: '.persistentDisk' },
  { row: PLACE, from: /(\.httpHeaders)\[\d+\]\.name\b/g, to: '$1' },
  { row: PLACE, from: /(\.envFrom)\[\d+\](?=: Invalid|$)/g, to: '$1' },
  { row: PLACE, from: /\.initiatorName\b/g, to: '.initiatorname' },
  { row: PLACE, from: /(\.csi)\.nodePublishSecretRef(\.name)\b/g, to: '$1$2' },
  { row: PLACE, from: /(\.fieldRef)\.fieldPath(?=: Invalid value: "[^"]*": name part|$)/g, to: '$1' },
  { row: PLACE, from: /(\bspec\.os)\.name\b/g, to: '$1' },
  { row: PLACE, from: /(\.annotations)\[((?:container\.)?seccomp\.[^\]]*)\]/g, to: '$1.$2' },
  {
    row: 'values in messages',
    from: /Invalid value: (?:\{.*?\}|"\w+"): (?=cannot set `allow|can only be set when seccomp)/g,
    to: 'Invalid value: …: ',
  },
  {
    row: 'values in messages',
    from: /((?:previously negative\)|may not be (?:changed|removed))(?=\n))[^]*$/g,
    to: '$1',
  },
  {
    row: 'values in messages',
    from: /Invalid value: \{.*?\}(?=: (?:at most one of|must specify one of:) `resourceClaim)/g,
    to: 'Invalid value: …',
  },
  {
    row: 'values in messages',
    from: /(immutable after creation[^\n]*)\n[^]*?(?=, [\w.]+: (?:Invalid|Forbidden|Required)|\]?$)/g,
    to: '$1',
  },
  {
    row: 'values in messages',
    from: /Invalid value: (?:\{\}|"spec\.dataSource")(?=: must match dataSourceRef)/g,
    to: 'Invalid value: …',
  },
  { row: PLACE, from: /spec\.cephFS\b/g, to: 'spec.cephfs' },
  {
    row: 'values in messages',
    from: /Invalid value: \{"(?:[Nn]ame|[Aa]ttacher|[Rr]equired)":.*?\}(?=: field is immutable)/g,
    to: 'Invalid value: …',
  },
  {
    row: 'values in messages',
    from: /\{"(?:P|p)artition":1(?:,"MaxUnavailable":null)?\}/g,
    to: '…',
  },
  {
    row: 'values in messages',
    from: /(\bspec: Invalid value: )\{.*?\}(?=: spec of '[-a-z]+' (?:must|except))/g,
    to: '$1…',
  },
  {
    row: 'message of unknown field labels',
    from: /field label "([^"]*)" not supported for \w+/g,
    to: 'field label not supported: $1',
  },
  { row: 'kind of Events in errors', from: /Event\.events\.k8s\.io "/g, to: 'Event "' },
  { row: PLACE, from: /\breportingComponent(?=: |$)/g, to: 'reportingController' },
  { row: PLACE, from: /metadata\.taints\[/g, to: 'spec.taints[' },
  { row: PLACE, from: /\.metadata\.uID\b/g, to: '.metadata.uid' },
  { row: PLACE, from: /spec\.attachedRequired\b/g, to: 'spec.attachRequired' },
  { row: PLACE, from: /(spec\.volumeLifecycleModes)\[\d+\]/g, to: '$1' },
  {
    row: 'values in messages',
    from: /Invalid value: \{.*?\}(?=: (?:field is immutable|requires indexed completion mode|must be empty for finished job|minAvailable and maxUnavailable cannot))/g,
    to: 'Invalid value: …',
  },
  {
    row: 'values in messages',
    from: /Invalid value: \{[^}]*\}(?=: exactly one value must be specified)/g,
    to: 'Invalid value: …',
  },
  {
    row: 'values in messages',
    from: /Duplicate value: \{.*\}(?=: taints must)/g,
    to: 'Duplicate value: …',
  },
  {
    row: 'values in messages',
    from: /Invalid value: \{[^}]*\}(?=: cannot change roleRef)/g,
    to: 'Invalid value: …',
  },
  { row: 'values in messages', from: /Duplicate value: \{"(?:K|k)ey":[^}]*\}/g, to: 'Duplicate value: …' },
];
