// Generated from proto/core/v1/component_status.proto, proto/core/v1/connect.proto, proto/core/v1/container.proto, proto/core/v1/core.proto, proto/core/v1/event.proto, proto/core/v1/limit_range.proto, proto/core/v1/node.proto, proto/core/v1/persistent_volume.proto, proto/core/v1/persistent_volume_source.proto, proto/core/v1/pod.proto, proto/core/v1/replication_controller.proto, proto/core/v1/resource_quota.proto, proto/core/v1/service.proto, proto/core/v1/topology.proto, proto/core/v1/volume.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, bytes, int32, int64, intOrString, kindField, microTime, quantity, text, time, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';
import { conditionSchema, labelSelectorSchema, listMetaSchema, objectMetaSchema, type Condition, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** ComponentStatus is the health of a component of the control plane, as a probe by this server finds it. Deprecated. */
export type ComponentStatus = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Conditions of the component. `Healthy` is the only type. */
  conditions?: ComponentCondition[];
};

const componentStatusConditions: ListSchema = { type: 'list', items: () => componentConditionSchema, listType: 'map', keys: ['type'] };

export const componentStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ComponentStatus',
  description: 'ComponentStatus is the health of a component of the control plane, as a probe by this server finds it. Deprecated.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'conditions', number: 2, description: 'Conditions of the component. `Healthy` is the only type.', schema: () => componentStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

export const componentStatusNames: ResourceNames = { resource: 'componentstatuses', singular: 'componentstatus', kind: 'ComponentStatus', shortNames: ['cs'], categories: [], scope: 'Cluster' };

/** ComponentCondition is a condition of a component. */
export type ComponentCondition = {
  /** Type of the condition: `Healthy`. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Message of the condition, such as the answer to the probe. */
  message?: string;
  /** Error of the probe. */
  error?: string;
};

export const componentConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ComponentCondition',
  description: 'ComponentCondition is a condition of a component.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition: `Healthy`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'message', number: 3, description: 'Message of the condition, such as the answer to the probe.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'error', number: 4, description: 'Error of the probe.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ComponentStatusList is a list of ComponentStatuses. */
export type ComponentStatusList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ComponentStatuses. */
  items: ComponentStatus[];
};

const componentStatusListItems: ListSchema = { type: 'list', items: () => componentStatusSchema, listType: 'atomic', keys: [] };

export const componentStatusListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ComponentStatusList',
  description: 'ComponentStatusList is a list of ComponentStatuses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ComponentStatuses.', schema: () => componentStatusListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** PodLogOptions are the query parameters of a request for the log of a container. */
export type PodLogOptions = {
  kind?: string;
  apiVersion?: string;
  /** Name of the container. Defaults to the only container of the pod. */
  container?: string;
  /** Whether the response continues with what the container logs from now on. */
  follow?: boolean;
  /** Whether the log is that of the previous, terminated container. */
  previous?: boolean;
  /** Age in seconds of the oldest line. Excludes `sinceTime`. */
  sinceSeconds?: Int64;
  /** Time of the oldest line. Excludes `sinceSeconds`. */
  sinceTime?: string;
  /** Whether each line begins with its time. */
  timestamps?: boolean;
  /** Number of lines from the end of the log. */
  tailLines?: Int64;
  /** Number of bytes after which the log ends. */
  limitBytes?: Int64;
  /** Whether the server does not verify the certificate of the kubelet. The log may then come from another server. */
  insecureSkipTLSVerifyBackend?: boolean;
  /** Streams of the container: `All`, `Stdout` or `Stderr`. Needs a feature gate that is off. */
  stream?: string;
};

export const podLogOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodLogOptions',
  description: 'PodLogOptions are the query parameters of a request for the log of a container.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'container', number: 1, description: 'Name of the container. Defaults to the only container of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'follow', number: 2, description: 'Whether the response continues with what the container logs from now on.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'previous', number: 3, description: 'Whether the log is that of the previous, terminated container.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'sinceSeconds', number: 4, description: 'Age in seconds of the oldest line. Excludes `sinceTime`.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'sinceTime', number: 5, description: 'Time of the oldest line. Excludes `sinceSeconds`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'timestamps', number: 6, description: 'Whether each line begins with its time.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'tailLines', number: 7, description: 'Number of lines from the end of the log.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'limitBytes', number: 8, description: 'Number of bytes after which the log ends.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'insecureSkipTLSVerifyBackend', number: 9, description: 'Whether the server does not verify the certificate of the kubelet. The log may then come from another server.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stream', number: 10, description: 'Streams of the container: `All`, `Stdout` or `Stderr`. Needs a feature gate that is off.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PodExecOptions are the query parameters of a request that runs a command in a container. */
export type PodExecOptions = {
  kind?: string;
  apiVersion?: string;
  /** Whether the standard input of the command is connected. */
  stdin?: boolean;
  /** Whether the standard output of the command is connected. */
  stdout?: boolean;
  /** Whether the standard error of the command is connected. */
  stderr?: boolean;
  /** Whether the command gets a terminal. */
  tty?: boolean;
  /** Name of the container. Defaults to the only container of the pod. */
  container?: string;
  /** Command with its arguments. No shell interprets it. */
  command: string[];
};

const podExecOptionsCommand: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const podExecOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodExecOptions',
  description: 'PodExecOptions are the query parameters of a request that runs a command in a container.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'stdin', number: 1, description: 'Whether the standard input of the command is connected.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stdout', number: 2, description: 'Whether the standard output of the command is connected.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stderr', number: 3, description: 'Whether the standard error of the command is connected.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'tty', number: 4, description: 'Whether the command gets a terminal.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'container', number: 5, description: 'Name of the container. Defaults to the only container of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'command', number: 6, description: 'Command with its arguments. No shell interprets it.', schema: () => podExecOptionsCommand, presence: 'always', required: false, immutable: false },
  ],
};

/** PodAttachOptions are the query parameters of a request that connects to the process of a container. */
export type PodAttachOptions = {
  kind?: string;
  apiVersion?: string;
  /** Whether the standard input of the process is connected. */
  stdin?: boolean;
  /** Whether the standard output of the process is connected. */
  stdout?: boolean;
  /** Whether the standard error of the process is connected. */
  stderr?: boolean;
  /** Whether the process has a terminal. */
  tty?: boolean;
  /** Name of the container. Defaults to the only container of the pod. */
  container?: string;
};

export const podAttachOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodAttachOptions',
  description: 'PodAttachOptions are the query parameters of a request that connects to the process of a container.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'stdin', number: 1, description: 'Whether the standard input of the process is connected.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stdout', number: 2, description: 'Whether the standard output of the process is connected.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stderr', number: 3, description: 'Whether the standard error of the process is connected.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'tty', number: 4, description: 'Whether the process has a terminal.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'container', number: 5, description: 'Name of the container. Defaults to the only container of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodPortForwardOptions are the query parameters of a request that connects to ports of a pod. */
export type PodPortForwardOptions = {
  kind?: string;
  apiVersion?: string;
  /** Ports, which WebSockets need in advance. */
  ports?: number[];
};

const podPortForwardOptionsPorts: ListSchema = { type: 'list', items: () => int32, listType: 'atomic', keys: [] };

export const podPortForwardOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodPortForwardOptions',
  description: 'PodPortForwardOptions are the query parameters of a request that connects to ports of a pod.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'ports', number: 1, description: 'Ports, which WebSockets need in advance.', schema: () => podPortForwardOptionsPorts, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodProxyOptions are the parameters of a request that is forwarded to a pod. */
export type PodProxyOptions = {
  kind?: string;
  apiVersion?: string;
  /** Path of the request. */
  path?: string;
};

export const podProxyOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodProxyOptions',
  description: 'PodProxyOptions are the parameters of a request that is forwarded to a pod.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'path', number: 1, description: 'Path of the request.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NodeProxyOptions are the parameters of a request that is forwarded to a node. */
export type NodeProxyOptions = {
  kind?: string;
  apiVersion?: string;
  /** Path of the request. */
  path?: string;
};

export const nodeProxyOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeProxyOptions',
  description: 'NodeProxyOptions are the parameters of a request that is forwarded to a node.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'path', number: 1, description: 'Path of the request.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ServiceProxyOptions are the parameters of a request that is forwarded to an endpoint of a service. */
export type ServiceProxyOptions = {
  kind?: string;
  apiVersion?: string;
  /** Path of the request. */
  path?: string;
};

export const serviceProxyOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceProxyOptions',
  description: 'ServiceProxyOptions are the parameters of a request that is forwarded to an endpoint of a service.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'path', number: 1, description: 'Path of the request.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Container is an application container that runs in a pod. */
export type Container = {
  /** Name of the container, a DNS label. It is unique among all containers of the pod. Cannot be updated. */
  name: string;
  /** Name of the container image. It can be updated. */
  image?: string;
  /** Entrypoint array, run without a shell. Defaults to the entrypoint of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`. Cannot be updated. */
  command?: string[];
  /** Arguments to the entrypoint. Defaults to the arguments of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`. Cannot be updated. */
  args?: string[];
  /** Working directory of the container. Defaults to that of the image. Cannot be updated. */
  workingDir?: string;
  /** Ports that the container exposes. The list is informational: a port that is not listed is reachable too. Cannot be updated. */
  ports?: ContainerPort[];
  /** Sources of environment variables. A later source overrides an earlier one with the same name, and `env` overrides both. Cannot be updated. */
  envFrom?: EnvFromSource[];
  /** Environment variables of the container. Cannot be updated. */
  env?: EnvVar[];
  /** Compute resources that the container requires. They can be changed only through the `resize` subresource. */
  resources: ResourceRequirements;
  /** Resources resize policy of the container. Defaults to `NotRequired` for each resource that `resources` names. Cannot be updated. */
  resizePolicy?: ContainerResizePolicy[];
  /** Restart policy of the container: `Always`, `OnFailure` or `Never`. Defaults to the restart policy of the pod. An init container with `Always` is a sidecar: the next init container starts once it has started, and it runs until all regular containers have terminated. Cannot be updated. */
  restartPolicy?: string;
  /** Rules that decide on a restart by the exit code. The first rule that matches applies; without a match, `restartPolicy` applies. Requires `restartPolicy`. At most 20 rules. Cannot be updated. */
  restartPolicyRules?: ContainerRestartRule[];
  /** Volumes to mount into the filesystem of the container. Cannot be updated. */
  volumeMounts?: VolumeMount[];
  /** Block devices that the container uses. Cannot be updated. */
  volumeDevices?: VolumeDevice[];
  /** Periodic probe of liveness. The container is restarted when it fails. Cannot be updated. */
  livenessProbe?: Probe;
  /** Periodic probe of readiness. The pod is removed from service endpoints while it fails. Cannot be updated. */
  readinessProbe?: Probe;
  /** Probe of successful startup. The other probes run only after it succeeds, and the container is restarted when it fails. Cannot be updated. */
  startupProbe?: Probe;
  /** Actions that the kubelet takes in response to lifecycle events of the container. Cannot be updated. */
  lifecycle?: Lifecycle;
  /** Path in the container of the file with the termination message. The message is at most 4096 bytes; all containers of the pod together have 12 kB. Defaults to `/dev/termination-log`. Cannot be updated. */
  terminationMessagePath?: string;
  /** Source of the termination message: `File`, or `FallbackToLogsOnError` to use the end of the log when the file is empty and the container failed. Defaults to `File`. Cannot be updated. */
  terminationMessagePolicy?: string;
  /** When the image is pulled: `Always`, `Never` or `IfNotPresent`. Defaults to `Always` for the tag `latest` or an image without a tag, and to `IfNotPresent` otherwise. Cannot be updated. */
  imagePullPolicy?: string;
  /** Security options of the container. They override the same fields of the pod's security context. */
  securityContext?: SecurityContext;
  /** Whether the container allocates a buffer for standard input. When false, reads from standard input return end of file. Defaults to false. */
  stdin?: boolean;
  /** Whether standard input is closed after the first attached client disconnects. Defaults to false. */
  stdinOnce?: boolean;
  /** Whether the container allocates a terminal. Requires `stdin`. Defaults to false. */
  tty?: boolean;
};

const containerName: Schema = { type: 'string', format: 'dnsLabel' };

const containerCommand: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const containerArgs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const containerPorts: ListSchema = { type: 'list', items: () => containerPortSchema, listType: 'map', keys: ['containerPort', 'protocol'] };

const containerEnvFrom: ListSchema = { type: 'list', items: () => envFromSourceSchema, listType: 'atomic', keys: [] };

const containerEnv: ListSchema = { type: 'list', items: () => envVarSchema, listType: 'map', keys: ['name'] };

const containerResizePolicy: ListSchema = { type: 'list', items: () => containerResizePolicySchema, listType: 'atomic', keys: [] };

const containerRestartPolicyRules: ListSchema = { type: 'list', items: () => containerRestartRuleSchema, listType: 'atomic', keys: [] };

const containerVolumeMounts: ListSchema = { type: 'list', items: () => volumeMountSchema, listType: 'map', keys: ['mountPath'] };

const containerVolumeDevices: ListSchema = { type: 'list', items: () => volumeDeviceSchema, listType: 'map', keys: ['devicePath'] };

const containerTerminationMessagePolicy: Schema = { type: 'string', enum: ['File', 'FallbackToLogsOnError'] };

const containerImagePullPolicy: Schema = { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] };

export const containerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Container',
  description: 'Container is an application container that runs in a pod.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the container, a DNS label. It is unique among all containers of the pod. Cannot be updated.', schema: () => containerName, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 2, description: 'Name of the container image. It can be updated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'command', number: 3, description: 'Entrypoint array, run without a shell. Defaults to the entrypoint of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`. Cannot be updated.', schema: () => containerCommand, presence: 'implicit', required: false, immutable: false },
    { name: 'args', number: 4, description: 'Arguments to the entrypoint. Defaults to the arguments of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`. Cannot be updated.', schema: () => containerArgs, presence: 'implicit', required: false, immutable: false },
    { name: 'workingDir', number: 5, description: 'Working directory of the container. Defaults to that of the image. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ports', number: 6, description: 'Ports that the container exposes. The list is informational: a port that is not listed is reachable too. Cannot be updated.', schema: () => containerPorts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'containerPort' },
    { name: 'envFrom', number: 19, description: 'Sources of environment variables. A later source overrides an earlier one with the same name, and `env` overrides both. Cannot be updated.', schema: () => containerEnvFrom, presence: 'implicit', required: false, immutable: false },
    { name: 'env', number: 7, description: 'Environment variables of the container. Cannot be updated.', schema: () => containerEnv, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'resources', number: 8, description: 'Compute resources that the container requires. They can be changed only through the `resize` subresource.', schema: () => resourceRequirementsSchema, presence: 'always', required: false, immutable: false },
    { name: 'resizePolicy', number: 23, description: 'Resources resize policy of the container. Defaults to `NotRequired` for each resource that `resources` names. Cannot be updated.', schema: () => containerResizePolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'restartPolicy', number: 24, description: 'Restart policy of the container: `Always`, `OnFailure` or `Never`. Defaults to the restart policy of the pod. An init container with `Always` is a sidecar: the next init container starts once it has started, and it runs until all regular containers have terminated. Cannot be updated.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'restartPolicyRules', number: 25, description: 'Rules that decide on a restart by the exit code. The first rule that matches applies; without a match, `restartPolicy` applies. Requires `restartPolicy`. At most 20 rules. Cannot be updated.', schema: () => containerRestartPolicyRules, presence: 'implicit', required: false, immutable: false },
    { name: 'volumeMounts', number: 9, description: 'Volumes to mount into the filesystem of the container. Cannot be updated.', schema: () => containerVolumeMounts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'mountPath' },
    { name: 'volumeDevices', number: 21, description: 'Block devices that the container uses. Cannot be updated.', schema: () => containerVolumeDevices, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'devicePath' },
    { name: 'livenessProbe', number: 10, description: 'Periodic probe of liveness. The container is restarted when it fails. Cannot be updated.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readinessProbe', number: 11, description: 'Periodic probe of readiness. The pod is removed from service endpoints while it fails. Cannot be updated.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'startupProbe', number: 22, description: 'Probe of successful startup. The other probes run only after it succeeds, and the container is restarted when it fails. Cannot be updated.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'lifecycle', number: 12, description: 'Actions that the kubelet takes in response to lifecycle events of the container. Cannot be updated.', schema: () => lifecycleSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'terminationMessagePath', number: 13, description: 'Path in the container of the file with the termination message. The message is at most 4096 bytes; all containers of the pod together have 12 kB. Defaults to `/dev/termination-log`. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/dev/termination-log"' },
    { name: 'terminationMessagePolicy', number: 20, description: 'Source of the termination message: `File`, or `FallbackToLogsOnError` to use the end of the log when the file is empty and the container failed. Defaults to `File`. Cannot be updated.', schema: () => containerTerminationMessagePolicy, presence: 'implicit', required: false, immutable: false, default: '"File"' },
    { name: 'imagePullPolicy', number: 14, description: 'When the image is pulled: `Always`, `Never` or `IfNotPresent`. Defaults to `Always` for the tag `latest` or an image without a tag, and to `IfNotPresent` otherwise. Cannot be updated.', schema: () => containerImagePullPolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'securityContext', number: 15, description: 'Security options of the container. They override the same fields of the pod\'s security context.', schema: () => securityContextSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'stdin', number: 16, description: 'Whether the container allocates a buffer for standard input. When false, reads from standard input return end of file. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stdinOnce', number: 17, description: 'Whether standard input is closed after the first attached client disconnects. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'tty', number: 18, description: 'Whether the container allocates a terminal. Requires `stdin`. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ContainerPort is a network port of a container. */
export type ContainerPort = {
  /** Name of the port, an IANA service name that is unique within the pod. Services can refer to it. */
  name?: string;
  /** Port on the node that is forwarded to the container, in the range 1-65535. With host networking it must equal `containerPort`. */
  hostPort?: number;
  /** Port on the IP address of the pod, in the range 1-65535. */
  containerPort: number;
  /** Protocol of the port: `UDP`, `TCP` or `SCTP`. Defaults to `TCP`. */
  protocol?: string;
  /** Address of the node that the host port is bound to. */
  hostIP?: string;
};

const containerPortProtocol: Schema = { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] };

export const containerPortSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerPort',
  description: 'ContainerPort is a network port of a container.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the port, an IANA service name that is unique within the pod. Services can refer to it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostPort', number: 2, description: 'Port on the node that is forwarded to the container, in the range 1-65535. With host networking it must equal `containerPort`.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'containerPort', number: 3, description: 'Port on the IP address of the pod, in the range 1-65535.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'protocol', number: 4, description: 'Protocol of the port: `UDP`, `TCP` or `SCTP`. Defaults to `TCP`.', schema: () => containerPortProtocol, presence: 'implicit', required: false, immutable: false, default: '"TCP"' },
    { name: 'hostIP', number: 5, description: 'Address of the node that the host port is bound to.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** EnvFromSource is a source of a set of environment variables. */
export type EnvFromSource = {
  /** Text that is prepended to each variable name. */
  prefix?: string;
  /** ConfigMap to read variables from. */
  configMapRef?: ConfigMapEnvSource;
  /** Secret to read variables from. */
  secretRef?: SecretEnvSource;
};

export const envFromSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EnvFromSource',
  description: 'EnvFromSource is a source of a set of environment variables.',
  atomic: false,
  fields: [
    { name: 'prefix', number: 1, description: 'Text that is prepended to each variable name.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'configMapRef', number: 2, description: 'ConfigMap to read variables from.', schema: () => configMapEnvSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'secretRef', number: 3, description: 'Secret to read variables from.', schema: () => secretEnvSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ConfigMapEnvSource selects a ConfigMap whose keys become environment variables. */
export type ConfigMapEnvSource = {
  /** Name of the object. Defaults to the empty string, which existing objects may contain. */
  name?: string;
  /** Whether the ConfigMap may be absent. */
  optional?: boolean;
};

export const configMapEnvSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapEnvSource',
  description: 'ConfigMapEnvSource selects a ConfigMap whose keys become environment variables.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: [1], description: 'Name of the object. Defaults to the empty string, which existing objects may contain.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'optional', number: 2, description: 'Whether the ConfigMap may be absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** SecretEnvSource selects a Secret whose keys become environment variables. */
export type SecretEnvSource = {
  /** Name of the object. Defaults to the empty string, which existing objects may contain. */
  name?: string;
  /** Whether the Secret may be absent. */
  optional?: boolean;
};

export const secretEnvSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretEnvSource',
  description: 'SecretEnvSource selects a Secret whose keys become environment variables.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: [1], description: 'Name of the object. Defaults to the empty string, which existing objects may contain.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'optional', number: 2, description: 'Whether the Secret may be absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** EnvVar is an environment variable of a container. */
export type EnvVar = {
  /** Name of the variable. It may consist of any printable ASCII characters except `=`. */
  name: string;
  /** Value of the variable. References `$(NAME)` are expanded from variables that are defined earlier; `$$(NAME)` yields the literal `$(NAME)`. Defaults to the empty string. */
  value?: string;
  /** Source of the value. It cannot be used together with a non-empty `value`. */
  valueFrom?: EnvVarSource;
};

export const envVarSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EnvVar',
  description: 'EnvVar is an environment variable of a container.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the variable. It may consist of any printable ASCII characters except `=`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Value of the variable. References `$(NAME)` are expanded from variables that are defined earlier; `$$(NAME)` yields the literal `$(NAME)`. Defaults to the empty string.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'valueFrom', number: 3, description: 'Source of the value. It cannot be used together with a non-empty `value`.', schema: () => envVarSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** EnvVarSource is the source of the value of an environment variable. Exactly one field is set. */
export type EnvVarSource = {
  /** Field of the pod, such as `metadata.name`, `metadata.labels['<key>']`, `spec.nodeName` or `status.podIP`. */
  fieldRef?: ObjectFieldSelector;
  /** Resource of the container, such as `limits.cpu` or `requests.memory`. */
  resourceFieldRef?: ResourceFieldSelector;
  /** Key of a ConfigMap. */
  configMapKeyRef?: ConfigMapKeySelector;
  /** Key of a Secret in the namespace of the pod. */
  secretKeyRef?: SecretKeySelector;
  /** Key of an env file in a volume of the pod. */
  fileKeyRef?: FileKeySelector;
};

export const envVarSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EnvVarSource',
  description: 'EnvVarSource is the source of the value of an environment variable. Exactly one field is set.',
  atomic: false,
  fields: [
    { name: 'fieldRef', number: 1, description: 'Field of the pod, such as `metadata.name`, `metadata.labels[\'<key>\']`, `spec.nodeName` or `status.podIP`.', schema: () => objectFieldSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'resourceFieldRef', number: 2, description: 'Resource of the container, such as `limits.cpu` or `requests.memory`.', schema: () => resourceFieldSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'configMapKeyRef', number: 3, description: 'Key of a ConfigMap.', schema: () => configMapKeySelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'secretKeyRef', number: 4, description: 'Key of a Secret in the namespace of the pod.', schema: () => secretKeySelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'fileKeyRef', number: 5, description: 'Key of an env file in a volume of the pod.', schema: () => fileKeySelectorSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ObjectFieldSelector selects a field of an object. */
export type ObjectFieldSelector = {
  /** API version of the schema that the field path refers to. Defaults to `v1`. */
  apiVersion?: string;
  /** Path of the field in that API version. */
  fieldPath: string;
};

export const objectFieldSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ObjectFieldSelector',
  description: 'ObjectFieldSelector selects a field of an object.',
  atomic: true,
  fields: [
    { name: 'apiVersion', number: 1, description: 'API version of the schema that the field path refers to. Defaults to `v1`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"v1"' },
    { name: 'fieldPath', number: 2, description: 'Path of the field in that API version.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ResourceFieldSelector selects a resource of a container and its output format. */
export type ResourceFieldSelector = {
  /** Name of the container. Required in volumes, optional in environment variables. */
  containerName?: string;
  /** Resource to select, such as `limits.cpu`. */
  resource: string;
  /** Unit in which the value is expressed. Defaults to 1. */
  divisor: string;
};

export const resourceFieldSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceFieldSelector',
  description: 'ResourceFieldSelector selects a resource of a container and its output format.',
  atomic: true,
  fields: [
    { name: 'containerName', number: 1, description: 'Name of the container. Required in volumes, optional in environment variables.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resource', number: 2, description: 'Resource to select, such as `limits.cpu`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'divisor', number: 3, description: 'Unit in which the value is expressed. Defaults to 1.', schema: () => quantity, presence: 'always', required: false, immutable: false },
  ],
};

/** ConfigMapKeySelector selects a key of a ConfigMap. */
export type ConfigMapKeySelector = {
  /** Name of the object. Defaults to the empty string, which existing objects may contain. */
  name?: string;
  /** Key to select. */
  key: string;
  /** Whether the ConfigMap or its key may be absent. */
  optional?: boolean;
};

export const configMapKeySelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapKeySelector',
  description: 'ConfigMapKeySelector selects a key of a ConfigMap.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, inside: [1], description: 'Name of the object. Defaults to the empty string, which existing objects may contain.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'key', number: 2, description: 'Key to select.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'optional', number: 3, description: 'Whether the ConfigMap or its key may be absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** SecretKeySelector selects a key of a Secret. */
export type SecretKeySelector = {
  /** Name of the object. Defaults to the empty string, which existing objects may contain. */
  name?: string;
  /** Key of the Secret to select. Must be a valid secret key. */
  key: string;
  /** Whether the Secret or its key may be absent. */
  optional?: boolean;
};

export const secretKeySelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretKeySelector',
  description: 'SecretKeySelector selects a key of a Secret.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, inside: [1], description: 'Name of the object. Defaults to the empty string, which existing objects may contain.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'key', number: 2, description: 'Key of the Secret to select. Must be a valid secret key.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'optional', number: 3, description: 'Whether the Secret or its key may be absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** VolumeMount mounts a volume into a container. */
export type VolumeMount = {
  /** Name of a volume of the pod. */
  name: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** How nested mounts of a read-only mount are treated: `Disabled`, `IfPossible` (read-only if the container runtime supports it) or `Enabled`. `IfPossible` and `Enabled` require `readOnly`, and `None` or no mount propagation. Defaults to `Disabled`. */
  recursiveReadOnly?: string;
  /** Path in the container where the volume is mounted. Must not contain `:`. */
  mountPath: string;
  /** Path within the volume to mount. Defaults to the root of the volume. */
  subPath?: string;
  /** How mounts propagate between the node and the container: `None`, `HostToContainer` or `Bidirectional`. Defaults to `None`. */
  mountPropagation?: string;
  /** Path within the volume to mount, in which references `$(NAME)` are expanded from the environment of the container. It cannot be used together with `subPath`. */
  subPathExpr?: string;
};

const volumeMountRecursiveReadOnly: Schema = { type: 'string', enum: ['Disabled', 'Enabled', 'IfPossible'] };

const volumeMountMountPropagation: Schema = { type: 'string', enum: ['Bidirectional', 'HostToContainer', 'None'] };

export const volumeMountSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeMount',
  description: 'VolumeMount mounts a volume into a container.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of a volume of the pod.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 2, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'recursiveReadOnly', number: 7, description: 'How nested mounts of a read-only mount are treated: `Disabled`, `IfPossible` (read-only if the container runtime supports it) or `Enabled`. `IfPossible` and `Enabled` require `readOnly`, and `None` or no mount propagation. Defaults to `Disabled`.', schema: () => volumeMountRecursiveReadOnly, presence: 'explicit', required: false, immutable: false },
    { name: 'mountPath', number: 3, description: 'Path in the container where the volume is mounted. Must not contain `:`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'subPath', number: 4, description: 'Path within the volume to mount. Defaults to the root of the volume.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'mountPropagation', number: 5, description: 'How mounts propagate between the node and the container: `None`, `HostToContainer` or `Bidirectional`. Defaults to `None`.', schema: () => volumeMountMountPropagation, presence: 'explicit', required: false, immutable: false },
    { name: 'subPathExpr', number: 6, description: 'Path within the volume to mount, in which references `$(NAME)` are expanded from the environment of the container. It cannot be used together with `subPath`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** VolumeDevice maps a raw block device into a container. */
export type VolumeDevice = {
  /** Name of a volume of the pod that refers to a PersistentVolumeClaim. */
  name: string;
  /** Path of the device in the container. */
  devicePath: string;
};

export const volumeDeviceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeDevice',
  description: 'VolumeDevice maps a raw block device into a container.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of a volume of the pod that refers to a PersistentVolumeClaim.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'devicePath', number: 2, description: 'Path of the device in the container.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ResourceRequirements describes compute resource requirements. */
export type ResourceRequirements = {
  /** Maximum amount of each compute resource. */
  limits?: { [key: string]: string };
  /** Minimum amount of each compute resource. Defaults to `limits` if a limit is set, otherwise to a value that the implementation chooses. A request cannot exceed its limit. */
  requests?: { [key: string]: string };
  /** Resource claims of the pod that the container uses. The name of an entry is unique. It can be set only for containers. */
  claims?: ResourceClaim[];
};

const resourceRequirementsLimits: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const resourceRequirementsRequests: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const resourceRequirementsClaims: ListSchema = { type: 'list', items: () => resourceClaimSchema, listType: 'map', keys: ['name'] };

export const resourceRequirementsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceRequirements',
  description: 'ResourceRequirements describes compute resource requirements.',
  atomic: false,
  fields: [
    { name: 'limits', number: 1, description: 'Maximum amount of each compute resource.', schema: () => resourceRequirementsLimits, presence: 'implicit', required: false, immutable: false },
    { name: 'requests', number: 2, description: 'Minimum amount of each compute resource. Defaults to `limits` if a limit is set, otherwise to a value that the implementation chooses. A request cannot exceed its limit.', schema: () => resourceRequirementsRequests, presence: 'implicit', required: false, immutable: false },
    { name: 'claims', number: 3, description: 'Resource claims of the pod that the container uses. The name of an entry is unique. It can be set only for containers.', schema: () => resourceRequirementsClaims, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Probe is a health check of a container. */
export type Probe = {
  /** Command to run in the container. Exit status 0 is a success. */
  exec?: ExecAction;
  /** HTTP GET request to perform. A status from 200 to 399 is a success. */
  httpGet?: HTTPGetAction;
  /** TCP connection to open. */
  tcpSocket?: TCPSocketAction;
  /** Call of the gRPC health checking protocol. */
  grpc?: GRPCAction;
  /** Seconds after the start of the container before probes begin. */
  initialDelaySeconds?: number;
  /** Seconds after which the probe times out. Minimum value is 1. Defaults to 1. */
  timeoutSeconds?: number;
  /** Seconds between probes. Minimum value is 1. Defaults to 10. */
  periodSeconds?: number;
  /** Consecutive successes for the probe to count as successful after a failure. Must be 1 for liveness and startup. Minimum value is 1. Defaults to 1. */
  successThreshold?: number;
  /** Consecutive failures for the probe to count as failed after a success. Minimum value is 1. Defaults to 3. */
  failureThreshold?: number;
  /** Seconds that the container has to terminate gracefully after the probe fails. Must be positive. Defaults to the grace period of the pod. It cannot be set for readiness probes. */
  terminationGracePeriodSeconds?: Int64;
};

const probeInitialDelaySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const probeTimeoutSeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const probePeriodSeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const probeSuccessThreshold: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const probeFailureThreshold: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const probeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Probe',
  description: 'Probe is a health check of a container.',
  atomic: false,
  fields: [
    { name: 'exec', number: 1, inside: [1], description: 'Command to run in the container. Exit status 0 is a success.', schema: () => execActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'httpGet', number: 2, inside: [1], description: 'HTTP GET request to perform. A status from 200 to 399 is a success.', schema: () => httpGetActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'tcpSocket', number: 3, inside: [1], description: 'TCP connection to open.', schema: () => tcpSocketActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'grpc', number: 4, inside: [1], description: 'Call of the gRPC health checking protocol.', schema: () => grpcActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'initialDelaySeconds', number: 2, description: 'Seconds after the start of the container before probes begin.', schema: () => probeInitialDelaySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'timeoutSeconds', number: 3, description: 'Seconds after which the probe times out. Minimum value is 1. Defaults to 1.', schema: () => probeTimeoutSeconds, presence: 'implicit', required: false, immutable: false, default: '1' },
    { name: 'periodSeconds', number: 4, description: 'Seconds between probes. Minimum value is 1. Defaults to 10.', schema: () => probePeriodSeconds, presence: 'implicit', required: false, immutable: false, default: '10' },
    { name: 'successThreshold', number: 5, description: 'Consecutive successes for the probe to count as successful after a failure. Must be 1 for liveness and startup. Minimum value is 1. Defaults to 1.', schema: () => probeSuccessThreshold, presence: 'implicit', required: false, immutable: false, default: '1' },
    { name: 'failureThreshold', number: 6, description: 'Consecutive failures for the probe to count as failed after a success. Minimum value is 1. Defaults to 3.', schema: () => probeFailureThreshold, presence: 'implicit', required: false, immutable: false, default: '3' },
    { name: 'terminationGracePeriodSeconds', number: 7, description: 'Seconds that the container has to terminate gracefully after the probe fails. Must be positive. Defaults to the grace period of the pod. It cannot be set for readiness probes.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ProbeHandler is the action of a probe. Exactly one field is set. */
export type ProbeHandler = {
  /** Command to run in the container. Exit status 0 is a success. */
  exec?: ExecAction;
  /** HTTP GET request to perform. A status from 200 to 399 is a success. */
  httpGet?: HTTPGetAction;
  /** TCP connection to open. */
  tcpSocket?: TCPSocketAction;
  /** Call of the gRPC health checking protocol. */
  grpc?: GRPCAction;
};

export const probeHandlerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ProbeHandler',
  description: 'ProbeHandler is the action of a probe. Exactly one field is set.',
  atomic: false,
  fields: [
    { name: 'exec', number: 1, description: 'Command to run in the container. Exit status 0 is a success.', schema: () => execActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'httpGet', number: 2, description: 'HTTP GET request to perform. A status from 200 to 399 is a success.', schema: () => httpGetActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'tcpSocket', number: 3, description: 'TCP connection to open.', schema: () => tcpSocketActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'grpc', number: 4, description: 'Call of the gRPC health checking protocol.', schema: () => grpcActionSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ExecAction is a command to run in a container. */
export type ExecAction = {
  /** Command line, run without a shell, with the root directory as working directory. Exit status 0 is healthy, any other is unhealthy. */
  command?: string[];
};

const execActionCommand: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const execActionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ExecAction',
  description: 'ExecAction is a command to run in a container.',
  atomic: false,
  fields: [
    { name: 'command', number: 1, description: 'Command line, run without a shell, with the root directory as working directory. Exit status 0 is healthy, any other is unhealthy.', schema: () => execActionCommand, presence: 'implicit', required: false, immutable: false },
  ],
};

/** HTTPGetAction is an HTTP GET request. */
export type HTTPGetAction = {
  /** Path to access on the HTTP server. Defaults to `/`. */
  path?: string;
  /** Number, in the range 1-65535, or name of the port to access on the container. */
  port: number | string;
  /** Hostname to connect to. Defaults to the IP address of the pod. Set a `Host` header instead to choose a virtual host. */
  host?: string;
  /** Scheme of the connection: `HTTP` or `HTTPS`. Defaults to `HTTP`. */
  scheme?: string;
  /** Custom headers of the request. Repeated headers are allowed. */
  httpHeaders?: HTTPHeader[];
};

const httpGetActionScheme: Schema = { type: 'string', enum: ['HTTP', 'HTTPS'] };

const httpGetActionHttpHeaders: ListSchema = { type: 'list', items: () => httpHeaderSchema, listType: 'atomic', keys: [] };

export const httpGetActionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.HTTPGetAction',
  description: 'HTTPGetAction is an HTTP GET request.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'Path to access on the HTTP server. Defaults to `/`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/"' },
    { name: 'port', number: 2, description: 'Number, in the range 1-65535, or name of the port to access on the container.', schema: () => intOrString, presence: 'always', required: true, immutable: false },
    { name: 'host', number: 3, description: 'Hostname to connect to. Defaults to the IP address of the pod. Set a `Host` header instead to choose a virtual host.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'scheme', number: 4, description: 'Scheme of the connection: `HTTP` or `HTTPS`. Defaults to `HTTP`.', schema: () => httpGetActionScheme, presence: 'implicit', required: false, immutable: false, default: '"HTTP"' },
    { name: 'httpHeaders', number: 5, description: 'Custom headers of the request. Repeated headers are allowed.', schema: () => httpGetActionHttpHeaders, presence: 'implicit', required: false, immutable: false },
  ],
};

/** HTTPHeader is a header of an HTTP request. */
export type HTTPHeader = {
  /** Name of the header, canonicalized on output. */
  name: string;
  /** Value of the header. */
  value: string;
};

export const httpHeaderSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.HTTPHeader',
  description: 'HTTPHeader is a header of an HTTP request.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the header, canonicalized on output.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Value of the header.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** TCPSocketAction opens a TCP connection. */
export type TCPSocketAction = {
  /** Number, in the range 1-65535, or name of the port to connect to. */
  port: number | string;
  /** Hostname to connect to. Defaults to the IP address of the pod. */
  host?: string;
};

export const tcpSocketActionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.TCPSocketAction',
  description: 'TCPSocketAction opens a TCP connection.',
  atomic: false,
  fields: [
    { name: 'port', number: 1, description: 'Number, in the range 1-65535, or name of the port to connect to.', schema: () => intOrString, presence: 'always', required: true, immutable: false },
    { name: 'host', number: 2, description: 'Hostname to connect to. Defaults to the IP address of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** GRPCAction calls the gRPC health checking service. */
export type GRPCAction = {
  /** Port number of the gRPC service, in the range 1-65535. */
  port: number;
  /** Name of the service in the health check request. Defaults to the empty string. */
  service?: string;
};

export const grpcActionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.GRPCAction',
  description: 'GRPCAction calls the gRPC health checking service.',
  atomic: false,
  fields: [
    { name: 'port', number: 1, description: 'Port number of the gRPC service, in the range 1-65535.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'service', number: 2, description: 'Name of the service in the health check request. Defaults to the empty string.', schema: () => text, presence: 'explicit', required: false, immutable: false, default: '""' },
  ],
};

/** Lifecycle holds actions for lifecycle events of a container. */
export type Lifecycle = {
  /** Action immediately after the container is created. If it fails, the container is terminated and restarted by its restart policy. */
  postStart?: LifecycleHandler;
  /** Action before the container is terminated by an API request or a probe failure. It is not called when the container exits. The grace period starts before the action. */
  preStop?: LifecycleHandler;
  /** Signal that stops the container, such as `SIGTERM`. Requires `spec.os.name`. Defaults to the signal in the image, or that of the container runtime. */
  stopSignal?: string;
};

export const lifecycleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Lifecycle',
  description: 'Lifecycle holds actions for lifecycle events of a container.',
  atomic: false,
  fields: [
    { name: 'postStart', number: 1, description: 'Action immediately after the container is created. If it fails, the container is terminated and restarted by its restart policy.', schema: () => lifecycleHandlerSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'preStop', number: 2, description: 'Action before the container is terminated by an API request or a probe failure. It is not called when the container exits. The grace period starts before the action.', schema: () => lifecycleHandlerSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'stopSignal', number: 3, description: 'Signal that stops the container, such as `SIGTERM`. Requires `spec.os.name`. Defaults to the signal in the image, or that of the container runtime.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** LifecycleHandler is an action for a lifecycle event. Exactly one field is set. */
export type LifecycleHandler = {
  /** Command to run in the container. */
  exec?: ExecAction;
  /** HTTP GET request to perform. */
  httpGet?: HTTPGetAction;
  /** Deprecated. It is not supported as a handler and has no effect. */
  tcpSocket?: TCPSocketAction;
  /** Sleep for a period. */
  sleep?: SleepAction;
};

export const lifecycleHandlerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LifecycleHandler',
  description: 'LifecycleHandler is an action for a lifecycle event. Exactly one field is set.',
  atomic: false,
  fields: [
    { name: 'exec', number: 1, description: 'Command to run in the container.', schema: () => execActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'httpGet', number: 2, description: 'HTTP GET request to perform.', schema: () => httpGetActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'tcpSocket', number: 3, description: 'Deprecated. It is not supported as a handler and has no effect.', schema: () => tcpSocketActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'sleep', number: 4, description: 'Sleep for a period.', schema: () => sleepActionSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** SecurityContext holds security options of a container. They take precedence over those of the pod. */
export type SecurityContext = {
  /** POSIX capabilities to add and drop. Defaults to the set that the container runtime grants. Linux only. */
  capabilities?: Capabilities;
  /** Whether the container runs in privileged mode, which is equivalent to root on the node. Defaults to false. Linux only. */
  privileged?: boolean;
  /** SELinux context of the container. Linux only. */
  seLinuxOptions?: SELinuxOptions;
  /** Windows settings of the container. Windows only. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** User ID of the container processes. Defaults to the user in the image. Linux only. */
  runAsUser?: Int64;
  /** Group ID of the container processes. Defaults to the runtime's choice. Linux only. */
  runAsGroup?: Int64;
  /** Whether the container must run as a user other than root. When true, the kubelet refuses to start a container that would run with user ID 0. */
  runAsNonRoot?: boolean;
  /** Whether the root filesystem of the container is read-only. Defaults to false. Linux only. */
  readOnlyRootFilesystem?: boolean;
  /** Whether a process can gain more privileges than its parent. Always true for privileged containers and those with the capability `CAP_SYS_ADMIN`. Linux only. */
  allowPrivilegeEscalation?: boolean;
  /** Type of the proc mount: `Default` masks sensitive paths, `Unmasked` masks none. Defaults to `Default`. Linux only. */
  procMount?: string;
  /** Seccomp profile of the container. Linux only. */
  seccompProfile?: SeccompProfile;
  /** AppArmor profile of the container. Overrides that of the pod. Linux only. */
  appArmorProfile?: AppArmorProfile;
};

const securityContextProcMount: Schema = { type: 'string', enum: ['Default', 'Unmasked'] };

export const securityContextSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecurityContext',
  description: 'SecurityContext holds security options of a container. They take precedence over those of the pod.',
  atomic: false,
  fields: [
    { name: 'capabilities', number: 1, description: 'POSIX capabilities to add and drop. Defaults to the set that the container runtime grants. Linux only.', schema: () => capabilitiesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'privileged', number: 2, description: 'Whether the container runs in privileged mode, which is equivalent to root on the node. Defaults to false. Linux only.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'seLinuxOptions', number: 3, description: 'SELinux context of the container. Linux only.', schema: () => seLinuxOptionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'windowsOptions', number: 10, description: 'Windows settings of the container. Windows only.', schema: () => windowsSecurityContextOptionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsUser', number: 4, description: 'User ID of the container processes. Defaults to the user in the image. Linux only.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsGroup', number: 8, description: 'Group ID of the container processes. Defaults to the runtime\'s choice. Linux only.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsNonRoot', number: 5, description: 'Whether the container must run as a user other than root. When true, the kubelet refuses to start a container that would run with user ID 0.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnlyRootFilesystem', number: 6, description: 'Whether the root filesystem of the container is read-only. Defaults to false. Linux only.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'allowPrivilegeEscalation', number: 7, description: 'Whether a process can gain more privileges than its parent. Always true for privileged containers and those with the capability `CAP_SYS_ADMIN`. Linux only.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'procMount', number: 9, description: 'Type of the proc mount: `Default` masks sensitive paths, `Unmasked` masks none. Defaults to `Default`. Linux only.', schema: () => securityContextProcMount, presence: 'explicit', required: false, immutable: false },
    { name: 'seccompProfile', number: 11, description: 'Seccomp profile of the container. Linux only.', schema: () => seccompProfileSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'appArmorProfile', number: 12, description: 'AppArmor profile of the container. Overrides that of the pod. Linux only.', schema: () => appArmorProfileSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Capabilities adds and removes POSIX capabilities. */
export type Capabilities = {
  /** Capabilities to add. */
  add?: string[];
  /** Capabilities to remove. */
  drop?: string[];
};

const capabilitiesAdd: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const capabilitiesDrop: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const capabilitiesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Capabilities',
  description: 'Capabilities adds and removes POSIX capabilities.',
  atomic: false,
  fields: [
    { name: 'add', number: 1, description: 'Capabilities to add.', schema: () => capabilitiesAdd, presence: 'implicit', required: false, immutable: false },
    { name: 'drop', number: 2, description: 'Capabilities to remove.', schema: () => capabilitiesDrop, presence: 'implicit', required: false, immutable: false },
  ],
};

/** SELinuxOptions are the labels of an SELinux context. */
export type SELinuxOptions = {
  /** User label of the context. */
  user?: string;
  /** Role label of the context. */
  role?: string;
  /** Type label of the context. */
  type?: string;
  /** Level label of the context. */
  level?: string;
};

export const seLinuxOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SELinuxOptions',
  description: 'SELinuxOptions are the labels of an SELinux context.',
  atomic: false,
  fields: [
    { name: 'user', number: 1, description: 'User label of the context.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'role', number: 2, description: 'Role label of the context.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 3, description: 'Type label of the context.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'level', number: 4, description: 'Level label of the context.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** WindowsSecurityContextOptions holds Windows settings of a container or pod. */
export type WindowsSecurityContextOptions = {
  /** Name of the GMSA credential spec to use. */
  gmsaCredentialSpecName?: string;
  /** Contents of the GMSA credential spec. An admission webhook sets it from the name. */
  gmsaCredentialSpec?: string;
  /** Windows user name of the container processes. Defaults to the user in the image. */
  runAsUserName?: string;
  /** Whether the container runs as a host process container. All containers of a pod must have the same value, and host network must be true as well. */
  hostProcess?: boolean;
};

export const windowsSecurityContextOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.WindowsSecurityContextOptions',
  description: 'WindowsSecurityContextOptions holds Windows settings of a container or pod.',
  atomic: false,
  fields: [
    { name: 'gmsaCredentialSpecName', number: 1, description: 'Name of the GMSA credential spec to use.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'gmsaCredentialSpec', number: 2, description: 'Contents of the GMSA credential spec. An admission webhook sets it from the name.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsUserName', number: 3, description: 'Windows user name of the container processes. Defaults to the user in the image.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'hostProcess', number: 4, description: 'Whether the container runs as a host process container. All containers of a pod must have the same value, and host network must be true as well.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** SeccompProfile selects a seccomp profile. */
export type SeccompProfile = {
  /** Kind of the profile: `Localhost` for a file on the node, `RuntimeDefault` for that of the container runtime, `Unconfined` for none. */
  type: string;
  /** Path of the profile on the node, relative to the kubelet's profile directory. Must be set only if the type is `Localhost`. */
  localhostProfile?: string;
};

const seccompProfileType: Schema = { type: 'string', enum: ['Localhost', 'RuntimeDefault', 'Unconfined'] };

export const seccompProfileSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SeccompProfile',
  description: 'SeccompProfile selects a seccomp profile.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Kind of the profile: `Localhost` for a file on the node, `RuntimeDefault` for that of the container runtime, `Unconfined` for none.', schema: () => seccompProfileType, presence: 'always', required: true, immutable: false },
    { name: 'localhostProfile', number: 2, description: 'Path of the profile on the node, relative to the kubelet\'s profile directory. Must be set only if the type is `Localhost`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** EphemeralContainer is a temporary container that is added to an existing pod for debugging. It has no resource or scheduling guarantees and is not restarted. */
export type EphemeralContainer = {
  /** Name of the container, a DNS label. It is unique among all containers of the pod. */
  name: string;
  /** Name of the container image. */
  image?: string;
  /** Entrypoint array, run without a shell. Defaults to the entrypoint of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`. */
  command?: string[];
  /** Arguments to the entrypoint. Defaults to the arguments of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`. */
  args?: string[];
  /** Working directory of the container. Defaults to that of the image. */
  workingDir?: string;
  /** Ports are not allowed for ephemeral containers. */
  ports?: ContainerPort[];
  /** Sources of environment variables. A later source overrides an earlier one with the same name, and `env` overrides both. */
  envFrom?: EnvFromSource[];
  /** Environment variables of the container. */
  env?: EnvVar[];
  /** Resources are not allowed for ephemeral containers. They use what the pod has left. */
  resources: ResourceRequirements;
  /** Resize policies are not allowed for ephemeral containers. */
  resizePolicy?: ContainerResizePolicy[];
  /** Restart policies are not allowed for ephemeral containers. */
  restartPolicy?: string;
  /** Restart rules are not allowed for ephemeral containers. */
  restartPolicyRules?: ContainerRestartRule[];
  /** Volumes to mount into the filesystem of the container. Sub-paths are not allowed. */
  volumeMounts?: VolumeMount[];
  /** Block devices that the container uses. */
  volumeDevices?: VolumeDevice[];
  /** Probes are not allowed for ephemeral containers. */
  livenessProbe?: Probe;
  /** Probes are not allowed for ephemeral containers. */
  readinessProbe?: Probe;
  /** Probes are not allowed for ephemeral containers. */
  startupProbe?: Probe;
  /** Lifecycle is not allowed for ephemeral containers. */
  lifecycle?: Lifecycle;
  /** Path in the container of the file with the termination message. Defaults to `/dev/termination-log`. */
  terminationMessagePath?: string;
  /** Source of the termination message: `File`, or `FallbackToLogsOnError` to use the end of the log when the file is empty and the container failed. Defaults to `File`. */
  terminationMessagePolicy?: string;
  /** When the image is pulled: `Always`, `Never` or `IfNotPresent`. Defaults to `Always` for the tag `latest` or an image without a tag, and to `IfNotPresent` otherwise. */
  imagePullPolicy?: string;
  /** Security options of the container. They override the same fields of the pod's security context. */
  securityContext?: SecurityContext;
  /** Whether the container allocates a buffer for standard input. Defaults to false. */
  stdin?: boolean;
  /** Whether standard input is closed after the first attached client disconnects. Defaults to false. */
  stdinOnce?: boolean;
  /** Whether the container allocates a terminal. Requires `stdin`. Defaults to false. */
  tty?: boolean;
  /** Name of the container whose namespaces the ephemeral container joins. Empty means the namespaces of the pod. */
  targetContainerName?: string;
};

const ephemeralContainerName: Schema = { type: 'string', format: 'dnsLabel' };

const ephemeralContainerCommand: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ephemeralContainerArgs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ephemeralContainerPorts: ListSchema = { type: 'list', items: () => containerPortSchema, listType: 'map', keys: ['containerPort', 'protocol'] };

const ephemeralContainerEnvFrom: ListSchema = { type: 'list', items: () => envFromSourceSchema, listType: 'atomic', keys: [] };

const ephemeralContainerEnv: ListSchema = { type: 'list', items: () => envVarSchema, listType: 'map', keys: ['name'] };

const ephemeralContainerResizePolicy: ListSchema = { type: 'list', items: () => containerResizePolicySchema, listType: 'atomic', keys: [] };

const ephemeralContainerRestartPolicyRules: ListSchema = { type: 'list', items: () => containerRestartRuleSchema, listType: 'atomic', keys: [] };

const ephemeralContainerVolumeMounts: ListSchema = { type: 'list', items: () => volumeMountSchema, listType: 'map', keys: ['mountPath'] };

const ephemeralContainerVolumeDevices: ListSchema = { type: 'list', items: () => volumeDeviceSchema, listType: 'map', keys: ['devicePath'] };

const ephemeralContainerTerminationMessagePolicy: Schema = { type: 'string', enum: ['File', 'FallbackToLogsOnError'] };

const ephemeralContainerImagePullPolicy: Schema = { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] };

export const ephemeralContainerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EphemeralContainer',
  description: 'EphemeralContainer is a temporary container that is added to an existing pod for debugging. It has no resource or scheduling guarantees and is not restarted.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: [1], description: 'Name of the container, a DNS label. It is unique among all containers of the pod.', schema: () => ephemeralContainerName, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 2, inside: [1], description: 'Name of the container image.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'command', number: 3, inside: [1], description: 'Entrypoint array, run without a shell. Defaults to the entrypoint of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`.', schema: () => ephemeralContainerCommand, presence: 'implicit', required: false, immutable: false },
    { name: 'args', number: 4, inside: [1], description: 'Arguments to the entrypoint. Defaults to the arguments of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`.', schema: () => ephemeralContainerArgs, presence: 'implicit', required: false, immutable: false },
    { name: 'workingDir', number: 5, inside: [1], description: 'Working directory of the container. Defaults to that of the image.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ports', number: 6, inside: [1], description: 'Ports are not allowed for ephemeral containers.', schema: () => ephemeralContainerPorts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'containerPort' },
    { name: 'envFrom', number: 19, inside: [1], description: 'Sources of environment variables. A later source overrides an earlier one with the same name, and `env` overrides both.', schema: () => ephemeralContainerEnvFrom, presence: 'implicit', required: false, immutable: false },
    { name: 'env', number: 7, inside: [1], description: 'Environment variables of the container.', schema: () => ephemeralContainerEnv, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'resources', number: 8, inside: [1], description: 'Resources are not allowed for ephemeral containers. They use what the pod has left.', schema: () => resourceRequirementsSchema, presence: 'always', required: false, immutable: false },
    { name: 'resizePolicy', number: 23, inside: [1], description: 'Resize policies are not allowed for ephemeral containers.', schema: () => ephemeralContainerResizePolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'restartPolicy', number: 24, inside: [1], description: 'Restart policies are not allowed for ephemeral containers.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'restartPolicyRules', number: 25, inside: [1], description: 'Restart rules are not allowed for ephemeral containers.', schema: () => ephemeralContainerRestartPolicyRules, presence: 'implicit', required: false, immutable: false },
    { name: 'volumeMounts', number: 9, inside: [1], description: 'Volumes to mount into the filesystem of the container. Sub-paths are not allowed.', schema: () => ephemeralContainerVolumeMounts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'mountPath' },
    { name: 'volumeDevices', number: 21, inside: [1], description: 'Block devices that the container uses.', schema: () => ephemeralContainerVolumeDevices, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'devicePath' },
    { name: 'livenessProbe', number: 10, inside: [1], description: 'Probes are not allowed for ephemeral containers.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readinessProbe', number: 11, inside: [1], description: 'Probes are not allowed for ephemeral containers.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'startupProbe', number: 22, inside: [1], description: 'Probes are not allowed for ephemeral containers.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'lifecycle', number: 12, inside: [1], description: 'Lifecycle is not allowed for ephemeral containers.', schema: () => lifecycleSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'terminationMessagePath', number: 13, inside: [1], description: 'Path in the container of the file with the termination message. Defaults to `/dev/termination-log`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/dev/termination-log"' },
    { name: 'terminationMessagePolicy', number: 20, inside: [1], description: 'Source of the termination message: `File`, or `FallbackToLogsOnError` to use the end of the log when the file is empty and the container failed. Defaults to `File`.', schema: () => ephemeralContainerTerminationMessagePolicy, presence: 'implicit', required: false, immutable: false, default: '"File"' },
    { name: 'imagePullPolicy', number: 14, inside: [1], description: 'When the image is pulled: `Always`, `Never` or `IfNotPresent`. Defaults to `Always` for the tag `latest` or an image without a tag, and to `IfNotPresent` otherwise.', schema: () => ephemeralContainerImagePullPolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'securityContext', number: 15, inside: [1], description: 'Security options of the container. They override the same fields of the pod\'s security context.', schema: () => securityContextSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'stdin', number: 16, inside: [1], description: 'Whether the container allocates a buffer for standard input. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stdinOnce', number: 17, inside: [1], description: 'Whether standard input is closed after the first attached client disconnects. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'tty', number: 18, inside: [1], description: 'Whether the container allocates a terminal. Requires `stdin`. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'targetContainerName', number: 2, description: 'Name of the container whose namespaces the ephemeral container joins. Empty means the namespaces of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** EphemeralContainerCommon has the fields of a container. Some of them are not allowed in ephemeral containers. */
export type EphemeralContainerCommon = {
  /** Name of the container, a DNS label. It is unique among all containers of the pod. */
  name: string;
  /** Name of the container image. */
  image?: string;
  /** Entrypoint array, run without a shell. Defaults to the entrypoint of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`. */
  command?: string[];
  /** Arguments to the entrypoint. Defaults to the arguments of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`. */
  args?: string[];
  /** Working directory of the container. Defaults to that of the image. */
  workingDir?: string;
  /** Ports are not allowed for ephemeral containers. */
  ports?: ContainerPort[];
  /** Sources of environment variables. A later source overrides an earlier one with the same name, and `env` overrides both. */
  envFrom?: EnvFromSource[];
  /** Environment variables of the container. */
  env?: EnvVar[];
  /** Resources are not allowed for ephemeral containers. They use what the pod has left. */
  resources: ResourceRequirements;
  /** Resize policies are not allowed for ephemeral containers. */
  resizePolicy?: ContainerResizePolicy[];
  /** Restart policies are not allowed for ephemeral containers. */
  restartPolicy?: string;
  /** Restart rules are not allowed for ephemeral containers. */
  restartPolicyRules?: ContainerRestartRule[];
  /** Volumes to mount into the filesystem of the container. Sub-paths are not allowed. */
  volumeMounts?: VolumeMount[];
  /** Block devices that the container uses. */
  volumeDevices?: VolumeDevice[];
  /** Probes are not allowed for ephemeral containers. */
  livenessProbe?: Probe;
  /** Probes are not allowed for ephemeral containers. */
  readinessProbe?: Probe;
  /** Probes are not allowed for ephemeral containers. */
  startupProbe?: Probe;
  /** Lifecycle is not allowed for ephemeral containers. */
  lifecycle?: Lifecycle;
  /** Path in the container of the file with the termination message. Defaults to `/dev/termination-log`. */
  terminationMessagePath?: string;
  /** Source of the termination message: `File`, or `FallbackToLogsOnError` to use the end of the log when the file is empty and the container failed. Defaults to `File`. */
  terminationMessagePolicy?: string;
  /** When the image is pulled: `Always`, `Never` or `IfNotPresent`. Defaults to `Always` for the tag `latest` or an image without a tag, and to `IfNotPresent` otherwise. */
  imagePullPolicy?: string;
  /** Security options of the container. They override the same fields of the pod's security context. */
  securityContext?: SecurityContext;
  /** Whether the container allocates a buffer for standard input. Defaults to false. */
  stdin?: boolean;
  /** Whether standard input is closed after the first attached client disconnects. Defaults to false. */
  stdinOnce?: boolean;
  /** Whether the container allocates a terminal. Requires `stdin`. Defaults to false. */
  tty?: boolean;
};

const ephemeralContainerCommonName: Schema = { type: 'string', format: 'dnsLabel' };

const ephemeralContainerCommonCommand: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ephemeralContainerCommonArgs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ephemeralContainerCommonPorts: ListSchema = { type: 'list', items: () => containerPortSchema, listType: 'map', keys: ['containerPort', 'protocol'] };

const ephemeralContainerCommonEnvFrom: ListSchema = { type: 'list', items: () => envFromSourceSchema, listType: 'atomic', keys: [] };

const ephemeralContainerCommonEnv: ListSchema = { type: 'list', items: () => envVarSchema, listType: 'map', keys: ['name'] };

const ephemeralContainerCommonResizePolicy: ListSchema = { type: 'list', items: () => containerResizePolicySchema, listType: 'atomic', keys: [] };

const ephemeralContainerCommonRestartPolicyRules: ListSchema = { type: 'list', items: () => containerRestartRuleSchema, listType: 'atomic', keys: [] };

const ephemeralContainerCommonVolumeMounts: ListSchema = { type: 'list', items: () => volumeMountSchema, listType: 'map', keys: ['mountPath'] };

const ephemeralContainerCommonVolumeDevices: ListSchema = { type: 'list', items: () => volumeDeviceSchema, listType: 'map', keys: ['devicePath'] };

const ephemeralContainerCommonTerminationMessagePolicy: Schema = { type: 'string', enum: ['File', 'FallbackToLogsOnError'] };

const ephemeralContainerCommonImagePullPolicy: Schema = { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] };

export const ephemeralContainerCommonSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EphemeralContainerCommon',
  description: 'EphemeralContainerCommon has the fields of a container. Some of them are not allowed in ephemeral containers.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the container, a DNS label. It is unique among all containers of the pod.', schema: () => ephemeralContainerCommonName, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 2, description: 'Name of the container image.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'command', number: 3, description: 'Entrypoint array, run without a shell. Defaults to the entrypoint of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`.', schema: () => ephemeralContainerCommonCommand, presence: 'implicit', required: false, immutable: false },
    { name: 'args', number: 4, description: 'Arguments to the entrypoint. Defaults to the arguments of the image. References `$(NAME)` are expanded from the environment of the container; `$$(NAME)` yields the literal `$(NAME)`.', schema: () => ephemeralContainerCommonArgs, presence: 'implicit', required: false, immutable: false },
    { name: 'workingDir', number: 5, description: 'Working directory of the container. Defaults to that of the image.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ports', number: 6, description: 'Ports are not allowed for ephemeral containers.', schema: () => ephemeralContainerCommonPorts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'containerPort' },
    { name: 'envFrom', number: 19, description: 'Sources of environment variables. A later source overrides an earlier one with the same name, and `env` overrides both.', schema: () => ephemeralContainerCommonEnvFrom, presence: 'implicit', required: false, immutable: false },
    { name: 'env', number: 7, description: 'Environment variables of the container.', schema: () => ephemeralContainerCommonEnv, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'resources', number: 8, description: 'Resources are not allowed for ephemeral containers. They use what the pod has left.', schema: () => resourceRequirementsSchema, presence: 'always', required: false, immutable: false },
    { name: 'resizePolicy', number: 23, description: 'Resize policies are not allowed for ephemeral containers.', schema: () => ephemeralContainerCommonResizePolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'restartPolicy', number: 24, description: 'Restart policies are not allowed for ephemeral containers.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'restartPolicyRules', number: 25, description: 'Restart rules are not allowed for ephemeral containers.', schema: () => ephemeralContainerCommonRestartPolicyRules, presence: 'implicit', required: false, immutable: false },
    { name: 'volumeMounts', number: 9, description: 'Volumes to mount into the filesystem of the container. Sub-paths are not allowed.', schema: () => ephemeralContainerCommonVolumeMounts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'mountPath' },
    { name: 'volumeDevices', number: 21, description: 'Block devices that the container uses.', schema: () => ephemeralContainerCommonVolumeDevices, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'devicePath' },
    { name: 'livenessProbe', number: 10, description: 'Probes are not allowed for ephemeral containers.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readinessProbe', number: 11, description: 'Probes are not allowed for ephemeral containers.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'startupProbe', number: 22, description: 'Probes are not allowed for ephemeral containers.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'lifecycle', number: 12, description: 'Lifecycle is not allowed for ephemeral containers.', schema: () => lifecycleSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'terminationMessagePath', number: 13, description: 'Path in the container of the file with the termination message. Defaults to `/dev/termination-log`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/dev/termination-log"' },
    { name: 'terminationMessagePolicy', number: 20, description: 'Source of the termination message: `File`, or `FallbackToLogsOnError` to use the end of the log when the file is empty and the container failed. Defaults to `File`.', schema: () => ephemeralContainerCommonTerminationMessagePolicy, presence: 'implicit', required: false, immutable: false, default: '"File"' },
    { name: 'imagePullPolicy', number: 14, description: 'When the image is pulled: `Always`, `Never` or `IfNotPresent`. Defaults to `Always` for the tag `latest` or an image without a tag, and to `IfNotPresent` otherwise.', schema: () => ephemeralContainerCommonImagePullPolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'securityContext', number: 15, description: 'Security options of the container. They override the same fields of the pod\'s security context.', schema: () => securityContextSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'stdin', number: 16, description: 'Whether the container allocates a buffer for standard input. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stdinOnce', number: 17, description: 'Whether standard input is closed after the first attached client disconnects. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'tty', number: 18, description: 'Whether the container allocates a terminal. Requires `stdin`. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ContainerStatus is the observed state of a container. */
export type ContainerStatus = {
  /** Name of the container. */
  name: string;
  /** Current state of the container. */
  state: ContainerState;
  /** State of the previous run of the container. */
  lastState: ContainerState;
  /** Whether the container passes its readiness probe. True for a running container without one. */
  ready: boolean;
  /** Number of times the container was restarted. It is computed from containers that were not yet removed. */
  restartCount: number;
  /** Name of the image that the container runs. It may differ from the image in the spec. */
  image: string;
  /** Identifier of the image. */
  imageID: string;
  /** Identifier of the container, in the form `<type>://<container_id>`. */
  containerID?: string;
  /** Whether the container has started and its startup probe has succeeded. Null means unknown. */
  started?: boolean;
  /** Resources that the node allocated to the container when it admitted the pod or a resize. */
  allocatedResources?: { [key: string]: string };
  /** Requests and limits that the running container actually has. */
  resources?: ResourceRequirements;
  /** Status of the volume mounts of the container. */
  volumeMounts?: VolumeMountStatus[];
  /** User that the first process of the container initially has. */
  user?: ContainerUser;
  /** Health of resources that are allocated to the container. */
  allocatedResourcesStatus?: ResourceStatus[];
  /** Effective stop signal of the container. */
  stopSignal?: string;
};

const containerStatusAllocatedResources: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const containerStatusVolumeMounts: ListSchema = { type: 'list', items: () => volumeMountStatusSchema, listType: 'map', keys: ['mountPath'] };

const containerStatusAllocatedResourcesStatus: ListSchema = { type: 'list', items: () => resourceStatusSchema, listType: 'map', keys: ['name'] };

export const containerStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerStatus',
  description: 'ContainerStatus is the observed state of a container.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the container.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'state', number: 2, description: 'Current state of the container.', schema: () => containerStateSchema, presence: 'always', required: false, immutable: false },
    { name: 'lastState', number: 3, description: 'State of the previous run of the container.', schema: () => containerStateSchema, presence: 'always', required: false, immutable: false },
    { name: 'ready', number: 4, description: 'Whether the container passes its readiness probe. True for a running container without one.', schema: () => boolean, presence: 'always', required: false, immutable: false },
    { name: 'restartCount', number: 5, description: 'Number of times the container was restarted. It is computed from containers that were not yet removed.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 6, description: 'Name of the image that the container runs. It may differ from the image in the spec.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'imageID', number: 7, description: 'Identifier of the image.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'containerID', number: 8, description: 'Identifier of the container, in the form `<type>://<container_id>`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'started', number: 9, description: 'Whether the container has started and its startup probe has succeeded. Null means unknown.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'allocatedResources', number: 10, description: 'Resources that the node allocated to the container when it admitted the pod or a resize.', schema: () => containerStatusAllocatedResources, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 11, description: 'Requests and limits that the running container actually has.', schema: () => resourceRequirementsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'volumeMounts', number: 12, description: 'Status of the volume mounts of the container.', schema: () => containerStatusVolumeMounts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'mountPath' },
    { name: 'user', number: 13, description: 'User that the first process of the container initially has.', schema: () => containerUserSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'allocatedResourcesStatus', number: 14, description: 'Health of resources that are allocated to the container.', schema: () => containerStatusAllocatedResourcesStatus, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'stopSignal', number: 15, description: 'Effective stop signal of the container.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ContainerState is the state of a container. At most one field is set; without one the container is waiting. */
export type ContainerState = {
  /** Details about a waiting container. */
  waiting?: ContainerStateWaiting;
  /** Details about a running container. */
  running?: ContainerStateRunning;
  /** Details about a terminated container. */
  terminated?: ContainerStateTerminated;
};

export const containerStateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerState',
  description: 'ContainerState is the state of a container. At most one field is set; without one the container is waiting.',
  atomic: false,
  fields: [
    { name: 'waiting', number: 1, description: 'Details about a waiting container.', schema: () => containerStateWaitingSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'running', number: 2, description: 'Details about a running container.', schema: () => containerStateRunningSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'terminated', number: 3, description: 'Details about a terminated container.', schema: () => containerStateTerminatedSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ContainerStateWaiting is a container that is not running yet. */
export type ContainerStateWaiting = {
  /** Brief machine-readable reason, such as `ImagePullBackOff`. */
  reason?: string;
  /** Human-readable message about why the container waits. */
  message?: string;
};

export const containerStateWaitingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerStateWaiting',
  description: 'ContainerStateWaiting is a container that is not running yet.',
  atomic: false,
  fields: [
    { name: 'reason', number: 1, description: 'Brief machine-readable reason, such as `ImagePullBackOff`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 2, description: 'Human-readable message about why the container waits.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ContainerStateRunning is a running container. */
export type ContainerStateRunning = {
  /** Time when the container was last started. */
  startedAt?: string;
};

export const containerStateRunningSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerStateRunning',
  description: 'ContainerStateRunning is a running container.',
  atomic: false,
  fields: [
    { name: 'startedAt', number: 1, description: 'Time when the container was last started.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ContainerStateTerminated is a container that has terminated. */
export type ContainerStateTerminated = {
  /** Exit status of the last run. */
  exitCode: number;
  /** Signal that ended the last run. */
  signal?: number;
  /** Brief machine-readable reason of the termination. */
  reason?: string;
  /** Human-readable message about the termination. */
  message?: string;
  /** Start time of the previous run. */
  startedAt?: string;
  /** Time when the container terminated. */
  finishedAt?: string;
  /** Identifier of the container, in the form `<type>://<container_id>`. */
  containerID?: string;
};

export const containerStateTerminatedSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerStateTerminated',
  description: 'ContainerStateTerminated is a container that has terminated.',
  atomic: false,
  fields: [
    { name: 'exitCode', number: 1, description: 'Exit status of the last run.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'signal', number: 2, description: 'Signal that ended the last run.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 3, description: 'Brief machine-readable reason of the termination.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 4, description: 'Human-readable message about the termination.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'startedAt', number: 5, description: 'Start time of the previous run.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'finishedAt', number: 6, description: 'Time when the container terminated.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'containerID', number: 7, description: 'Identifier of the container, in the form `<type>://<container_id>`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ContainerResizePolicy is the resize policy of a container for one resource. */
export type ContainerResizePolicy = {
  /** Name of the resource: `cpu` or `memory`. */
  resourceName: string;
  /** What a resize of the resource does: `NotRequired` resizes the running container, `RestartContainer` restarts it. Defaults to `NotRequired`. */
  restartPolicy: string;
};

export const containerResizePolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerResizePolicy',
  description: 'ContainerResizePolicy is the resize policy of a container for one resource.',
  atomic: false,
  fields: [
    { name: 'resourceName', number: 1, description: 'Name of the resource: `cpu` or `memory`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'restartPolicy', number: 2, description: 'What a resize of the resource does: `NotRequired` resizes the running container, `RestartContainer` restarts it. Defaults to `NotRequired`.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ContainerRestartRule decides what happens when a container exits. */
export type ContainerRestartRule = {
  /** Action when the rule matches: `Restart` the container, or `RestartAllContainers` of the pod. */
  action?: string;
  /** Exit codes that the rule matches. */
  exitCodes?: ContainerRestartRuleOnExitCodes;
};

export const containerRestartRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerRestartRule',
  description: 'ContainerRestartRule decides what happens when a container exits.',
  atomic: false,
  fields: [
    { name: 'action', number: 1, description: 'Action when the rule matches: `Restart` the container, or `RestartAllContainers` of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'exitCodes', number: 2, description: 'Exit codes that the rule matches.', schema: () => containerRestartRuleOnExitCodesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ContainerRestartRuleOnExitCodes matches the exit code of a container. */
export type ContainerRestartRuleOnExitCodes = {
  /** Relation of the exit code to the values: `In` or `NotIn`. */
  operator?: string;
  /** Exit codes, at most 255. */
  values?: number[];
};

const containerRestartRuleOnExitCodesValues: ListSchema = { type: 'list', items: () => int32, listType: 'set', keys: [] };

export const containerRestartRuleOnExitCodesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerRestartRuleOnExitCodes',
  description: 'ContainerRestartRuleOnExitCodes matches the exit code of a container.',
  atomic: false,
  fields: [
    { name: 'operator', number: 1, description: 'Relation of the exit code to the values: `In` or `NotIn`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'values', number: 2, description: 'Exit codes, at most 255.', schema: () => containerRestartRuleOnExitCodesValues, presence: 'implicit', required: false, immutable: false },
  ],
};

/** FileKeySelector selects a key of an env file. */
export type FileKeySelector = {
  /** Name of the volume with the file, an empty directory of the pod. */
  volumeName: string;
  /** Relative path of the file in the volume, without `..`. */
  path: string;
  /** Key in the file. */
  key: string;
  /** Whether the file or its key may be absent. Defaults to false. */
  optional?: boolean;
};

export const fileKeySelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.FileKeySelector',
  description: 'FileKeySelector selects a key of an env file.',
  atomic: true,
  fields: [
    { name: 'volumeName', number: 1, description: 'Name of the volume with the file, an empty directory of the pod.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Relative path of the file in the volume, without `..`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'key', number: 3, description: 'Key in the file.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'optional', number: 4, description: 'Whether the file or its key may be absent. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
  ],
};

/** ResourceClaim refers to a resource claim of the pod. */
export type ResourceClaim = {
  /** Name of an entry in `spec.resourceClaims` of the pod. */
  name: string;
  /** Name of the request in the claim. Empty makes everything of the claim available. */
  request?: string;
};

export const resourceClaimSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceClaim',
  description: 'ResourceClaim refers to a resource claim of the pod.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of an entry in `spec.resourceClaims` of the pod.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'request', number: 2, description: 'Name of the request in the claim. Empty makes everything of the claim available.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** SleepAction sleeps for a period. */
export type SleepAction = {
  /** Seconds to sleep. */
  seconds: Int64;
};

export const sleepActionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SleepAction',
  description: 'SleepAction sleeps for a period.',
  atomic: false,
  fields: [
    { name: 'seconds', number: 1, description: 'Seconds to sleep.', schema: () => int64, presence: 'always', required: true, immutable: false },
  ],
};

/** AppArmorProfile selects an AppArmor profile. */
export type AppArmorProfile = {
  /** Kind of the profile: `Localhost` for one that is loaded on the node, `RuntimeDefault` for that of the container runtime, `Unconfined` for none. */
  type: string;
  /** Name of the profile on the node. Must be set only if the type is `Localhost`. */
  localhostProfile?: string;
};

const appArmorProfileType: Schema = { type: 'string', enum: ['Localhost', 'RuntimeDefault', 'Unconfined'] };

export const appArmorProfileSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AppArmorProfile',
  description: 'AppArmorProfile selects an AppArmor profile.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Kind of the profile: `Localhost` for one that is loaded on the node, `RuntimeDefault` for that of the container runtime, `Unconfined` for none.', schema: () => appArmorProfileType, presence: 'always', required: true, immutable: false },
    { name: 'localhostProfile', number: 2, description: 'Name of the profile on the node. Must be set only if the type is `Localhost`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** VolumeMountStatus is the status of a volume mount. */
export type VolumeMountStatus = {
  /** Name of the volume mount. */
  name: string;
  /** Path of the volume mount. */
  mountPath: string;
  /** Whether the mount is read-only. */
  readOnly?: boolean;
  /** Whether nested mounts are read-only: `Disabled`, `Enabled`, or absent for a mount that is not read-only. */
  recursiveReadOnly?: string;
  /** Status of the mounted volume. */
  volumeStatus?: VolumeStatus;
};

export const volumeMountStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeMountStatus',
  description: 'VolumeMountStatus is the status of a volume mount.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the volume mount.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'mountPath', number: 2, description: 'Path of the volume mount.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the mount is read-only.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'recursiveReadOnly', number: 4, description: 'Whether nested mounts are read-only: `Disabled`, `Enabled`, or absent for a mount that is not read-only.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'volumeStatus', number: 5, description: 'Status of the mounted volume.', schema: () => volumeStatusSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** VolumeStatus is the status of a mounted volume. At most one field is set. */
export type VolumeStatus = {
  /** Status of an image volume. */
  image?: ImageVolumeStatus;
};

export const volumeStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeStatus',
  description: 'VolumeStatus is the status of a mounted volume. At most one field is set.',
  atomic: false,
  fields: [
    { name: 'image', number: 1, description: 'Status of an image volume.', schema: () => imageVolumeStatusSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ImageVolumeStatus is the status of an image volume. */
export type ImageVolumeStatus = {
  /** Digest of the image of the volume. */
  imageRef?: string;
};

export const imageVolumeStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ImageVolumeStatus',
  description: 'ImageVolumeStatus is the status of an image volume.',
  atomic: false,
  fields: [
    { name: 'imageRef', number: 1, description: 'Digest of the image of the volume.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ContainerUser is the identity that a container runs with. */
export type ContainerUser = {
  /** Identity on Linux. */
  linux?: LinuxContainerUser;
};

export const containerUserSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerUser',
  description: 'ContainerUser is the identity that a container runs with.',
  atomic: false,
  fields: [
    { name: 'linux', number: 1, description: 'Identity on Linux.', schema: () => linuxContainerUserSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** LinuxContainerUser is the identity of a process on Linux. */
export type LinuxContainerUser = {
  /** Primary user ID that the first process has. */
  uid: Int64;
  /** Primary group ID that the first process has. */
  gid: Int64;
  /** Supplemental group IDs that the first process has. */
  supplementalGroups?: Int64[];
};

const linuxContainerUserSupplementalGroups: ListSchema = { type: 'list', items: () => int64, listType: 'atomic', keys: [] };

export const linuxContainerUserSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LinuxContainerUser',
  description: 'LinuxContainerUser is the identity of a process on Linux.',
  atomic: false,
  fields: [
    { name: 'uid', number: 1, description: 'Primary user ID that the first process has.', schema: () => int64, presence: 'always', required: true, immutable: false },
    { name: 'gid', number: 2, description: 'Primary group ID that the first process has.', schema: () => int64, presence: 'always', required: true, immutable: false },
    { name: 'supplementalGroups', number: 3, description: 'Supplemental group IDs that the first process has.', schema: () => linuxContainerUserSupplementalGroups, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ResourceStatus is the health of a resource that is allocated to a container. */
export type ResourceStatus = {
  /** Name of the resource, such as `nvidia.com/gpu`, or `claim:<name>/<request>` for a resource claim. */
  name: string;
  /** Health of each allocated unit. */
  resources?: ResourceHealth[];
};

const resourceStatusResources: ListSchema = { type: 'list', items: () => resourceHealthSchema, listType: 'map', keys: ['resourceID'] };

export const resourceStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceStatus',
  description: 'ResourceStatus is the health of a resource that is allocated to a container.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the resource, such as `nvidia.com/gpu`, or `claim:<name>/<request>` for a resource claim.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'resources', number: 2, description: 'Health of each allocated unit.', schema: () => resourceStatusResources, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ResourceHealth is the health of a device. */
export type ResourceHealth = {
  /** Unique identifier of the device. */
  resourceID: string;
  /** Health of the device: `Healthy`, `Unhealthy` or `Unknown`. */
  health?: string;
  /** Human-readable details about the health, at most 1024 bytes. */
  message?: string;
};

export const resourceHealthSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceHealth',
  description: 'ResourceHealth is the health of a device.',
  atomic: false,
  fields: [
    { name: 'resourceID', number: 1, description: 'Unique identifier of the device.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'health', number: 2, description: 'Health of the device: `Healthy`, `Unhealthy` or `Unknown`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Human-readable details about the health, at most 1024 bytes.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Namespace is a scope for names. Objects in different namespaces can have the same name, and are deleted with their namespace. */
export type Namespace = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the namespace. */
  spec: NamespaceSpec;
  /** Current status of the namespace. Read-only. */
  status: NamespaceStatus;
};

export const namespaceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Namespace',
  description: 'Namespace is a scope for names. Objects in different namespaces can have the same name, and are deleted with their namespace.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the namespace.', schema: () => namespaceSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current status of the namespace. Read-only.', schema: () => namespaceStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const namespaceNames: ResourceNames = { resource: 'namespaces', singular: 'namespace', kind: 'Namespace', shortNames: ['ns'], categories: [], scope: 'Cluster' };

/** NamespaceSpec describes the attributes of a namespace. */
export type NamespaceSpec = {
  /** Finalizers that must be removed before the namespace is deleted. */
  finalizers?: string[];
};

const namespaceSpecFinalizers: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const namespaceSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceSpec',
  description: 'NamespaceSpec describes the attributes of a namespace.',
  atomic: false,
  fields: [
    { name: 'finalizers', number: 1, description: 'Finalizers that must be removed before the namespace is deleted.', schema: () => namespaceSpecFinalizers, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NamespaceStatus is the current status of a namespace. */
export type NamespaceStatus = {
  /** Phase of the namespace: `Active`, or `Terminating` after its deletion was requested. */
  phase?: string;
  /** Progress of the deletion, one condition for each type. */
  conditions?: NamespaceCondition[];
};

const namespaceStatusPhase: Schema = { type: 'string', enum: ['Active', 'Terminating'] };

const namespaceStatusConditions: ListSchema = { type: 'list', items: () => namespaceConditionSchema, listType: 'map', keys: ['type'] };

export const namespaceStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceStatus',
  description: 'NamespaceStatus is the current status of a namespace.',
  atomic: false,
  fields: [
    { name: 'phase', number: 1, description: 'Phase of the namespace: `Active`, or `Terminating` after its deletion was requested.', schema: () => namespaceStatusPhase, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 2, description: 'Progress of the deletion, one condition for each type.', schema: () => namespaceStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** NamespaceCondition is one observation of the state of a namespace. */
export type NamespaceCondition = {
  /** Type of the condition. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
};

export const namespaceConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceCondition',
  description: 'NamespaceCondition is one observation of the state of a namespace.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NamespaceList is a list of namespaces. */
export type NamespaceList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of namespaces. */
  items: Namespace[];
};

const namespaceListItems: ListSchema = { type: 'list', items: () => namespaceSchema, listType: 'atomic', keys: [] };

export const namespaceListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceList',
  description: 'NamespaceList is a list of namespaces.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of namespaces.', schema: () => namespaceListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ConfigMap holds configuration data for pods to consume. */
export type ConfigMap = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Whether the data is immutable. When true, only metadata can be modified, and the field cannot be unset. Defaults to false. */
  immutable?: boolean;
  /** Configuration data as UTF-8 text. Keys consist of alphanumeric characters, `-`, `_` and `.`, and must not overlap with those of `binaryData`. */
  data?: { [key: string]: string };
  /** Configuration data as bytes. Keys consist of alphanumeric characters, `-`, `_` and `.`, and must not overlap with those of `data`. */
  binaryData?: { [key: string]: string };
};

const configMapData: MapSchema = { type: 'map', values: () => text, atomic: false, keyFormat: 'configKey' };

const configMapBinaryData: MapSchema = { type: 'map', values: () => bytes, atomic: false, keyFormat: 'configKey' };

export const configMapSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMap',
  description: 'ConfigMap holds configuration data for pods to consume.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'immutable', number: 4, description: 'Whether the data is immutable. When true, only metadata can be modified, and the field cannot be unset. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'data', number: 2, description: 'Configuration data as UTF-8 text. Keys consist of alphanumeric characters, `-`, `_` and `.`, and must not overlap with those of `binaryData`.', schema: () => configMapData, presence: 'implicit', required: false, immutable: false },
    { name: 'binaryData', number: 3, description: 'Configuration data as bytes. Keys consist of alphanumeric characters, `-`, `_` and `.`, and must not overlap with those of `data`.', schema: () => configMapBinaryData, presence: 'implicit', required: false, immutable: false },
  ],
};

export const configMapNames: ResourceNames = { resource: 'configmaps', singular: 'configmap', kind: 'ConfigMap', shortNames: ['cm'], categories: [], scope: 'Namespaced' };

/** ConfigMapList is a list of ConfigMaps. */
export type ConfigMapList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ConfigMaps. */
  items: ConfigMap[];
};

const configMapListItems: ListSchema = { type: 'list', items: () => configMapSchema, listType: 'atomic', keys: [] };

export const configMapListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapList',
  description: 'ConfigMapList is a list of ConfigMaps.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ConfigMaps.', schema: () => configMapListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Secret holds confidential data. The values of `data` are at most 1 MiB in total. */
export type Secret = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Whether the data is immutable. When true, only metadata can be modified, and the field cannot be unset. Defaults to false. */
  immutable?: boolean;
  /** Secret data as base64-encoded bytes. Keys consist of alphanumeric characters, `-`, `_` and `.`. */
  data?: { [key: string]: string };
  /** Secret data as text. It is write-only: the server merges it into `data`, where it overwrites existing values, and never returns it. */
  stringData?: { [key: string]: string };
  /** Type of the data, for programmatic handling. Defaults to `Opaque`. Cannot be updated. */
  type?: string;
};

const secretData: MapSchema = { type: 'map', values: () => bytes, atomic: false, keyFormat: 'configKey' };

const secretStringData: MapSchema = { type: 'map', values: () => text, atomic: false };

export const secretSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Secret',
  description: 'Secret holds confidential data. The values of `data` are at most 1 MiB in total.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'immutable', number: 5, description: 'Whether the data is immutable. When true, only metadata can be modified, and the field cannot be unset. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'data', number: 2, description: 'Secret data as base64-encoded bytes. Keys consist of alphanumeric characters, `-`, `_` and `.`.', schema: () => secretData, presence: 'implicit', required: false, immutable: false },
    { name: 'stringData', number: 4, description: 'Secret data as text. It is write-only: the server merges it into `data`, where it overwrites existing values, and never returns it.', schema: () => secretStringData, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 3, description: 'Type of the data, for programmatic handling. Defaults to `Opaque`. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: true, default: '"Opaque"' },
  ],
};

export const secretNames: ResourceNames = { resource: 'secrets', singular: 'secret', kind: 'Secret', shortNames: [], categories: [], scope: 'Namespaced' };

/** SecretList is a list of Secrets. */
export type SecretList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of Secrets. */
  items: Secret[];
};

const secretListItems: ListSchema = { type: 'list', items: () => secretSchema, listType: 'atomic', keys: [] };

export const secretListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretList',
  description: 'SecretList is a list of Secrets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of Secrets.', schema: () => secretListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ServiceAccount is an identity for processes that run in pods. */
export type ServiceAccount = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Secrets that pods with this service account may use. The list is enforced only for accounts with the annotation `kubernetes.io/enforce-mountable-secrets`. */
  secrets?: ObjectReference[];
  /** References to secrets in the same namespace that are used to pull images of pods with this service account. */
  imagePullSecrets?: LocalObjectReference[];
  /** Whether pods with this service account have an API token mounted. A pod can override it. */
  automountServiceAccountToken?: boolean;
};

const serviceAccountSecrets: ListSchema = { type: 'list', items: () => objectReferenceSchema, listType: 'map', keys: ['name'] };

const serviceAccountImagePullSecrets: ListSchema = { type: 'list', items: () => localObjectReferenceSchema, listType: 'atomic', keys: [] };

export const serviceAccountSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceAccount',
  description: 'ServiceAccount is an identity for processes that run in pods.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'secrets', number: 2, description: 'Secrets that pods with this service account may use. The list is enforced only for accounts with the annotation `kubernetes.io/enforce-mountable-secrets`.', schema: () => serviceAccountSecrets, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'imagePullSecrets', number: 3, description: 'References to secrets in the same namespace that are used to pull images of pods with this service account.', schema: () => serviceAccountImagePullSecrets, presence: 'implicit', required: false, immutable: false },
    { name: 'automountServiceAccountToken', number: 4, description: 'Whether pods with this service account have an API token mounted. A pod can override it.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

export const serviceAccountNames: ResourceNames = { resource: 'serviceaccounts', singular: 'serviceaccount', kind: 'ServiceAccount', shortNames: ['sa'], categories: [], scope: 'Namespaced' };

/** ServiceAccountList is a list of ServiceAccounts. */
export type ServiceAccountList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ServiceAccounts. */
  items: ServiceAccount[];
};

const serviceAccountListItems: ListSchema = { type: 'list', items: () => serviceAccountSchema, listType: 'atomic', keys: [] };

export const serviceAccountListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceAccountList',
  description: 'ServiceAccountList is a list of ServiceAccounts.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ServiceAccounts.', schema: () => serviceAccountListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ObjectReference refers to another object, or to a part of one. */
export type ObjectReference = {
  /** Kind of the object. */
  kind?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** UID of the object. */
  uid?: string;
  /** API version of the object. */
  apiVersion?: string;
  /** Specific resourceVersion of the object, if any. */
  resourceVersion?: string;
  /** Path of a part of the object, such as `spec.containers{name}`. */
  fieldPath?: string;
};

export const objectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ObjectReference',
  description: 'ObjectReference refers to another object, or to a part of one.',
  atomic: true,
  fields: [
    { name: 'kind', number: 1, description: 'Kind of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'namespace', number: 2, description: 'Namespace of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 4, description: 'UID of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 5, description: 'API version of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 6, description: 'Specific resourceVersion of the object, if any.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldPath', number: 7, description: 'Path of a part of the object, such as `spec.containers{name}`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** LocalObjectReference refers to an object in the same namespace. */
export type LocalObjectReference = {
  /** Name of the object. Defaults to the empty string, which existing objects may contain. */
  name?: string;
};

export const localObjectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LocalObjectReference',
  description: 'LocalObjectReference refers to an object in the same namespace.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, description: 'Name of the object. Defaults to the empty string, which existing objects may contain.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
  ],
};

/** Event is a report of something that happened to an object. Events have a limited retention time, and may be dropped or aggregated. Do not rely on their timing or completeness. */
export type Event = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Object that the event is about. */
  involvedObject: ObjectReference;
  /** Short machine-readable reason for the transition, in CamelCase. */
  reason?: string;
  /** Human-readable description of what happened. */
  message?: string;
  /** Component that reports the event. */
  source: EventSource;
  /** Time when the event was first recorded. */
  firstTimestamp?: string;
  /** Time when the event was most recently recorded. */
  lastTimestamp?: string;
  /** Number of times the event has occurred. */
  count?: number;
  /** Type of the event: `Normal` or `Warning`. New types may be added. */
  type?: string;
  /** Time when the event was first observed. */
  eventTime?: string;
  /** Series that the event belongs to. Absent for a single event. */
  series?: EventSeries;
  /** Action that was taken or failed for the object. */
  action?: string;
  /** Secondary object of the action. */
  related?: ObjectReference;
  /** Name of the controller that emitted the event, such as `kubernetes.io/kubelet`. */
  reportingComponent: string;
  /** Identifier of the controller instance, such as `kubelet-xyzf`. */
  reportingInstance: string;
};

export const eventSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Event',
  description: 'Event is a report of something that happened to an object. Events have a limited retention time, and may be dropped or aggregated. Do not rely on their timing or completeness.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'involvedObject', number: 2, description: 'Object that the event is about.', schema: () => objectReferenceSchema, presence: 'always', required: false, immutable: false },
    { name: 'reason', number: 3, description: 'Short machine-readable reason for the transition, in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 4, description: 'Human-readable description of what happened.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'source', number: 5, description: 'Component that reports the event.', schema: () => eventSourceSchema, presence: 'always', required: false, immutable: false },
    { name: 'firstTimestamp', number: 6, description: 'Time when the event was first recorded.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTimestamp', number: 7, description: 'Time when the event was most recently recorded.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'count', number: 8, description: 'Number of times the event has occurred.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 9, description: 'Type of the event: `Normal` or `Warning`. New types may be added.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'eventTime', number: 10, description: 'Time when the event was first observed.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'series', number: 11, description: 'Series that the event belongs to. Absent for a single event.', schema: () => eventSeriesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'action', number: 12, description: 'Action that was taken or failed for the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'related', number: 13, description: 'Secondary object of the action.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'reportingComponent', number: 14, description: 'Name of the controller that emitted the event, such as `kubernetes.io/kubelet`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'reportingInstance', number: 15, description: 'Identifier of the controller instance, such as `kubelet-xyzf`.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

export const eventNames: ResourceNames = { resource: 'events', singular: 'event', kind: 'Event', shortNames: ['ev'], categories: [], scope: 'Namespaced' };

/** EventSeries describes a series of repeated events. */
export type EventSeries = {
  /** Number of occurrences in the series up to the last heartbeat. */
  count?: number;
  /** Time of the last occurrence. */
  lastObservedTime?: string;
};

export const eventSeriesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EventSeries',
  description: 'EventSeries describes a series of repeated events.',
  atomic: false,
  fields: [
    { name: 'count', number: 1, description: 'Number of occurrences in the series up to the last heartbeat.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'lastObservedTime', number: 2, description: 'Time of the last occurrence.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
  ],
};

/** EventSource identifies the component that reports an event. */
export type EventSource = {
  /** Component that generates the event. */
  component?: string;
  /** Name of the node on which the event is generated. */
  host?: string;
};

export const eventSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EventSource',
  description: 'EventSource identifies the component that reports an event.',
  atomic: false,
  fields: [
    { name: 'component', number: 1, description: 'Component that generates the event.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'host', number: 2, description: 'Name of the node on which the event is generated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** EventList is a list of events. */
export type EventList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of events. */
  items: Event[];
};

const eventListItems: ListSchema = { type: 'list', items: () => eventSchema, listType: 'atomic', keys: [] };

export const eventListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EventList',
  description: 'EventList is a list of events.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of events.', schema: () => eventListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** LimitRange limits the resources of each pod, container and claim in a namespace, and sets their defaults. */
export type LimitRange = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Specification of the limits. */
  spec: LimitRangeSpec;
};

export const limitRangeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LimitRange',
  description: 'LimitRange limits the resources of each pod, container and claim in a namespace, and sets their defaults.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the limits.', schema: () => limitRangeSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const limitRangeNames: ResourceNames = { resource: 'limitranges', singular: 'limitrange', kind: 'LimitRange', shortNames: ['limits'], categories: [], scope: 'Namespaced' };

/** LimitRangeList is a list of LimitRanges. */
export type LimitRangeList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of LimitRanges. */
  items: LimitRange[];
};

const limitRangeListItems: ListSchema = { type: 'list', items: () => limitRangeSchema, listType: 'atomic', keys: [] };

export const limitRangeListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LimitRangeList',
  description: 'LimitRangeList is a list of LimitRanges.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of LimitRanges.', schema: () => limitRangeListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** LimitRangeSpec is the specification of limits. */
export type LimitRangeSpec = {
  /** Limits, one for each type. */
  limits: LimitRangeItem[];
};

const limitRangeSpecLimits: ListSchema = { type: 'list', items: () => limitRangeItemSchema, listType: 'atomic', keys: [] };

export const limitRangeSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LimitRangeSpec',
  description: 'LimitRangeSpec is the specification of limits.',
  atomic: false,
  fields: [
    { name: 'limits', number: 1, description: 'Limits, one for each type.', schema: () => limitRangeSpecLimits, presence: 'always', required: true, immutable: false },
  ],
};

/** LimitRangeItem limits the resources of objects of one type. */
export type LimitRangeItem = {
  /** Type of the objects: `Pod`, `Container` or `PersistentVolumeClaim`. */
  type: string;
  /** Maximum of each resource. */
  max?: { [key: string]: string };
  /** Minimum of each resource. */
  min?: { [key: string]: string };
  /** Default limit of each resource. For containers, it defaults to `max`. */
  default?: { [key: string]: string };
  /** Default request of each resource. For containers, it defaults to `default`, or else to `min`. */
  defaultRequest?: { [key: string]: string };
  /** Maximum ratio of the limit to the request of each resource. Both must be set and not zero. */
  maxLimitRequestRatio?: { [key: string]: string };
};

const limitRangeItemMax: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const limitRangeItemMin: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const limitRangeItemDefault: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const limitRangeItemDefaultRequest: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const limitRangeItemMaxLimitRequestRatio: MapSchema = { type: 'map', values: () => quantity, atomic: false };

export const limitRangeItemSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LimitRangeItem',
  description: 'LimitRangeItem limits the resources of objects of one type.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the objects: `Pod`, `Container` or `PersistentVolumeClaim`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'max', number: 2, description: 'Maximum of each resource.', schema: () => limitRangeItemMax, presence: 'implicit', required: false, immutable: false },
    { name: 'min', number: 3, description: 'Minimum of each resource.', schema: () => limitRangeItemMin, presence: 'implicit', required: false, immutable: false },
    { name: 'default', number: 4, description: 'Default limit of each resource. For containers, it defaults to `max`.', schema: () => limitRangeItemDefault, presence: 'implicit', required: false, immutable: false },
    { name: 'defaultRequest', number: 5, description: 'Default request of each resource. For containers, it defaults to `default`, or else to `min`.', schema: () => limitRangeItemDefaultRequest, presence: 'implicit', required: false, immutable: false },
    { name: 'maxLimitRequestRatio', number: 6, description: 'Maximum ratio of the limit to the request of each resource. Both must be set and not zero.', schema: () => limitRangeItemMaxLimitRequestRatio, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Node is a worker machine of the cluster, on which pods run. */
export type Node = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the node. */
  spec: NodeSpec;
  /** Most recently observed status of the node. Populated by the system. */
  status: NodeStatus;
};

export const nodeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Node',
  description: 'Node is a worker machine of the cluster, on which pods run.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the node.', schema: () => nodeSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Most recently observed status of the node. Populated by the system.', schema: () => nodeStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const nodeNames: ResourceNames = { resource: 'nodes', singular: 'node', kind: 'Node', shortNames: ['no'], categories: [], scope: 'Cluster' };

/** NodeSpec describes the attributes of a node. */
export type NodeSpec = {
  /** IP range assigned to the pods of the node; the same as the first entry of `podCIDRs`. */
  podCIDR?: string;
  /** IP ranges assigned to the pods of the node, at most one for each of IPv4 and IPv6. Cannot be changed once set. */
  podCIDRs?: string[];
  /** Identifier of the node that the cloud provider assigns, in the form `<provider>://<id>`. Cannot be changed once set. */
  providerID?: string;
  /** Whether new pods are kept from being scheduled to the node. Defaults to false. */
  unschedulable?: boolean;
  /** Taints of the node. The combination of key and effect must be unique. */
  taints?: Taint[];
  /** Deprecated. Source of the kubelet's dynamic configuration. It is not stored. */
  configSource?: NodeConfigSource;
  /** Deprecated. Former external identifier of the node. Cannot be updated. */
  externalID?: string;
};

const nodeSpecPodCIDRs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const nodeSpecTaints: ListSchema = { type: 'list', items: () => taintSchema, listType: 'atomic', keys: [] };

export const nodeSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSpec',
  description: 'NodeSpec describes the attributes of a node.',
  atomic: false,
  fields: [
    { name: 'podCIDR', number: 1, description: 'IP range assigned to the pods of the node; the same as the first entry of `podCIDRs`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'podCIDRs', number: 7, description: 'IP ranges assigned to the pods of the node, at most one for each of IPv4 and IPv6. Cannot be changed once set.', schema: () => nodeSpecPodCIDRs, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge' },
    { name: 'providerID', number: 3, description: 'Identifier of the node that the cloud provider assigns, in the form `<provider>://<id>`. Cannot be changed once set.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'unschedulable', number: 4, description: 'Whether new pods are kept from being scheduled to the node. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'taints', number: 5, description: 'Taints of the node. The combination of key and effect must be unique.', schema: () => nodeSpecTaints, presence: 'implicit', required: false, immutable: false },
    { name: 'configSource', number: 6, description: 'Deprecated. Source of the kubelet\'s dynamic configuration. It is not stored.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'externalID', number: 2, description: 'Deprecated. Former external identifier of the node. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NodeStatus is the most recently observed state of a node. */
export type NodeStatus = {
  /** Total resources of the node. */
  capacity?: { [key: string]: string };
  /** Resources of the node that are available for pods. Defaults to `capacity`. */
  allocatable?: { [key: string]: string };
  /** Deprecated. Phase of the node. It is never populated. */
  phase?: string;
  /** Current conditions of the node, one for each type. */
  conditions?: NodeCondition[];
  /** Addresses that reach the node. The type is a merge key but not unique: a merge patch can lose addresses, so callers should replace the whole list. */
  addresses?: NodeAddress[];
  /** Endpoints of daemons that run on the node. */
  daemonEndpoints: NodeDaemonEndpoints;
  /** Identifiers and versions that describe the node. */
  nodeInfo: NodeSystemInfo;
  /** Container images on the node. */
  images?: ContainerImage[];
  /** Attachable volumes that the node has mounted. */
  volumesInUse?: string[];
  /** Volumes that are attached to the node. */
  volumesAttached?: AttachedVolume[];
  /** Deprecated. Status of the kubelet's dynamic configuration. It is not stored. */
  config?: NodeConfigStatus;
  /** Runtime handlers that are available on the node. */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** Features that the CRI implementation supports. */
  features?: NodeFeatures;
  /** Features of the node that are relevant for scheduling. */
  declaredFeatures?: string[];
};

const nodeStatusCapacity: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const nodeStatusAllocatable: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const nodeStatusConditions: ListSchema = { type: 'list', items: () => nodeConditionSchema, listType: 'map', keys: ['type'] };

const nodeStatusAddresses: ListSchema = { type: 'list', items: () => nodeAddressSchema, listType: 'map', keys: ['type'] };

const nodeStatusImages: ListSchema = { type: 'list', items: () => containerImageSchema, listType: 'atomic', keys: [] };

const nodeStatusVolumesInUse: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const nodeStatusVolumesAttached: ListSchema = { type: 'list', items: () => attachedVolumeSchema, listType: 'atomic', keys: [] };

const nodeStatusRuntimeHandlers: ListSchema = { type: 'list', items: () => nodeRuntimeHandlerSchema, listType: 'atomic', keys: [] };

const nodeStatusDeclaredFeatures: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const nodeStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeStatus',
  description: 'NodeStatus is the most recently observed state of a node.',
  atomic: false,
  fields: [
    { name: 'capacity', number: 1, description: 'Total resources of the node.', schema: () => nodeStatusCapacity, presence: 'implicit', required: false, immutable: false },
    { name: 'allocatable', number: 2, description: 'Resources of the node that are available for pods. Defaults to `capacity`.', schema: () => nodeStatusAllocatable, presence: 'implicit', required: false, immutable: false },
    { name: 'phase', number: 3, description: 'Deprecated. Phase of the node. It is never populated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 4, description: 'Current conditions of the node, one for each type.', schema: () => nodeStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'addresses', number: 5, description: 'Addresses that reach the node. The type is a merge key but not unique: a merge patch can lose addresses, so callers should replace the whole list.', schema: () => nodeStatusAddresses, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'daemonEndpoints', number: 6, description: 'Endpoints of daemons that run on the node.', schema: () => nodeDaemonEndpointsSchema, presence: 'always', required: false, immutable: false },
    { name: 'nodeInfo', number: 7, description: 'Identifiers and versions that describe the node.', schema: () => nodeSystemInfoSchema, presence: 'always', required: false, immutable: false },
    { name: 'images', number: 8, description: 'Container images on the node.', schema: () => nodeStatusImages, presence: 'implicit', required: false, immutable: false },
    { name: 'volumesInUse', number: 9, description: 'Attachable volumes that the node has mounted.', schema: () => nodeStatusVolumesInUse, presence: 'implicit', required: false, immutable: false },
    { name: 'volumesAttached', number: 10, description: 'Volumes that are attached to the node.', schema: () => nodeStatusVolumesAttached, presence: 'implicit', required: false, immutable: false },
    { name: 'config', number: 11, description: 'Deprecated. Status of the kubelet\'s dynamic configuration. It is not stored.', schema: () => nodeConfigStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'runtimeHandlers', number: 12, description: 'Runtime handlers that are available on the node.', schema: () => nodeStatusRuntimeHandlers, presence: 'implicit', required: false, immutable: false },
    { name: 'features', number: 13, description: 'Features that the CRI implementation supports.', schema: () => nodeFeaturesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'declaredFeatures', number: 14, description: 'Features of the node that are relevant for scheduling.', schema: () => nodeStatusDeclaredFeatures, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Taint keeps pods that do not tolerate it away from a node. */
export type Taint = {
  /** Key of the taint. Required. */
  key: string;
  /** Value of the taint that corresponds to its key. */
  value?: string;
  /** Effect on pods that do not tolerate the taint: `NoSchedule` admits no new pods, `PreferNoSchedule` avoids new pods, `NoExecute` also evicts running pods. */
  effect: string;
  /** Time when the taint was added. */
  timeAdded?: string;
};

const taintKey: Schema = { type: 'string', format: 'qualifiedName' };

const taintValue: Schema = { type: 'string', format: 'labelValue' };

const taintEffect: Schema = { type: 'string', enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] };

export const taintSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Taint',
  description: 'Taint keeps pods that do not tolerate it away from a node.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Key of the taint. Required.', schema: () => taintKey, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Value of the taint that corresponds to its key.', schema: () => taintValue, presence: 'implicit', required: false, immutable: false },
    { name: 'effect', number: 3, description: 'Effect on pods that do not tolerate the taint: `NoSchedule` admits no new pods, `PreferNoSchedule` avoids new pods, `NoExecute` also evicts running pods.', schema: () => taintEffect, presence: 'always', required: true, immutable: false },
    { name: 'timeAdded', number: 4, description: 'Time when the taint was added.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NodeCondition is one observation of the state of a node. */
export type NodeCondition = {
  /** Type of the condition, such as `Ready` or `MemoryPressure`. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last update of the condition. */
  lastHeartbeatTime?: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
};

export const nodeConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeCondition',
  description: 'NodeCondition is one observation of the state of a node.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition, such as `Ready` or `MemoryPressure`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastHeartbeatTime', number: 3, description: 'Time of the last update of the condition.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NodeAddress is an address of a node. */
export type NodeAddress = {
  /** Type of the address: `Hostname`, `InternalIP`, `ExternalIP`, `InternalDNS` or `ExternalDNS`. */
  type: string;
  /** Address of the node. */
  address: string;
};

export const nodeAddressSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeAddress',
  description: 'NodeAddress is an address of a node.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the address: `Hostname`, `InternalIP`, `ExternalIP`, `InternalDNS` or `ExternalDNS`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'address', number: 2, description: 'Address of the node.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** NodeDaemonEndpoints lists the endpoints of daemons on a node. */
export type NodeDaemonEndpoints = {
  /** Endpoint on which the kubelet listens. */
  kubeletEndpoint: DaemonEndpoint;
};

export const nodeDaemonEndpointsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeDaemonEndpoints',
  description: 'NodeDaemonEndpoints lists the endpoints of daemons on a node.',
  atomic: false,
  fields: [
    { name: 'kubeletEndpoint', number: 1, description: 'Endpoint on which the kubelet listens.', schema: () => daemonEndpointSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** DaemonEndpoint is the endpoint of a daemon. */
export type DaemonEndpoint = {
  /** Port number of the endpoint. */
  Port: number;
};

export const daemonEndpointSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.DaemonEndpoint',
  description: 'DaemonEndpoint is the endpoint of a daemon.',
  atomic: false,
  fields: [
    { name: 'Port', number: 1, description: 'Port number of the endpoint.', schema: () => int32, presence: 'always', required: false, immutable: false },
  ],
};

/** NodeSystemInfo is a set of identifiers and versions of a node. */
export type NodeSystemInfo = {
  /** Machine ID that the node reports. Unique in the cluster. */
  machineID: string;
  /** System UUID that the node reports. */
  systemUUID: string;
  /** Boot ID that the node reports. */
  bootID: string;
  /** Kernel version of the node. */
  kernelVersion: string;
  /** Name and version of the operating system image. */
  osImage: string;
  /** Version of the container runtime, such as `containerd://1.7.0`. */
  containerRuntimeVersion: string;
  /** Version of the kubelet. */
  kubeletVersion: string;
  /** Deprecated. Version of kube-proxy. */
  kubeProxyVersion: string;
  /** Operating system of the node. */
  operatingSystem: string;
  /** Processor architecture of the node. */
  architecture: string;
  /** Swap of the node. */
  swap?: NodeSwapStatus;
};

export const nodeSystemInfoSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSystemInfo',
  description: 'NodeSystemInfo is a set of identifiers and versions of a node.',
  atomic: false,
  fields: [
    { name: 'machineID', number: 1, description: 'Machine ID that the node reports. Unique in the cluster.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'systemUUID', number: 2, description: 'System UUID that the node reports.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'bootID', number: 3, description: 'Boot ID that the node reports.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kernelVersion', number: 4, description: 'Kernel version of the node.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'osImage', number: 5, description: 'Name and version of the operating system image.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'containerRuntimeVersion', number: 6, description: 'Version of the container runtime, such as `containerd://1.7.0`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kubeletVersion', number: 7, description: 'Version of the kubelet.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kubeProxyVersion', number: 8, description: 'Deprecated. Version of kube-proxy.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'operatingSystem', number: 9, description: 'Operating system of the node.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'architecture', number: 10, description: 'Processor architecture of the node.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'swap', number: 11, description: 'Swap of the node.', schema: () => nodeSwapStatusSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ContainerImage describes an image on a node. */
export type ContainerImage = {
  /** Names by which the image is known. */
  names: string[];
  /** Size of the image in bytes. */
  sizeBytes?: Int64;
};

const containerImageNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const containerImageSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerImage',
  description: 'ContainerImage describes an image on a node.',
  atomic: false,
  fields: [
    { name: 'names', number: 1, description: 'Names by which the image is known.', schema: () => containerImageNames, presence: 'always', required: false, immutable: false },
    { name: 'sizeBytes', number: 2, description: 'Size of the image in bytes.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
  ],
};

/** AttachedVolume describes a volume that is attached to a node. */
export type AttachedVolume = {
  /** Name of the attached volume. */
  name: string;
  /** Device path where the volume is available. */
  devicePath: string;
};

export const attachedVolumeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AttachedVolume',
  description: 'AttachedVolume describes a volume that is attached to a node.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the attached volume.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'devicePath', number: 2, description: 'Device path where the volume is available.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** NodeConfigSource is the source of the kubelet's dynamic configuration. Deprecated. */
export type NodeConfigSource = {
  /** ConfigMap with the configuration. */
  configMap?: ConfigMapNodeConfigSource;
};

export const nodeConfigSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeConfigSource',
  description: 'NodeConfigSource is the source of the kubelet\'s dynamic configuration. Deprecated.',
  atomic: false,
  fields: [
    { name: 'configMap', number: 2, description: 'ConfigMap with the configuration.', schema: () => configMapNodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ConfigMapNodeConfigSource refers to a ConfigMap with the configuration of a kubelet. Deprecated. */
export type ConfigMapNodeConfigSource = {
  /** Namespace of the ConfigMap. */
  namespace: string;
  /** Name of the ConfigMap. */
  name: string;
  /** UID of the ConfigMap. Only allowed in the status. */
  uid?: string;
  /** resourceVersion of the ConfigMap. Only allowed in the status. */
  resourceVersion?: string;
  /** Key of the ConfigMap that holds the configuration. */
  kubeletConfigKey: string;
};

export const configMapNodeConfigSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapNodeConfigSource',
  description: 'ConfigMapNodeConfigSource refers to a ConfigMap with the configuration of a kubelet. Deprecated.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the ConfigMap.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'name', number: 2, description: 'Name of the ConfigMap.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'uid', number: 3, description: 'UID of the ConfigMap. Only allowed in the status.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 4, description: 'resourceVersion of the ConfigMap. Only allowed in the status.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kubeletConfigKey', number: 5, description: 'Key of the ConfigMap that holds the configuration.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** NodeConfigStatus describes the status of the kubelet's dynamic configuration. Deprecated. */
export type NodeConfigStatus = {
  /** Configuration that the node will try to use. */
  assigned?: NodeConfigSource;
  /** Configuration that the node uses. */
  active?: NodeConfigSource;
  /** Configuration that the node falls back to when it cannot use the assigned one. */
  lastKnownGood?: NodeConfigSource;
  /** Human-readable description of configuration errors. */
  error?: string;
};

export const nodeConfigStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeConfigStatus',
  description: 'NodeConfigStatus describes the status of the kubelet\'s dynamic configuration. Deprecated.',
  atomic: false,
  fields: [
    { name: 'assigned', number: 1, description: 'Configuration that the node will try to use.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'active', number: 2, description: 'Configuration that the node uses.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'lastKnownGood', number: 3, description: 'Configuration that the node falls back to when it cannot use the assigned one.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'error', number: 4, description: 'Human-readable description of configuration errors.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NodeRuntimeHandler is a runtime handler of a node and its features. */
export type NodeRuntimeHandler = {
  /** Name of the runtime handler. Empty for the default handler. */
  name: string;
  /** Supported features of the handler. */
  features?: NodeRuntimeHandlerFeatures;
};

export const nodeRuntimeHandlerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeRuntimeHandler',
  description: 'NodeRuntimeHandler is a runtime handler of a node and its features.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the runtime handler. Empty for the default handler.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'features', number: 2, description: 'Supported features of the handler.', schema: () => nodeRuntimeHandlerFeaturesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** NodeRuntimeHandlerFeatures lists the features of a runtime handler. */
export type NodeRuntimeHandlerFeatures = {
  /** Whether the handler supports recursive read-only mounts. */
  recursiveReadOnlyMounts?: boolean;
  /** Whether the handler supports user namespaces. */
  userNamespaces?: boolean;
};

export const nodeRuntimeHandlerFeaturesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeRuntimeHandlerFeatures',
  description: 'NodeRuntimeHandlerFeatures lists the features of a runtime handler.',
  atomic: false,
  fields: [
    { name: 'recursiveReadOnlyMounts', number: 1, description: 'Whether the handler supports recursive read-only mounts.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'userNamespaces', number: 2, description: 'Whether the handler supports user namespaces.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** NodeFeatures lists the features of a CRI implementation. */
export type NodeFeatures = {
  /** Whether the implementation supports `supplementalGroupsPolicy`. */
  supplementalGroupsPolicy?: boolean;
};

export const nodeFeaturesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeFeatures',
  description: 'NodeFeatures lists the features of a CRI implementation.',
  atomic: false,
  fields: [
    { name: 'supplementalGroupsPolicy', number: 1, description: 'Whether the implementation supports `supplementalGroupsPolicy`.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** NodeList is a list of nodes. */
export type NodeList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of nodes. */
  items: Node[];
};

const nodeListItems: ListSchema = { type: 'list', items: () => nodeSchema, listType: 'atomic', keys: [] };

export const nodeListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeList',
  description: 'NodeList is a list of nodes.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of nodes.', schema: () => nodeListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** NodeSwapStatus is the swap memory of a node. */
export type NodeSwapStatus = {
  /** Total swap memory in bytes. */
  capacity?: Int64;
};

export const nodeSwapStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSwapStatus',
  description: 'NodeSwapStatus is the swap memory of a node.',
  atomic: false,
  fields: [
    { name: 'capacity', number: 1, description: 'Total swap memory in bytes.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PersistentVolume is a storage resource of the cluster, which an administrator or a provisioner creates. A claim binds it. */
export type PersistentVolume = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Specification of the volume. */
  spec: PersistentVolumeSpec;
  /** Current status of the volume. Populated by the system. */
  status: PersistentVolumeStatus;
};

export const persistentVolumeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolume',
  description: 'PersistentVolume is a storage resource of the cluster, which an administrator or a provisioner creates. A claim binds it.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the volume.', schema: () => persistentVolumeSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current status of the volume. Populated by the system.', schema: () => persistentVolumeStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const persistentVolumeNames: ResourceNames = { resource: 'persistentvolumes', singular: 'persistentvolume', kind: 'PersistentVolume', shortNames: ['pv'], categories: [], scope: 'Cluster' };

/** PersistentVolumeList is a list of PersistentVolumes. */
export type PersistentVolumeList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of PersistentVolumes. */
  items: PersistentVolume[];
};

const persistentVolumeListItems: ListSchema = { type: 'list', items: () => persistentVolumeSchema, listType: 'atomic', keys: [] };

export const persistentVolumeListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeList',
  description: 'PersistentVolumeList is a list of PersistentVolumes.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of PersistentVolumes.', schema: () => persistentVolumeListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** PersistentVolumeSpec is the specification of a volume. */
export type PersistentVolumeSpec = {
  /** Resources of the volume: `storage` and its size. Required. */
  capacity?: { [key: string]: string };
  /** Deprecated. GCE persistent disk. Operations are redirected to the driver `pd.csi.storage.gke.io`. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** Deprecated. AWS EBS volume. Operations are redirected to the driver `ebs.csi.aws.com`. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Directory on the node, for tests with a single node. */
  hostPath?: HostPathVolumeSource;
  /** Deprecated. GlusterFS mount. Support was removed from the kubelet. */
  glusterfs?: GlusterfsPersistentVolumeSource;
  /** NFS export. */
  nfs?: NFSVolumeSource;
  /** Deprecated. Ceph block device. Support was removed from the kubelet. */
  rbd?: RBDPersistentVolumeSource;
  /** iSCSI disk. */
  iscsi?: ISCSIPersistentVolumeSource;
  /** Deprecated. OpenStack Cinder volume. Operations are redirected to the driver `cinder.csi.openstack.org`. */
  cinder?: CinderPersistentVolumeSource;
  /** Deprecated. Ceph filesystem mount. Support was removed from the kubelet. */
  cephfs?: CephFSPersistentVolumeSource;
  /** Fibre Channel disk. */
  fc?: FCVolumeSource;
  /** Deprecated. Flocker volume. Support was removed from the kubelet. */
  flocker?: FlockerVolumeSource;
  /** Deprecated. Volume that an exec-based plugin provisions and attaches. Use a CSI driver instead. */
  flexVolume?: FlexPersistentVolumeSource;
  /** Deprecated. Azure File share. Operations are redirected to the driver `file.csi.azure.com`. */
  azureFile?: AzureFilePersistentVolumeSource;
  /** Deprecated. vSphere volume. Operations are redirected to the driver `csi.vsphere.vmware.com`. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** Deprecated. Quobyte mount. Support was removed from the kubelet. */
  quobyte?: QuobyteVolumeSource;
  /** Deprecated. Azure data disk. Operations are redirected to the driver `disk.csi.azure.com`. */
  azureDisk?: AzureDiskVolumeSource;
  /** Deprecated. Photon persistent disk. Support was removed from the kubelet. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Deprecated. Portworx volume. Operations are redirected to the driver `pxd.portworx.com`. */
  portworxVolume?: PortworxVolumeSource;
  /** Deprecated. ScaleIO volume. Support was removed from the kubelet. */
  scaleIO?: ScaleIOPersistentVolumeSource;
  /** Directly attached storage of a node. It needs a node affinity. */
  local?: LocalVolumeSource;
  /** Deprecated. StorageOS volume. Support was removed from the kubelet. */
  storageos?: StorageOSPersistentVolumeSource;
  /** Volume of a CSI driver. */
  csi?: CSIPersistentVolumeSource;
  /** Ways in which the volume can be mounted: `ReadWriteOnce`, `ReadOnlyMany`, `ReadWriteMany` or, alone, `ReadWriteOncePod`. At least one is required. */
  accessModes?: string[];
  /** Claim to which the volume is bound, or which it is reserved for. */
  claimRef?: ObjectReference;
  /** What happens to the volume after its claim is deleted: `Retain`, `Delete` or, deprecated, `Recycle`. Defaults to `Retain`. */
  persistentVolumeReclaimPolicy?: string;
  /** Name of the StorageClass of the volume. Empty means no class. */
  storageClassName?: string;
  /** Mount options of the volume. They are not validated: a mount fails if one of them is wrong. */
  mountOptions?: string[];
  /** Kind of the volume: `Filesystem` or `Block`. Defaults to `Filesystem`. Cannot be updated. */
  volumeMode?: string;
  /** Nodes that can access the volume. Cannot be updated once set. Required for local volumes. */
  nodeAffinity?: VolumeNodeAffinity;
  /** Name of the VolumeAttributesClass of the volume, for volumes of CSI drivers. It cannot be removed. */
  volumeAttributesClassName?: string;
};

const persistentVolumeSpecCapacity: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const persistentVolumeSpecAccessModes: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const persistentVolumeSpecPersistentVolumeReclaimPolicy: Schema = { type: 'string', enum: ['Delete', 'Recycle', 'Retain'] };

const persistentVolumeSpecMountOptions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const persistentVolumeSpecVolumeMode: Schema = { type: 'string', enum: ['Block', 'Filesystem'] };

export const persistentVolumeSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeSpec',
  description: 'PersistentVolumeSpec is the specification of a volume.',
  atomic: false,
  fields: [
    { name: 'capacity', number: 1, description: 'Resources of the volume: `storage` and its size. Required.', schema: () => persistentVolumeSpecCapacity, presence: 'implicit', required: false, immutable: false },
    { name: 'gcePersistentDisk', number: 1, inside: [2], description: 'Deprecated. GCE persistent disk. Operations are redirected to the driver `pd.csi.storage.gke.io`.', schema: () => gcePersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'awsElasticBlockStore', number: 2, inside: [2], description: 'Deprecated. AWS EBS volume. Operations are redirected to the driver `ebs.csi.aws.com`.', schema: () => awsElasticBlockStoreVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'hostPath', number: 3, inside: [2], description: 'Directory on the node, for tests with a single node.', schema: () => hostPathVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'glusterfs', number: 4, inside: [2], description: 'Deprecated. GlusterFS mount. Support was removed from the kubelet.', schema: () => glusterfsPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nfs', number: 5, inside: [2], description: 'NFS export.', schema: () => nfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'rbd', number: 6, inside: [2], description: 'Deprecated. Ceph block device. Support was removed from the kubelet.', schema: () => rbdPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'iscsi', number: 7, inside: [2], description: 'iSCSI disk.', schema: () => iscsiPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cinder', number: 8, inside: [2], description: 'Deprecated. OpenStack Cinder volume. Operations are redirected to the driver `cinder.csi.openstack.org`.', schema: () => cinderPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cephfs', number: 9, inside: [2], description: 'Deprecated. Ceph filesystem mount. Support was removed from the kubelet.', schema: () => cephFSPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'fc', number: 10, inside: [2], description: 'Fibre Channel disk.', schema: () => fcVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flocker', number: 11, inside: [2], description: 'Deprecated. Flocker volume. Support was removed from the kubelet.', schema: () => flockerVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flexVolume', number: 12, inside: [2], description: 'Deprecated. Volume that an exec-based plugin provisions and attaches. Use a CSI driver instead.', schema: () => flexPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureFile', number: 13, inside: [2], description: 'Deprecated. Azure File share. Operations are redirected to the driver `file.csi.azure.com`.', schema: () => azureFilePersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'vsphereVolume', number: 14, inside: [2], description: 'Deprecated. vSphere volume. Operations are redirected to the driver `csi.vsphere.vmware.com`.', schema: () => vsphereVirtualDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'quobyte', number: 15, inside: [2], description: 'Deprecated. Quobyte mount. Support was removed from the kubelet.', schema: () => quobyteVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureDisk', number: 16, inside: [2], description: 'Deprecated. Azure data disk. Operations are redirected to the driver `disk.csi.azure.com`.', schema: () => azureDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'photonPersistentDisk', number: 17, inside: [2], description: 'Deprecated. Photon persistent disk. Support was removed from the kubelet.', schema: () => photonPersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'portworxVolume', number: 18, inside: [2], description: 'Deprecated. Portworx volume. Operations are redirected to the driver `pxd.portworx.com`.', schema: () => portworxVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scaleIO', number: 19, inside: [2], description: 'Deprecated. ScaleIO volume. Support was removed from the kubelet.', schema: () => scaleIOPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'local', number: 20, inside: [2], description: 'Directly attached storage of a node. It needs a node affinity.', schema: () => localVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'storageos', number: 21, inside: [2], description: 'Deprecated. StorageOS volume. Support was removed from the kubelet.', schema: () => storageOSPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'csi', number: 22, inside: [2], description: 'Volume of a CSI driver.', schema: () => csiPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'accessModes', number: 3, description: 'Ways in which the volume can be mounted: `ReadWriteOnce`, `ReadOnlyMany`, `ReadWriteMany` or, alone, `ReadWriteOncePod`. At least one is required.', schema: () => persistentVolumeSpecAccessModes, presence: 'implicit', required: false, immutable: false },
    { name: 'claimRef', number: 4, description: 'Claim to which the volume is bound, or which it is reserved for.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false, granular: true },
    { name: 'persistentVolumeReclaimPolicy', number: 5, description: 'What happens to the volume after its claim is deleted: `Retain`, `Delete` or, deprecated, `Recycle`. Defaults to `Retain`.', schema: () => persistentVolumeSpecPersistentVolumeReclaimPolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'storageClassName', number: 6, description: 'Name of the StorageClass of the volume. Empty means no class.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'mountOptions', number: 7, description: 'Mount options of the volume. They are not validated: a mount fails if one of them is wrong.', schema: () => persistentVolumeSpecMountOptions, presence: 'implicit', required: false, immutable: false },
    { name: 'volumeMode', number: 8, description: 'Kind of the volume: `Filesystem` or `Block`. Defaults to `Filesystem`. Cannot be updated.', schema: () => persistentVolumeSpecVolumeMode, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeAffinity', number: 9, description: 'Nodes that can access the volume. Cannot be updated once set. Required for local volumes.', schema: () => volumeNodeAffinitySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'volumeAttributesClassName', number: 10, description: 'Name of the VolumeAttributesClass of the volume, for volumes of CSI drivers. It cannot be removed.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PersistentVolumeSource is the storage of a volume. Exactly one field is set. */
export type PersistentVolumeSource = {
  /** Deprecated. GCE persistent disk. Operations are redirected to the driver `pd.csi.storage.gke.io`. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** Deprecated. AWS EBS volume. Operations are redirected to the driver `ebs.csi.aws.com`. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Directory on the node, for tests with a single node. */
  hostPath?: HostPathVolumeSource;
  /** Deprecated. GlusterFS mount. Support was removed from the kubelet. */
  glusterfs?: GlusterfsPersistentVolumeSource;
  /** NFS export. */
  nfs?: NFSVolumeSource;
  /** Deprecated. Ceph block device. Support was removed from the kubelet. */
  rbd?: RBDPersistentVolumeSource;
  /** iSCSI disk. */
  iscsi?: ISCSIPersistentVolumeSource;
  /** Deprecated. OpenStack Cinder volume. Operations are redirected to the driver `cinder.csi.openstack.org`. */
  cinder?: CinderPersistentVolumeSource;
  /** Deprecated. Ceph filesystem mount. Support was removed from the kubelet. */
  cephfs?: CephFSPersistentVolumeSource;
  /** Fibre Channel disk. */
  fc?: FCVolumeSource;
  /** Deprecated. Flocker volume. Support was removed from the kubelet. */
  flocker?: FlockerVolumeSource;
  /** Deprecated. Volume that an exec-based plugin provisions and attaches. Use a CSI driver instead. */
  flexVolume?: FlexPersistentVolumeSource;
  /** Deprecated. Azure File share. Operations are redirected to the driver `file.csi.azure.com`. */
  azureFile?: AzureFilePersistentVolumeSource;
  /** Deprecated. vSphere volume. Operations are redirected to the driver `csi.vsphere.vmware.com`. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** Deprecated. Quobyte mount. Support was removed from the kubelet. */
  quobyte?: QuobyteVolumeSource;
  /** Deprecated. Azure data disk. Operations are redirected to the driver `disk.csi.azure.com`. */
  azureDisk?: AzureDiskVolumeSource;
  /** Deprecated. Photon persistent disk. Support was removed from the kubelet. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Deprecated. Portworx volume. Operations are redirected to the driver `pxd.portworx.com`. */
  portworxVolume?: PortworxVolumeSource;
  /** Deprecated. ScaleIO volume. Support was removed from the kubelet. */
  scaleIO?: ScaleIOPersistentVolumeSource;
  /** Directly attached storage of a node. It needs a node affinity. */
  local?: LocalVolumeSource;
  /** Deprecated. StorageOS volume. Support was removed from the kubelet. */
  storageos?: StorageOSPersistentVolumeSource;
  /** Volume of a CSI driver. */
  csi?: CSIPersistentVolumeSource;
};

export const persistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeSource',
  description: 'PersistentVolumeSource is the storage of a volume. Exactly one field is set.',
  atomic: false,
  fields: [
    { name: 'gcePersistentDisk', number: 1, description: 'Deprecated. GCE persistent disk. Operations are redirected to the driver `pd.csi.storage.gke.io`.', schema: () => gcePersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'awsElasticBlockStore', number: 2, description: 'Deprecated. AWS EBS volume. Operations are redirected to the driver `ebs.csi.aws.com`.', schema: () => awsElasticBlockStoreVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'hostPath', number: 3, description: 'Directory on the node, for tests with a single node.', schema: () => hostPathVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'glusterfs', number: 4, description: 'Deprecated. GlusterFS mount. Support was removed from the kubelet.', schema: () => glusterfsPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nfs', number: 5, description: 'NFS export.', schema: () => nfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'rbd', number: 6, description: 'Deprecated. Ceph block device. Support was removed from the kubelet.', schema: () => rbdPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'iscsi', number: 7, description: 'iSCSI disk.', schema: () => iscsiPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cinder', number: 8, description: 'Deprecated. OpenStack Cinder volume. Operations are redirected to the driver `cinder.csi.openstack.org`.', schema: () => cinderPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cephfs', number: 9, description: 'Deprecated. Ceph filesystem mount. Support was removed from the kubelet.', schema: () => cephFSPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'fc', number: 10, description: 'Fibre Channel disk.', schema: () => fcVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flocker', number: 11, description: 'Deprecated. Flocker volume. Support was removed from the kubelet.', schema: () => flockerVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flexVolume', number: 12, description: 'Deprecated. Volume that an exec-based plugin provisions and attaches. Use a CSI driver instead.', schema: () => flexPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureFile', number: 13, description: 'Deprecated. Azure File share. Operations are redirected to the driver `file.csi.azure.com`.', schema: () => azureFilePersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'vsphereVolume', number: 14, description: 'Deprecated. vSphere volume. Operations are redirected to the driver `csi.vsphere.vmware.com`.', schema: () => vsphereVirtualDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'quobyte', number: 15, description: 'Deprecated. Quobyte mount. Support was removed from the kubelet.', schema: () => quobyteVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureDisk', number: 16, description: 'Deprecated. Azure data disk. Operations are redirected to the driver `disk.csi.azure.com`.', schema: () => azureDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'photonPersistentDisk', number: 17, description: 'Deprecated. Photon persistent disk. Support was removed from the kubelet.', schema: () => photonPersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'portworxVolume', number: 18, description: 'Deprecated. Portworx volume. Operations are redirected to the driver `pxd.portworx.com`.', schema: () => portworxVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scaleIO', number: 19, description: 'Deprecated. ScaleIO volume. Support was removed from the kubelet.', schema: () => scaleIOPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'local', number: 20, description: 'Directly attached storage of a node. It needs a node affinity.', schema: () => localVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'storageos', number: 21, description: 'Deprecated. StorageOS volume. Support was removed from the kubelet.', schema: () => storageOSPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'csi', number: 22, description: 'Volume of a CSI driver.', schema: () => csiPersistentVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** VolumeNodeAffinity limits the nodes that can access a volume. */
export type VolumeNodeAffinity = {
  /** Constraints that a node must meet. Required. */
  required?: NodeSelector;
};

export const volumeNodeAffinitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeNodeAffinity',
  description: 'VolumeNodeAffinity limits the nodes that can access a volume.',
  atomic: false,
  fields: [
    { name: 'required', number: 1, description: 'Constraints that a node must meet. Required.', schema: () => nodeSelectorSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PersistentVolumeStatus is the current status of a volume. */
export type PersistentVolumeStatus = {
  /** Phase of the volume: `Pending`, `Available`, `Bound`, `Released` or `Failed`. */
  phase?: string;
  /** Human-readable details about the phase. */
  message?: string;
  /** Machine-readable reason for a failure, one word in CamelCase. */
  reason?: string;
  /** Time of the last change of `phase`. The server sets it if the client does not. */
  lastPhaseTransitionTime?: string;
};

export const persistentVolumeStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeStatus',
  description: 'PersistentVolumeStatus is the current status of a volume.',
  atomic: false,
  fields: [
    { name: 'phase', number: 1, description: 'Phase of the volume: `Pending`, `Available`, `Bound`, `Released` or `Failed`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"Pending"' },
    { name: 'message', number: 2, description: 'Human-readable details about the phase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 3, description: 'Machine-readable reason for a failure, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'lastPhaseTransitionTime', number: 4, description: 'Time of the last change of `phase`. The server sets it if the client does not.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};

/** SecretReference refers to a Secret in any namespace. */
export type SecretReference = {
  /** Name of the Secret. */
  name?: string;
  /** Namespace of the Secret. */
  namespace?: string;
};

export const secretReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretReference',
  description: 'SecretReference refers to a Secret in any namespace.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, description: 'Name of the Secret.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'namespace', number: 2, description: 'Namespace of the Secret.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** GlusterfsPersistentVolumeSource is a GlusterFS mount. Deprecated. */
export type GlusterfsPersistentVolumeSource = {
  /** Name of the Endpoints object with the servers. */
  endpoints: string;
  /** Path of the volume. */
  path: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Namespace of the Endpoints object. Defaults to the namespace of the claim. */
  endpointsNamespace?: string;
};

export const glusterfsPersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.GlusterfsPersistentVolumeSource',
  description: 'GlusterfsPersistentVolumeSource is a GlusterFS mount. Deprecated.',
  atomic: false,
  fields: [
    { name: 'endpoints', number: 1, description: 'Name of the Endpoints object with the servers.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Path of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'endpointsNamespace', number: 4, description: 'Namespace of the Endpoints object. Defaults to the namespace of the claim.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** RBDPersistentVolumeSource is a Ceph RADOS block device. Deprecated. */
export type RBDPersistentVolumeSource = {
  /** Addresses of the Ceph monitors. */
  monitors: string[];
  /** Name of the RADOS image. */
  image: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Name of the RADOS pool. Defaults to `rbd`. */
  pool?: string;
  /** Name of the RADOS user. Defaults to `admin`. */
  user?: string;
  /** Path of the keyring of the user. Defaults to `/etc/ceph/keyring`. */
  keyring?: string;
  /** Secret of the user. It overrides `keyring`. */
  secretRef?: SecretReference;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

const rbdPersistentVolumeSourceMonitors: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const rbdPersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.RBDPersistentVolumeSource',
  description: 'RBDPersistentVolumeSource is a Ceph RADOS block device. Deprecated.',
  atomic: false,
  fields: [
    { name: 'monitors', number: 1, description: 'Addresses of the Ceph monitors.', schema: () => rbdPersistentVolumeSourceMonitors, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 2, description: 'Name of the RADOS image.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 3, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'pool', number: 4, description: 'Name of the RADOS pool. Defaults to `rbd`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"rbd"' },
    { name: 'user', number: 5, description: 'Name of the RADOS user. Defaults to `admin`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"admin"' },
    { name: 'keyring', number: 6, description: 'Path of the keyring of the user. Defaults to `/etc/ceph/keyring`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/etc/ceph/keyring"' },
    { name: 'secretRef', number: 7, description: 'Secret of the user. It overrides `keyring`.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnly', number: 8, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ISCSIPersistentVolumeSource is an iSCSI disk. It can be mounted as read-write only once. */
export type ISCSIPersistentVolumeSource = {
  /** Address of the target portal, as `host` or `host:port`. The port defaults to 3260. */
  targetPortal: string;
  /** iSCSI qualified name of the target. */
  iqn: string;
  /** LUN of the target. */
  lun: number;
  /** Name of the interface. Defaults to `default` (tcp). */
  iscsiInterface?: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Further portals, as `host` or `host:port`. */
  portals?: string[];
  /** Whether discovery uses CHAP authentication. */
  chapAuthDiscovery?: boolean;
  /** Whether sessions use CHAP authentication. */
  chapAuthSession?: boolean;
  /** Secret for CHAP authentication. */
  secretRef?: SecretReference;
  /** Name of the initiator. Defaults to that of the interface. */
  initiatorName?: string;
};

const iscsiPersistentVolumeSourcePortals: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const iscsiPersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ISCSIPersistentVolumeSource',
  description: 'ISCSIPersistentVolumeSource is an iSCSI disk. It can be mounted as read-write only once.',
  atomic: false,
  fields: [
    { name: 'targetPortal', number: 1, description: 'Address of the target portal, as `host` or `host:port`. The port defaults to 3260.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'iqn', number: 2, description: 'iSCSI qualified name of the target.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'lun', number: 3, description: 'LUN of the target.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'iscsiInterface', number: 4, description: 'Name of the interface. Defaults to `default` (tcp).', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"default"' },
    { name: 'fsType', number: 5, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 6, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'portals', number: 7, description: 'Further portals, as `host` or `host:port`.', schema: () => iscsiPersistentVolumeSourcePortals, presence: 'implicit', required: false, immutable: false },
    { name: 'chapAuthDiscovery', number: 8, description: 'Whether discovery uses CHAP authentication.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'chapAuthSession', number: 11, description: 'Whether sessions use CHAP authentication.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 10, description: 'Secret for CHAP authentication.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'initiatorName', number: 12, description: 'Name of the initiator. Defaults to that of the interface.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CinderPersistentVolumeSource is an OpenStack Cinder volume. Deprecated. */
export type CinderPersistentVolumeSource = {
  /** ID of the volume. */
  volumeID: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Secret with the parameters to connect to OpenStack. */
  secretRef?: SecretReference;
};

export const cinderPersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.CinderPersistentVolumeSource',
  description: 'CinderPersistentVolumeSource is an OpenStack Cinder volume. Deprecated.',
  atomic: false,
  fields: [
    { name: 'volumeID', number: 1, description: 'ID of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 4, description: 'Secret with the parameters to connect to OpenStack.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CephFSPersistentVolumeSource is a Ceph filesystem mount. Deprecated. */
export type CephFSPersistentVolumeSource = {
  /** Addresses of the Ceph monitors. */
  monitors: string[];
  /** Root of the mount. Defaults to `/`. */
  path?: string;
  /** Name of the user. Defaults to `admin`. */
  user?: string;
  /** Path of the keyring of the user. Defaults to `/etc/ceph/user.secret`. */
  secretFile?: string;
  /** Secret of the user. It overrides `secretFile`. */
  secretRef?: SecretReference;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

const cephFSPersistentVolumeSourceMonitors: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const cephFSPersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.CephFSPersistentVolumeSource',
  description: 'CephFSPersistentVolumeSource is a Ceph filesystem mount. Deprecated.',
  atomic: false,
  fields: [
    { name: 'monitors', number: 1, description: 'Addresses of the Ceph monitors.', schema: () => cephFSPersistentVolumeSourceMonitors, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Root of the mount. Defaults to `/`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'user', number: 3, description: 'Name of the user. Defaults to `admin`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'secretFile', number: 4, description: 'Path of the keyring of the user. Defaults to `/etc/ceph/user.secret`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 5, description: 'Secret of the user. It overrides `secretFile`.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnly', number: 6, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** FlexPersistentVolumeSource is a volume of an exec-based plugin. Deprecated. */
export type FlexPersistentVolumeSource = {
  /** Name of the driver. */
  driver: string;
  /** Filesystem type of the volume. Defaults to a type that the driver chooses. */
  fsType?: string;
  /** Secret that is passed to the driver. */
  secretRef?: SecretReference;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Additional options of the driver. */
  options?: { [key: string]: string };
};

const flexPersistentVolumeSourceOptions: MapSchema = { type: 'map', values: () => text, atomic: false };

export const flexPersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.FlexPersistentVolumeSource',
  description: 'FlexPersistentVolumeSource is a volume of an exec-based plugin. Deprecated.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'Name of the driver.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of the volume. Defaults to a type that the driver chooses.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 3, description: 'Secret that is passed to the driver.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'options', number: 5, description: 'Additional options of the driver.', schema: () => flexPersistentVolumeSourceOptions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** AzureFilePersistentVolumeSource is an Azure File share. Deprecated. */
export type AzureFilePersistentVolumeSource = {
  /** Name of the Secret with the name and key of the storage account. */
  secretName: string;
  /** Name of the share. */
  shareName: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Namespace of the Secret. Defaults to the namespace of the pod. */
  secretNamespace?: string;
};

export const azureFilePersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AzureFilePersistentVolumeSource',
  description: 'AzureFilePersistentVolumeSource is an Azure File share. Deprecated.',
  atomic: false,
  fields: [
    { name: 'secretName', number: 1, description: 'Name of the Secret with the name and key of the storage account.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'shareName', number: 2, description: 'Name of the share.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretNamespace', number: 4, description: 'Namespace of the Secret. Defaults to the namespace of the pod.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ScaleIOPersistentVolumeSource is a ScaleIO volume. Deprecated. */
export type ScaleIOPersistentVolumeSource = {
  /** Host address of the ScaleIO API gateway. */
  gateway: string;
  /** Name of the storage system. */
  system: string;
  /** Secret with the user and other sensitive data. */
  secretRef?: SecretReference;
  /** Whether communication with the gateway uses TLS. Defaults to false. */
  sslEnabled?: boolean;
  /** Name of the protection domain. */
  protectionDomain?: string;
  /** Name of the storage pool. */
  storagePool?: string;
  /** Provisioning of the storage: `ThickProvisioned` or `ThinProvisioned`. Defaults to `ThinProvisioned`. */
  storageMode?: string;
  /** Name of the volume in the storage system. */
  volumeName?: string;
  /** Filesystem type of the volume. Defaults to `xfs`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

export const scaleIOPersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ScaleIOPersistentVolumeSource',
  description: 'ScaleIOPersistentVolumeSource is a ScaleIO volume. Deprecated.',
  atomic: false,
  fields: [
    { name: 'gateway', number: 1, description: 'Host address of the ScaleIO API gateway.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'system', number: 2, description: 'Name of the storage system.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'secretRef', number: 3, description: 'Secret with the user and other sensitive data.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'sslEnabled', number: 4, description: 'Whether communication with the gateway uses TLS. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'protectionDomain', number: 5, description: 'Name of the protection domain.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storagePool', number: 6, description: 'Name of the storage pool.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storageMode', number: 7, description: 'Provisioning of the storage: `ThickProvisioned` or `ThinProvisioned`. Defaults to `ThinProvisioned`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"ThinProvisioned"' },
    { name: 'volumeName', number: 8, description: 'Name of the volume in the storage system.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fsType', number: 9, description: 'Filesystem type of the volume. Defaults to `xfs`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"xfs"' },
    { name: 'readOnly', number: 10, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** LocalVolumeSource is a directly attached storage device of a node. */
export type LocalVolumeSource = {
  /** Path of the volume on the node: a directory or a block device. */
  path: string;
  /** Filesystem type of a block device, such as `ext4` or `xfs`. Defaults to a type that the kubelet detects. */
  fsType?: string;
};

export const localVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LocalVolumeSource',
  description: 'LocalVolumeSource is a directly attached storage device of a node.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'Path of the volume on the node: a directory or a block device.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of a block device, such as `ext4` or `xfs`. Defaults to a type that the kubelet detects.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** StorageOSPersistentVolumeSource is a StorageOS volume. Deprecated. */
export type StorageOSPersistentVolumeSource = {
  /** Name of the volume, unique within its StorageOS namespace. */
  volumeName?: string;
  /** StorageOS namespace of the volume. Defaults to the namespace of the pod. */
  volumeNamespace?: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Secret for the StorageOS API. */
  secretRef?: ObjectReference;
};

export const storageOSPersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.StorageOSPersistentVolumeSource',
  description: 'StorageOSPersistentVolumeSource is a StorageOS volume. Deprecated.',
  atomic: false,
  fields: [
    { name: 'volumeName', number: 1, description: 'Name of the volume, unique within its StorageOS namespace.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'volumeNamespace', number: 2, description: 'StorageOS namespace of the volume. Defaults to the namespace of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fsType', number: 3, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 5, description: 'Secret for the StorageOS API.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CSIPersistentVolumeSource is a volume of a CSI driver. */
export type CSIPersistentVolumeSource = {
  /** Name of the CSI driver. */
  driver: string;
  /** Unique name of the volume, which the driver returns when the volume is created. */
  volumeHandle: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. */
  fsType?: string;
  /** Attributes of the volume. */
  volumeAttributes?: { [key: string]: string };
  /** Secret that is passed to the driver when the volume is attached and detached. */
  controllerPublishSecretRef?: SecretReference;
  /** Secret that is passed to the driver when the volume is staged on a node. */
  nodeStageSecretRef?: SecretReference;
  /** Secret that is passed to the driver when the volume is mounted. */
  nodePublishSecretRef?: SecretReference;
  /** Secret that is passed to the driver when the controller expands the volume. It can be set once later. */
  controllerExpandSecretRef?: SecretReference;
  /** Secret that is passed to the driver when a node expands the volume. */
  nodeExpandSecretRef?: SecretReference;
};

const csiPersistentVolumeSourceVolumeAttributes: MapSchema = { type: 'map', values: () => text, atomic: false };

export const csiPersistentVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.CSIPersistentVolumeSource',
  description: 'CSIPersistentVolumeSource is a volume of a CSI driver.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'Name of the CSI driver.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'volumeHandle', number: 2, description: 'Unique name of the volume, which the driver returns when the volume is created.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'fsType', number: 4, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'volumeAttributes', number: 5, description: 'Attributes of the volume.', schema: () => csiPersistentVolumeSourceVolumeAttributes, presence: 'implicit', required: false, immutable: false },
    { name: 'controllerPublishSecretRef', number: 6, description: 'Secret that is passed to the driver when the volume is attached and detached.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeStageSecretRef', number: 7, description: 'Secret that is passed to the driver when the volume is staged on a node.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nodePublishSecretRef', number: 8, description: 'Secret that is passed to the driver when the volume is mounted.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'controllerExpandSecretRef', number: 9, description: 'Secret that is passed to the driver when the controller expands the volume. It can be set once later.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeExpandSecretRef', number: 10, description: 'Secret that is passed to the driver when a node expands the volume.', schema: () => secretReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Pod is a group of containers that run together on one node and share its network and volumes. */
export type Pod = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the pod. */
  spec: PodSpec;
  /** Most recently observed status of the pod. Populated by the system. Read-only. */
  status: PodStatus;
};

export const podSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Pod',
  description: 'Pod is a group of containers that run together on one node and share its network and volumes.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the pod.', schema: () => podSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Most recently observed status of the pod. Populated by the system. Read-only.', schema: () => podStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const podNames: ResourceNames = { resource: 'pods', singular: 'pod', kind: 'Pod', shortNames: ['po'], categories: ['all'], scope: 'Namespaced' };

/** PodList is a list of pods. */
export type PodList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of pods. */
  items: Pod[];
};

const podListItems: ListSchema = { type: 'list', items: () => podSchema, listType: 'atomic', keys: [] };

export const podListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodList',
  description: 'PodList is a list of pods.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of pods.', schema: () => podListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** PodSpec describes the containers of a pod and how they run. */
export type PodSpec = {
  /** Volumes that containers of the pod can mount. Names must be unique within the pod. */
  volumes?: Volume[];
  /** Init containers of the pod. They run one at a time, in order, and each must succeed before the next one starts and before `containers` start. If one fails, the pod's `restartPolicy` applies. An init container with `restartPolicy: Always` is a sidecar: the next container starts once it has started, and it runs until the pod ends. Names must be unique among all containers of the pod. Init containers cannot be added or removed after creation. */
  initContainers?: Container[];
  /** Containers of the pod. A pod has at least one. Containers cannot be added or removed after creation. */
  containers: Container[];
  /** Ephemeral containers of the pod, which are added to a running pod for debugging. They can be set only through the `ephemeralcontainers` subresource, and cannot be removed. */
  ephemeralContainers?: EphemeralContainer[];
  /** Restart policy for the containers of the pod: `Always`, `OnFailure` or `Never`. Defaults to `Always`. */
  restartPolicy?: string;
  /** Duration in seconds that the pod has to terminate gracefully after its deletion is requested. Zero stops it immediately with the kill signal. Defaults to 30 seconds. */
  terminationGracePeriodSeconds?: Int64;
  /** Duration in seconds, counted from `status.startTime`, that the pod may be active before the system marks it as failed and stops its containers. Must be positive. It can be set or shortened after creation. */
  activeDeadlineSeconds?: Int64;
  /** DNS policy of the pod: `ClusterFirstWithHostNet`, `ClusterFirst`, `Default` (the resolver of the node) or `None` (only `dnsConfig`). Defaults to `ClusterFirst`, which behaves as `Default` for pods on the host network. */
  dnsPolicy?: string;
  /** Labels that a node must have for the pod to be scheduled there. It cannot be changed once the pod has no scheduling gates. */
  nodeSelector?: { [key: string]: string };
  /** Name of the ServiceAccount that the pod runs as. Defaults to `default` on admission. */
  serviceAccountName?: string;
  /** Deprecated alias of `serviceAccountName`. Use `serviceAccountName` instead. */
  serviceAccount?: string;
  /** Whether a token of the service account is mounted into the containers. Defaults to the setting of the service account. */
  automountServiceAccountToken?: boolean;
  /** Name of the node that the pod is scheduled to. Empty means that the scheduler in `schedulerName` selects a node. The binding subresource sets it. */
  nodeName?: string;
  /** Whether the pod uses the network namespace of the node. When true, container ports and host ports must match. Defaults to false. */
  hostNetwork?: boolean;
  /** Whether the pod uses the process namespace of the node. Defaults to false. */
  hostPID?: boolean;
  /** Whether the pod uses the IPC namespace of the node. Defaults to false. */
  hostIPC?: boolean;
  /** Whether all containers of the pod share one process namespace. It cannot be true together with `hostPID`. Defaults to false. */
  shareProcessNamespace?: boolean;
  /** Security attributes for the pod and defaults for its containers. Settings of a container take precedence. Defaults to empty. */
  securityContext?: PodSecurityContext;
  /** References to secrets in the same namespace that are used to pull the images of the pod. */
  imagePullSecrets?: LocalObjectReference[];
  /** Hostname of the pod. Defaults to the name of the pod. */
  hostname?: string;
  /** Subdomain of the pod. When set, the fully qualified name is `<hostname>.<subdomain>.<namespace>.svc.<cluster domain>`. When empty, the pod has no domain name. */
  subdomain?: string;
  /** Scheduling constraints of the pod. */
  affinity?: Affinity;
  /** Name of the scheduler that assigns the pod to a node. Defaults to `default-scheduler`. */
  schedulerName?: string;
  /** Tolerations of the pod. After creation, tolerations can only be added. */
  tolerations?: Toleration[];
  /** Entries that are added to the hosts file of the containers. */
  hostAliases?: HostAlias[];
  /** Name of the PriorityClass of the pod. `system-node-critical` and `system-cluster-critical` are the highest priorities. Defaults to the global default class, if there is one. */
  priorityClassName?: string;
  /** Priority of the pod; a higher value is more important. The priority admission plugin sets it from `priorityClassName`. */
  priority?: number;
  /** DNS parameters of the pod, merged with those that `dnsPolicy` generates. */
  dnsConfig?: PodDNSConfig;
  /** Conditions that must be `True` for the pod to be ready, in addition to the readiness of its containers. */
  readinessGates?: PodReadinessGate[];
  /** Name of the RuntimeClass that runs the pod. Empty selects the default runtime of the node. */
  runtimeClassName?: string;
  /** Whether information about services is injected as environment variables. Defaults to true. */
  enableServiceLinks?: boolean;
  /** Whether the pod may preempt pods of lower priority: `Never` or `PreemptLowerPriority`. Defaults to `PreemptLowerPriority`. */
  preemptionPolicy?: string;
  /** Resource overhead of running the pod, in addition to the requests of its containers. It is set from the RuntimeClass on admission. */
  overhead?: { [key: string]: string };
  /** Constraints on how a group of pods spreads across topology domains. A node must satisfy all of them. */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /** Whether the hostname in the containers is the fully qualified domain name instead of the leaf name. Defaults to false. */
  setHostnameAsFQDN?: boolean;
  /** Operating system of the containers in the pod. Some fields can be set only for one operating system. */
  os?: PodOS;
  /** Whether the pod uses the user namespace of the node. When false, a new user namespace is created for the pod. Defaults to true. */
  hostUsers?: boolean;
  /** Gates that block scheduling of the pod. They can be set only at creation, and then only be removed. */
  schedulingGates?: PodSchedulingGate[];
  /** Resource claims that must be allocated and reserved before the pod starts. Containers refer to them by name. Cannot be updated. */
  resourceClaims?: PodResourceClaim[];
  /** Compute resources of all containers together: `cpu`, `memory` and `hugepages-*`. Claims are not allowed. */
  resources?: ResourceRequirements;
  /** Hostname of the pod in its network namespace. Overrides `hostname` and `subdomain`. It cannot be set together with `hostNetwork` or `setHostnameAsFQDN`. */
  hostnameOverride?: string;
  /** Scheduling group of the pod. Cannot be updated. */
  schedulingGroup?: PodSchedulingGroup;
};

const podSpecVolumes: ListSchema = { type: 'list', items: () => volumeSchema, listType: 'map', keys: ['name'] };

const podSpecInitContainers: ListSchema = { type: 'list', items: () => containerSchema, listType: 'map', keys: ['name'] };

const podSpecContainers: ListSchema = { type: 'list', items: () => containerSchema, listType: 'map', keys: ['name'] };

const podSpecEphemeralContainers: ListSchema = { type: 'list', items: () => ephemeralContainerSchema, listType: 'map', keys: ['name'] };

const podSpecRestartPolicy: Schema = { type: 'string', enum: ['Always', 'OnFailure', 'Never'] };

const podSpecDnsPolicy: Schema = { type: 'string', enum: ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'] };

const podSpecNodeSelector: MapSchema = { type: 'map', values: () => text, atomic: true };

const podSpecImagePullSecrets: ListSchema = { type: 'list', items: () => localObjectReferenceSchema, listType: 'map', keys: ['name'] };

const podSpecTolerations: ListSchema = { type: 'list', items: () => tolerationSchema, listType: 'atomic', keys: [] };

const podSpecHostAliases: ListSchema = { type: 'list', items: () => hostAliasSchema, listType: 'map', keys: ['ip'] };

const podSpecReadinessGates: ListSchema = { type: 'list', items: () => podReadinessGateSchema, listType: 'atomic', keys: [] };

const podSpecPreemptionPolicy: Schema = { type: 'string', enum: ['Never', 'PreemptLowerPriority'] };

const podSpecOverhead: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const podSpecTopologySpreadConstraints: ListSchema = { type: 'list', items: () => topologySpreadConstraintSchema, listType: 'map', keys: ['topologyKey', 'whenUnsatisfiable'] };

const podSpecSchedulingGates: ListSchema = { type: 'list', items: () => podSchedulingGateSchema, listType: 'map', keys: ['name'] };

const podSpecResourceClaims: ListSchema = { type: 'list', items: () => podResourceClaimSchema, listType: 'map', keys: ['name'] };

export const podSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodSpec',
  description: 'PodSpec describes the containers of a pod and how they run.',
  atomic: false,
  fields: [
    { name: 'volumes', number: 1, description: 'Volumes that containers of the pod can mount. Names must be unique within the pod.', schema: () => podSpecVolumes, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge,retainKeys', patchMergeKey: 'name' },
    { name: 'initContainers', number: 20, description: 'Init containers of the pod. They run one at a time, in order, and each must succeed before the next one starts and before `containers` start. If one fails, the pod\'s `restartPolicy` applies. An init container with `restartPolicy: Always` is a sidecar: the next container starts once it has started, and it runs until the pod ends. Names must be unique among all containers of the pod. Init containers cannot be added or removed after creation.', schema: () => podSpecInitContainers, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'containers', number: 2, description: 'Containers of the pod. A pod has at least one. Containers cannot be added or removed after creation.', schema: () => podSpecContainers, presence: 'always', required: true, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'ephemeralContainers', number: 34, description: 'Ephemeral containers of the pod, which are added to a running pod for debugging. They can be set only through the `ephemeralcontainers` subresource, and cannot be removed.', schema: () => podSpecEphemeralContainers, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'restartPolicy', number: 3, description: 'Restart policy for the containers of the pod: `Always`, `OnFailure` or `Never`. Defaults to `Always`.', schema: () => podSpecRestartPolicy, presence: 'implicit', required: false, immutable: false, default: '"Always"' },
    { name: 'terminationGracePeriodSeconds', number: 4, description: 'Duration in seconds that the pod has to terminate gracefully after its deletion is requested. Zero stops it immediately with the kill signal. Defaults to 30 seconds.', schema: () => int64, presence: 'explicit', required: false, immutable: false, default: '30' },
    { name: 'activeDeadlineSeconds', number: 5, description: 'Duration in seconds, counted from `status.startTime`, that the pod may be active before the system marks it as failed and stops its containers. Must be positive. It can be set or shortened after creation.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'dnsPolicy', number: 6, description: 'DNS policy of the pod: `ClusterFirstWithHostNet`, `ClusterFirst`, `Default` (the resolver of the node) or `None` (only `dnsConfig`). Defaults to `ClusterFirst`, which behaves as `Default` for pods on the host network.', schema: () => podSpecDnsPolicy, presence: 'implicit', required: false, immutable: false, default: '"ClusterFirst"' },
    { name: 'nodeSelector', number: 7, description: 'Labels that a node must have for the pod to be scheduled there. It cannot be changed once the pod has no scheduling gates.', schema: () => podSpecNodeSelector, presence: 'implicit', required: false, immutable: false },
    { name: 'serviceAccountName', number: 8, description: 'Name of the ServiceAccount that the pod runs as. Defaults to `default` on admission.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'serviceAccount', number: 9, description: 'Deprecated alias of `serviceAccountName`. Use `serviceAccountName` instead.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'automountServiceAccountToken', number: 21, description: 'Whether a token of the service account is mounted into the containers. Defaults to the setting of the service account.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeName', number: 10, description: 'Name of the node that the pod is scheduled to. Empty means that the scheduler in `schedulerName` selects a node. The binding subresource sets it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostNetwork', number: 11, description: 'Whether the pod uses the network namespace of the node. When true, container ports and host ports must match. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'hostPID', number: 12, description: 'Whether the pod uses the process namespace of the node. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'hostIPC', number: 13, description: 'Whether the pod uses the IPC namespace of the node. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'shareProcessNamespace', number: 27, description: 'Whether all containers of the pod share one process namespace. It cannot be true together with `hostPID`. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'securityContext', number: 14, description: 'Security attributes for the pod and defaults for its containers. Settings of a container take precedence. Defaults to empty.', schema: () => podSecurityContextSchema, presence: 'explicit', required: false, immutable: false, default: '{}' },
    { name: 'imagePullSecrets', number: 15, description: 'References to secrets in the same namespace that are used to pull the images of the pod.', schema: () => podSpecImagePullSecrets, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'hostname', number: 16, description: 'Hostname of the pod. Defaults to the name of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'subdomain', number: 17, description: 'Subdomain of the pod. When set, the fully qualified name is `<hostname>.<subdomain>.<namespace>.svc.<cluster domain>`. When empty, the pod has no domain name.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'affinity', number: 18, description: 'Scheduling constraints of the pod.', schema: () => affinitySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'schedulerName', number: 19, description: 'Name of the scheduler that assigns the pod to a node. Defaults to `default-scheduler`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"default-scheduler"' },
    { name: 'tolerations', number: 22, description: 'Tolerations of the pod. After creation, tolerations can only be added.', schema: () => podSpecTolerations, presence: 'implicit', required: false, immutable: false },
    { name: 'hostAliases', number: 23, description: 'Entries that are added to the hosts file of the containers.', schema: () => podSpecHostAliases, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'ip' },
    { name: 'priorityClassName', number: 24, description: 'Name of the PriorityClass of the pod. `system-node-critical` and `system-cluster-critical` are the highest priorities. Defaults to the global default class, if there is one.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'priority', number: 25, description: 'Priority of the pod; a higher value is more important. The priority admission plugin sets it from `priorityClassName`.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'dnsConfig', number: 26, description: 'DNS parameters of the pod, merged with those that `dnsPolicy` generates.', schema: () => podDNSConfigSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readinessGates', number: 28, description: 'Conditions that must be `True` for the pod to be ready, in addition to the readiness of its containers.', schema: () => podSpecReadinessGates, presence: 'implicit', required: false, immutable: false },
    { name: 'runtimeClassName', number: 29, description: 'Name of the RuntimeClass that runs the pod. Empty selects the default runtime of the node.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'enableServiceLinks', number: 30, description: 'Whether information about services is injected as environment variables. Defaults to true.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'preemptionPolicy', number: 31, description: 'Whether the pod may preempt pods of lower priority: `Never` or `PreemptLowerPriority`. Defaults to `PreemptLowerPriority`.', schema: () => podSpecPreemptionPolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'overhead', number: 32, description: 'Resource overhead of running the pod, in addition to the requests of its containers. It is set from the RuntimeClass on admission.', schema: () => podSpecOverhead, presence: 'implicit', required: false, immutable: false },
    { name: 'topologySpreadConstraints', number: 33, description: 'Constraints on how a group of pods spreads across topology domains. A node must satisfy all of them.', schema: () => podSpecTopologySpreadConstraints, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'topologyKey' },
    { name: 'setHostnameAsFQDN', number: 35, description: 'Whether the hostname in the containers is the fully qualified domain name instead of the leaf name. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'os', number: 36, description: 'Operating system of the containers in the pod. Some fields can be set only for one operating system.', schema: () => podOSSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'hostUsers', number: 37, description: 'Whether the pod uses the user namespace of the node. When false, a new user namespace is created for the pod. Defaults to true.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'schedulingGates', number: 38, description: 'Gates that block scheduling of the pod. They can be set only at creation, and then only be removed.', schema: () => podSpecSchedulingGates, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'resourceClaims', number: 39, description: 'Resource claims that must be allocated and reserved before the pod starts. Containers refer to them by name. Cannot be updated.', schema: () => podSpecResourceClaims, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge,retainKeys', patchMergeKey: 'name' },
    { name: 'resources', number: 40, description: 'Compute resources of all containers together: `cpu`, `memory` and `hugepages-*`. Claims are not allowed.', schema: () => resourceRequirementsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'hostnameOverride', number: 41, description: 'Hostname of the pod in its network namespace. Overrides `hostname` and `subdomain`. It cannot be set together with `hostNetwork` or `setHostnameAsFQDN`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'schedulingGroup', number: 43, description: 'Scheduling group of the pod. Cannot be updated.', schema: () => podSchedulingGroupSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PodOS names the operating system of a pod. */
export type PodOS = {
  /** Name of the operating system: `linux` or `windows`. */
  name: string;
};

const podOSName: Schema = { type: 'string', enum: ['linux', 'windows'] };

export const podOSSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodOS',
  description: 'PodOS names the operating system of a pod.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the operating system: `linux` or `windows`.', schema: () => podOSName, presence: 'always', required: true, immutable: false },
  ],
};

/** PodSecurityContext holds security attributes of a pod and defaults for its containers. Fields that a container also sets take the value of the container. */
export type PodSecurityContext = {
  /** SELinux context of all containers. Defaults to a context that the container runtime allocates. Linux only. */
  seLinuxOptions?: SELinuxOptions;
  /** Windows settings of all containers. Windows only. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** User ID of the container processes. Defaults to the user in the image. Linux only. */
  runAsUser?: Int64;
  /** Group ID of the container processes. Defaults to the runtime's choice. Linux only. */
  runAsGroup?: Int64;
  /** Whether containers must run as a user other than root. When true, the kubelet refuses to start a container that would run with user ID 0. */
  runAsNonRoot?: boolean;
  /** Additional group IDs of the first process in each container. Linux only. */
  supplementalGroups?: Int64[];
  /** How supplemental groups are computed: `Merge` adds the groups of the image's user, `Strict` does not. Defaults to `Merge`. Linux only. */
  supplementalGroupsPolicy?: string;
  /** Supplemental group of all containers. Volumes that support ownership are owned by this group. Linux only. */
  fsGroup?: Int64;
  /** Namespaced kernel parameters of the pod. Linux only. */
  sysctls?: Sysctl[];
  /** How ownership and permissions of a volume are changed to match `fsGroup` before it is mounted: `Always`, or `OnRootMismatch` to skip volumes whose root directory already matches. Defaults to `Always`. Linux only. */
  fsGroupChangePolicy?: string;
  /** Seccomp profile of the containers. Linux only. */
  seccompProfile?: SeccompProfile;
  /** AppArmor profile of the containers. Linux only. */
  appArmorProfile?: AppArmorProfile;
  /** How volumes get the SELinux label of the pod: `Recursive` relabels all files. `MountOption`, which mounts volumes with the label, needs the feature gate `SELinuxMount`, which is off. Defaults to the choice of the kubelet. Linux only. */
  seLinuxChangePolicy?: string;
};

const podSecurityContextSupplementalGroups: ListSchema = { type: 'list', items: () => int64, listType: 'atomic', keys: [] };

const podSecurityContextSupplementalGroupsPolicy: Schema = { type: 'string', enum: ['Merge', 'Strict'] };

const podSecurityContextSysctls: ListSchema = { type: 'list', items: () => sysctlSchema, listType: 'atomic', keys: [] };

const podSecurityContextFsGroupChangePolicy: Schema = { type: 'string', enum: ['Always', 'OnRootMismatch'] };

const podSecurityContextSeLinuxChangePolicy: Schema = { type: 'string', enum: ['Recursive'] };

export const podSecurityContextSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodSecurityContext',
  description: 'PodSecurityContext holds security attributes of a pod and defaults for its containers. Fields that a container also sets take the value of the container.',
  atomic: false,
  fields: [
    { name: 'seLinuxOptions', number: 1, description: 'SELinux context of all containers. Defaults to a context that the container runtime allocates. Linux only.', schema: () => seLinuxOptionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'windowsOptions', number: 8, description: 'Windows settings of all containers. Windows only.', schema: () => windowsSecurityContextOptionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsUser', number: 2, description: 'User ID of the container processes. Defaults to the user in the image. Linux only.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsGroup', number: 6, description: 'Group ID of the container processes. Defaults to the runtime\'s choice. Linux only.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsNonRoot', number: 3, description: 'Whether containers must run as a user other than root. When true, the kubelet refuses to start a container that would run with user ID 0.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'supplementalGroups', number: 4, description: 'Additional group IDs of the first process in each container. Linux only.', schema: () => podSecurityContextSupplementalGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'supplementalGroupsPolicy', number: 12, description: 'How supplemental groups are computed: `Merge` adds the groups of the image\'s user, `Strict` does not. Defaults to `Merge`. Linux only.', schema: () => podSecurityContextSupplementalGroupsPolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'fsGroup', number: 5, description: 'Supplemental group of all containers. Volumes that support ownership are owned by this group. Linux only.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'sysctls', number: 7, description: 'Namespaced kernel parameters of the pod. Linux only.', schema: () => podSecurityContextSysctls, presence: 'implicit', required: false, immutable: false },
    { name: 'fsGroupChangePolicy', number: 9, description: 'How ownership and permissions of a volume are changed to match `fsGroup` before it is mounted: `Always`, or `OnRootMismatch` to skip volumes whose root directory already matches. Defaults to `Always`. Linux only.', schema: () => podSecurityContextFsGroupChangePolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'seccompProfile', number: 10, description: 'Seccomp profile of the containers. Linux only.', schema: () => seccompProfileSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'appArmorProfile', number: 11, description: 'AppArmor profile of the containers. Linux only.', schema: () => appArmorProfileSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'seLinuxChangePolicy', number: 13, description: 'How volumes get the SELinux label of the pod: `Recursive` relabels all files. `MountOption`, which mounts volumes with the label, needs the feature gate `SELinuxMount`, which is off. Defaults to the choice of the kubelet. Linux only.', schema: () => podSecurityContextSeLinuxChangePolicy, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Sysctl is a kernel parameter to set. */
export type Sysctl = {
  /** Name of the parameter. */
  name: string;
  /** Value of the parameter. */
  value: string;
};

export const sysctlSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Sysctl',
  description: 'Sysctl is a kernel parameter to set.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the parameter.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Value of the parameter.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** Affinity is a group of scheduling constraints. */
export type Affinity = {
  /** Constraints on the nodes that the pod can run on. */
  nodeAffinity?: NodeAffinity;
  /** Constraints that place the pod near other pods. */
  podAffinity?: PodAffinity;
  /** Constraints that place the pod away from other pods. */
  podAntiAffinity?: PodAntiAffinity;
};

export const affinitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Affinity',
  description: 'Affinity is a group of scheduling constraints.',
  atomic: false,
  fields: [
    { name: 'nodeAffinity', number: 1, description: 'Constraints on the nodes that the pod can run on.', schema: () => nodeAffinitySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'podAffinity', number: 2, description: 'Constraints that place the pod near other pods.', schema: () => podAffinitySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'podAntiAffinity', number: 3, description: 'Constraints that place the pod away from other pods.', schema: () => podAntiAffinitySchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** NodeAffinity is a group of scheduling constraints on nodes. */
export type NodeAffinity = {
  /** Requirements that a node must meet for the pod to be scheduled there. A running pod stays when the node no longer meets them. */
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  /** Preferences for nodes. The scheduler prefers the node with the highest sum of the weights of matching terms. */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
};

const nodeAffinityPreferredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => preferredSchedulingTermSchema, listType: 'atomic', keys: [] };

export const nodeAffinitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeAffinity',
  description: 'NodeAffinity is a group of scheduling constraints on nodes.',
  atomic: false,
  fields: [
    { name: 'requiredDuringSchedulingIgnoredDuringExecution', number: 1, description: 'Requirements that a node must meet for the pod to be scheduled there. A running pod stays when the node no longer meets them.', schema: () => nodeSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'preferredDuringSchedulingIgnoredDuringExecution', number: 2, description: 'Preferences for nodes. The scheduler prefers the node with the highest sum of the weights of matching terms.', schema: () => nodeAffinityPreferredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NodeSelector selects the nodes that match at least one of its terms. */
export type NodeSelector = {
  /** List of terms. The terms are ORed. Required. */
  nodeSelectorTerms: NodeSelectorTerm[];
};

const nodeSelectorNodeSelectorTerms: ListSchema = { type: 'list', items: () => nodeSelectorTermSchema, listType: 'atomic', keys: [] };

export const nodeSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSelector',
  description: 'NodeSelector selects the nodes that match at least one of its terms.',
  atomic: true,
  fields: [
    { name: 'nodeSelectorTerms', number: 1, description: 'List of terms. The terms are ORed. Required.', schema: () => nodeSelectorNodeSelectorTerms, presence: 'always', required: true, immutable: false },
  ],
};

/** NodeSelectorTerm matches the nodes that meet all its requirements. A term without requirements matches no node. */
export type NodeSelectorTerm = {
  /** Requirements on the labels of a node. */
  matchExpressions?: NodeSelectorRequirement[];
  /** Requirements on the fields of a node. */
  matchFields?: NodeSelectorRequirement[];
};

const nodeSelectorTermMatchExpressions: ListSchema = { type: 'list', items: () => nodeSelectorRequirementSchema, listType: 'atomic', keys: [] };

const nodeSelectorTermMatchFields: ListSchema = { type: 'list', items: () => nodeSelectorRequirementSchema, listType: 'atomic', keys: [] };

export const nodeSelectorTermSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSelectorTerm',
  description: 'NodeSelectorTerm matches the nodes that meet all its requirements. A term without requirements matches no node.',
  atomic: true,
  fields: [
    { name: 'matchExpressions', number: 1, description: 'Requirements on the labels of a node.', schema: () => nodeSelectorTermMatchExpressions, presence: 'implicit', required: false, immutable: false },
    { name: 'matchFields', number: 2, description: 'Requirements on the fields of a node.', schema: () => nodeSelectorTermMatchFields, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NodeSelectorRequirement relates a label or field of a node to a set of values. */
export type NodeSelectorRequirement = {
  /** Label key or field name that the requirement applies to. */
  key: string;
  /** Relation of the key to the values: `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`. */
  operator: string;
  /** Values of the requirement. Must be non-empty for `In` and `NotIn`, a single integer for `Gt` and `Lt`, and empty for `Exists` and `DoesNotExist`. */
  values?: string[];
};

const nodeSelectorRequirementOperator: Schema = { type: 'string', enum: ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'] };

const nodeSelectorRequirementValues: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const nodeSelectorRequirementSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSelectorRequirement',
  description: 'NodeSelectorRequirement relates a label or field of a node to a set of values.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Label key or field name that the requirement applies to.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'operator', number: 2, description: 'Relation of the key to the values: `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`.', schema: () => nodeSelectorRequirementOperator, presence: 'always', required: true, immutable: false },
    { name: 'values', number: 3, description: 'Values of the requirement. Must be non-empty for `In` and `NotIn`, a single integer for `Gt` and `Lt`, and empty for `Exists` and `DoesNotExist`.', schema: () => nodeSelectorRequirementValues, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PreferredSchedulingTerm is a node selector term with a weight. */
export type PreferredSchedulingTerm = {
  /** Weight of the term, in the range 1-100. */
  weight: number;
  /** Node selector term that the weight belongs to. */
  preference: NodeSelectorTerm;
};

export const preferredSchedulingTermSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PreferredSchedulingTerm',
  description: 'PreferredSchedulingTerm is a node selector term with a weight.',
  atomic: false,
  fields: [
    { name: 'weight', number: 1, description: 'Weight of the term, in the range 1-100.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'preference', number: 2, description: 'Node selector term that the weight belongs to.', schema: () => nodeSelectorTermSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** PodAffinity is a group of constraints that place a pod near other pods. */
export type PodAffinity = {
  /** Terms that must match when the pod is scheduled. A running pod stays when they stop matching. All terms must be satisfied. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** Preferences. The scheduler prefers the node with the highest sum of the weights of matching terms. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
};

const podAffinityRequiredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => podAffinityTermSchema, listType: 'atomic', keys: [] };

const podAffinityPreferredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => weightedPodAffinityTermSchema, listType: 'atomic', keys: [] };

export const podAffinitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodAffinity',
  description: 'PodAffinity is a group of constraints that place a pod near other pods.',
  atomic: false,
  fields: [
    { name: 'requiredDuringSchedulingIgnoredDuringExecution', number: 1, description: 'Terms that must match when the pod is scheduled. A running pod stays when they stop matching. All terms must be satisfied.', schema: () => podAffinityRequiredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
    { name: 'preferredDuringSchedulingIgnoredDuringExecution', number: 2, description: 'Preferences. The scheduler prefers the node with the highest sum of the weights of matching terms.', schema: () => podAffinityPreferredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodAffinityTerm selects a set of pods and a topology domain in which the pod should, or should not, run with them. */
export type PodAffinityTerm = {
  /** Label query over the pods. A null selector matches no pods. */
  labelSelector?: LabelSelector;
  /** Names of namespaces that the term applies to, in addition to those that `namespaceSelector` selects. An empty list and a null selector mean the namespace of the pod. */
  namespaces?: string[];
  /** Label key of nodes. Nodes with the same value of this label are one topology domain. Empty is not allowed. */
  topologyKey: string;
  /** Label query over the namespaces that the term applies to, in addition to those in `namespaces`. An empty selector matches all namespaces. */
  namespaceSelector?: LabelSelector;
  /** Pod label keys whose values in the new pod must equal those of the existing pods. They are merged into `labelSelector`, which must be set and must not have the same keys. */
  matchLabelKeys?: string[];
  /** Pod label keys whose values in the new pod must differ from those of the existing pods. They are merged into `labelSelector`, which must be set and must not have the same keys. */
  mismatchLabelKeys?: string[];
};

const podAffinityTermNamespaces: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const podAffinityTermMatchLabelKeys: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const podAffinityTermMismatchLabelKeys: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const podAffinityTermSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodAffinityTerm',
  description: 'PodAffinityTerm selects a set of pods and a topology domain in which the pod should, or should not, run with them.',
  atomic: false,
  fields: [
    { name: 'labelSelector', number: 1, description: 'Label query over the pods. A null selector matches no pods.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'namespaces', number: 2, description: 'Names of namespaces that the term applies to, in addition to those that `namespaceSelector` selects. An empty list and a null selector mean the namespace of the pod.', schema: () => podAffinityTermNamespaces, presence: 'implicit', required: false, immutable: false },
    { name: 'topologyKey', number: 3, description: 'Label key of nodes. Nodes with the same value of this label are one topology domain. Empty is not allowed.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'namespaceSelector', number: 4, description: 'Label query over the namespaces that the term applies to, in addition to those in `namespaces`. An empty selector matches all namespaces.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'matchLabelKeys', number: 5, description: 'Pod label keys whose values in the new pod must equal those of the existing pods. They are merged into `labelSelector`, which must be set and must not have the same keys.', schema: () => podAffinityTermMatchLabelKeys, presence: 'implicit', required: false, immutable: false },
    { name: 'mismatchLabelKeys', number: 6, description: 'Pod label keys whose values in the new pod must differ from those of the existing pods. They are merged into `labelSelector`, which must be set and must not have the same keys.', schema: () => podAffinityTermMismatchLabelKeys, presence: 'implicit', required: false, immutable: false },
  ],
};

/** WeightedPodAffinityTerm is a pod affinity term with a weight. */
export type WeightedPodAffinityTerm = {
  /** Weight of the term, in the range 1-100. */
  weight: number;
  /** Pod affinity term that the weight belongs to. */
  podAffinityTerm: PodAffinityTerm;
};

export const weightedPodAffinityTermSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.WeightedPodAffinityTerm',
  description: 'WeightedPodAffinityTerm is a pod affinity term with a weight.',
  atomic: false,
  fields: [
    { name: 'weight', number: 1, description: 'Weight of the term, in the range 1-100.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'podAffinityTerm', number: 2, description: 'Pod affinity term that the weight belongs to.', schema: () => podAffinityTermSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** PodAntiAffinity is a group of constraints that place a pod away from other pods. */
export type PodAntiAffinity = {
  /** Terms that must not match when the pod is scheduled. A running pod stays when they start matching. All terms must be satisfied. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** Preferences. The scheduler prefers the node with the lowest sum of the weights of matching terms. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
};

const podAntiAffinityRequiredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => podAffinityTermSchema, listType: 'atomic', keys: [] };

const podAntiAffinityPreferredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => weightedPodAffinityTermSchema, listType: 'atomic', keys: [] };

export const podAntiAffinitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodAntiAffinity',
  description: 'PodAntiAffinity is a group of constraints that place a pod away from other pods.',
  atomic: false,
  fields: [
    { name: 'requiredDuringSchedulingIgnoredDuringExecution', number: 1, description: 'Terms that must not match when the pod is scheduled. A running pod stays when they start matching. All terms must be satisfied.', schema: () => podAntiAffinityRequiredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
    { name: 'preferredDuringSchedulingIgnoredDuringExecution', number: 2, description: 'Preferences. The scheduler prefers the node with the lowest sum of the weights of matching terms.', schema: () => podAntiAffinityPreferredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Toleration allows a pod to run on a node whose taint matches the key, value and effect. */
export type Toleration = {
  /** Taint key that the toleration applies to. Empty matches all keys; the operator must then be `Exists`. */
  key?: string;
  /** Relation of the key to the value: `Exists` or `Equal`. `Exists` matches every value. Defaults to `Equal`. */
  operator?: string;
  /** Taint value that the toleration matches. Must be empty when the operator is `Exists`. */
  value?: string;
  /** Taint effect that the toleration matches: `NoSchedule`, `PreferNoSchedule` or `NoExecute`. Empty matches all effects. */
  effect?: string;
  /** Period in seconds that the pod tolerates a taint with the effect `NoExecute`. When absent, the pod tolerates it forever. Zero and negative values evict the pod immediately. */
  tolerationSeconds?: Int64;
};

const tolerationOperator: Schema = { type: 'string', enum: ['Equal', 'Exists'] };

const tolerationEffect: Schema = { type: 'string', enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] };

export const tolerationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Toleration',
  description: 'Toleration allows a pod to run on a node whose taint matches the key, value and effect.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Taint key that the toleration applies to. Empty matches all keys; the operator must then be `Exists`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'operator', number: 2, description: 'Relation of the key to the value: `Exists` or `Equal`. `Exists` matches every value. Defaults to `Equal`.', schema: () => tolerationOperator, presence: 'implicit', required: false, immutable: false },
    { name: 'value', number: 3, description: 'Taint value that the toleration matches. Must be empty when the operator is `Exists`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'effect', number: 4, description: 'Taint effect that the toleration matches: `NoSchedule`, `PreferNoSchedule` or `NoExecute`. Empty matches all effects.', schema: () => tolerationEffect, presence: 'implicit', required: false, immutable: false },
    { name: 'tolerationSeconds', number: 5, description: 'Period in seconds that the pod tolerates a taint with the effect `NoExecute`. When absent, the pod tolerates it forever. Zero and negative values evict the pod immediately.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
  ],
};

/** HostAlias is an entry in the hosts file of a pod. */
export type HostAlias = {
  /** IP address of the entry. */
  ip?: string;
  /** Hostnames of the IP address. */
  hostnames?: string[];
};

const hostAliasHostnames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const hostAliasSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.HostAlias',
  description: 'HostAlias is an entry in the hosts file of a pod.',
  atomic: false,
  fields: [
    { name: 'ip', number: 1, description: 'IP address of the entry.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostnames', number: 2, description: 'Hostnames of the IP address.', schema: () => hostAliasHostnames, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodDNSConfig holds DNS parameters of a pod. */
export type PodDNSConfig = {
  /** IP addresses of DNS servers. They are appended to those from `dnsPolicy`. */
  nameservers?: string[];
  /** Search domains for hostname lookup. They are appended to those from `dnsPolicy`. */
  searches?: string[];
  /** Resolver options. They are merged with those from `dnsPolicy` and override options with the same name. */
  options?: PodDNSConfigOption[];
};

const podDNSConfigNameservers: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const podDNSConfigSearches: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const podDNSConfigOptions: ListSchema = { type: 'list', items: () => podDNSConfigOptionSchema, listType: 'atomic', keys: [] };

export const podDNSConfigSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodDNSConfig',
  description: 'PodDNSConfig holds DNS parameters of a pod.',
  atomic: false,
  fields: [
    { name: 'nameservers', number: 1, description: 'IP addresses of DNS servers. They are appended to those from `dnsPolicy`.', schema: () => podDNSConfigNameservers, presence: 'implicit', required: false, immutable: false },
    { name: 'searches', number: 2, description: 'Search domains for hostname lookup. They are appended to those from `dnsPolicy`.', schema: () => podDNSConfigSearches, presence: 'implicit', required: false, immutable: false },
    { name: 'options', number: 3, description: 'Resolver options. They are merged with those from `dnsPolicy` and override options with the same name.', schema: () => podDNSConfigOptions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodDNSConfigOption is a resolver option of a pod. */
export type PodDNSConfigOption = {
  /** Name of the resolver option. Required. */
  name?: string;
  /** Value of the resolver option. */
  value?: string;
};

export const podDNSConfigOptionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodDNSConfigOption',
  description: 'PodDNSConfigOption is a resolver option of a pod.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the resolver option. Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'value', number: 2, description: 'Value of the resolver option.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PodReadinessGate names a condition that contributes to the readiness of a pod. */
export type PodReadinessGate = {
  /** Type of the condition in the status of the pod. */
  conditionType: string;
};

export const podReadinessGateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodReadinessGate',
  description: 'PodReadinessGate names a condition that contributes to the readiness of a pod.',
  atomic: false,
  fields: [
    { name: 'conditionType', number: 1, description: 'Type of the condition in the status of the pod.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** TopologySpreadConstraint describes how matching pods spread across topology domains. */
export type TopologySpreadConstraint = {
  /** Maximum permitted difference between the number of matching pods in a domain and the minimum over all eligible domains. Must be greater than zero. */
  maxSkew: number;
  /** Label key of nodes. Nodes with the same value of this label are one topology domain. */
  topologyKey: string;
  /** What the scheduler does with a pod that violates the constraint: `DoNotSchedule` leaves it unscheduled, `ScheduleAnyway` prefers nodes that reduce the skew. */
  whenUnsatisfiable: string;
  /** Label query over the pods that are counted. */
  labelSelector?: LabelSelector;
  /** Minimum number of eligible domains. With fewer domains, the global minimum counts as 0. Must be greater than zero, and may be set only with `DoNotSchedule`. Defaults to 1. */
  minDomains?: number;
  /** How the node affinity and node selector of the pod are treated for the skew: `Honor` counts only matching nodes, `Ignore` counts all nodes. Defaults to `Honor`. */
  nodeAffinityPolicy?: string;
  /** How node taints are treated for the skew: `Honor` counts nodes without taints, or whose taints the pod tolerates, `Ignore` counts all nodes. Defaults to `Ignore`. */
  nodeTaintsPolicy?: string;
  /** Pod label keys whose values in the new pod select the pods that are counted, in addition to `labelSelector`. The selector must be set, and must not have the same keys. */
  matchLabelKeys?: string[];
};

const topologySpreadConstraintWhenUnsatisfiable: Schema = { type: 'string', enum: ['DoNotSchedule', 'ScheduleAnyway'] };

const topologySpreadConstraintNodeAffinityPolicy: Schema = { type: 'string', enum: ['Honor', 'Ignore'] };

const topologySpreadConstraintNodeTaintsPolicy: Schema = { type: 'string', enum: ['Honor', 'Ignore'] };

const topologySpreadConstraintMatchLabelKeys: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const topologySpreadConstraintSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.TopologySpreadConstraint',
  description: 'TopologySpreadConstraint describes how matching pods spread across topology domains.',
  atomic: false,
  fields: [
    { name: 'maxSkew', number: 1, description: 'Maximum permitted difference between the number of matching pods in a domain and the minimum over all eligible domains. Must be greater than zero.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'topologyKey', number: 2, description: 'Label key of nodes. Nodes with the same value of this label are one topology domain.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'whenUnsatisfiable', number: 3, description: 'What the scheduler does with a pod that violates the constraint: `DoNotSchedule` leaves it unscheduled, `ScheduleAnyway` prefers nodes that reduce the skew.', schema: () => topologySpreadConstraintWhenUnsatisfiable, presence: 'always', required: true, immutable: false },
    { name: 'labelSelector', number: 4, description: 'Label query over the pods that are counted.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'minDomains', number: 5, description: 'Minimum number of eligible domains. With fewer domains, the global minimum counts as 0. Must be greater than zero, and may be set only with `DoNotSchedule`. Defaults to 1.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeAffinityPolicy', number: 6, description: 'How the node affinity and node selector of the pod are treated for the skew: `Honor` counts only matching nodes, `Ignore` counts all nodes. Defaults to `Honor`.', schema: () => topologySpreadConstraintNodeAffinityPolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeTaintsPolicy', number: 7, description: 'How node taints are treated for the skew: `Honor` counts nodes without taints, or whose taints the pod tolerates, `Ignore` counts all nodes. Defaults to `Ignore`.', schema: () => topologySpreadConstraintNodeTaintsPolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'matchLabelKeys', number: 8, description: 'Pod label keys whose values in the new pod select the pods that are counted, in addition to `labelSelector`. The selector must be set, and must not have the same keys.', schema: () => topologySpreadConstraintMatchLabelKeys, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodStatus is the most recently observed state of a pod. */
export type PodStatus = {
  /** Generation of the pod that the status reflects. */
  observedGeneration?: Int64;
  /** Phase of the pod in its lifecycle: `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`. */
  phase?: string;
  /** Current conditions of the pod, at most one for each type. */
  conditions?: PodCondition[];
  /** Human-readable message about why the pod is in this state. */
  message?: string;
  /** Brief machine-readable reason why the pod is in this state, in CamelCase, such as `Evicted`. */
  reason?: string;
  /** Name of the node where pods of lower priority are being preempted for this pod. The pod may still be scheduled elsewhere. */
  nominatedNodeName?: string;
  /** IP address of the node that the pod is assigned to. */
  hostIP?: string;
  /** IP addresses of the node that the pod is assigned to. The first entry equals `hostIP`. */
  hostIPs?: HostIP[];
  /** IP address of the pod; the same as the first entry of `podIPs`. */
  podIP?: string;
  /** IP addresses of the pod, at most one for each of IPv4 and IPv6. */
  podIPs?: PodIP[];
  /** Time when the kubelet acknowledged the pod, before it pulled the images. */
  startTime?: string;
  /** Statuses of the init containers. */
  initContainerStatuses?: ContainerStatus[];
  /** Statuses of the containers. */
  containerStatuses?: ContainerStatus[];
  /** Quality of service class of the pod: `Guaranteed`, `Burstable` or `BestEffort`. It follows from the resource requirements. */
  qosClass?: string;
  /** Statuses of the ephemeral containers. */
  ephemeralContainerStatuses?: ContainerStatus[];
  /** Deprecated: the conditions `PodResizePending` and `PodResizeInProgress` replace it. Status of a resize. */
  resize?: string;
  /** Status of the resource claims of the pod. */
  resourceClaimStatuses?: PodResourceClaimStatus[];
  /** Status of the resource claim that backs extended resources of the pod. */
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  /** Total requests that the node allocated to the pod. */
  allocatedResources?: { [key: string]: string };
  /** Compute resources of the pod that are actually in effect. */
  resources?: ResourceRequirements;
  /** Node allocatable resources that resource claims of the pod use. */
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
};

const podStatusConditions: ListSchema = { type: 'list', items: () => podConditionSchema, listType: 'map', keys: ['type'] };

const podStatusHostIPs: ListSchema = { type: 'list', items: () => hostIPSchema, listType: 'atomic', keys: [] };

const podStatusPodIPs: ListSchema = { type: 'list', items: () => podIPSchema, listType: 'map', keys: ['ip'] };

const podStatusInitContainerStatuses: ListSchema = { type: 'list', items: () => containerStatusSchema, listType: 'atomic', keys: [] };

const podStatusContainerStatuses: ListSchema = { type: 'list', items: () => containerStatusSchema, listType: 'atomic', keys: [] };

const podStatusEphemeralContainerStatuses: ListSchema = { type: 'list', items: () => containerStatusSchema, listType: 'atomic', keys: [] };

const podStatusResourceClaimStatuses: ListSchema = { type: 'list', items: () => podResourceClaimStatusSchema, listType: 'map', keys: ['name'] };

const podStatusAllocatedResources: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const podStatusNodeAllocatableResourceClaimStatuses: ListSchema = { type: 'list', items: () => nodeAllocatableResourceClaimStatusSchema, listType: 'atomic', keys: [] };

export const podStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodStatus',
  description: 'PodStatus is the most recently observed state of a pod.',
  atomic: false,
  fields: [
    { name: 'observedGeneration', number: 17, description: 'Generation of the pod that the status reflects.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'phase', number: 1, description: 'Phase of the pod in its lifecycle: `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 2, description: 'Current conditions of the pod, at most one for each type.', schema: () => podStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'message', number: 3, description: 'Human-readable message about why the pod is in this state.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Brief machine-readable reason why the pod is in this state, in CamelCase, such as `Evicted`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'nominatedNodeName', number: 11, description: 'Name of the node where pods of lower priority are being preempted for this pod. The pod may still be scheduled elsewhere.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostIP', number: 5, description: 'IP address of the node that the pod is assigned to.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostIPs', number: 16, description: 'IP addresses of the node that the pod is assigned to. The first entry equals `hostIP`.', schema: () => podStatusHostIPs, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'ip' },
    { name: 'podIP', number: 6, description: 'IP address of the pod; the same as the first entry of `podIPs`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'podIPs', number: 12, description: 'IP addresses of the pod, at most one for each of IPv4 and IPv6.', schema: () => podStatusPodIPs, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'ip' },
    { name: 'startTime', number: 7, description: 'Time when the kubelet acknowledged the pod, before it pulled the images.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'initContainerStatuses', number: 10, description: 'Statuses of the init containers.', schema: () => podStatusInitContainerStatuses, presence: 'implicit', required: false, immutable: false },
    { name: 'containerStatuses', number: 8, description: 'Statuses of the containers.', schema: () => podStatusContainerStatuses, presence: 'implicit', required: false, immutable: false },
    { name: 'qosClass', number: 9, description: 'Quality of service class of the pod: `Guaranteed`, `Burstable` or `BestEffort`. It follows from the resource requirements.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ephemeralContainerStatuses', number: 13, description: 'Statuses of the ephemeral containers.', schema: () => podStatusEphemeralContainerStatuses, presence: 'implicit', required: false, immutable: false },
    { name: 'resize', number: 14, description: 'Deprecated: the conditions `PodResizePending` and `PodResizeInProgress` replace it. Status of a resize.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceClaimStatuses', number: 15, description: 'Status of the resource claims of the pod.', schema: () => podStatusResourceClaimStatuses, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge,retainKeys', patchMergeKey: 'name' },
    { name: 'extendedResourceClaimStatus', number: 18, description: 'Status of the resource claim that backs extended resources of the pod.', schema: () => podExtendedResourceClaimStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'allocatedResources', number: 19, description: 'Total requests that the node allocated to the pod.', schema: () => podStatusAllocatedResources, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 20, description: 'Compute resources of the pod that are actually in effect.', schema: () => resourceRequirementsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeAllocatableResourceClaimStatuses', number: 21, description: 'Node allocatable resources that resource claims of the pod use.', schema: () => podStatusNodeAllocatableResourceClaimStatuses, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodCondition is one observation of the state of a pod. */
export type PodCondition = {
  /** Type of the condition, such as `Ready`, `PodScheduled` or `Initialized`. */
  type: string;
  /** Generation of the pod that the condition was set for. */
  observedGeneration?: Int64;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last probe of the condition. */
  lastProbeTime?: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
};

export const podConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodCondition',
  description: 'PodCondition is one observation of the state of a pod.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition, such as `Ready`, `PodScheduled` or `Initialized`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'observedGeneration', number: 7, description: 'Generation of the pod that the condition was set for.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastProbeTime', number: 3, description: 'Time of the last probe of the condition.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodIP is an IP address of a pod. */
export type PodIP = {
  /** IP address. */
  ip?: string;
};

export const podIPSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodIP',
  description: 'PodIP is an IP address of a pod.',
  atomic: false,
  fields: [
    { name: 'ip', number: 1, description: 'IP address.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodTemplate is a stored template for creating pods. */
export type PodTemplate = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Pods that are created from the template. */
  template: PodTemplateSpec;
};

export const podTemplateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodTemplate',
  description: 'PodTemplate is a stored template for creating pods.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'template', number: 2, description: 'Pods that are created from the template.', schema: () => podTemplateSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const podTemplateNames: ResourceNames = { resource: 'podtemplates', singular: 'podtemplate', kind: 'PodTemplate', shortNames: [], categories: [], scope: 'Namespaced' };

/** PodTemplateSpec describes the pods that a template creates. */
export type PodTemplateSpec = {
  /** Standard object metadata of the pods. Labels and annotations are used. */
  metadata: ObjectMeta;
  /** Desired behavior of the pods. */
  spec: PodSpec;
};

export const podTemplateSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodTemplateSpec',
  description: 'PodTemplateSpec describes the pods that a template creates.',
  atomic: false,
  fields: [
    { name: 'metadata', number: 1, description: 'Standard object metadata of the pods. Labels and annotations are used.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false, changeable: true },
    { name: 'spec', number: 2, description: 'Desired behavior of the pods.', schema: () => podSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** PodTemplateList is a list of pod templates. */
export type PodTemplateList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of pod templates. */
  items: PodTemplate[];
};

const podTemplateListItems: ListSchema = { type: 'list', items: () => podTemplateSchema, listType: 'atomic', keys: [] };

export const podTemplateListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodTemplateList',
  description: 'PodTemplateList is a list of pod templates.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of pod templates.', schema: () => podTemplateListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Binding assigns a pod to a node. */
export type Binding = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Node to bind the pod to. */
  target: ObjectReference;
};

export const bindingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Binding',
  description: 'Binding assigns a pod to a node.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'target', number: 2, description: 'Node to bind the pod to.', schema: () => objectReferenceSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const bindingNames: ResourceNames = { resource: 'bindings', singular: 'binding', kind: 'Binding', shortNames: [], categories: [], scope: 'Namespaced' };

/** HostIP is an IP address of a node. */
export type HostIP = {
  /** IP address. */
  ip: string;
};

export const hostIPSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.HostIP',
  description: 'HostIP is an IP address of a node.',
  atomic: false,
  fields: [
    { name: 'ip', number: 1, description: 'IP address.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** PodSchedulingGate blocks scheduling of a pod. */
export type PodSchedulingGate = {
  /** Name of the gate, a qualified name that is unique within the pod. */
  name: string;
};

export const podSchedulingGateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodSchedulingGate',
  description: 'PodSchedulingGate blocks scheduling of a pod.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the gate, a qualified name that is unique within the pod.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** PodSchedulingGroup is the scheduling group of a pod. */
export type PodSchedulingGroup = {
  /** Name of the PodGroup in the namespace of the pod. */
  podGroupName?: string;
};

export const podSchedulingGroupSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodSchedulingGroup',
  description: 'PodSchedulingGroup is the scheduling group of a pod.',
  atomic: false,
  fields: [
    { name: 'podGroupName', number: 1, description: 'Name of the PodGroup in the namespace of the pod.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PodResourceClaim refers to a resource claim, or to a template from which a claim is created for the pod. Exactly one of the two is set. */
export type PodResourceClaim = {
  /** Name by which containers refer to the claim, a DNS label that is unique within the pod. */
  name: string;
  /** Name of a ResourceClaim in the namespace of the pod. */
  resourceClaimName?: string;
  /** Name of a ResourceClaimTemplate in the namespace of the pod. The claim is deleted with the pod. */
  resourceClaimTemplateName?: string;
};

export const podResourceClaimSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodResourceClaim',
  description: 'PodResourceClaim refers to a resource claim, or to a template from which a claim is created for the pod. Exactly one of the two is set.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name by which containers refer to the claim, a DNS label that is unique within the pod.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'resourceClaimName', number: 3, description: 'Name of a ResourceClaim in the namespace of the pod.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'resourceClaimTemplateName', number: 4, description: 'Name of a ResourceClaimTemplate in the namespace of the pod. The claim is deleted with the pod.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PodResourceClaimStatus is the status of a resource claim of a pod. */
export type PodResourceClaimStatus = {
  /** Name of an entry in `spec.resourceClaims`. */
  name: string;
  /** Name of the ResourceClaim that was created for the pod. Absent if no claim was necessary. */
  resourceClaimName?: string;
};

export const podResourceClaimStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodResourceClaimStatus',
  description: 'PodResourceClaimStatus is the status of a resource claim of a pod.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of an entry in `spec.resourceClaims`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'resourceClaimName', number: 2, description: 'Name of the ResourceClaim that was created for the pod. Absent if no claim was necessary.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PodExtendedResourceClaimStatus is the status of the resource claim that backs extended resources of a pod. */
export type PodExtendedResourceClaimStatus = {
  /** Requests of containers and the requests of the claim that back them. */
  requestMappings: ContainerExtendedResourceRequest[];
  /** Name of the ResourceClaim in the namespace of the pod. */
  resourceClaimName: string;
};

const podExtendedResourceClaimStatusRequestMappings: ListSchema = { type: 'list', items: () => containerExtendedResourceRequestSchema, listType: 'atomic', keys: [] };

export const podExtendedResourceClaimStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodExtendedResourceClaimStatus',
  description: 'PodExtendedResourceClaimStatus is the status of the resource claim that backs extended resources of a pod.',
  atomic: false,
  fields: [
    { name: 'requestMappings', number: 1, description: 'Requests of containers and the requests of the claim that back them.', schema: () => podExtendedResourceClaimStatusRequestMappings, presence: 'always', required: true, immutable: false },
    { name: 'resourceClaimName', number: 2, description: 'Name of the ResourceClaim in the namespace of the pod.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ContainerExtendedResourceRequest maps an extended resource of a container to a request of a resource claim. */
export type ContainerExtendedResourceRequest = {
  /** Name of the container. */
  containerName: string;
  /** Name of the extended resource. */
  resourceName: string;
  /** Name of the request in the resource claim. */
  requestName: string;
};

export const containerExtendedResourceRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerExtendedResourceRequest',
  description: 'ContainerExtendedResourceRequest maps an extended resource of a container to a request of a resource claim.',
  atomic: false,
  fields: [
    { name: 'containerName', number: 1, description: 'Name of the container.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'resourceName', number: 2, description: 'Name of the extended resource.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'requestName', number: 3, description: 'Name of the request in the resource claim.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** NodeAllocatableResourceClaimStatus describes node allocatable resources that a resource claim uses. */
export type NodeAllocatableResourceClaimStatus = {
  /** Name of the ResourceClaim. */
  resourceClaimName: string;
  /** Names of the containers that use the claim. */
  containers?: string[];
  /** Resources that the claim uses. */
  resources: { [key: string]: string };
};

const nodeAllocatableResourceClaimStatusContainers: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const nodeAllocatableResourceClaimStatusResources: MapSchema = { type: 'map', values: () => quantity, atomic: false };

export const nodeAllocatableResourceClaimStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeAllocatableResourceClaimStatus',
  description: 'NodeAllocatableResourceClaimStatus describes node allocatable resources that a resource claim uses.',
  atomic: false,
  fields: [
    { name: 'resourceClaimName', number: 1, description: 'Name of the ResourceClaim.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'containers', number: 2, description: 'Names of the containers that use the claim.', schema: () => nodeAllocatableResourceClaimStatusContainers, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 3, description: 'Resources that the claim uses.', schema: () => nodeAllocatableResourceClaimStatusResources, presence: 'always', required: true, immutable: false },
  ],
};

/** ReplicationController keeps a specified number of pod replicas running. Deployments have replaced it. */
export type ReplicationController = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Labels default to those of the template. */
  metadata: ObjectMeta;
  /** Desired behavior of the ReplicationController. */
  spec: ReplicationControllerSpec;
  /** Most recently observed status of the ReplicationController. It may be out of date by a short time. Read-only. */
  status: ReplicationControllerStatus;
};

export const replicationControllerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ReplicationController',
  description: 'ReplicationController keeps a specified number of pod replicas running. Deployments have replaced it.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Labels default to those of the template.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the ReplicationController.', schema: () => replicationControllerSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Most recently observed status of the ReplicationController. It may be out of date by a short time. Read-only.', schema: () => replicationControllerStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const replicationControllerNames: ResourceNames = { resource: 'replicationcontrollers', singular: 'replicationcontroller', kind: 'ReplicationController', shortNames: ['rc'], categories: ['all'], scope: 'Namespaced' };

/** ReplicationControllerSpec is the specification of a ReplicationController. */
export type ReplicationControllerSpec = {
  /** Number of desired pods. Defaults to 1. */
  replicas?: number;
  /** Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0. */
  minReadySeconds?: number;
  /** Labels of the pods that the ReplicationController manages. They must be among the labels of the template, to which they default. */
  selector?: { [key: string]: string };
  /** Template of the pods. The only allowed restart policy is `Always`. */
  template?: PodTemplateSpec;
};

const replicationControllerSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicationControllerSpecMinReadySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicationControllerSpecSelector: MapSchema = { type: 'map', values: () => text, atomic: true };

export const replicationControllerSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ReplicationControllerSpec',
  description: 'ReplicationControllerSpec is the specification of a ReplicationController.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Number of desired pods. Defaults to 1.', schema: () => replicationControllerSpecReplicas, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'minReadySeconds', number: 4, description: 'Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0.', schema: () => replicationControllerSpecMinReadySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'selector', number: 2, description: 'Labels of the pods that the ReplicationController manages. They must be among the labels of the template, to which they default.', schema: () => replicationControllerSpecSelector, presence: 'implicit', required: false, immutable: false },
    { name: 'template', number: 3, description: 'Template of the pods. The only allowed restart policy is `Always`.', schema: () => podTemplateSpecSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ReplicationControllerStatus is the current status of a ReplicationController. */
export type ReplicationControllerStatus = {
  /** Number of pods of the ReplicationController that are not terminating. */
  replicas: number;
  /** Number of those pods that have the labels of the template. */
  fullyLabeledReplicas?: number;
  /** Number of those pods that are ready. */
  readyReplicas?: number;
  /** Number of those pods that have been ready for `minReadySeconds`. */
  availableReplicas?: number;
  /** Generation of the object that the controller processed last. */
  observedGeneration?: Int64;
  /** Current conditions of the ReplicationController, at most one for each type. */
  conditions?: ReplicationControllerCondition[];
};

const replicationControllerStatusReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicationControllerStatusFullyLabeledReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicationControllerStatusReadyReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicationControllerStatusAvailableReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicationControllerStatusObservedGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const replicationControllerStatusConditions: ListSchema = { type: 'list', items: () => replicationControllerConditionSchema, listType: 'map', keys: ['type'] };

export const replicationControllerStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ReplicationControllerStatus',
  description: 'ReplicationControllerStatus is the current status of a ReplicationController.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Number of pods of the ReplicationController that are not terminating.', schema: () => replicationControllerStatusReplicas, presence: 'always', required: true, immutable: false },
    { name: 'fullyLabeledReplicas', number: 2, description: 'Number of those pods that have the labels of the template.', schema: () => replicationControllerStatusFullyLabeledReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'readyReplicas', number: 4, description: 'Number of those pods that are ready.', schema: () => replicationControllerStatusReadyReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'availableReplicas', number: 5, description: 'Number of those pods that have been ready for `minReadySeconds`.', schema: () => replicationControllerStatusAvailableReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'observedGeneration', number: 3, description: 'Generation of the object that the controller processed last.', schema: () => replicationControllerStatusObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 6, description: 'Current conditions of the ReplicationController, at most one for each type.', schema: () => replicationControllerStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** ReplicationControllerCondition is one observation of the state of a ReplicationController. */
export type ReplicationControllerCondition = {
  /** Type of the condition. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
};

export const replicationControllerConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ReplicationControllerCondition',
  description: 'ReplicationControllerCondition is one observation of the state of a ReplicationController.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ReplicationControllerList is a list of ReplicationControllers. */
export type ReplicationControllerList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ReplicationControllers. */
  items: ReplicationController[];
};

const replicationControllerListItems: ListSchema = { type: 'list', items: () => replicationControllerSchema, listType: 'atomic', keys: [] };

export const replicationControllerListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ReplicationControllerList',
  description: 'ReplicationControllerList is a list of ReplicationControllers.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ReplicationControllers.', schema: () => replicationControllerListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ResourceQuota limits what the objects of a namespace use together. */
export type ResourceQuota = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired limits. */
  spec: ResourceQuotaSpec;
  /** Enforced limits and the current usage. */
  status: ResourceQuotaStatus;
};

export const resourceQuotaSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceQuota',
  description: 'ResourceQuota limits what the objects of a namespace use together.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired limits.', schema: () => resourceQuotaSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Enforced limits and the current usage.', schema: () => resourceQuotaStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const resourceQuotaNames: ResourceNames = { resource: 'resourcequotas', singular: 'resourcequota', kind: 'ResourceQuota', shortNames: ['quota'], categories: [], scope: 'Namespaced' };

/** ResourceQuotaList is a list of ResourceQuotas. */
export type ResourceQuotaList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ResourceQuotas. */
  items: ResourceQuota[];
};

const resourceQuotaListItems: ListSchema = { type: 'list', items: () => resourceQuotaSchema, listType: 'atomic', keys: [] };

export const resourceQuotaListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceQuotaList',
  description: 'ResourceQuotaList is a list of ResourceQuotas.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ResourceQuotas.', schema: () => resourceQuotaListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ResourceQuotaSpec describes the desired limits of a quota. */
export type ResourceQuotaSpec = {
  /** Limit of each named resource, such as `pods`, `requests.cpu` or `count/deployments.apps`. */
  hard?: { [key: string]: string };
  /** Scopes that every counted object must match. Empty counts all objects. Cannot be updated. */
  scopes?: string[];
  /** Further scopes, with values. An object must match them and `scopes`. */
  scopeSelector?: ScopeSelector;
};

const resourceQuotaSpecHard: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const resourceQuotaSpecScopes: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const resourceQuotaSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceQuotaSpec',
  description: 'ResourceQuotaSpec describes the desired limits of a quota.',
  atomic: false,
  fields: [
    { name: 'hard', number: 1, description: 'Limit of each named resource, such as `pods`, `requests.cpu` or `count/deployments.apps`.', schema: () => resourceQuotaSpecHard, presence: 'implicit', required: false, immutable: false },
    { name: 'scopes', number: 2, description: 'Scopes that every counted object must match. Empty counts all objects. Cannot be updated.', schema: () => resourceQuotaSpecScopes, presence: 'implicit', required: false, immutable: false },
    { name: 'scopeSelector', number: 3, description: 'Further scopes, with values. An object must match them and `scopes`.', schema: () => scopeSelectorSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ScopeSelector selects objects by scopes. All of its requirements must hold. */
export type ScopeSelector = {
  /** Requirements by scope. */
  matchExpressions?: ScopedResourceSelectorRequirement[];
};

const scopeSelectorMatchExpressions: ListSchema = { type: 'list', items: () => scopedResourceSelectorRequirementSchema, listType: 'atomic', keys: [] };

export const scopeSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ScopeSelector',
  description: 'ScopeSelector selects objects by scopes. All of its requirements must hold.',
  atomic: true,
  fields: [
    { name: 'matchExpressions', number: 1, description: 'Requirements by scope.', schema: () => scopeSelectorMatchExpressions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ScopedResourceSelectorRequirement selects objects by a scope and its values. */
export type ScopedResourceSelectorRequirement = {
  /** Name of the scope: `Terminating`, `NotTerminating`, `BestEffort`, `NotBestEffort`, `PriorityClass`, `CrossNamespacePodAffinity` or `VolumeAttributesClass`. */
  scopeName: string;
  /** Relation of the scope to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  operator: string;
  /** Values. Required for `In` and `NotIn`, and not allowed otherwise. */
  values?: string[];
};

const scopedResourceSelectorRequirementValues: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const scopedResourceSelectorRequirementSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ScopedResourceSelectorRequirement',
  description: 'ScopedResourceSelectorRequirement selects objects by a scope and its values.',
  atomic: false,
  fields: [
    { name: 'scopeName', number: 1, description: 'Name of the scope: `Terminating`, `NotTerminating`, `BestEffort`, `NotBestEffort`, `PriorityClass`, `CrossNamespacePodAffinity` or `VolumeAttributesClass`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'operator', number: 2, description: 'Relation of the scope to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'values', number: 3, description: 'Values. Required for `In` and `NotIn`, and not allowed otherwise.', schema: () => scopedResourceSelectorRequirementValues, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ResourceQuotaStatus is the enforced limits and the current usage. */
export type ResourceQuotaStatus = {
  /** Enforced limit of each named resource. */
  hard?: { [key: string]: string };
  /** Current usage of each named resource in the namespace. */
  used?: { [key: string]: string };
};

const resourceQuotaStatusHard: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const resourceQuotaStatusUsed: MapSchema = { type: 'map', values: () => quantity, atomic: false };

export const resourceQuotaStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceQuotaStatus',
  description: 'ResourceQuotaStatus is the enforced limits and the current usage.',
  atomic: false,
  fields: [
    { name: 'hard', number: 1, description: 'Enforced limit of each named resource.', schema: () => resourceQuotaStatusHard, presence: 'implicit', required: false, immutable: false },
    { name: 'used', number: 2, description: 'Current usage of each named resource in the namespace.', schema: () => resourceQuotaStatusUsed, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Service is a named abstraction of an application: a port that a proxy listens on, and the selector that determines which pods answer requests sent through it. */
export type Service = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the service. */
  spec: ServiceSpec;
  /** Most recently observed status of the service. Read-only. */
  status: ServiceStatus;
};

export const serviceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Service',
  description: 'Service is a named abstraction of an application: a port that a proxy listens on, and the selector that determines which pods answer requests sent through it.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the service.', schema: () => serviceSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Most recently observed status of the service. Read-only.', schema: () => serviceStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const serviceNames: ResourceNames = { resource: 'services', singular: 'service', kind: 'Service', shortNames: ['svc'], categories: ['all'], scope: 'Namespaced' };

/** ServiceList is a list of Services. */
export type ServiceList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of Services. */
  items: Service[];
};

const serviceListItems: ListSchema = { type: 'list', items: () => serviceSchema, listType: 'atomic', keys: [] };

export const serviceListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceList',
  description: 'ServiceList is a list of Services.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of Services.', schema: () => serviceListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ServiceSpec describes the attributes of a service. */
export type ServiceSpec = {
  /** Ports that the service exposes. */
  ports?: ServicePort[];
  /** Labels of the pods to which traffic is routed. If it is empty, an external process manages the endpoints, and the server does not change them. Ignored for the type `ExternalName`. */
  selector?: { [key: string]: string };
  /** IP address of the service, normally assigned by the server. An address in the request must be free and within the ranges of the cluster, or the request fails. `None` makes a headless service, which has endpoints but no address and no proxy. It cannot be changed, except by a change of the type to or from `ExternalName`, for which it must be empty. It equals the first value of `clusterIPs`. */
  clusterIP?: string;
  /** IP addresses of the service: at most one for each IP family. They correspond to `ipFamilies`, and the first one equals `clusterIP`. The rules of `clusterIP` apply to them. */
  clusterIPs?: string[];
  /** How the service is exposed: `ClusterIP` (an address inside the cluster), `NodePort` (also a port on each node), `LoadBalancer` (also an external load balancer), or `ExternalName` (an alias for `externalName`). Defaults to `ClusterIP`. */
  type?: string;
  /** IP addresses for which nodes also accept traffic for the service. The cluster does not manage them; the user must make sure that traffic arrives at a node. Deprecated: some clusters no longer implement it. */
  externalIPs?: string[];
  /** Whether requests of one client go to the same endpoint: `ClientIP` or `None`. Defaults to `None`. */
  sessionAffinity?: string;
  /** IP address that the load balancer should get, if the cloud provider supports it. Used only for the type `LoadBalancer`. Deprecated: its meaning differs between providers, and it has no dual-stack form. */
  loadBalancerIP?: string;
  /** Client ranges to which traffic through the load balancer of the cloud provider is limited, if the provider supports it. */
  loadBalancerSourceRanges?: string[];
  /** Host name that DNS returns as an alias for the service, without a proxy. Must be a lower-case RFC 1123 host name. Required for the type `ExternalName`. */
  externalName?: string;
  /** How nodes distribute traffic from outside the cluster: `Local` keeps it on the node and preserves the client's address; `Cluster` routes it to all endpoints. Applies to node ports, external IPs and load balancers. */
  externalTrafficPolicy?: string;
  /** Port of the health check on each node, for the type `LoadBalancer` with the external traffic policy `Local`. The server assigns one if it is absent. It cannot be changed. */
  healthCheckNodePort?: number;
  /** Whether addresses of pods that are not ready are published, as for the peer discovery of a StatefulSet. */
  publishNotReadyAddresses?: boolean;
  /** Configuration of the session affinity. */
  sessionAffinityConfig?: SessionAffinityConfig;
  /** IP families of the service: `IPv4`, `IPv6`, or both. The server assigns them from the ranges of the cluster and `ipFamilyPolicy`. The first one cannot be changed; a second one can be added or removed. Ignored for the type `ExternalName`. */
  ipFamilies?: string[];
  /** Dual-stack policy: `SingleStack` (one family), `PreferDualStack` (two families if the cluster has them) or `RequireDualStack` (two families, or the request fails). Defaults to `SingleStack`. It is cleared when the type becomes `ExternalName`. */
  ipFamilyPolicy?: string;
  /** Whether node ports are allocated for the type `LoadBalancer`. Defaults to true. Node ports in the request are respected in any case. */
  allocateLoadBalancerNodePorts?: boolean;
  /** Class of the load balancer implementation, a label-style name with an optional prefix. Only for the type `LoadBalancer`. It cannot be changed while the type remains. */
  loadBalancerClass?: string;
  /** How nodes distribute traffic to the cluster IP: `Local` uses only endpoints of the node and drops traffic if there are none; `Cluster` uses all endpoints. Defaults to `Cluster`. */
  internalTrafficPolicy?: string;
  /** Preference for near endpoints: `PreferSameZone`, `PreferSameNode`, or the deprecated `PreferClose`. */
  trafficDistribution?: string;
};

const serviceSpecPorts: ListSchema = { type: 'list', items: () => servicePortSchema, listType: 'map', keys: ['port', 'protocol'] };

const serviceSpecSelector: MapSchema = { type: 'map', values: () => text, atomic: true };

const serviceSpecClusterIPs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const serviceSpecType: Schema = { type: 'string', enum: ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'] };

const serviceSpecExternalIPs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const serviceSpecSessionAffinity: Schema = { type: 'string', enum: ['ClientIP', 'None'] };

const serviceSpecLoadBalancerSourceRanges: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const serviceSpecExternalTrafficPolicy: Schema = { type: 'string', enum: ['Cluster', 'Local'] };

const serviceSpecIpFamilies: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const serviceSpecIpFamilyPolicy: Schema = { type: 'string', enum: ['PreferDualStack', 'RequireDualStack', 'SingleStack'] };

const serviceSpecInternalTrafficPolicy: Schema = { type: 'string', enum: ['Cluster', 'Local'] };

export const serviceSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceSpec',
  description: 'ServiceSpec describes the attributes of a service.',
  atomic: false,
  fields: [
    { name: 'ports', number: 1, description: 'Ports that the service exposes.', schema: () => serviceSpecPorts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'port' },
    { name: 'selector', number: 2, description: 'Labels of the pods to which traffic is routed. If it is empty, an external process manages the endpoints, and the server does not change them. Ignored for the type `ExternalName`.', schema: () => serviceSpecSelector, presence: 'implicit', required: false, immutable: false },
    { name: 'clusterIP', number: 3, description: 'IP address of the service, normally assigned by the server. An address in the request must be free and within the ranges of the cluster, or the request fails. `None` makes a headless service, which has endpoints but no address and no proxy. It cannot be changed, except by a change of the type to or from `ExternalName`, for which it must be empty. It equals the first value of `clusterIPs`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'clusterIPs', number: 18, description: 'IP addresses of the service: at most one for each IP family. They correspond to `ipFamilies`, and the first one equals `clusterIP`. The rules of `clusterIP` apply to them.', schema: () => serviceSpecClusterIPs, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 4, description: 'How the service is exposed: `ClusterIP` (an address inside the cluster), `NodePort` (also a port on each node), `LoadBalancer` (also an external load balancer), or `ExternalName` (an alias for `externalName`). Defaults to `ClusterIP`.', schema: () => serviceSpecType, presence: 'implicit', required: false, immutable: false },
    { name: 'externalIPs', number: 5, description: 'IP addresses for which nodes also accept traffic for the service. The cluster does not manage them; the user must make sure that traffic arrives at a node. Deprecated: some clusters no longer implement it.', schema: () => serviceSpecExternalIPs, presence: 'implicit', required: false, immutable: false },
    { name: 'sessionAffinity', number: 7, description: 'Whether requests of one client go to the same endpoint: `ClientIP` or `None`. Defaults to `None`.', schema: () => serviceSpecSessionAffinity, presence: 'implicit', required: false, immutable: false },
    { name: 'loadBalancerIP', number: 8, description: 'IP address that the load balancer should get, if the cloud provider supports it. Used only for the type `LoadBalancer`. Deprecated: its meaning differs between providers, and it has no dual-stack form.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'loadBalancerSourceRanges', number: 9, description: 'Client ranges to which traffic through the load balancer of the cloud provider is limited, if the provider supports it.', schema: () => serviceSpecLoadBalancerSourceRanges, presence: 'implicit', required: false, immutable: false },
    { name: 'externalName', number: 10, description: 'Host name that DNS returns as an alias for the service, without a proxy. Must be a lower-case RFC 1123 host name. Required for the type `ExternalName`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'externalTrafficPolicy', number: 11, description: 'How nodes distribute traffic from outside the cluster: `Local` keeps it on the node and preserves the client\'s address; `Cluster` routes it to all endpoints. Applies to node ports, external IPs and load balancers.', schema: () => serviceSpecExternalTrafficPolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'healthCheckNodePort', number: 12, description: 'Port of the health check on each node, for the type `LoadBalancer` with the external traffic policy `Local`. The server assigns one if it is absent. It cannot be changed.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'publishNotReadyAddresses', number: 13, description: 'Whether addresses of pods that are not ready are published, as for the peer discovery of a StatefulSet.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'sessionAffinityConfig', number: 14, description: 'Configuration of the session affinity.', schema: () => sessionAffinityConfigSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'ipFamilies', number: 19, description: 'IP families of the service: `IPv4`, `IPv6`, or both. The server assigns them from the ranges of the cluster and `ipFamilyPolicy`. The first one cannot be changed; a second one can be added or removed. Ignored for the type `ExternalName`.', schema: () => serviceSpecIpFamilies, presence: 'implicit', required: false, immutable: false },
    { name: 'ipFamilyPolicy', number: 17, description: 'Dual-stack policy: `SingleStack` (one family), `PreferDualStack` (two families if the cluster has them) or `RequireDualStack` (two families, or the request fails). Defaults to `SingleStack`. It is cleared when the type becomes `ExternalName`.', schema: () => serviceSpecIpFamilyPolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'allocateLoadBalancerNodePorts', number: 20, description: 'Whether node ports are allocated for the type `LoadBalancer`. Defaults to true. Node ports in the request are respected in any case.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'loadBalancerClass', number: 21, description: 'Class of the load balancer implementation, a label-style name with an optional prefix. Only for the type `LoadBalancer`. It cannot be changed while the type remains.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'internalTrafficPolicy', number: 22, description: 'How nodes distribute traffic to the cluster IP: `Local` uses only endpoints of the node and drops traffic if there are none; `Cluster` uses all endpoints. Defaults to `Cluster`.', schema: () => serviceSpecInternalTrafficPolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'trafficDistribution', number: 23, description: 'Preference for near endpoints: `PreferSameZone`, `PreferSameNode`, or the deprecated `PreferClose`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ServicePort is a port of a service. */
export type ServicePort = {
  /** Name of the port, a DNS label that is unique in the service. Optional if the service has a single port. It matches the names of the endpoints' ports. */
  name?: string;
  /** IP protocol: `TCP`, `UDP` or `SCTP`. Defaults to `TCP`. */
  protocol?: string;
  /** Hint for implementations about the application protocol: an unprefixed IANA service name, a name with the prefix `kubernetes.io/`, or one with a prefix of the user's own. */
  appProtocol?: string;
  /** Port that the service exposes. */
  port: number;
  /** Number or name of the port of the pods. Defaults to `port`. Ignored for headless services. */
  targetPort: number | string;
  /** Port on each node for the types `NodePort` and `LoadBalancer`. Normally assigned by the server. A port in the request must be free and within the range of the cluster. It is cleared when the type no longer needs it. */
  nodePort?: number;
};

const servicePortProtocol: Schema = { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] };

export const servicePortSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServicePort',
  description: 'ServicePort is a port of a service.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the port, a DNS label that is unique in the service. Optional if the service has a single port. It matches the names of the endpoints\' ports.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'protocol', number: 2, description: 'IP protocol: `TCP`, `UDP` or `SCTP`. Defaults to `TCP`.', schema: () => servicePortProtocol, presence: 'implicit', required: false, immutable: false, default: '"TCP"' },
    { name: 'appProtocol', number: 6, description: 'Hint for implementations about the application protocol: an unprefixed IANA service name, a name with the prefix `kubernetes.io/`, or one with a prefix of the user\'s own.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'port', number: 3, description: 'Port that the service exposes.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'targetPort', number: 4, description: 'Number or name of the port of the pods. Defaults to `port`. Ignored for headless services.', schema: () => intOrString, presence: 'always', required: false, immutable: false },
    { name: 'nodePort', number: 5, description: 'Port on each node for the types `NodePort` and `LoadBalancer`. Normally assigned by the server. A port in the request must be free and within the range of the cluster. It is cleared when the type no longer needs it.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ServiceStatus is the current status of a service. */
export type ServiceStatus = {
  /** Status of the load balancer, if there is one. */
  loadBalancer: LoadBalancerStatus;
  /** Current state of the service. */
  conditions?: Condition[];
};

const serviceStatusConditions: ListSchema = { type: 'list', items: () => conditionSchema, listType: 'map', keys: ['type'] };

export const serviceStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceStatus',
  description: 'ServiceStatus is the current status of a service.',
  atomic: false,
  fields: [
    { name: 'loadBalancer', number: 1, description: 'Status of the load balancer, if there is one.', schema: () => loadBalancerStatusSchema, presence: 'always', required: false, immutable: false },
    { name: 'conditions', number: 2, description: 'Current state of the service.', schema: () => serviceStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** LoadBalancerStatus is the status of a load balancer. */
export type LoadBalancerStatus = {
  /** Ingress points of the load balancer, to which traffic for the service should be sent. */
  ingress?: LoadBalancerIngress[];
};

const loadBalancerStatusIngress: ListSchema = { type: 'list', items: () => loadBalancerIngressSchema, listType: 'atomic', keys: [] };

export const loadBalancerStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LoadBalancerStatus',
  description: 'LoadBalancerStatus is the status of a load balancer.',
  atomic: false,
  fields: [
    { name: 'ingress', number: 1, description: 'Ingress points of the load balancer, to which traffic for the service should be sent.', schema: () => loadBalancerStatusIngress, presence: 'implicit', required: false, immutable: false },
  ],
};

/** LoadBalancerIngress is an ingress point of a load balancer. */
export type LoadBalancerIngress = {
  /** IP address, for load balancers based on addresses. */
  ip?: string;
  /** Host name, for load balancers based on DNS. */
  hostname?: string;
  /** How the address behaves, set only with `ip`: `VIP` delivers traffic with the destination of the load balancer, `Proxy` with that of the node or pod. */
  ipMode?: string;
  /** Status of the ports of the service. */
  ports?: PortStatus[];
};

const loadBalancerIngressPorts: ListSchema = { type: 'list', items: () => portStatusSchema, listType: 'atomic', keys: [] };

export const loadBalancerIngressSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LoadBalancerIngress',
  description: 'LoadBalancerIngress is an ingress point of a load balancer.',
  atomic: false,
  fields: [
    { name: 'ip', number: 1, description: 'IP address, for load balancers based on addresses.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostname', number: 2, description: 'Host name, for load balancers based on DNS.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ipMode', number: 3, description: 'How the address behaves, set only with `ip`: `VIP` delivers traffic with the destination of the load balancer, `Proxy` with that of the node or pod.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'ports', number: 4, description: 'Status of the ports of the service.', schema: () => loadBalancerIngressPorts, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PortStatus is the error condition of a port of a service. */
export type PortStatus = {
  /** Number of the port. */
  port: number;
  /** Protocol of the port: `TCP`, `UDP` or `SCTP`. */
  protocol: string;
  /** Problem of the port: a CamelCase name, or one with the prefix of a cloud provider. */
  error?: string;
};

const portStatusProtocol: Schema = { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] };

export const portStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PortStatus',
  description: 'PortStatus is the error condition of a port of a service.',
  atomic: false,
  fields: [
    { name: 'port', number: 1, description: 'Number of the port.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'protocol', number: 2, description: 'Protocol of the port: `TCP`, `UDP` or `SCTP`.', schema: () => portStatusProtocol, presence: 'always', required: true, immutable: false },
    { name: 'error', number: 3, description: 'Problem of the port: a CamelCase name, or one with the prefix of a cloud provider.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** SessionAffinityConfig is the configuration of a session affinity. */
export type SessionAffinityConfig = {
  /** Configuration of the affinity by the client's address. */
  clientIP?: ClientIPConfig;
};

export const sessionAffinityConfigSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SessionAffinityConfig',
  description: 'SessionAffinityConfig is the configuration of a session affinity.',
  atomic: false,
  fields: [
    { name: 'clientIP', number: 1, description: 'Configuration of the affinity by the client\'s address.', schema: () => clientIPConfigSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ClientIPConfig is the configuration of the session affinity by the client's address. */
export type ClientIPConfig = {
  /** Seconds for which the affinity holds: more than 0 and at most 86400. Defaults to 10800. */
  timeoutSeconds?: number;
};

export const clientIPConfigSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ClientIPConfig',
  description: 'ClientIPConfig is the configuration of the session affinity by the client\'s address.',
  atomic: false,
  fields: [
    { name: 'timeoutSeconds', number: 1, description: 'Seconds for which the affinity holds: more than 0 and at most 86400. Defaults to 10800.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Endpoints is a collection of addresses that implement a service. Deprecated: use EndpointSlice. */
export type Endpoints = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Sets of addresses with common ports. An address in several subsets has the ports of all of them. */
  subsets?: EndpointSubset[];
};

const endpointsSubsets: ListSchema = { type: 'list', items: () => endpointSubsetSchema, listType: 'atomic', keys: [] };

export const endpointsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Endpoints',
  description: 'Endpoints is a collection of addresses that implement a service. Deprecated: use EndpointSlice.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'subsets', number: 2, description: 'Sets of addresses with common ports. An address in several subsets has the ports of all of them.', schema: () => endpointsSubsets, presence: 'implicit', required: false, immutable: false },
  ],
};

export const endpointsNames: ResourceNames = { resource: 'endpoints', singular: 'endpoints', kind: 'Endpoints', shortNames: ['ep'], categories: [], scope: 'Namespaced' };

/** EndpointsList is a list of Endpoints. Deprecated: use EndpointSliceList. */
export type EndpointsList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of Endpoints. */
  items: Endpoints[];
};

const endpointsListItems: ListSchema = { type: 'list', items: () => endpointsSchema, listType: 'atomic', keys: [] };

export const endpointsListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EndpointsList',
  description: 'EndpointsList is a list of Endpoints. Deprecated: use EndpointSliceList.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of Endpoints.', schema: () => endpointsListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** EndpointSubset is a set of addresses with common ports: each address has each port. Deprecated. */
export type EndpointSubset = {
  /** Addresses that are ready. */
  addresses?: EndpointAddress[];
  /** Addresses that are not ready: they are starting, or failed a readiness or liveness check. */
  notReadyAddresses?: EndpointAddress[];
  /** Ports of the addresses. */
  ports?: EndpointPort[];
};

const endpointSubsetAddresses: ListSchema = { type: 'list', items: () => endpointAddressSchema, listType: 'atomic', keys: [] };

const endpointSubsetNotReadyAddresses: ListSchema = { type: 'list', items: () => endpointAddressSchema, listType: 'atomic', keys: [] };

const endpointSubsetPorts: ListSchema = { type: 'list', items: () => endpointPortSchema, listType: 'atomic', keys: [] };

export const endpointSubsetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EndpointSubset',
  description: 'EndpointSubset is a set of addresses with common ports: each address has each port. Deprecated.',
  atomic: false,
  fields: [
    { name: 'addresses', number: 1, description: 'Addresses that are ready.', schema: () => endpointSubsetAddresses, presence: 'implicit', required: false, immutable: false },
    { name: 'notReadyAddresses', number: 2, description: 'Addresses that are not ready: they are starting, or failed a readiness or liveness check.', schema: () => endpointSubsetNotReadyAddresses, presence: 'implicit', required: false, immutable: false },
    { name: 'ports', number: 3, description: 'Ports of the addresses.', schema: () => endpointSubsetPorts, presence: 'implicit', required: false, immutable: false },
  ],
};

/** EndpointAddress is a single address. Deprecated. */
export type EndpointAddress = {
  /** IP address. It may not be a loopback or link-local address. */
  ip: string;
  /** Host name of the endpoint. */
  hostname?: string;
  /** Node that hosts the endpoint, from which endpoints of the same node can be recognised. */
  nodeName?: string;
  /** Object that provides the endpoint. */
  targetRef?: ObjectReference;
};

export const endpointAddressSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EndpointAddress',
  description: 'EndpointAddress is a single address. Deprecated.',
  atomic: true,
  fields: [
    { name: 'ip', number: 1, description: 'IP address. It may not be a loopback or link-local address.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'hostname', number: 3, description: 'Host name of the endpoint.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'nodeName', number: 4, description: 'Node that hosts the endpoint, from which endpoints of the same node can be recognised.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'targetRef', number: 2, description: 'Object that provides the endpoint.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** EndpointPort is a single port of a subset. Deprecated. */
export type EndpointPort = {
  /** Name of the port: that of the corresponding ServicePort. A DNS label. Optional if there is a single port. */
  name?: string;
  /** Number of the port. */
  port: number;
  /** IP protocol: `TCP`, `UDP` or `SCTP`. Defaults to `TCP`. */
  protocol?: string;
  /** Hint for implementations about the application protocol: an unprefixed IANA service name, a name with the prefix `kubernetes.io/`, or one with a prefix of the user's own. */
  appProtocol?: string;
};

const endpointPortProtocol: Schema = { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] };

export const endpointPortSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EndpointPort',
  description: 'EndpointPort is a single port of a subset. Deprecated.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, description: 'Name of the port: that of the corresponding ServicePort. A DNS label. Optional if there is a single port.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'port', number: 2, description: 'Number of the port.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'protocol', number: 3, description: 'IP protocol: `TCP`, `UDP` or `SCTP`. Defaults to `TCP`.', schema: () => endpointPortProtocol, presence: 'implicit', required: false, immutable: false },
    { name: 'appProtocol', number: 4, description: 'Hint for implementations about the application protocol: an unprefixed IANA service name, a name with the prefix `kubernetes.io/`, or one with a prefix of the user\'s own.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** TopologySelectorTerm selects the topologies that meet all its requirements. */
export type TopologySelectorTerm = {
  /** Requirements on the labels of a topology. */
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
};

const topologySelectorTermMatchLabelExpressions: ListSchema = { type: 'list', items: () => topologySelectorLabelRequirementSchema, listType: 'atomic', keys: [] };

export const topologySelectorTermSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.TopologySelectorTerm',
  description: 'TopologySelectorTerm selects the topologies that meet all its requirements.',
  atomic: true,
  fields: [
    { name: 'matchLabelExpressions', number: 1, description: 'Requirements on the labels of a topology.', schema: () => topologySelectorTermMatchLabelExpressions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** TopologySelectorLabelRequirement matches topologies whose label has one of the values. */
export type TopologySelectorLabelRequirement = {
  /** Label key that the requirement applies to. */
  key: string;
  /** Values of the label, without duplicates. One of them must match. Required. */
  values: string[];
};

const topologySelectorLabelRequirementValues: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const topologySelectorLabelRequirementSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.TopologySelectorLabelRequirement',
  description: 'TopologySelectorLabelRequirement matches topologies whose label has one of the values.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Label key that the requirement applies to.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'values', number: 2, description: 'Values of the label, without duplicates. One of them must match. Required.', schema: () => topologySelectorLabelRequirementValues, presence: 'always', required: true, immutable: false },
  ],
};

/** Volume is a named directory in a pod that its containers can mount. */
export type Volume = {
  /** Name of the volume, a DNS label that is unique within the pod. */
  name: string;
  /** File or directory on the node that is exposed to the container. Most containers do not need it. */
  hostPath?: HostPathVolumeSource;
  /** Temporary directory that shares the lifetime of the pod. */
  emptyDir?: EmptyDirVolumeSource;
  /** Deprecated. GCE persistent disk. Operations are redirected to the driver `pd.csi.storage.gke.io`. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** Deprecated. AWS EBS volume. Operations are redirected to the driver `ebs.csi.aws.com`. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Deprecated. Git repository at a revision. Use an init container that clones into an empty directory instead. */
  gitRepo?: GitRepoVolumeSource;
  /** Secret whose keys become files. */
  secret?: SecretVolumeSource;
  /** NFS export. */
  nfs?: NFSVolumeSource;
  /** iSCSI disk. */
  iscsi?: ISCSIVolumeSource;
  /** Deprecated. GlusterFS mount. Support was removed from the kubelet. */
  glusterfs?: GlusterfsVolumeSource;
  /** PersistentVolumeClaim in the same namespace. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /** Deprecated. Ceph block device. Support was removed from the kubelet. */
  rbd?: RBDVolumeSource;
  /** Deprecated. Volume that an exec-based plugin provisions and attaches. Use a CSI driver instead. */
  flexVolume?: FlexVolumeSource;
  /** Deprecated. OpenStack Cinder volume. Operations are redirected to the driver `cinder.csi.openstack.org`. */
  cinder?: CinderVolumeSource;
  /** Deprecated. Ceph filesystem mount. Support was removed from the kubelet. */
  cephfs?: CephFSVolumeSource;
  /** Deprecated. Flocker volume. Support was removed from the kubelet. */
  flocker?: FlockerVolumeSource;
  /** Downward API fields of the pod as files. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** Fibre Channel disk. */
  fc?: FCVolumeSource;
  /** Deprecated. Azure File share. Operations are redirected to the driver `file.csi.azure.com`. */
  azureFile?: AzureFileVolumeSource;
  /** ConfigMap whose keys become files. */
  configMap?: ConfigMapVolumeSource;
  /** Deprecated. vSphere volume. Operations are redirected to the driver `csi.vsphere.vmware.com`. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** Deprecated. Quobyte mount. Support was removed from the kubelet. */
  quobyte?: QuobyteVolumeSource;
  /** Deprecated. Azure data disk. Operations are redirected to the driver `disk.csi.azure.com`. */
  azureDisk?: AzureDiskVolumeSource;
  /** Deprecated. Photon persistent disk. Support was removed from the kubelet. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Several sources in one directory. */
  projected?: ProjectedVolumeSource;
  /** Deprecated. Portworx volume. Operations are redirected to the driver `pxd.portworx.com`. */
  portworxVolume?: PortworxVolumeSource;
  /** Deprecated. ScaleIO volume. Support was removed from the kubelet. */
  scaleIO?: ScaleIOVolumeSource;
  /** Deprecated. StorageOS volume. Support was removed from the kubelet. */
  storageos?: StorageOSVolumeSource;
  /** Ephemeral volume that a CSI driver provides. */
  csi?: CSIVolumeSource;
  /** Volume whose claim is created for the pod and deleted with it. */
  ephemeral?: EphemeralVolumeSource;
  /** OCI image or artifact, mounted read-only. */
  image?: ImageVolumeSource;
};

const volumeName: Schema = { type: 'string', format: 'dnsLabel' };

export const volumeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Volume',
  description: 'Volume is a named directory in a pod that its containers can mount.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the volume, a DNS label that is unique within the pod.', schema: () => volumeName, presence: 'always', required: true, immutable: false },
    { name: 'hostPath', number: 1, inside: [2], description: 'File or directory on the node that is exposed to the container. Most containers do not need it.', schema: () => hostPathVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'emptyDir', number: 2, inside: [2], description: 'Temporary directory that shares the lifetime of the pod.', schema: () => emptyDirVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'gcePersistentDisk', number: 3, inside: [2], description: 'Deprecated. GCE persistent disk. Operations are redirected to the driver `pd.csi.storage.gke.io`.', schema: () => gcePersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'awsElasticBlockStore', number: 4, inside: [2], description: 'Deprecated. AWS EBS volume. Operations are redirected to the driver `ebs.csi.aws.com`.', schema: () => awsElasticBlockStoreVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'gitRepo', number: 5, inside: [2], description: 'Deprecated. Git repository at a revision. Use an init container that clones into an empty directory instead.', schema: () => gitRepoVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'secret', number: 6, inside: [2], description: 'Secret whose keys become files.', schema: () => secretVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nfs', number: 7, inside: [2], description: 'NFS export.', schema: () => nfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'iscsi', number: 8, inside: [2], description: 'iSCSI disk.', schema: () => iscsiVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'glusterfs', number: 9, inside: [2], description: 'Deprecated. GlusterFS mount. Support was removed from the kubelet.', schema: () => glusterfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'persistentVolumeClaim', number: 10, inside: [2], description: 'PersistentVolumeClaim in the same namespace.', schema: () => persistentVolumeClaimVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'rbd', number: 11, inside: [2], description: 'Deprecated. Ceph block device. Support was removed from the kubelet.', schema: () => rbdVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flexVolume', number: 12, inside: [2], description: 'Deprecated. Volume that an exec-based plugin provisions and attaches. Use a CSI driver instead.', schema: () => flexVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cinder', number: 13, inside: [2], description: 'Deprecated. OpenStack Cinder volume. Operations are redirected to the driver `cinder.csi.openstack.org`.', schema: () => cinderVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cephfs', number: 14, inside: [2], description: 'Deprecated. Ceph filesystem mount. Support was removed from the kubelet.', schema: () => cephFSVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flocker', number: 15, inside: [2], description: 'Deprecated. Flocker volume. Support was removed from the kubelet.', schema: () => flockerVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'downwardAPI', number: 16, inside: [2], description: 'Downward API fields of the pod as files.', schema: () => downwardAPIVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'fc', number: 17, inside: [2], description: 'Fibre Channel disk.', schema: () => fcVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureFile', number: 18, inside: [2], description: 'Deprecated. Azure File share. Operations are redirected to the driver `file.csi.azure.com`.', schema: () => azureFileVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'configMap', number: 19, inside: [2], description: 'ConfigMap whose keys become files.', schema: () => configMapVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'vsphereVolume', number: 20, inside: [2], description: 'Deprecated. vSphere volume. Operations are redirected to the driver `csi.vsphere.vmware.com`.', schema: () => vsphereVirtualDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'quobyte', number: 21, inside: [2], description: 'Deprecated. Quobyte mount. Support was removed from the kubelet.', schema: () => quobyteVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureDisk', number: 22, inside: [2], description: 'Deprecated. Azure data disk. Operations are redirected to the driver `disk.csi.azure.com`.', schema: () => azureDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'photonPersistentDisk', number: 23, inside: [2], description: 'Deprecated. Photon persistent disk. Support was removed from the kubelet.', schema: () => photonPersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'projected', number: 26, inside: [2], description: 'Several sources in one directory.', schema: () => projectedVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'portworxVolume', number: 24, inside: [2], description: 'Deprecated. Portworx volume. Operations are redirected to the driver `pxd.portworx.com`.', schema: () => portworxVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scaleIO', number: 25, inside: [2], description: 'Deprecated. ScaleIO volume. Support was removed from the kubelet.', schema: () => scaleIOVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'storageos', number: 27, inside: [2], description: 'Deprecated. StorageOS volume. Support was removed from the kubelet.', schema: () => storageOSVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'csi', number: 28, inside: [2], description: 'Ephemeral volume that a CSI driver provides.', schema: () => csiVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'ephemeral', number: 29, inside: [2], description: 'Volume whose claim is created for the pod and deleted with it.', schema: () => ephemeralVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'image', number: 30, inside: [2], description: 'OCI image or artifact, mounted read-only.', schema: () => imageVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** VolumeSource is the source of a volume. At most one field is set. */
export type VolumeSource = {
  /** File or directory on the node that is exposed to the container. Most containers do not need it. */
  hostPath?: HostPathVolumeSource;
  /** Temporary directory that shares the lifetime of the pod. */
  emptyDir?: EmptyDirVolumeSource;
  /** Deprecated. GCE persistent disk. Operations are redirected to the driver `pd.csi.storage.gke.io`. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** Deprecated. AWS EBS volume. Operations are redirected to the driver `ebs.csi.aws.com`. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Deprecated. Git repository at a revision. Use an init container that clones into an empty directory instead. */
  gitRepo?: GitRepoVolumeSource;
  /** Secret whose keys become files. */
  secret?: SecretVolumeSource;
  /** NFS export. */
  nfs?: NFSVolumeSource;
  /** iSCSI disk. */
  iscsi?: ISCSIVolumeSource;
  /** Deprecated. GlusterFS mount. Support was removed from the kubelet. */
  glusterfs?: GlusterfsVolumeSource;
  /** PersistentVolumeClaim in the same namespace. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /** Deprecated. Ceph block device. Support was removed from the kubelet. */
  rbd?: RBDVolumeSource;
  /** Deprecated. Volume that an exec-based plugin provisions and attaches. Use a CSI driver instead. */
  flexVolume?: FlexVolumeSource;
  /** Deprecated. OpenStack Cinder volume. Operations are redirected to the driver `cinder.csi.openstack.org`. */
  cinder?: CinderVolumeSource;
  /** Deprecated. Ceph filesystem mount. Support was removed from the kubelet. */
  cephfs?: CephFSVolumeSource;
  /** Deprecated. Flocker volume. Support was removed from the kubelet. */
  flocker?: FlockerVolumeSource;
  /** Downward API fields of the pod as files. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** Fibre Channel disk. */
  fc?: FCVolumeSource;
  /** Deprecated. Azure File share. Operations are redirected to the driver `file.csi.azure.com`. */
  azureFile?: AzureFileVolumeSource;
  /** ConfigMap whose keys become files. */
  configMap?: ConfigMapVolumeSource;
  /** Deprecated. vSphere volume. Operations are redirected to the driver `csi.vsphere.vmware.com`. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** Deprecated. Quobyte mount. Support was removed from the kubelet. */
  quobyte?: QuobyteVolumeSource;
  /** Deprecated. Azure data disk. Operations are redirected to the driver `disk.csi.azure.com`. */
  azureDisk?: AzureDiskVolumeSource;
  /** Deprecated. Photon persistent disk. Support was removed from the kubelet. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Several sources in one directory. */
  projected?: ProjectedVolumeSource;
  /** Deprecated. Portworx volume. Operations are redirected to the driver `pxd.portworx.com`. */
  portworxVolume?: PortworxVolumeSource;
  /** Deprecated. ScaleIO volume. Support was removed from the kubelet. */
  scaleIO?: ScaleIOVolumeSource;
  /** Deprecated. StorageOS volume. Support was removed from the kubelet. */
  storageos?: StorageOSVolumeSource;
  /** Ephemeral volume that a CSI driver provides. */
  csi?: CSIVolumeSource;
  /** Volume whose claim is created for the pod and deleted with it. */
  ephemeral?: EphemeralVolumeSource;
  /** OCI image or artifact, mounted read-only. */
  image?: ImageVolumeSource;
};

export const volumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeSource',
  description: 'VolumeSource is the source of a volume. At most one field is set.',
  atomic: false,
  fields: [
    { name: 'hostPath', number: 1, description: 'File or directory on the node that is exposed to the container. Most containers do not need it.', schema: () => hostPathVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'emptyDir', number: 2, description: 'Temporary directory that shares the lifetime of the pod.', schema: () => emptyDirVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'gcePersistentDisk', number: 3, description: 'Deprecated. GCE persistent disk. Operations are redirected to the driver `pd.csi.storage.gke.io`.', schema: () => gcePersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'awsElasticBlockStore', number: 4, description: 'Deprecated. AWS EBS volume. Operations are redirected to the driver `ebs.csi.aws.com`.', schema: () => awsElasticBlockStoreVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'gitRepo', number: 5, description: 'Deprecated. Git repository at a revision. Use an init container that clones into an empty directory instead.', schema: () => gitRepoVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'secret', number: 6, description: 'Secret whose keys become files.', schema: () => secretVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nfs', number: 7, description: 'NFS export.', schema: () => nfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'iscsi', number: 8, description: 'iSCSI disk.', schema: () => iscsiVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'glusterfs', number: 9, description: 'Deprecated. GlusterFS mount. Support was removed from the kubelet.', schema: () => glusterfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'persistentVolumeClaim', number: 10, description: 'PersistentVolumeClaim in the same namespace.', schema: () => persistentVolumeClaimVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'rbd', number: 11, description: 'Deprecated. Ceph block device. Support was removed from the kubelet.', schema: () => rbdVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flexVolume', number: 12, description: 'Deprecated. Volume that an exec-based plugin provisions and attaches. Use a CSI driver instead.', schema: () => flexVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cinder', number: 13, description: 'Deprecated. OpenStack Cinder volume. Operations are redirected to the driver `cinder.csi.openstack.org`.', schema: () => cinderVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cephfs', number: 14, description: 'Deprecated. Ceph filesystem mount. Support was removed from the kubelet.', schema: () => cephFSVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flocker', number: 15, description: 'Deprecated. Flocker volume. Support was removed from the kubelet.', schema: () => flockerVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'downwardAPI', number: 16, description: 'Downward API fields of the pod as files.', schema: () => downwardAPIVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'fc', number: 17, description: 'Fibre Channel disk.', schema: () => fcVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureFile', number: 18, description: 'Deprecated. Azure File share. Operations are redirected to the driver `file.csi.azure.com`.', schema: () => azureFileVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'configMap', number: 19, description: 'ConfigMap whose keys become files.', schema: () => configMapVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'vsphereVolume', number: 20, description: 'Deprecated. vSphere volume. Operations are redirected to the driver `csi.vsphere.vmware.com`.', schema: () => vsphereVirtualDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'quobyte', number: 21, description: 'Deprecated. Quobyte mount. Support was removed from the kubelet.', schema: () => quobyteVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureDisk', number: 22, description: 'Deprecated. Azure data disk. Operations are redirected to the driver `disk.csi.azure.com`.', schema: () => azureDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'photonPersistentDisk', number: 23, description: 'Deprecated. Photon persistent disk. Support was removed from the kubelet.', schema: () => photonPersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'projected', number: 26, description: 'Several sources in one directory.', schema: () => projectedVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'portworxVolume', number: 24, description: 'Deprecated. Portworx volume. Operations are redirected to the driver `pxd.portworx.com`.', schema: () => portworxVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scaleIO', number: 25, description: 'Deprecated. ScaleIO volume. Support was removed from the kubelet.', schema: () => scaleIOVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'storageos', number: 27, description: 'Deprecated. StorageOS volume. Support was removed from the kubelet.', schema: () => storageOSVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'csi', number: 28, description: 'Ephemeral volume that a CSI driver provides.', schema: () => csiVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'ephemeral', number: 29, description: 'Volume whose claim is created for the pod and deleted with it.', schema: () => ephemeralVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'image', number: 30, description: 'OCI image or artifact, mounted read-only.', schema: () => imageVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** HostPathVolumeSource is a file or directory on the node. */
export type HostPathVolumeSource = {
  /** Path on the node. A symbolic link is followed. */
  path: string;
  /** Required type of the path: `DirectoryOrCreate`, `Directory`, `FileOrCreate`, `File`, `Socket`, `CharDevice` or `BlockDevice`. Defaults to the empty string, which checks nothing. */
  type?: string;
};

const hostPathVolumeSourceType: Schema = { type: 'string', enum: ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'] };

export const hostPathVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.HostPathVolumeSource',
  description: 'HostPathVolumeSource is a file or directory on the node.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'Path on the node. A symbolic link is followed.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'type', number: 2, description: 'Required type of the path: `DirectoryOrCreate`, `Directory`, `FileOrCreate`, `File`, `Socket`, `CharDevice` or `BlockDevice`. Defaults to the empty string, which checks nothing.', schema: () => hostPathVolumeSourceType, presence: 'explicit', required: false, immutable: false, default: '""' },
  ],
};

/** EmptyDirVolumeSource is an empty directory for a pod. */
export type EmptyDirVolumeSource = {
  /** Storage medium of the directory: the empty string for the node's default medium, `Memory`, `HugePages` or `HugePages-<size>`. */
  medium?: string;
  /** Maximum size of the directory. With the medium `Memory`, the limit is the lower of this value and the sum of the memory limits of the containers. Defaults to no limit. */
  sizeLimit?: string;
};

export const emptyDirVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EmptyDirVolumeSource',
  description: 'EmptyDirVolumeSource is an empty directory for a pod.',
  atomic: false,
  fields: [
    { name: 'medium', number: 1, description: 'Storage medium of the directory: the empty string for the node\'s default medium, `Memory`, `HugePages` or `HugePages-<size>`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'sizeLimit', number: 2, description: 'Maximum size of the directory. With the medium `Memory`, the limit is the lower of this value and the sum of the memory limits of the containers. Defaults to no limit.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
  ],
};

/** GCEPersistentDiskVolumeSource is a persistent disk of Google Compute Engine. */
export type GCEPersistentDiskVolumeSource = {
  /** Unique name of the disk. */
  pdName: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Partition to mount. 0 means the whole disk. */
  partition?: number;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

export const gcePersistentDiskVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.GCEPersistentDiskVolumeSource',
  description: 'GCEPersistentDiskVolumeSource is a persistent disk of Google Compute Engine.',
  atomic: false,
  fields: [
    { name: 'pdName', number: 1, description: 'Unique name of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'partition', number: 3, description: 'Partition to mount. 0 means the whole disk.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** AWSElasticBlockStoreVolumeSource is a volume of AWS Elastic Block Store. */
export type AWSElasticBlockStoreVolumeSource = {
  /** Unique ID of the disk. */
  volumeID: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Partition to mount. 0 means the whole disk. */
  partition?: number;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

export const awsElasticBlockStoreVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource',
  description: 'AWSElasticBlockStoreVolumeSource is a volume of AWS Elastic Block Store.',
  atomic: false,
  fields: [
    { name: 'volumeID', number: 1, description: 'Unique ID of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'partition', number: 3, description: 'Partition to mount. 0 means the whole disk.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** GitRepoVolumeSource is a git repository. Deprecated. */
export type GitRepoVolumeSource = {
  /** URL of the repository. */
  repository: string;
  /** Commit hash of the revision. */
  revision?: string;
  /** Target directory in the volume, without `..`. `.` clones into the volume itself. */
  directory?: string;
};

export const gitRepoVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.GitRepoVolumeSource',
  description: 'GitRepoVolumeSource is a git repository. Deprecated.',
  atomic: false,
  fields: [
    { name: 'repository', number: 1, description: 'URL of the repository.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'revision', number: 2, description: 'Commit hash of the revision.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'directory', number: 3, description: 'Target directory in the volume, without `..`. `.` clones into the volume itself.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** SecretVolumeSource adapts a Secret to a volume. */
export type SecretVolumeSource = {
  /** Name of the Secret in the namespace of the pod. */
  secretName?: string;
  /** Keys to project, and their paths. Keys that are not listed are left out. Defaults to all keys, each with its name as path. */
  items?: KeyToPath[];
  /** Mode bits of files whose item has none: octal 0000-0777, or decimal 0-511 in JSON. Defaults to 0644. */
  defaultMode?: number;
  /** Whether the Secret or its keys may be absent. */
  optional?: boolean;
};

const secretVolumeSourceItems: ListSchema = { type: 'list', items: () => keyToPathSchema, listType: 'atomic', keys: [] };

export const secretVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretVolumeSource',
  description: 'SecretVolumeSource adapts a Secret to a volume.',
  atomic: false,
  fields: [
    { name: 'secretName', number: 1, description: 'Name of the Secret in the namespace of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'items', number: 2, description: 'Keys to project, and their paths. Keys that are not listed are left out. Defaults to all keys, each with its name as path.', schema: () => secretVolumeSourceItems, presence: 'implicit', required: false, immutable: false },
    { name: 'defaultMode', number: 3, description: 'Mode bits of files whose item has none: octal 0000-0777, or decimal 0-511 in JSON. Defaults to 0644.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '420' },
    { name: 'optional', number: 4, description: 'Whether the Secret or its keys may be absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** KeyToPath maps a key to a path within a volume. */
export type KeyToPath = {
  /** Key to project. */
  key: string;
  /** Relative path of the file, without `..`. */
  path: string;
  /** Mode bits of the file: octal 0000-0777, or decimal 0-511 in JSON. Defaults to the `defaultMode` of the volume. */
  mode?: number;
};

export const keyToPathSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.KeyToPath',
  description: 'KeyToPath maps a key to a path within a volume.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Key to project.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Relative path of the file, without `..`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'mode', number: 3, description: 'Mode bits of the file: octal 0000-0777, or decimal 0-511 in JSON. Defaults to the `defaultMode` of the volume.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** NFSVolumeSource is an NFS mount. */
export type NFSVolumeSource = {
  /** Hostname or IP address of the NFS server. */
  server: string;
  /** Path that the NFS server exports. */
  path: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

export const nfsVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NFSVolumeSource',
  description: 'NFSVolumeSource is an NFS mount.',
  atomic: false,
  fields: [
    { name: 'server', number: 1, description: 'Hostname or IP address of the NFS server.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Path that the NFS server exports.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ISCSIVolumeSource is an iSCSI disk. It can be mounted as read-write only once. */
export type ISCSIVolumeSource = {
  /** Address of the target portal, as `host` or `host:port`. The port defaults to 3260. */
  targetPortal: string;
  /** iSCSI qualified name of the target. */
  iqn: string;
  /** LUN of the target. */
  lun: number;
  /** Name of the interface. Defaults to `default` (tcp). */
  iscsiInterface?: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Further portals, as `host` or `host:port`. */
  portals?: string[];
  /** Whether discovery uses CHAP authentication. */
  chapAuthDiscovery?: boolean;
  /** Whether sessions use CHAP authentication. */
  chapAuthSession?: boolean;
  /** Secret for CHAP authentication. */
  secretRef?: LocalObjectReference;
  /** Name of the initiator. Defaults to that of the interface. */
  initiatorName?: string;
};

const iscsiVolumeSourcePortals: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const iscsiVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ISCSIVolumeSource',
  description: 'ISCSIVolumeSource is an iSCSI disk. It can be mounted as read-write only once.',
  atomic: false,
  fields: [
    { name: 'targetPortal', number: 1, description: 'Address of the target portal, as `host` or `host:port`. The port defaults to 3260.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'iqn', number: 2, description: 'iSCSI qualified name of the target.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'lun', number: 3, description: 'LUN of the target.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'iscsiInterface', number: 4, description: 'Name of the interface. Defaults to `default` (tcp).', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"default"' },
    { name: 'fsType', number: 5, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 6, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'portals', number: 7, description: 'Further portals, as `host` or `host:port`.', schema: () => iscsiVolumeSourcePortals, presence: 'implicit', required: false, immutable: false },
    { name: 'chapAuthDiscovery', number: 8, description: 'Whether discovery uses CHAP authentication.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'chapAuthSession', number: 11, description: 'Whether sessions use CHAP authentication.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 10, description: 'Secret for CHAP authentication.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'initiatorName', number: 12, description: 'Name of the initiator. Defaults to that of the interface.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** GlusterfsVolumeSource is a GlusterFS mount. Deprecated. */
export type GlusterfsVolumeSource = {
  /** Name of the Endpoints object with the servers. */
  endpoints: string;
  /** Path of the volume. */
  path: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

export const glusterfsVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.GlusterfsVolumeSource',
  description: 'GlusterfsVolumeSource is a GlusterFS mount. Deprecated.',
  atomic: false,
  fields: [
    { name: 'endpoints', number: 1, description: 'Name of the Endpoints object with the servers.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Path of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PersistentVolumeClaimVolumeSource refers to a claim in the namespace of the pod. */
export type PersistentVolumeClaimVolumeSource = {
  /** Name of the PersistentVolumeClaim. */
  claimName: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

export const persistentVolumeClaimVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource',
  description: 'PersistentVolumeClaimVolumeSource refers to a claim in the namespace of the pod.',
  atomic: false,
  fields: [
    { name: 'claimName', number: 1, description: 'Name of the PersistentVolumeClaim.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 2, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** RBDVolumeSource is a Ceph RADOS block device. Deprecated. */
export type RBDVolumeSource = {
  /** Addresses of the Ceph monitors. */
  monitors: string[];
  /** Name of the RADOS image. */
  image: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Name of the RADOS pool. Defaults to `rbd`. */
  pool?: string;
  /** Name of the RADOS user. Defaults to `admin`. */
  user?: string;
  /** Path of the keyring of the user. Defaults to `/etc/ceph/keyring`. */
  keyring?: string;
  /** Secret of the user. It overrides `keyring`. */
  secretRef?: LocalObjectReference;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

const rbdVolumeSourceMonitors: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const rbdVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.RBDVolumeSource',
  description: 'RBDVolumeSource is a Ceph RADOS block device. Deprecated.',
  atomic: false,
  fields: [
    { name: 'monitors', number: 1, description: 'Addresses of the Ceph monitors.', schema: () => rbdVolumeSourceMonitors, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 2, description: 'Name of the RADOS image.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 3, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'pool', number: 4, description: 'Name of the RADOS pool. Defaults to `rbd`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"rbd"' },
    { name: 'user', number: 5, description: 'Name of the RADOS user. Defaults to `admin`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"admin"' },
    { name: 'keyring', number: 6, description: 'Path of the keyring of the user. Defaults to `/etc/ceph/keyring`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/etc/ceph/keyring"' },
    { name: 'secretRef', number: 7, description: 'Secret of the user. It overrides `keyring`.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnly', number: 8, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** FlexVolumeSource is a volume of an exec-based plugin. Deprecated. */
export type FlexVolumeSource = {
  /** Name of the driver. */
  driver: string;
  /** Filesystem type of the volume. Defaults to a type that the driver chooses. */
  fsType?: string;
  /** Secret that is passed to the driver. */
  secretRef?: LocalObjectReference;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Additional options of the driver. */
  options?: { [key: string]: string };
};

const flexVolumeSourceOptions: MapSchema = { type: 'map', values: () => text, atomic: false };

export const flexVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.FlexVolumeSource',
  description: 'FlexVolumeSource is a volume of an exec-based plugin. Deprecated.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'Name of the driver.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of the volume. Defaults to a type that the driver chooses.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 3, description: 'Secret that is passed to the driver.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'options', number: 5, description: 'Additional options of the driver.', schema: () => flexVolumeSourceOptions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** CinderVolumeSource is an OpenStack Cinder volume. Deprecated. */
export type CinderVolumeSource = {
  /** ID of the volume. */
  volumeID: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Secret with the parameters to connect to OpenStack. */
  secretRef?: LocalObjectReference;
};

export const cinderVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.CinderVolumeSource',
  description: 'CinderVolumeSource is an OpenStack Cinder volume. Deprecated.',
  atomic: false,
  fields: [
    { name: 'volumeID', number: 1, description: 'ID of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 4, description: 'Secret with the parameters to connect to OpenStack.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CephFSVolumeSource is a Ceph filesystem mount. Deprecated. */
export type CephFSVolumeSource = {
  /** Addresses of the Ceph monitors. */
  monitors: string[];
  /** Root of the mount. Defaults to `/`. */
  path?: string;
  /** Name of the user. Defaults to `admin`. */
  user?: string;
  /** Path of the keyring of the user. Defaults to `/etc/ceph/user.secret`. */
  secretFile?: string;
  /** Secret of the user. It overrides `secretFile`. */
  secretRef?: LocalObjectReference;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

const cephFSVolumeSourceMonitors: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const cephFSVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.CephFSVolumeSource',
  description: 'CephFSVolumeSource is a Ceph filesystem mount. Deprecated.',
  atomic: false,
  fields: [
    { name: 'monitors', number: 1, description: 'Addresses of the Ceph monitors.', schema: () => cephFSVolumeSourceMonitors, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Root of the mount. Defaults to `/`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'user', number: 3, description: 'Name of the user. Defaults to `admin`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'secretFile', number: 4, description: 'Path of the keyring of the user. Defaults to `/etc/ceph/user.secret`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 5, description: 'Secret of the user. It overrides `secretFile`.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnly', number: 6, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** FlockerVolumeSource is a Flocker volume. Deprecated. Exactly one of the dataset's name and UUID is set. */
export type FlockerVolumeSource = {
  /** Name of the dataset. Deprecated. */
  datasetName?: string;
  /** UUID of the dataset. */
  datasetUUID?: string;
};

export const flockerVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.FlockerVolumeSource',
  description: 'FlockerVolumeSource is a Flocker volume. Deprecated. Exactly one of the dataset\'s name and UUID is set.',
  atomic: false,
  fields: [
    { name: 'datasetName', number: 1, description: 'Name of the dataset. Deprecated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'datasetUUID', number: 2, description: 'UUID of the dataset.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DownwardAPIVolumeSource exposes fields of the pod as files. */
export type DownwardAPIVolumeSource = {
  /** Files of the volume. */
  items?: DownwardAPIVolumeFile[];
  /** Mode bits of files whose item has none: octal 0000-0777, or decimal 0-511 in JSON. Defaults to 0644. */
  defaultMode?: number;
};

const downwardAPIVolumeSourceItems: ListSchema = { type: 'list', items: () => downwardAPIVolumeFileSchema, listType: 'atomic', keys: [] };

export const downwardAPIVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.DownwardAPIVolumeSource',
  description: 'DownwardAPIVolumeSource exposes fields of the pod as files.',
  atomic: false,
  fields: [
    { name: 'items', number: 1, description: 'Files of the volume.', schema: () => downwardAPIVolumeSourceItems, presence: 'implicit', required: false, immutable: false },
    { name: 'defaultMode', number: 2, description: 'Mode bits of files whose item has none: octal 0000-0777, or decimal 0-511 in JSON. Defaults to 0644.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '420' },
  ],
};

/** DownwardAPIVolumeFile is a file with a field of the pod. */
export type DownwardAPIVolumeFile = {
  /** Relative path of the file, without `..`. */
  path: string;
  /** Field of the pod: annotations, labels, name, uid or namespace. */
  fieldRef?: ObjectFieldSelector;
  /** Resource of a container, such as `limits.cpu` or `requests.memory`. */
  resourceFieldRef?: ResourceFieldSelector;
  /** Mode bits of the file: octal 0000-0777, or decimal 0-511 in JSON. Defaults to the `defaultMode` of the volume. */
  mode?: number;
};

export const downwardAPIVolumeFileSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.DownwardAPIVolumeFile',
  description: 'DownwardAPIVolumeFile is a file with a field of the pod.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'Relative path of the file, without `..`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fieldRef', number: 2, description: 'Field of the pod: annotations, labels, name, uid or namespace.', schema: () => objectFieldSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'resourceFieldRef', number: 3, description: 'Resource of a container, such as `limits.cpu` or `requests.memory`.', schema: () => resourceFieldSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'mode', number: 4, description: 'Mode bits of the file: octal 0000-0777, or decimal 0-511 in JSON. Defaults to the `defaultMode` of the volume.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** FCVolumeSource is a Fibre Channel volume. Either `wwids`, or both `targetWWNs` and `lun` must be set. */
export type FCVolumeSource = {
  /** World wide names of the FC targets. */
  targetWWNs?: string[];
  /** LUN of the FC target. */
  lun?: number;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** World wide identifiers of the FC volume. */
  wwids?: string[];
};

const fcVolumeSourceTargetWWNs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const fcVolumeSourceWwids: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const fcVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.FCVolumeSource',
  description: 'FCVolumeSource is a Fibre Channel volume. Either `wwids`, or both `targetWWNs` and `lun` must be set.',
  atomic: false,
  fields: [
    { name: 'targetWWNs', number: 1, description: 'World wide names of the FC targets.', schema: () => fcVolumeSourceTargetWWNs, presence: 'implicit', required: false, immutable: false },
    { name: 'lun', number: 2, description: 'LUN of the FC target.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'fsType', number: 3, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'wwids', number: 5, description: 'World wide identifiers of the FC volume.', schema: () => fcVolumeSourceWwids, presence: 'implicit', required: false, immutable: false },
  ],
};

/** AzureFileVolumeSource is an Azure File share. Deprecated. */
export type AzureFileVolumeSource = {
  /** Name of the Secret with the name and key of the storage account. */
  secretName: string;
  /** Name of the share. */
  shareName: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

export const azureFileVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AzureFileVolumeSource',
  description: 'AzureFileVolumeSource is an Azure File share. Deprecated.',
  atomic: false,
  fields: [
    { name: 'secretName', number: 1, description: 'Name of the Secret with the name and key of the storage account.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'shareName', number: 2, description: 'Name of the share.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ConfigMapVolumeSource adapts a ConfigMap to a volume. */
export type ConfigMapVolumeSource = {
  /** Name of the object. Defaults to the empty string, which existing objects may contain. */
  name?: string;
  /** Keys to project, and their paths. Keys that are not listed are left out. Defaults to all keys, each with its name as path. */
  items?: KeyToPath[];
  /** Mode bits of files whose item has none: octal 0000-0777, or decimal 0-511 in JSON. Defaults to 0644. */
  defaultMode?: number;
  /** Whether the ConfigMap or its keys may be absent. */
  optional?: boolean;
};

const configMapVolumeSourceItems: ListSchema = { type: 'list', items: () => keyToPathSchema, listType: 'atomic', keys: [] };

export const configMapVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapVolumeSource',
  description: 'ConfigMapVolumeSource adapts a ConfigMap to a volume.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: [1], description: 'Name of the object. Defaults to the empty string, which existing objects may contain.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'items', number: 2, description: 'Keys to project, and their paths. Keys that are not listed are left out. Defaults to all keys, each with its name as path.', schema: () => configMapVolumeSourceItems, presence: 'implicit', required: false, immutable: false },
    { name: 'defaultMode', number: 3, description: 'Mode bits of files whose item has none: octal 0000-0777, or decimal 0-511 in JSON. Defaults to 0644.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '420' },
    { name: 'optional', number: 4, description: 'Whether the ConfigMap or its keys may be absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** VsphereVirtualDiskVolumeSource is a vSphere volume. Deprecated. */
export type VsphereVirtualDiskVolumeSource = {
  /** Path of the vmdk of the volume. */
  volumePath: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Name of the storage policy. */
  storagePolicyName?: string;
  /** ID of the storage policy. */
  storagePolicyID?: string;
};

export const vsphereVirtualDiskVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource',
  description: 'VsphereVirtualDiskVolumeSource is a vSphere volume. Deprecated.',
  atomic: false,
  fields: [
    { name: 'volumePath', number: 1, description: 'Path of the vmdk of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storagePolicyName', number: 3, description: 'Name of the storage policy.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storagePolicyID', number: 4, description: 'ID of the storage policy.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** QuobyteVolumeSource is a Quobyte mount. Deprecated. */
export type QuobyteVolumeSource = {
  /** Addresses of the Quobyte registries, as `host:port`, separated by commas. */
  registry: string;
  /** Name of an existing Quobyte volume. */
  volume: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** User to map volume access to. Defaults to the service account user. */
  user?: string;
  /** Group to map volume access to. Defaults to no group. */
  group?: string;
  /** Tenant that owns the volume. */
  tenant?: string;
};

export const quobyteVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.QuobyteVolumeSource',
  description: 'QuobyteVolumeSource is a Quobyte mount. Deprecated.',
  atomic: false,
  fields: [
    { name: 'registry', number: 1, description: 'Addresses of the Quobyte registries, as `host:port`, separated by commas.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'volume', number: 2, description: 'Name of an existing Quobyte volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'user', number: 4, description: 'User to map volume access to. Defaults to the service account user.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'group', number: 5, description: 'Group to map volume access to. Defaults to no group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'tenant', number: 6, description: 'Tenant that owns the volume.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** AzureDiskVolumeSource is an Azure data disk. Deprecated. */
export type AzureDiskVolumeSource = {
  /** Name of the disk in the blob storage. */
  diskName: string;
  /** URI of the disk in the blob storage. */
  diskURI: string;
  /** Host caching mode: `None`, `ReadOnly` or `ReadWrite`. Defaults to `ReadWrite`. */
  cachingMode?: string;
  /** Filesystem type of the volume. Defaults to `ext4`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Kind of the disk: `Shared` (several blob disks in a storage account), `Dedicated` (one blob disk) or `Managed`. Defaults to `Shared`. */
  kind?: string;
};

const azureDiskVolumeSourceCachingMode: Schema = { type: 'string', enum: ['None', 'ReadOnly', 'ReadWrite'] };

const azureDiskVolumeSourceKind: Schema = { type: 'string', enum: ['Dedicated', 'Managed', 'Shared'] };

export const azureDiskVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AzureDiskVolumeSource',
  description: 'AzureDiskVolumeSource is an Azure data disk. Deprecated.',
  atomic: false,
  fields: [
    { name: 'diskName', number: 1, description: 'Name of the disk in the blob storage.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'diskURI', number: 2, description: 'URI of the disk in the blob storage.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'cachingMode', number: 3, description: 'Host caching mode: `None`, `ReadOnly` or `ReadWrite`. Defaults to `ReadWrite`.', schema: () => azureDiskVolumeSourceCachingMode, presence: 'explicit', required: false, immutable: false, default: '"ReadWrite"' },
    { name: 'fsType', number: 4, description: 'Filesystem type of the volume. Defaults to `ext4`.', schema: () => text, presence: 'explicit', required: false, immutable: false, default: '"ext4"' },
    { name: 'readOnly', number: 5, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
    { name: 'kind', number: 6, description: 'Kind of the disk: `Shared` (several blob disks in a storage account), `Dedicated` (one blob disk) or `Managed`. Defaults to `Shared`.', schema: () => azureDiskVolumeSourceKind, presence: 'explicit', required: false, immutable: false, default: '"Shared"' },
  ],
};

/** PhotonPersistentDiskVolumeSource is a Photon persistent disk. Deprecated. */
export type PhotonPersistentDiskVolumeSource = {
  /** ID of the disk. */
  pdID: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
};

export const photonPersistentDiskVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource',
  description: 'PhotonPersistentDiskVolumeSource is a Photon persistent disk. Deprecated.',
  atomic: false,
  fields: [
    { name: 'pdID', number: 1, description: 'ID of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ProjectedVolumeSource projects several sources into one directory. */
export type ProjectedVolumeSource = {
  /** Sources of the volume. Each one sets exactly one field. */
  sources: VolumeProjection[];
  /** Mode bits of files whose item has none: octal 0000-0777, or decimal 0-511 in JSON. Defaults to 0644. */
  defaultMode?: number;
};

const projectedVolumeSourceSources: ListSchema = { type: 'list', items: () => volumeProjectionSchema, listType: 'atomic', keys: [] };

export const projectedVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ProjectedVolumeSource',
  description: 'ProjectedVolumeSource projects several sources into one directory.',
  atomic: false,
  fields: [
    { name: 'sources', number: 1, description: 'Sources of the volume. Each one sets exactly one field.', schema: () => projectedVolumeSourceSources, presence: 'always', required: false, immutable: false },
    { name: 'defaultMode', number: 2, description: 'Mode bits of files whose item has none: octal 0000-0777, or decimal 0-511 in JSON. Defaults to 0644.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '420' },
  ],
};

/** VolumeProjection is a source of a projected volume. Exactly one field is set. */
export type VolumeProjection = {
  /** Secret whose keys are projected. */
  secret?: SecretProjection;
  /** Downward API fields that are projected. */
  downwardAPI?: DownwardAPIProjection;
  /** ConfigMap whose keys are projected. */
  configMap?: ConfigMapProjection;
  /** Token of the pod's service account that is projected. */
  serviceAccountToken?: ServiceAccountTokenProjection;
  /** Trust anchors of ClusterTrustBundle objects that are projected. */
  clusterTrustBundle?: ClusterTrustBundleProjection;
  /** Private key and certificate chain that are issued for the pod. */
  podCertificate?: PodCertificateProjection;
};

export const volumeProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeProjection',
  description: 'VolumeProjection is a source of a projected volume. Exactly one field is set.',
  atomic: false,
  fields: [
    { name: 'secret', number: 1, description: 'Secret whose keys are projected.', schema: () => secretProjectionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'downwardAPI', number: 2, description: 'Downward API fields that are projected.', schema: () => downwardAPIProjectionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'configMap', number: 3, description: 'ConfigMap whose keys are projected.', schema: () => configMapProjectionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'serviceAccountToken', number: 4, description: 'Token of the pod\'s service account that is projected.', schema: () => serviceAccountTokenProjectionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'clusterTrustBundle', number: 5, description: 'Trust anchors of ClusterTrustBundle objects that are projected.', schema: () => clusterTrustBundleProjectionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'podCertificate', number: 6, description: 'Private key and certificate chain that are issued for the pod.', schema: () => podCertificateProjectionSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** SecretProjection adapts a Secret to a projected volume. */
export type SecretProjection = {
  /** Name of the object. Defaults to the empty string, which existing objects may contain. */
  name?: string;
  /** Keys to project, and their paths. Keys that are not listed are left out. Defaults to all keys, each with its name as path. */
  items?: KeyToPath[];
  /** Whether the Secret or its keys may be absent. */
  optional?: boolean;
};

const secretProjectionItems: ListSchema = { type: 'list', items: () => keyToPathSchema, listType: 'atomic', keys: [] };

export const secretProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretProjection',
  description: 'SecretProjection adapts a Secret to a projected volume.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: [1], description: 'Name of the object. Defaults to the empty string, which existing objects may contain.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'items', number: 2, description: 'Keys to project, and their paths. Keys that are not listed are left out. Defaults to all keys, each with its name as path.', schema: () => secretProjectionItems, presence: 'implicit', required: false, immutable: false },
    { name: 'optional', number: 4, description: 'Whether the Secret or its keys may be absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DownwardAPIProjection adapts downward API fields to a projected volume. */
export type DownwardAPIProjection = {
  /** Files of the projection. */
  items?: DownwardAPIVolumeFile[];
};

const downwardAPIProjectionItems: ListSchema = { type: 'list', items: () => downwardAPIVolumeFileSchema, listType: 'atomic', keys: [] };

export const downwardAPIProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.DownwardAPIProjection',
  description: 'DownwardAPIProjection adapts downward API fields to a projected volume.',
  atomic: false,
  fields: [
    { name: 'items', number: 1, description: 'Files of the projection.', schema: () => downwardAPIProjectionItems, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ConfigMapProjection adapts a ConfigMap to a projected volume. */
export type ConfigMapProjection = {
  /** Name of the object. Defaults to the empty string, which existing objects may contain. */
  name?: string;
  /** Keys to project, and their paths. Keys that are not listed are left out. Defaults to all keys, each with its name as path. */
  items?: KeyToPath[];
  /** Whether the ConfigMap or its keys may be absent. */
  optional?: boolean;
};

const configMapProjectionItems: ListSchema = { type: 'list', items: () => keyToPathSchema, listType: 'atomic', keys: [] };

export const configMapProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapProjection',
  description: 'ConfigMapProjection adapts a ConfigMap to a projected volume.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: [1], description: 'Name of the object. Defaults to the empty string, which existing objects may contain.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'items', number: 2, description: 'Keys to project, and their paths. Keys that are not listed are left out. Defaults to all keys, each with its name as path.', schema: () => configMapProjectionItems, presence: 'implicit', required: false, immutable: false },
    { name: 'optional', number: 4, description: 'Whether the ConfigMap or its keys may be absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ServiceAccountTokenProjection is a service account token in a projected volume. */
export type ServiceAccountTokenProjection = {
  /** Intended audience of the token. Defaults to the identifier of the API server. */
  audience?: string;
  /** Requested lifetime of the token in seconds. The kubelet rotates the token before it expires. Minimum value is 600. Defaults to 3600. */
  expirationSeconds?: Int64;
  /** Relative path of the token in the volume. */
  path: string;
};

export const serviceAccountTokenProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceAccountTokenProjection',
  description: 'ServiceAccountTokenProjection is a service account token in a projected volume.',
  atomic: false,
  fields: [
    { name: 'audience', number: 1, description: 'Intended audience of the token. Defaults to the identifier of the API server.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'expirationSeconds', number: 2, description: 'Requested lifetime of the token in seconds. The kubelet rotates the token before it expires. Minimum value is 600. Defaults to 3600.', schema: () => int64, presence: 'explicit', required: false, immutable: false, default: '3600' },
    { name: 'path', number: 3, description: 'Relative path of the token in the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** PortworxVolumeSource is a Portworx volume. Deprecated. */
export type PortworxVolumeSource = {
  /** ID of the volume. */
  volumeID: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

export const portworxVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PortworxVolumeSource',
  description: 'PortworxVolumeSource is a Portworx volume. Deprecated.',
  atomic: false,
  fields: [
    { name: 'volumeID', number: 1, description: 'ID of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ScaleIOVolumeSource is a ScaleIO volume. Deprecated. */
export type ScaleIOVolumeSource = {
  /** Host address of the ScaleIO API gateway. */
  gateway: string;
  /** Name of the storage system. */
  system: string;
  /** Secret with the user and other sensitive data. */
  secretRef?: LocalObjectReference;
  /** Whether communication with the gateway uses TLS. Defaults to false. */
  sslEnabled?: boolean;
  /** Name of the protection domain. */
  protectionDomain?: string;
  /** Name of the storage pool. */
  storagePool?: string;
  /** Provisioning of the storage: `ThickProvisioned` or `ThinProvisioned`. Defaults to `ThinProvisioned`. */
  storageMode?: string;
  /** Name of the volume in the storage system. */
  volumeName?: string;
  /** Filesystem type of the volume. Defaults to `xfs`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
};

export const scaleIOVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ScaleIOVolumeSource',
  description: 'ScaleIOVolumeSource is a ScaleIO volume. Deprecated.',
  atomic: false,
  fields: [
    { name: 'gateway', number: 1, description: 'Host address of the ScaleIO API gateway.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'system', number: 2, description: 'Name of the storage system.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'secretRef', number: 3, description: 'Secret with the user and other sensitive data.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'sslEnabled', number: 4, description: 'Whether communication with the gateway uses TLS. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'protectionDomain', number: 5, description: 'Name of the protection domain.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storagePool', number: 6, description: 'Name of the storage pool.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storageMode', number: 7, description: 'Provisioning of the storage: `ThickProvisioned` or `ThinProvisioned`. Defaults to `ThinProvisioned`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"ThinProvisioned"' },
    { name: 'volumeName', number: 8, description: 'Name of the volume in the storage system.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fsType', number: 9, description: 'Filesystem type of the volume. Defaults to `xfs`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"xfs"' },
    { name: 'readOnly', number: 10, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** StorageOSVolumeSource is a StorageOS volume. Deprecated. */
export type StorageOSVolumeSource = {
  /** Name of the volume, unique within its StorageOS namespace. */
  volumeName?: string;
  /** StorageOS namespace of the volume. Defaults to the namespace of the pod. */
  volumeNamespace?: string;
  /** Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`. */
  fsType?: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Secret for the StorageOS API. */
  secretRef?: LocalObjectReference;
};

export const storageOSVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.StorageOSVolumeSource',
  description: 'StorageOSVolumeSource is a StorageOS volume. Deprecated.',
  atomic: false,
  fields: [
    { name: 'volumeName', number: 1, description: 'Name of the volume, unique within its StorageOS namespace.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'volumeNamespace', number: 2, description: 'StorageOS namespace of the volume. Defaults to the namespace of the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fsType', number: 3, description: 'Filesystem type of the volume, such as `ext4`, `xfs` or `ntfs`. Defaults to `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 5, description: 'Secret for the StorageOS API.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CSIVolumeSource is an ephemeral volume of a CSI driver. */
export type CSIVolumeSource = {
  /** Name of the CSI driver. */
  driver: string;
  /** Whether the volume is mounted read-only. Defaults to false. */
  readOnly?: boolean;
  /** Filesystem type of the volume. Defaults to a type that the driver chooses. */
  fsType?: string;
  /** Properties that are passed to the driver. */
  volumeAttributes?: { [key: string]: string };
  /** Secret that is passed to the driver when the volume is mounted. */
  nodePublishSecretRef?: LocalObjectReference;
};

const csiVolumeSourceVolumeAttributes: MapSchema = { type: 'map', values: () => text, atomic: false };

export const csiVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.CSIVolumeSource',
  description: 'CSIVolumeSource is an ephemeral volume of a CSI driver.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'Name of the CSI driver.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 2, description: 'Whether the volume is mounted read-only. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'fsType', number: 3, description: 'Filesystem type of the volume. Defaults to a type that the driver chooses.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'volumeAttributes', number: 4, description: 'Properties that are passed to the driver.', schema: () => csiVolumeSourceVolumeAttributes, presence: 'implicit', required: false, immutable: false },
    { name: 'nodePublishSecretRef', number: 5, description: 'Secret that is passed to the driver when the volume is mounted.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** EphemeralVolumeSource is a volume that is created with the pod. */
export type EphemeralVolumeSource = {
  /** Template of the claim. Its name is `<pod name>-<volume name>`, and the pod owns it. Required. Cannot be updated. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
};

export const ephemeralVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EphemeralVolumeSource',
  description: 'EphemeralVolumeSource is a volume that is created with the pod.',
  atomic: false,
  fields: [
    { name: 'volumeClaimTemplate', number: 1, description: 'Template of the claim. Its name is `<pod name>-<volume name>`, and the pod owns it. Required. Cannot be updated.', schema: () => persistentVolumeClaimTemplateSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PersistentVolumeClaimTemplate describes the claim of an ephemeral volume. */
export type PersistentVolumeClaimTemplate = {
  /** Labels and annotations of the claim. Other fields are rejected. */
  metadata: ObjectMeta;
  /** Specification of the claim. */
  spec: PersistentVolumeClaimSpec;
};

export const persistentVolumeClaimTemplateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimTemplate',
  description: 'PersistentVolumeClaimTemplate describes the claim of an ephemeral volume.',
  atomic: false,
  fields: [
    { name: 'metadata', number: 1, description: 'Labels and annotations of the claim. Other fields are rejected.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false, changeable: true },
    { name: 'spec', number: 2, description: 'Specification of the claim.', schema: () => persistentVolumeClaimSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** PersistentVolumeClaim is a request for storage by a user. */
export type PersistentVolumeClaim = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired characteristics of the volume. */
  spec: PersistentVolumeClaimSpec;
  /** Current status of the claim. Read-only. */
  status: PersistentVolumeClaimStatus;
};

export const persistentVolumeClaimSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaim',
  description: 'PersistentVolumeClaim is a request for storage by a user.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired characteristics of the volume.', schema: () => persistentVolumeClaimSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current status of the claim. Read-only.', schema: () => persistentVolumeClaimStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const persistentVolumeClaimNames: ResourceNames = { resource: 'persistentvolumeclaims', singular: 'persistentvolumeclaim', kind: 'PersistentVolumeClaim', shortNames: ['pvc'], categories: [], scope: 'Namespaced' };

/** PersistentVolumeClaimList is a list of PersistentVolumeClaims. */
export type PersistentVolumeClaimList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of PersistentVolumeClaims. */
  items: PersistentVolumeClaim[];
};

const persistentVolumeClaimListItems: ListSchema = { type: 'list', items: () => persistentVolumeClaimSchema, listType: 'atomic', keys: [] };

export const persistentVolumeClaimListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimList',
  description: 'PersistentVolumeClaimList is a list of PersistentVolumeClaims.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of PersistentVolumeClaims.', schema: () => persistentVolumeClaimListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** PersistentVolumeClaimSpec describes the storage that a claim requests. */
export type PersistentVolumeClaimSpec = {
  /** Access modes that the volume must have. */
  accessModes?: string[];
  /** Label query over volumes to consider for binding. */
  selector?: LabelSelector;
  /** Minimum resources that the volume must have. */
  resources: VolumeResourceRequirements;
  /** Name of the PersistentVolume that the claim is bound to. */
  volumeName?: string;
  /** Name of the StorageClass of the claim. Absent means the default class, and empty means no class. */
  storageClassName?: string;
  /** Kind of the volume: `Filesystem` or `Block`. Defaults to `Filesystem`. */
  volumeMode?: string;
  /** Object that populates the volume: a VolumeSnapshot or a PersistentVolumeClaim. */
  dataSource?: TypedLocalObjectReference;
  /** Object that populates the volume, of any kind with a populator. */
  dataSourceRef?: TypedObjectReference;
  /** Name of the VolumeAttributesClass of the claim. It can be changed after the claim is created. */
  volumeAttributesClassName?: string;
};

const persistentVolumeClaimSpecAccessModes: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const persistentVolumeClaimSpecVolumeMode: Schema = { type: 'string', enum: ['Block', 'Filesystem'] };

export const persistentVolumeClaimSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimSpec',
  description: 'PersistentVolumeClaimSpec describes the storage that a claim requests.',
  atomic: false,
  fields: [
    { name: 'accessModes', number: 1, description: 'Access modes that the volume must have.', schema: () => persistentVolumeClaimSpecAccessModes, presence: 'implicit', required: false, immutable: false },
    { name: 'selector', number: 4, description: 'Label query over volumes to consider for binding.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'resources', number: 2, description: 'Minimum resources that the volume must have.', schema: () => volumeResourceRequirementsSchema, presence: 'always', required: false, immutable: false },
    { name: 'volumeName', number: 3, description: 'Name of the PersistentVolume that the claim is bound to.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storageClassName', number: 5, description: 'Name of the StorageClass of the claim. Absent means the default class, and empty means no class.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'volumeMode', number: 6, description: 'Kind of the volume: `Filesystem` or `Block`. Defaults to `Filesystem`.', schema: () => persistentVolumeClaimSpecVolumeMode, presence: 'explicit', required: false, immutable: false, default: '"Filesystem"' },
    { name: 'dataSource', number: 7, description: 'Object that populates the volume: a VolumeSnapshot or a PersistentVolumeClaim.', schema: () => typedLocalObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'dataSourceRef', number: 8, description: 'Object that populates the volume, of any kind with a populator.', schema: () => typedObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'volumeAttributesClassName', number: 9, description: 'Name of the VolumeAttributesClass of the claim. It can be changed after the claim is created.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** TypedLocalObjectReference refers to an object of any kind in the same namespace. */
export type TypedLocalObjectReference = {
  /** API group of the object. Absent means the core group. */
  apiGroup?: string;
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
};

export const typedLocalObjectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.TypedLocalObjectReference',
  description: 'TypedLocalObjectReference refers to an object of any kind in the same namespace.',
  atomic: true,
  fields: [
    { name: 'apiGroup', number: 1, description: 'API group of the object. Absent means the core group.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'kind', number: 2, description: 'Kind of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** PersistentVolumeClaimStatus is the current status of a claim. */
export type PersistentVolumeClaimStatus = {
  /** Phase of the claim: `Pending`, `Bound` or `Lost`. */
  phase?: string;
  /** Access modes of the volume. */
  accessModes?: string[];
  /** Actual resources of the volume. */
  capacity?: { [key: string]: string };
  /** Current conditions of the claim, one for each type. */
  conditions?: PersistentVolumeClaimCondition[];
  /** Resources that are allocated to the claim. Larger than `capacity` during a volume expansion. */
  allocatedResources?: { [key: string]: string };
  /** Status of the expansion of each resource that is being expanded. */
  allocatedResourceStatuses?: { [key: string]: string };
  /** Name of the VolumeAttributesClass that the volume has. */
  currentVolumeAttributesClassName?: string;
  /** Status of a change of the VolumeAttributesClass. */
  modifyVolumeStatus?: ModifyVolumeStatus;
};

const persistentVolumeClaimStatusAccessModes: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const persistentVolumeClaimStatusCapacity: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const persistentVolumeClaimStatusConditions: ListSchema = { type: 'list', items: () => persistentVolumeClaimConditionSchema, listType: 'map', keys: ['type'] };

const persistentVolumeClaimStatusAllocatedResources: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const persistentVolumeClaimStatusAllocatedResourceStatuses: MapSchema = { type: 'map', values: () => text, atomic: false };

export const persistentVolumeClaimStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimStatus',
  description: 'PersistentVolumeClaimStatus is the current status of a claim.',
  atomic: false,
  fields: [
    { name: 'phase', number: 1, description: 'Phase of the claim: `Pending`, `Bound` or `Lost`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"Pending"' },
    { name: 'accessModes', number: 2, description: 'Access modes of the volume.', schema: () => persistentVolumeClaimStatusAccessModes, presence: 'implicit', required: false, immutable: false },
    { name: 'capacity', number: 3, description: 'Actual resources of the volume.', schema: () => persistentVolumeClaimStatusCapacity, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 4, description: 'Current conditions of the claim, one for each type.', schema: () => persistentVolumeClaimStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'allocatedResources', number: 5, description: 'Resources that are allocated to the claim. Larger than `capacity` during a volume expansion.', schema: () => persistentVolumeClaimStatusAllocatedResources, presence: 'implicit', required: false, immutable: false },
    { name: 'allocatedResourceStatuses', number: 7, description: 'Status of the expansion of each resource that is being expanded.', schema: () => persistentVolumeClaimStatusAllocatedResourceStatuses, presence: 'implicit', required: false, immutable: false },
    { name: 'currentVolumeAttributesClassName', number: 8, description: 'Name of the VolumeAttributesClass that the volume has.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'modifyVolumeStatus', number: 9, description: 'Status of a change of the VolumeAttributesClass.', schema: () => modifyVolumeStatusSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PersistentVolumeClaimCondition is one observation of the state of a claim. */
export type PersistentVolumeClaimCondition = {
  /** Type of the condition. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last probe of the condition. */
  lastProbeTime?: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
};

export const persistentVolumeClaimConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimCondition',
  description: 'PersistentVolumeClaimCondition is one observation of the state of a claim.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastProbeTime', number: 3, description: 'Time of the last probe of the condition.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ImageVolumeSource is an OCI image or artifact that the container runtime mounts. */
export type ImageVolumeSource = {
  /** Reference of the image, as in `image` of containers. */
  reference?: string;
  /** When the image is pulled: `Always`, `Never` or `IfNotPresent`. Defaults to `Always` for the tag `latest` or an image without a tag, and to `IfNotPresent` otherwise. */
  pullPolicy?: string;
};

const imageVolumeSourcePullPolicy: Schema = { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] };

export const imageVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ImageVolumeSource',
  description: 'ImageVolumeSource is an OCI image or artifact that the container runtime mounts.',
  atomic: false,
  fields: [
    { name: 'reference', number: 1, description: 'Reference of the image, as in `image` of containers.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'pullPolicy', number: 2, description: 'When the image is pulled: `Always`, `Never` or `IfNotPresent`. Defaults to `Always` for the tag `latest` or an image without a tag, and to `IfNotPresent` otherwise.', schema: () => imageVolumeSourcePullPolicy, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ClusterTrustBundleProjection writes the trust anchors of ClusterTrustBundle objects to a file. Exactly one of `name` and `signerName` is set. */
export type ClusterTrustBundleProjection = {
  /** Name of a single ClusterTrustBundle. */
  name?: string;
  /** Signer of the ClusterTrustBundles. Their trust anchors are combined and deduplicated. */
  signerName?: string;
  /** Label query over the ClusterTrustBundles of the signer. Absent matches none, empty matches all. */
  labelSelector?: LabelSelector;
  /** Whether the ClusterTrustBundles may be absent. */
  optional?: boolean;
  /** Relative path of the file in the volume. */
  path: string;
};

export const clusterTrustBundleProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ClusterTrustBundleProjection',
  description: 'ClusterTrustBundleProjection writes the trust anchors of ClusterTrustBundle objects to a file. Exactly one of `name` and `signerName` is set.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of a single ClusterTrustBundle.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'signerName', number: 2, description: 'Signer of the ClusterTrustBundles. Their trust anchors are combined and deduplicated.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'labelSelector', number: 3, description: 'Label query over the ClusterTrustBundles of the signer. Absent matches none, empty matches all.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'optional', number: 5, description: 'Whether the ClusterTrustBundles may be absent.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'path', number: 4, description: 'Relative path of the file in the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** PodCertificateProjection writes a private key and an X.509 certificate chain for the pod to files. */
export type PodCertificateProjection = {
  /** Signer that issues the certificate. */
  signerName?: string;
  /** Type of the key pair: `RSA3072`, `RSA4096`, `ECDSAP256`, `ECDSAP384`, `ECDSAP521` or `ED25519`. */
  keyType?: string;
  /** Maximum lifetime of the certificate in seconds, from 3600 to 7862400. The signer may issue a shorter lifetime. Defaults to 86400. */
  maxExpirationSeconds?: number;
  /** Relative path of a file with the private key and the certificate chain. */
  credentialBundlePath?: string;
  /** Relative path of a file with the private key. */
  keyPath?: string;
  /** Relative path of a file with the certificate chain. */
  certificateChainPath?: string;
  /** Annotations that are passed to the signer. */
  userAnnotations?: { [key: string]: string };
};

const podCertificateProjectionUserAnnotations: MapSchema = { type: 'map', values: () => text, atomic: false };

export const podCertificateProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodCertificateProjection',
  description: 'PodCertificateProjection writes a private key and an X.509 certificate chain for the pod to files.',
  atomic: false,
  fields: [
    { name: 'signerName', number: 1, description: 'Signer that issues the certificate.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'keyType', number: 2, description: 'Type of the key pair: `RSA3072`, `RSA4096`, `ECDSAP256`, `ECDSAP384`, `ECDSAP521` or `ED25519`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'maxExpirationSeconds', number: 3, description: 'Maximum lifetime of the certificate in seconds, from 3600 to 7862400. The signer may issue a shorter lifetime. Defaults to 86400.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'credentialBundlePath', number: 4, description: 'Relative path of a file with the private key and the certificate chain.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'keyPath', number: 5, description: 'Relative path of a file with the private key.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'certificateChainPath', number: 6, description: 'Relative path of a file with the certificate chain.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'userAnnotations', number: 7, description: 'Annotations that are passed to the signer.', schema: () => podCertificateProjectionUserAnnotations, presence: 'implicit', required: false, immutable: false },
  ],
};

/** VolumeResourceRequirements describes the storage resources of a volume. */
export type VolumeResourceRequirements = {
  /** Maximum amount of each resource. */
  limits?: { [key: string]: string };
  /** Minimum amount of each resource. Defaults to `limits` if a limit is set. A request cannot exceed its limit. */
  requests?: { [key: string]: string };
};

const volumeResourceRequirementsLimits: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const volumeResourceRequirementsRequests: MapSchema = { type: 'map', values: () => quantity, atomic: false };

export const volumeResourceRequirementsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeResourceRequirements',
  description: 'VolumeResourceRequirements describes the storage resources of a volume.',
  atomic: false,
  fields: [
    { name: 'limits', number: 1, description: 'Maximum amount of each resource.', schema: () => volumeResourceRequirementsLimits, presence: 'implicit', required: false, immutable: false },
    { name: 'requests', number: 2, description: 'Minimum amount of each resource. Defaults to `limits` if a limit is set. A request cannot exceed its limit.', schema: () => volumeResourceRequirementsRequests, presence: 'implicit', required: false, immutable: false },
  ],
};

/** TypedObjectReference refers to an object of any kind, possibly in another namespace. */
export type TypedObjectReference = {
  /** API group of the object. Absent means the core group. */
  apiGroup?: string;
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
  /** Namespace of the object. It needs the feature gate `CrossNamespaceVolumeDataSource`, which is off. */
  namespace?: string;
};

export const typedObjectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.TypedObjectReference',
  description: 'TypedObjectReference refers to an object of any kind, possibly in another namespace.',
  atomic: false,
  fields: [
    { name: 'apiGroup', number: 1, description: 'API group of the object. Absent means the core group.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'kind', number: 2, description: 'Kind of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'namespace', number: 4, description: 'Namespace of the object. It needs the feature gate `CrossNamespaceVolumeDataSource`, which is off.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ModifyVolumeStatus is the status of a change of the VolumeAttributesClass. */
export type ModifyVolumeStatus = {
  /** Name of the class that the volume changes to. */
  targetVolumeAttributesClassName?: string;
  /** Status of the change: `Pending`, `InProgress` or `Infeasible`. */
  status: string;
};

export const modifyVolumeStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ModifyVolumeStatus',
  description: 'ModifyVolumeStatus is the status of a change of the VolumeAttributesClass.',
  atomic: false,
  fields: [
    { name: 'targetVolumeAttributesClassName', number: 1, description: 'Name of the class that the volume changes to.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the change: `Pending`, `InProgress` or `Infeasible`.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};
