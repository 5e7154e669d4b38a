// Generated from proto/core/v1/container.proto, proto/core/v1/core.proto, proto/core/v1/event.proto, proto/core/v1/node.proto, proto/core/v1/pod.proto, proto/core/v1/volume.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, bytes, int32, int64, intOrString, kindField, microTime, quantity, text, time, type Int64 } from '../../schema/common.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** A program that runs in a pod. */
export type Container = {
  /** Name of the container, unique among the containers of the pod. It cannot be changed. */
  name: string;
  /** Image that the container runs. */
  image?: string;
  /** Program and its first arguments, in place of the image's entry point. `$(NAME)` stands for a variable, and `$$` for `$`. */
  command?: string[];
  /** Arguments, in place of those of the image. `$(NAME)` stands for a variable, and `$$` for `$`. */
  args?: string[];
  /** Directory in which the program begins; the image's own where it is empty. */
  workingDir?: string;
  /** Ports on which the container listens. They are for people and programs to know; others can be reached too. */
  ports?: ContainerPort[];
  /** ConfigMaps and Secrets all of whose keys become variables. Later ones win, and `env` wins over all. */
  envFrom?: EnvFromSource[];
  /** Environment variables. */
  env?: EnvVar[];
  /** What the container needs, and the most it may take. */
  resources: ResourceRequirements;
  /** Volumes of the pod in directories of the container. */
  volumeMounts?: VolumeMount[];
  /** Volumes of the pod as block devices of the container. */
  volumeDevices?: VolumeDevice[];
  /** When the container is to be begun anew. */
  livenessProbe?: Probe;
  /** When the container can be sent requests. */
  readinessProbe?: Probe;
  /** When the container has started; until then the other probes wait. */
  startupProbe?: Probe;
  /** What is done after the container has started, and before it is ended. */
  lifecycle?: Lifecycle;
  /** File in the container whose text tells why it ended. */
  terminationMessagePath?: string;
  /** Whether the end of the output tells why a container failed that left its file empty. */
  terminationMessagePolicy?: string;
  /** Whether the image is pulled at every start. It is `Always` for the tag `latest` or none, else `IfNotPresent`. */
  imagePullPolicy?: string;
  /** With which rights the container runs; it wins over the pod's. */
  securityContext?: SecurityContext;
  /** Whether there is a standard input to attach to. */
  stdin?: boolean;
  /** Whether the standard input ends with the first client that was attached. */
  stdinOnce?: boolean;
  /** Whether the container has a terminal. */
  tty?: boolean;
};

const containerName: Schema = { type: 'string', format: 'dnsLabel' };

const containerCommand: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const containerArgs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const containerPorts: ListSchema = { type: 'list', items: () => containerPortSchema, listType: 'map', keys: ['containerPort', 'protocol'] };

const containerEnvFrom: ListSchema = { type: 'list', items: () => envFromSourceSchema, listType: 'atomic', keys: [] };

const containerEnv: ListSchema = { type: 'list', items: () => envVarSchema, listType: 'map', keys: ['name'] };

const containerVolumeMounts: ListSchema = { type: 'list', items: () => volumeMountSchema, listType: 'map', keys: ['mountPath'] };

const containerVolumeDevices: ListSchema = { type: 'list', items: () => volumeDeviceSchema, listType: 'map', keys: ['devicePath'] };

const containerTerminationMessagePolicy: Schema = { type: 'string', enum: ['File', 'FallbackToLogsOnError'] };

const containerImagePullPolicy: Schema = { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] };

export const containerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Container',
  description: 'A program that runs in a pod.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the container, unique among the containers of the pod. It cannot be changed.', schema: () => containerName, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 2, description: 'Image that the container runs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'command', number: 3, description: 'Program and its first arguments, in place of the image\'s entry point. `$(NAME)` stands for a variable, and `$$` for `$`.', schema: () => containerCommand, presence: 'implicit', required: false, immutable: false },
    { name: 'args', number: 4, description: 'Arguments, in place of those of the image. `$(NAME)` stands for a variable, and `$$` for `$`.', schema: () => containerArgs, presence: 'implicit', required: false, immutable: false },
    { name: 'workingDir', number: 5, description: 'Directory in which the program begins; the image\'s own where it is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ports', number: 6, description: 'Ports on which the container listens. They are for people and programs to know; others can be reached too.', schema: () => containerPorts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'containerPort' },
    { name: 'envFrom', number: 19, description: 'ConfigMaps and Secrets all of whose keys become variables. Later ones win, and `env` wins over all.', schema: () => containerEnvFrom, presence: 'implicit', required: false, immutable: false },
    { name: 'env', number: 7, description: 'Environment variables.', schema: () => containerEnv, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'resources', number: 8, description: 'What the container needs, and the most it may take.', schema: () => resourceRequirementsSchema, presence: 'always', required: false, immutable: false },
    { name: 'volumeMounts', number: 9, description: 'Volumes of the pod in directories of the container.', schema: () => containerVolumeMounts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'mountPath' },
    { name: 'volumeDevices', number: 21, description: 'Volumes of the pod as block devices of the container.', schema: () => containerVolumeDevices, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'devicePath' },
    { name: 'livenessProbe', number: 10, description: 'When the container is to be begun anew.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readinessProbe', number: 11, description: 'When the container can be sent requests.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'startupProbe', number: 22, description: 'When the container has started; until then the other probes wait.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'lifecycle', number: 12, description: 'What is done after the container has started, and before it is ended.', schema: () => lifecycleSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'terminationMessagePath', number: 13, description: 'File in the container whose text tells why it ended.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/dev/termination-log"' },
    { name: 'terminationMessagePolicy', number: 20, description: 'Whether the end of the output tells why a container failed that left its file empty.', schema: () => containerTerminationMessagePolicy, presence: 'implicit', required: false, immutable: false, default: '"File"' },
    { name: 'imagePullPolicy', number: 14, description: 'Whether the image is pulled at every start. It is `Always` for the tag `latest` or none, else `IfNotPresent`.', schema: () => containerImagePullPolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'securityContext', number: 15, description: 'With which rights the container runs; it wins over the pod\'s.', schema: () => securityContextSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'stdin', number: 16, description: 'Whether there is a standard input to attach to.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stdinOnce', number: 17, description: 'Whether the standard input ends with the first client that was attached.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'tty', number: 18, description: 'Whether the container has a terminal.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A port on which a container listens. */
export type ContainerPort = {
  /** Name of the port, unique in the pod. */
  name?: string;
  /** Port of the node that leads here. */
  hostPort?: number;
  /** Number of the port. */
  containerPort: number;
  /** `TCP`, `UDP` or `SCTP`. */
  protocol?: string;
  /** Address of the node to which `hostPort` is bound. */
  hostIP?: string;
};

const containerPortProtocol: Schema = { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] };

export const containerPortSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerPort',
  description: 'A port on which a container listens.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the port, unique in the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostPort', number: 2, description: 'Port of the node that leads here.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'containerPort', number: 3, description: 'Number of the port.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'protocol', number: 4, description: '`TCP`, `UDP` or `SCTP`.', schema: () => containerPortProtocol, presence: 'implicit', required: false, immutable: false, default: '"TCP"' },
    { name: 'hostIP', number: 5, description: 'Address of the node to which `hostPort` is bound.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Variables from all keys of a ConfigMap or a Secret. */
export type EnvFromSource = {
  /** What stands before each key. */
  prefix?: string;
  /** The ConfigMap. */
  configMapRef?: ConfigMapEnvSource;
  /** The Secret. */
  secretRef?: SecretEnvSource;
};

export const envFromSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EnvFromSource',
  description: 'Variables from all keys of a ConfigMap or a Secret.',
  atomic: false,
  fields: [
    { name: 'prefix', number: 1, description: 'What stands before each key.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'configMapRef', number: 2, description: 'The ConfigMap.', schema: () => configMapEnvSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'secretRef', number: 3, description: 'The Secret.', schema: () => secretEnvSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A ConfigMap all of whose keys become variables. */
export type ConfigMapEnvSource = {
  /** Name of the object. */
  name?: string;
  /** Whether the ConfigMap may be missing. */
  optional?: boolean;
};

export const configMapEnvSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapEnvSource',
  description: 'A ConfigMap all of whose keys become variables.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: 1, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'optional', number: 2, description: 'Whether the ConfigMap may be missing.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A Secret all of whose keys become variables. */
export type SecretEnvSource = {
  /** Name of the object. */
  name?: string;
  /** Whether the Secret may be missing. */
  optional?: boolean;
};

export const secretEnvSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretEnvSource',
  description: 'A Secret all of whose keys become variables.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: 1, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'optional', number: 2, description: 'Whether the Secret may be missing.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** An environment variable. */
export type EnvVar = {
  /** Name of the variable. */
  name: string;
  /** Its value. `$(NAME)` stands for an earlier variable, and `$$` for `$`. */
  value?: string;
  /** Where its value comes from, in place of `value`. */
  valueFrom?: EnvVarSource;
};

export const envVarSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EnvVar',
  description: 'An environment variable.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the variable.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Its value. `$(NAME)` stands for an earlier variable, and `$$` for `$`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'valueFrom', number: 3, description: 'Where its value comes from, in place of `value`.', schema: () => envVarSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Where the value of a variable comes from: one of the following. */
export type EnvVarSource = {
  /** A field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** What a container needs or may take. */
  resourceFieldRef?: ResourceFieldSelector;
  /** A key of a ConfigMap. */
  configMapKeyRef?: ConfigMapKeySelector;
  /** A key of a Secret. */
  secretKeyRef?: SecretKeySelector;
};

export const envVarSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EnvVarSource',
  description: 'Where the value of a variable comes from: one of the following.',
  atomic: false,
  fields: [
    { name: 'fieldRef', number: 1, description: 'A field of the pod.', schema: () => objectFieldSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'resourceFieldRef', number: 2, description: 'What a container needs or may take.', schema: () => resourceFieldSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'configMapKeyRef', number: 3, description: 'A key of a ConfigMap.', schema: () => configMapKeySelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'secretKeyRef', number: 4, description: 'A key of a Secret.', schema: () => secretKeySelectorSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A field of a pod. */
export type ObjectFieldSelector = {
  /** Version in which the field is named. */
  apiVersion?: string;
  /** Path of the field, such as `metadata.name`. */
  fieldPath: string;
};

export const objectFieldSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ObjectFieldSelector',
  description: 'A field of a pod.',
  atomic: true,
  fields: [
    { name: 'apiVersion', number: 1, description: 'Version in which the field is named.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"v1"' },
    { name: 'fieldPath', number: 2, description: 'Path of the field, such as `metadata.name`.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** What a container needs or may take of a resource. */
export type ResourceFieldSelector = {
  /** The container; in a volume it must be given. */
  containerName?: string;
  /** Such as `limits.cpu`. */
  resource: string;
  /** What the amount is given in; 1 where it is 0. */
  divisor: string;
};

export const resourceFieldSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceFieldSelector',
  description: 'What a container needs or may take of a resource.',
  atomic: true,
  fields: [
    { name: 'containerName', number: 1, description: 'The container; in a volume it must be given.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resource', number: 2, description: 'Such as `limits.cpu`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'divisor', number: 3, description: 'What the amount is given in; 1 where it is 0.', schema: () => quantity, presence: 'always', required: false, immutable: false },
  ],
};

/** A key of a ConfigMap. */
export type ConfigMapKeySelector = {
  /** Name of the object. */
  name?: string;
  /** The key. */
  key: string;
  /** Whether the ConfigMap or its key may be missing. */
  optional?: boolean;
};

export const configMapKeySelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapKeySelector',
  description: 'A key of a ConfigMap.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, inside: 1, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'key', number: 2, description: 'The key.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'optional', number: 3, description: 'Whether the ConfigMap or its key may be missing.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A key of a Secret. */
export type SecretKeySelector = {
  /** Name of the object. */
  name?: string;
  /** The key. */
  key: string;
  /** Whether the Secret or its key may be missing. */
  optional?: boolean;
};

export const secretKeySelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretKeySelector',
  description: 'A key of a Secret.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, inside: 1, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'key', number: 2, description: 'The key.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'optional', number: 3, description: 'Whether the Secret or its key may be missing.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A volume in a directory of a container. */
export type VolumeMount = {
  /** Name of the volume. */
  name: string;
  /** Whether the container can only read it. */
  readOnly?: boolean;
  /** The directory, which has no `:`. */
  mountPath: string;
  /** Path in the volume of what is mounted; all of it where it is empty. */
  subPath?: string;
  /** Whether mounts made later on the node show in the container, and the other way round. */
  mountPropagation?: string;
  /** As `subPath`, with `$(NAME)` for variables. Only one of the two can be given. */
  subPathExpr?: string;
};

const volumeMountMountPropagation: Schema = { type: 'string', enum: ['Bidirectional', 'HostToContainer', 'None'] };

export const volumeMountSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeMount',
  description: 'A volume in a directory of a container.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 2, description: 'Whether the container can only read it.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'mountPath', number: 3, description: 'The directory, which has no `:`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'subPath', number: 4, description: 'Path in the volume of what is mounted; all of it where it is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'mountPropagation', number: 5, description: 'Whether mounts made later on the node show in the container, and the other way round.', schema: () => volumeMountMountPropagation, presence: 'explicit', required: false, immutable: false },
    { name: 'subPathExpr', number: 6, description: 'As `subPath`, with `$(NAME)` for variables. Only one of the two can be given.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A volume as a block device of a container. */
export type VolumeDevice = {
  /** Name of the volume, which is that of a claim. */
  name: string;
  /** Path of the device in the container. */
  devicePath: string;
};

export const volumeDeviceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeDevice',
  description: 'A volume as a block device of a container.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the volume, which is that of a claim.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'devicePath', number: 2, description: 'Path of the device in the container.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** What something needs of resources, and the most it may take. */
export type ResourceRequirements = {
  /** The most it may take of each resource. */
  limits?: { [key: string]: string };
  /** What it needs of each resource; the limit where only that is given. */
  requests?: { [key: string]: string };
};

const resourceRequirementsLimits: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const resourceRequirementsRequests: MapSchema = { type: 'map', values: () => quantity, atomic: false };

export const resourceRequirementsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ResourceRequirements',
  description: 'What something needs of resources, and the most it may take.',
  atomic: false,
  fields: [
    { name: 'limits', number: 1, description: 'The most it may take of each resource.', schema: () => resourceRequirementsLimits, presence: 'implicit', required: false, immutable: false },
    { name: 'requests', number: 2, description: 'What it needs of each resource; the limit where only that is given.', schema: () => resourceRequirementsRequests, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A check of a container. */
export type Probe = {
  /** Runs a program in the container, which must end with 0. */
  exec?: ExecAction;
  /** Sends an HTTP request, whose status must be from 200 to 399. */
  httpGet?: HTTPGetAction;
  /** Opens a connection. */
  tcpSocket?: TCPSocketAction;
  /** Calls the health service of gRPC. */
  grpc?: GRPCAction;
  /** Seconds from the start of the container to the first check. */
  initialDelaySeconds?: number;
  /** Seconds after which a check has failed. */
  timeoutSeconds?: number;
  /** Seconds from one check to the next. */
  periodSeconds?: number;
  /** How many checks in a row must succeed after one has failed. It is 1 for liveness and startup. */
  successThreshold?: number;
  /** How many checks in a row must fail before that counts. */
  failureThreshold?: number;
  /** Seconds that the container is given to end by itself when the check has failed, in place of the pod's. */
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
  description: 'A check of a container.',
  atomic: false,
  fields: [
    { name: 'exec', number: 1, inside: 1, description: 'Runs a program in the container, which must end with 0.', schema: () => execActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'httpGet', number: 2, inside: 1, description: 'Sends an HTTP request, whose status must be from 200 to 399.', schema: () => httpGetActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'tcpSocket', number: 3, inside: 1, description: 'Opens a connection.', schema: () => tcpSocketActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'grpc', number: 4, inside: 1, description: 'Calls the health service of gRPC.', schema: () => grpcActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'initialDelaySeconds', number: 2, description: 'Seconds from the start of the container to the first check.', schema: () => probeInitialDelaySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'timeoutSeconds', number: 3, description: 'Seconds after which a check has failed.', schema: () => probeTimeoutSeconds, presence: 'implicit', required: false, immutable: false, default: '1' },
    { name: 'periodSeconds', number: 4, description: 'Seconds from one check to the next.', schema: () => probePeriodSeconds, presence: 'implicit', required: false, immutable: false, default: '10' },
    { name: 'successThreshold', number: 5, description: 'How many checks in a row must succeed after one has failed. It is 1 for liveness and startup.', schema: () => probeSuccessThreshold, presence: 'implicit', required: false, immutable: false, default: '1' },
    { name: 'failureThreshold', number: 6, description: 'How many checks in a row must fail before that counts.', schema: () => probeFailureThreshold, presence: 'implicit', required: false, immutable: false, default: '3' },
    { name: 'terminationGracePeriodSeconds', number: 7, description: 'Seconds that the container is given to end by itself when the check has failed, in place of the pod\'s.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What a check does: one of the following. */
export type ProbeHandler = {
  /** Runs a program in the container, which must end with 0. */
  exec?: ExecAction;
  /** Sends an HTTP request, whose status must be from 200 to 399. */
  httpGet?: HTTPGetAction;
  /** Opens a connection. */
  tcpSocket?: TCPSocketAction;
  /** Calls the health service of gRPC. */
  grpc?: GRPCAction;
};

export const probeHandlerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ProbeHandler',
  description: 'What a check does: one of the following.',
  atomic: false,
  fields: [
    { name: 'exec', number: 1, description: 'Runs a program in the container, which must end with 0.', schema: () => execActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'httpGet', number: 2, description: 'Sends an HTTP request, whose status must be from 200 to 399.', schema: () => httpGetActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'tcpSocket', number: 3, description: 'Opens a connection.', schema: () => tcpSocketActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'grpc', number: 4, description: 'Calls the health service of gRPC.', schema: () => grpcActionSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A program that is run in a container. */
export type ExecAction = {
  /** The program and its arguments, without a shell. */
  command?: string[];
};

const execActionCommand: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const execActionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ExecAction',
  description: 'A program that is run in a container.',
  atomic: false,
  fields: [
    { name: 'command', number: 1, description: 'The program and its arguments, without a shell.', schema: () => execActionCommand, presence: 'implicit', required: false, immutable: false },
  ],
};

/** An HTTP request. */
export type HTTPGetAction = {
  /** Path that is asked for. */
  path?: string;
  /** Number from 1 to 65535, or name of a port of the container. */
  port: number | string;
  /** Host that is asked; the pod itself unless it says otherwise. */
  host?: string;
  /** `HTTP` or `HTTPS`. */
  scheme?: string;
  /** Headers that are sent. */
  httpHeaders?: HTTPHeader[];
};

const httpGetActionScheme: Schema = { type: 'string', enum: ['HTTP', 'HTTPS'] };

const httpGetActionHttpHeaders: ListSchema = { type: 'list', items: () => httpHeaderSchema, listType: 'atomic', keys: [] };

export const httpGetActionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.HTTPGetAction',
  description: 'An HTTP request.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'Path that is asked for.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/"' },
    { name: 'port', number: 2, description: 'Number from 1 to 65535, or name of a port of the container.', schema: () => intOrString, presence: 'always', required: true, immutable: false },
    { name: 'host', number: 3, description: 'Host that is asked; the pod itself unless it says otherwise.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'scheme', number: 4, description: '`HTTP` or `HTTPS`.', schema: () => httpGetActionScheme, presence: 'implicit', required: false, immutable: false, default: '"HTTP"' },
    { name: 'httpHeaders', number: 5, description: 'Headers that are sent.', schema: () => httpGetActionHttpHeaders, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A header of an HTTP request. */
export type HTTPHeader = {
  /** Name of the header. */
  name: string;
  /** Value of the header. */
  value: string;
};

export const httpHeaderSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.HTTPHeader',
  description: 'A header of an HTTP request.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the header.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Value of the header.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** A connection. */
export type TCPSocketAction = {
  /** Number from 1 to 65535, or name of a port of the container. */
  port: number | string;
  /** Host to connect to; the pod itself unless it says otherwise. */
  host?: string;
};

export const tcpSocketActionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.TCPSocketAction',
  description: 'A connection.',
  atomic: false,
  fields: [
    { name: 'port', number: 1, description: 'Number from 1 to 65535, or name of a port of the container.', schema: () => intOrString, presence: 'always', required: true, immutable: false },
    { name: 'host', number: 2, description: 'Host to connect to; the pod itself unless it says otherwise.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A call of the health service of gRPC. */
export type GRPCAction = {
  /** Number of the port. */
  port: number;
  /** Name of the service that is asked about. */
  service?: string;
};

export const grpcActionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.GRPCAction',
  description: 'A call of the health service of gRPC.',
  atomic: false,
  fields: [
    { name: 'port', number: 1, description: 'Number of the port.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'service', number: 2, description: 'Name of the service that is asked about.', schema: () => text, presence: 'explicit', required: false, immutable: false, default: '""' },
  ],
};

/** What is done in the life of a container. */
export type Lifecycle = {
  /** After the container was made. Where it fails, the container is ended and begun anew as its policy says. */
  postStart?: LifecycleHandler;
  /** Before the container is ended because of the API or a failed probe. */
  preStop?: LifecycleHandler;
};

export const lifecycleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Lifecycle',
  description: 'What is done in the life of a container.',
  atomic: false,
  fields: [
    { name: 'postStart', number: 1, description: 'After the container was made. Where it fails, the container is ended and begun anew as its policy says.', schema: () => lifecycleHandlerSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'preStop', number: 2, description: 'Before the container is ended because of the API or a failed probe.', schema: () => lifecycleHandlerSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What is done: one of the following. */
export type LifecycleHandler = {
  /** Runs a program in the container. */
  exec?: ExecAction;
  /** Sends an HTTP request. */
  httpGet?: HTTPGetAction;
  /** Deprecated: does nothing. */
  tcpSocket?: TCPSocketAction;
};

export const lifecycleHandlerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LifecycleHandler',
  description: 'What is done: one of the following.',
  atomic: false,
  fields: [
    { name: 'exec', number: 1, description: 'Runs a program in the container.', schema: () => execActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'httpGet', number: 2, description: 'Sends an HTTP request.', schema: () => httpGetActionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'tcpSocket', number: 3, description: 'Deprecated: does nothing.', schema: () => tcpSocketActionSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** With which rights a container runs. */
export type SecurityContext = {
  /** Capabilities of POSIX that are added or taken away. */
  capabilities?: Capabilities;
  /** Whether processes have the rights of root on the node. */
  privileged?: boolean;
  /** SELinux label of the container. */
  seLinuxOptions?: SELinuxOptions;
  /** Settings for Windows. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** User id of processes. */
  runAsUser?: Int64;
  /** Group id of processes. */
  runAsGroup?: Int64;
  /** Whether the container is refused where it would run as root. */
  runAsNonRoot?: boolean;
  /** Whether the file system of the image can only be read. */
  readOnlyRootFilesystem?: boolean;
  /** Whether a process may gain more rights than its parent has. It may wherever the container is privileged. */
  allowPrivilegeEscalation?: boolean;
  /** What of `/proc` is hidden. */
  procMount?: string;
  /** Which system calls the container may make. */
  seccompProfile?: SeccompProfile;
};

const securityContextProcMount: Schema = { type: 'string', enum: ['Default', 'Unmasked'] };

export const securityContextSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecurityContext',
  description: 'With which rights a container runs.',
  atomic: false,
  fields: [
    { name: 'capabilities', number: 1, description: 'Capabilities of POSIX that are added or taken away.', schema: () => capabilitiesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'privileged', number: 2, description: 'Whether processes have the rights of root on the node.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'seLinuxOptions', number: 3, description: 'SELinux label of the container.', schema: () => seLinuxOptionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'windowsOptions', number: 10, description: 'Settings for Windows.', schema: () => windowsSecurityContextOptionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsUser', number: 4, description: 'User id of processes.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsGroup', number: 8, description: 'Group id of processes.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsNonRoot', number: 5, description: 'Whether the container is refused where it would run as root.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnlyRootFilesystem', number: 6, description: 'Whether the file system of the image can only be read.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'allowPrivilegeEscalation', number: 7, description: 'Whether a process may gain more rights than its parent has. It may wherever the container is privileged.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'procMount', number: 9, description: 'What of `/proc` is hidden.', schema: () => securityContextProcMount, presence: 'explicit', required: false, immutable: false },
    { name: 'seccompProfile', number: 11, description: 'Which system calls the container may make.', schema: () => seccompProfileSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Capabilities of POSIX. */
export type Capabilities = {
  /** Those added. */
  add?: string[];
  /** Those taken away. */
  drop?: string[];
};

const capabilitiesAdd: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const capabilitiesDrop: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const capabilitiesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Capabilities',
  description: 'Capabilities of POSIX.',
  atomic: false,
  fields: [
    { name: 'add', number: 1, description: 'Those added.', schema: () => capabilitiesAdd, presence: 'implicit', required: false, immutable: false },
    { name: 'drop', number: 2, description: 'Those taken away.', schema: () => capabilitiesDrop, presence: 'implicit', required: false, immutable: false },
  ],
};

/** An SELinux label. */
export type SELinuxOptions = {
  /** Its user. */
  user?: string;
  /** Its role. */
  role?: string;
  /** Its type. */
  type?: string;
  /** Its level. */
  level?: string;
};

export const seLinuxOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SELinuxOptions',
  description: 'An SELinux label.',
  atomic: false,
  fields: [
    { name: 'user', number: 1, description: 'Its user.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'role', number: 2, description: 'Its role.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 3, description: 'Its type.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'level', number: 4, description: 'Its level.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Settings for Windows. */
export type WindowsSecurityContextOptions = {
  /** Name of the GMSA credential spec. */
  gmsaCredentialSpecName?: string;
  /** The GMSA credential spec itself. */
  gmsaCredentialSpec?: string;
  /** User as whom processes run. */
  runAsUserName?: string;
  /** Whether the container is a process of the host. All containers of a pod must be alike. */
  hostProcess?: boolean;
};

export const windowsSecurityContextOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.WindowsSecurityContextOptions',
  description: 'Settings for Windows.',
  atomic: false,
  fields: [
    { name: 'gmsaCredentialSpecName', number: 1, description: 'Name of the GMSA credential spec.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'gmsaCredentialSpec', number: 2, description: 'The GMSA credential spec itself.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsUserName', number: 3, description: 'User as whom processes run.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'hostProcess', number: 4, description: 'Whether the container is a process of the host. All containers of a pod must be alike.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Which system calls may be made. */
export type SeccompProfile = {
  /** A profile of the node's (`Localhost`), that of the container runtime (`RuntimeDefault`), or none (`Unconfined`). */
  type: string;
  /** Path of the profile on the node. It must be given for `Localhost`, and only there. */
  localhostProfile?: string;
};

const seccompProfileType: Schema = { type: 'string', enum: ['Localhost', 'RuntimeDefault', 'Unconfined'] };

export const seccompProfileSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SeccompProfile',
  description: 'Which system calls may be made.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'A profile of the node\'s (`Localhost`), that of the container runtime (`RuntimeDefault`), or none (`Unconfined`).', schema: () => seccompProfileType, presence: 'always', required: true, immutable: false },
    { name: 'localhostProfile', number: 2, description: 'Path of the profile on the node. It must be given for `Localhost`, and only there.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A container that was added to a running pod to examine it. */
export type EphemeralContainer = {
  /** Name of the container, unique among the containers of the pod. */
  name: string;
  /** Image that the container runs. */
  image?: string;
  /** Program and its first arguments, in place of the image's entry point. `$(NAME)` stands for a variable, and `$$` for `$`. */
  command?: string[];
  /** Arguments, in place of those of the image. `$(NAME)` stands for a variable, and `$$` for `$`. */
  args?: string[];
  /** Directory in which the program begins; the image's own where it is empty. */
  workingDir?: string;
  /** Not to be used. */
  ports?: ContainerPort[];
  /** ConfigMaps and Secrets all of whose keys become variables. Later ones win, and `env` wins over all. */
  envFrom?: EnvFromSource[];
  /** Environment variables. */
  env?: EnvVar[];
  /** Not to be used: the container takes what the pod has left. */
  resources: ResourceRequirements;
  /** Volumes of the pod in directories of the container. */
  volumeMounts?: VolumeMount[];
  /** Volumes of the pod as block devices of the container. */
  volumeDevices?: VolumeDevice[];
  /** Not to be used. */
  livenessProbe?: Probe;
  /** Not to be used. */
  readinessProbe?: Probe;
  /** Not to be used. */
  startupProbe?: Probe;
  /** Not to be used. */
  lifecycle?: Lifecycle;
  /** File in the container whose text tells why it ended. */
  terminationMessagePath?: string;
  /** Whether the end of the output tells why a container failed that left its file empty. */
  terminationMessagePolicy?: string;
  /** Whether the image is pulled at every start. It is `Always` for the tag `latest` or none, else `IfNotPresent`. */
  imagePullPolicy?: string;
  /** With which rights the container runs; it wins over the pod's. */
  securityContext?: SecurityContext;
  /** Whether there is a standard input to attach to. */
  stdin?: boolean;
  /** Whether the standard input ends with the first client that was attached. */
  stdinOnce?: boolean;
  /** Whether the container has a terminal. */
  tty?: boolean;
  /** The container whose processes it sees; those of the pod where it is empty. */
  targetContainerName?: string;
};

const ephemeralContainerName: Schema = { type: 'string', format: 'dnsLabel' };

const ephemeralContainerCommand: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ephemeralContainerArgs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ephemeralContainerPorts: ListSchema = { type: 'list', items: () => containerPortSchema, listType: 'map', keys: ['containerPort', 'protocol'] };

const ephemeralContainerEnvFrom: ListSchema = { type: 'list', items: () => envFromSourceSchema, listType: 'atomic', keys: [] };

const ephemeralContainerEnv: ListSchema = { type: 'list', items: () => envVarSchema, listType: 'map', keys: ['name'] };

const ephemeralContainerVolumeMounts: ListSchema = { type: 'list', items: () => volumeMountSchema, listType: 'map', keys: ['mountPath'] };

const ephemeralContainerVolumeDevices: ListSchema = { type: 'list', items: () => volumeDeviceSchema, listType: 'map', keys: ['devicePath'] };

const ephemeralContainerTerminationMessagePolicy: Schema = { type: 'string', enum: ['File', 'FallbackToLogsOnError'] };

const ephemeralContainerImagePullPolicy: Schema = { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] };

export const ephemeralContainerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EphemeralContainer',
  description: 'A container that was added to a running pod to examine it.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: 1, description: 'Name of the container, unique among the containers of the pod.', schema: () => ephemeralContainerName, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 2, inside: 1, description: 'Image that the container runs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'command', number: 3, inside: 1, description: 'Program and its first arguments, in place of the image\'s entry point. `$(NAME)` stands for a variable, and `$$` for `$`.', schema: () => ephemeralContainerCommand, presence: 'implicit', required: false, immutable: false },
    { name: 'args', number: 4, inside: 1, description: 'Arguments, in place of those of the image. `$(NAME)` stands for a variable, and `$$` for `$`.', schema: () => ephemeralContainerArgs, presence: 'implicit', required: false, immutable: false },
    { name: 'workingDir', number: 5, inside: 1, description: 'Directory in which the program begins; the image\'s own where it is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ports', number: 6, inside: 1, description: 'Not to be used.', schema: () => ephemeralContainerPorts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'containerPort' },
    { name: 'envFrom', number: 19, inside: 1, description: 'ConfigMaps and Secrets all of whose keys become variables. Later ones win, and `env` wins over all.', schema: () => ephemeralContainerEnvFrom, presence: 'implicit', required: false, immutable: false },
    { name: 'env', number: 7, inside: 1, description: 'Environment variables.', schema: () => ephemeralContainerEnv, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'resources', number: 8, inside: 1, description: 'Not to be used: the container takes what the pod has left.', schema: () => resourceRequirementsSchema, presence: 'always', required: false, immutable: false },
    { name: 'volumeMounts', number: 9, inside: 1, description: 'Volumes of the pod in directories of the container.', schema: () => ephemeralContainerVolumeMounts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'mountPath' },
    { name: 'volumeDevices', number: 21, inside: 1, description: 'Volumes of the pod as block devices of the container.', schema: () => ephemeralContainerVolumeDevices, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'devicePath' },
    { name: 'livenessProbe', number: 10, inside: 1, description: 'Not to be used.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readinessProbe', number: 11, inside: 1, description: 'Not to be used.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'startupProbe', number: 22, inside: 1, description: 'Not to be used.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'lifecycle', number: 12, inside: 1, description: 'Not to be used.', schema: () => lifecycleSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'terminationMessagePath', number: 13, inside: 1, description: 'File in the container whose text tells why it ended.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/dev/termination-log"' },
    { name: 'terminationMessagePolicy', number: 20, inside: 1, description: 'Whether the end of the output tells why a container failed that left its file empty.', schema: () => ephemeralContainerTerminationMessagePolicy, presence: 'implicit', required: false, immutable: false, default: '"File"' },
    { name: 'imagePullPolicy', number: 14, inside: 1, description: 'Whether the image is pulled at every start. It is `Always` for the tag `latest` or none, else `IfNotPresent`.', schema: () => ephemeralContainerImagePullPolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'securityContext', number: 15, inside: 1, description: 'With which rights the container runs; it wins over the pod\'s.', schema: () => securityContextSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'stdin', number: 16, inside: 1, description: 'Whether there is a standard input to attach to.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stdinOnce', number: 17, inside: 1, description: 'Whether the standard input ends with the first client that was attached.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'tty', number: 18, inside: 1, description: 'Whether the container has a terminal.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'targetContainerName', number: 2, description: 'The container whose processes it sees; those of the pod where it is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What an ephemeral container has in common with others, some of which it may not use. */
export type EphemeralContainerCommon = {
  /** Name of the container, unique among the containers of the pod. */
  name: string;
  /** Image that the container runs. */
  image?: string;
  /** Program and its first arguments, in place of the image's entry point. `$(NAME)` stands for a variable, and `$$` for `$`. */
  command?: string[];
  /** Arguments, in place of those of the image. `$(NAME)` stands for a variable, and `$$` for `$`. */
  args?: string[];
  /** Directory in which the program begins; the image's own where it is empty. */
  workingDir?: string;
  /** Not to be used. */
  ports?: ContainerPort[];
  /** ConfigMaps and Secrets all of whose keys become variables. Later ones win, and `env` wins over all. */
  envFrom?: EnvFromSource[];
  /** Environment variables. */
  env?: EnvVar[];
  /** Not to be used: the container takes what the pod has left. */
  resources: ResourceRequirements;
  /** Volumes of the pod in directories of the container. */
  volumeMounts?: VolumeMount[];
  /** Volumes of the pod as block devices of the container. */
  volumeDevices?: VolumeDevice[];
  /** Not to be used. */
  livenessProbe?: Probe;
  /** Not to be used. */
  readinessProbe?: Probe;
  /** Not to be used. */
  startupProbe?: Probe;
  /** Not to be used. */
  lifecycle?: Lifecycle;
  /** File in the container whose text tells why it ended. */
  terminationMessagePath?: string;
  /** Whether the end of the output tells why a container failed that left its file empty. */
  terminationMessagePolicy?: string;
  /** Whether the image is pulled at every start. It is `Always` for the tag `latest` or none, else `IfNotPresent`. */
  imagePullPolicy?: string;
  /** With which rights the container runs; it wins over the pod's. */
  securityContext?: SecurityContext;
  /** Whether there is a standard input to attach to. */
  stdin?: boolean;
  /** Whether the standard input ends with the first client that was attached. */
  stdinOnce?: boolean;
  /** Whether the container has a terminal. */
  tty?: boolean;
};

const ephemeralContainerCommonName: Schema = { type: 'string', format: 'dnsLabel' };

const ephemeralContainerCommonCommand: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ephemeralContainerCommonArgs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ephemeralContainerCommonPorts: ListSchema = { type: 'list', items: () => containerPortSchema, listType: 'map', keys: ['containerPort', 'protocol'] };

const ephemeralContainerCommonEnvFrom: ListSchema = { type: 'list', items: () => envFromSourceSchema, listType: 'atomic', keys: [] };

const ephemeralContainerCommonEnv: ListSchema = { type: 'list', items: () => envVarSchema, listType: 'map', keys: ['name'] };

const ephemeralContainerCommonVolumeMounts: ListSchema = { type: 'list', items: () => volumeMountSchema, listType: 'map', keys: ['mountPath'] };

const ephemeralContainerCommonVolumeDevices: ListSchema = { type: 'list', items: () => volumeDeviceSchema, listType: 'map', keys: ['devicePath'] };

const ephemeralContainerCommonTerminationMessagePolicy: Schema = { type: 'string', enum: ['File', 'FallbackToLogsOnError'] };

const ephemeralContainerCommonImagePullPolicy: Schema = { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] };

export const ephemeralContainerCommonSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EphemeralContainerCommon',
  description: 'What an ephemeral container has in common with others, some of which it may not use.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the container, unique among the containers of the pod.', schema: () => ephemeralContainerCommonName, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 2, description: 'Image that the container runs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'command', number: 3, description: 'Program and its first arguments, in place of the image\'s entry point. `$(NAME)` stands for a variable, and `$$` for `$`.', schema: () => ephemeralContainerCommonCommand, presence: 'implicit', required: false, immutable: false },
    { name: 'args', number: 4, description: 'Arguments, in place of those of the image. `$(NAME)` stands for a variable, and `$$` for `$`.', schema: () => ephemeralContainerCommonArgs, presence: 'implicit', required: false, immutable: false },
    { name: 'workingDir', number: 5, description: 'Directory in which the program begins; the image\'s own where it is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ports', number: 6, description: 'Not to be used.', schema: () => ephemeralContainerCommonPorts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'containerPort' },
    { name: 'envFrom', number: 19, description: 'ConfigMaps and Secrets all of whose keys become variables. Later ones win, and `env` wins over all.', schema: () => ephemeralContainerCommonEnvFrom, presence: 'implicit', required: false, immutable: false },
    { name: 'env', number: 7, description: 'Environment variables.', schema: () => ephemeralContainerCommonEnv, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'resources', number: 8, description: 'Not to be used: the container takes what the pod has left.', schema: () => resourceRequirementsSchema, presence: 'always', required: false, immutable: false },
    { name: 'volumeMounts', number: 9, description: 'Volumes of the pod in directories of the container.', schema: () => ephemeralContainerCommonVolumeMounts, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'mountPath' },
    { name: 'volumeDevices', number: 21, description: 'Volumes of the pod as block devices of the container.', schema: () => ephemeralContainerCommonVolumeDevices, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'devicePath' },
    { name: 'livenessProbe', number: 10, description: 'Not to be used.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readinessProbe', number: 11, description: 'Not to be used.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'startupProbe', number: 22, description: 'Not to be used.', schema: () => probeSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'lifecycle', number: 12, description: 'Not to be used.', schema: () => lifecycleSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'terminationMessagePath', number: 13, description: 'File in the container whose text tells why it ended.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/dev/termination-log"' },
    { name: 'terminationMessagePolicy', number: 20, description: 'Whether the end of the output tells why a container failed that left its file empty.', schema: () => ephemeralContainerCommonTerminationMessagePolicy, presence: 'implicit', required: false, immutable: false, default: '"File"' },
    { name: 'imagePullPolicy', number: 14, description: 'Whether the image is pulled at every start. It is `Always` for the tag `latest` or none, else `IfNotPresent`.', schema: () => ephemeralContainerCommonImagePullPolicy, presence: 'implicit', required: false, immutable: false },
    { name: 'securityContext', number: 15, description: 'With which rights the container runs; it wins over the pod\'s.', schema: () => securityContextSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'stdin', number: 16, description: 'Whether there is a standard input to attach to.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'stdinOnce', number: 17, description: 'Whether the standard input ends with the first client that was attached.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'tty', number: 18, description: 'Whether the container has a terminal.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** The state of a container. */
export type ContainerStatus = {
  /** Name of the container. */
  name: string;
  /** What it does at present. */
  state: ContainerState;
  /** How it ended the last time. */
  lastState: ContainerState;
  /** Whether its readiness probe succeeds. */
  ready: boolean;
  /** How often it was begun anew. */
  restartCount: number;
  /** The image that it runs. */
  image: string;
  /** Id of the image. */
  imageID: string;
  /** Id of the container: `<type>://<id>`. */
  containerID?: string;
  /** Whether its startup probe has succeeded. */
  started?: boolean;
};

export const containerStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerStatus',
  description: 'The state of a container.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the container.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'state', number: 2, description: 'What it does at present.', schema: () => containerStateSchema, presence: 'always', required: false, immutable: false },
    { name: 'lastState', number: 3, description: 'How it ended the last time.', schema: () => containerStateSchema, presence: 'always', required: false, immutable: false },
    { name: 'ready', number: 4, description: 'Whether its readiness probe succeeds.', schema: () => boolean, presence: 'always', required: false, immutable: false },
    { name: 'restartCount', number: 5, description: 'How often it was begun anew.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 6, description: 'The image that it runs.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'imageID', number: 7, description: 'Id of the image.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'containerID', number: 8, description: 'Id of the container: `<type>://<id>`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'started', number: 9, description: 'Whether its startup probe has succeeded.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What a container does: one of the following. */
export type ContainerState = {
  /** It is not running yet. */
  waiting?: ContainerStateWaiting;
  /** It is running. */
  running?: ContainerStateRunning;
  /** It has ended. */
  terminated?: ContainerStateTerminated;
};

export const containerStateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerState',
  description: 'What a container does: one of the following.',
  atomic: false,
  fields: [
    { name: 'waiting', number: 1, description: 'It is not running yet.', schema: () => containerStateWaitingSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'running', number: 2, description: 'It is running.', schema: () => containerStateRunningSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'terminated', number: 3, description: 'It has ended.', schema: () => containerStateTerminatedSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A container that is not running yet. */
export type ContainerStateWaiting = {
  /** Why, in one CamelCase word for programs. */
  reason?: string;
  /** Why, for people. */
  message?: string;
};

export const containerStateWaitingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerStateWaiting',
  description: 'A container that is not running yet.',
  atomic: false,
  fields: [
    { name: 'reason', number: 1, description: 'Why, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 2, description: 'Why, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A container that is running. */
export type ContainerStateRunning = {
  /** Since when. */
  startedAt?: string;
};

export const containerStateRunningSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerStateRunning',
  description: 'A container that is running.',
  atomic: false,
  fields: [
    { name: 'startedAt', number: 1, description: 'Since when.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A container that has ended. */
export type ContainerStateTerminated = {
  /** With which code it ended. */
  exitCode: number;
  /** By which signal it ended. */
  signal?: number;
  /** Why, in one CamelCase word for programs. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  /** When it started. */
  startedAt?: string;
  /** When it ended. */
  finishedAt?: string;
  /** Id of the container: `<type>://<id>`. */
  containerID?: string;
};

export const containerStateTerminatedSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerStateTerminated',
  description: 'A container that has ended.',
  atomic: false,
  fields: [
    { name: 'exitCode', number: 1, description: 'With which code it ended.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'signal', number: 2, description: 'By which signal it ended.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 3, description: 'Why, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 4, description: 'Why, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'startedAt', number: 5, description: 'When it started.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'finishedAt', number: 6, description: 'When it ended.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'containerID', number: 7, description: 'Id of the container: `<type>://<id>`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A room for names: objects in different namespaces may share a name, and go when their namespace does. */
export type Namespace = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** What the namespace should be. */
  spec: NamespaceSpec;
  /** What the namespace is at present. Set by the system. */
  status: NamespaceStatus;
};

export const namespaceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Namespace',
  description: 'A room for names: objects in different namespaces may share a name, and go when their namespace does.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'What the namespace should be.', schema: () => namespaceSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What the namespace is at present. Set by the system.', schema: () => namespaceStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What a namespace should be. */
export type NamespaceSpec = {
  /** Names of those who must act before the namespace may go. */
  finalizers?: string[];
};

const namespaceSpecFinalizers: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const namespaceSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceSpec',
  description: 'What a namespace should be.',
  atomic: false,
  fields: [
    { name: 'finalizers', number: 1, description: 'Names of those who must act before the namespace may go.', schema: () => namespaceSpecFinalizers, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What a namespace is at present. */
export type NamespaceStatus = {
  /** `Active`, or `Terminating` once its deletion was requested. */
  phase?: string;
  /** How far the deletion has come. */
  conditions?: NamespaceCondition[];
};

const namespaceStatusPhase: Schema = { type: 'string', enum: ['Active', 'Terminating'] };

const namespaceStatusConditions: ListSchema = { type: 'list', items: () => namespaceConditionSchema, listType: 'map', keys: ['type'] };

export const namespaceStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceStatus',
  description: 'What a namespace is at present.',
  atomic: false,
  fields: [
    { name: 'phase', number: 1, description: '`Active`, or `Terminating` once its deletion was requested.', schema: () => namespaceStatusPhase, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 2, description: 'How far the deletion has come.', schema: () => namespaceStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** One aspect of the state of a namespace. */
export type NamespaceCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const namespaceConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceCondition',
  description: 'One aspect of the state of a namespace.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of namespaces. */
export type NamespaceList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The namespaces. */
  items: Namespace[];
};

const namespaceListItems: ListSchema = { type: 'list', items: () => namespaceSchema, listType: 'atomic', keys: [] };

export const namespaceListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceList',
  description: 'A list of namespaces.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The namespaces.', schema: () => namespaceListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Configuration as keys and values, for programs to read. */
export type ConfigMap = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** When true, the data can no longer be changed, only the metadata. */
  immutable?: boolean;
  /** Texts by key. Keys consist of letters, digits, `-`, `_` and `.`, and none may also be in `binaryData`. */
  data?: { [key: string]: string };
  /** Bytes by key, for what is not UTF-8 text. Keys are as in `data`, and none may be in both. */
  binaryData?: { [key: string]: string };
};

const configMapData: MapSchema = { type: 'map', values: () => text, atomic: false, keyFormat: 'configKey' };

const configMapBinaryData: MapSchema = { type: 'map', values: () => bytes, atomic: false, keyFormat: 'configKey' };

export const configMapSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMap',
  description: 'Configuration as keys and values, for programs to read.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'immutable', number: 4, description: 'When true, the data can no longer be changed, only the metadata.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'data', number: 2, description: 'Texts by key. Keys consist of letters, digits, `-`, `_` and `.`, and none may also be in `binaryData`.', schema: () => configMapData, presence: 'implicit', required: false, immutable: false },
    { name: 'binaryData', number: 3, description: 'Bytes by key, for what is not UTF-8 text. Keys are as in `data`, and none may be in both.', schema: () => configMapBinaryData, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of ConfigMaps. */
export type ConfigMapList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ConfigMaps. */
  items: ConfigMap[];
};

const configMapListItems: ListSchema = { type: 'list', items: () => configMapSchema, listType: 'atomic', keys: [] };

export const configMapListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapList',
  description: 'A list of ConfigMaps.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ConfigMaps.', schema: () => configMapListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Confidential data as keys and values. */
export type Secret = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** When true, the data can no longer be changed, only the metadata. */
  immutable?: boolean;
  /** Bytes by key. Keys consist of letters, digits, `-`, `_` and `.`. */
  data?: { [key: string]: string };
  /** Texts by key that are merged into `data` on writing and win over it. Never returned. */
  stringData?: { [key: string]: string };
  /** What the data is for, so that programs can tell. It cannot be changed. */
  type?: string;
};

const secretData: MapSchema = { type: 'map', values: () => bytes, atomic: false, keyFormat: 'configKey' };

const secretStringData: MapSchema = { type: 'map', values: () => text, atomic: false };

export const secretSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Secret',
  description: 'Confidential data as keys and values.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'immutable', number: 5, description: 'When true, the data can no longer be changed, only the metadata.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'data', number: 2, description: 'Bytes by key. Keys consist of letters, digits, `-`, `_` and `.`.', schema: () => secretData, presence: 'implicit', required: false, immutable: false },
    { name: 'stringData', number: 4, description: 'Texts by key that are merged into `data` on writing and win over it. Never returned.', schema: () => secretStringData, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 3, description: 'What the data is for, so that programs can tell. It cannot be changed.', schema: () => text, presence: 'implicit', required: false, immutable: true, default: '"Opaque"' },
  ],
};

/** A list of Secrets. */
export type SecretList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The Secrets. */
  items: Secret[];
};

const secretListItems: ListSchema = { type: 'list', items: () => secretSchema, listType: 'atomic', keys: [] };

export const secretListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretList',
  description: 'A list of Secrets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The Secrets.', schema: () => secretListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** An identity for programs, with the secrets they may use. */
export type ServiceAccount = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Secrets that pods of this account may use. They limit pods only where the account's annotation says so. */
  secrets?: ObjectReference[];
  /** Secrets with which the images of its pods are pulled. */
  imagePullSecrets?: LocalObjectReference[];
  /** Whether its pods are given an API token; a pod can decide otherwise. */
  automountServiceAccountToken?: boolean;
};

const serviceAccountSecrets: ListSchema = { type: 'list', items: () => objectReferenceSchema, listType: 'map', keys: ['name'] };

const serviceAccountImagePullSecrets: ListSchema = { type: 'list', items: () => localObjectReferenceSchema, listType: 'atomic', keys: [] };

export const serviceAccountSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceAccount',
  description: 'An identity for programs, with the secrets they may use.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'secrets', number: 2, description: 'Secrets that pods of this account may use. They limit pods only where the account\'s annotation says so.', schema: () => serviceAccountSecrets, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'imagePullSecrets', number: 3, description: 'Secrets with which the images of its pods are pulled.', schema: () => serviceAccountImagePullSecrets, presence: 'implicit', required: false, immutable: false },
    { name: 'automountServiceAccountToken', number: 4, description: 'Whether its pods are given an API token; a pod can decide otherwise.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A list of ServiceAccounts. */
export type ServiceAccountList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ServiceAccounts. */
  items: ServiceAccount[];
};

const serviceAccountListItems: ListSchema = { type: 'list', items: () => serviceAccountSchema, listType: 'atomic', keys: [] };

export const serviceAccountListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceAccountList',
  description: 'A list of ServiceAccounts.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ServiceAccounts.', schema: () => serviceAccountListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Names another object, or a part of it. */
export type ObjectReference = {
  /** Kind of the object. */
  kind?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** Identifier of the object. */
  uid?: string;
  /** Group and version of the object. */
  apiVersion?: string;
  /** Version of the object that is meant. */
  resourceVersion?: string;
  /** The part of the object that is meant, such as `spec.containers{name}`. */
  fieldPath?: string;
};

export const objectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ObjectReference',
  description: 'Names another object, or a part of it.',
  atomic: true,
  fields: [
    { name: 'kind', number: 1, description: 'Kind of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'namespace', number: 2, description: 'Namespace of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 4, description: 'Identifier of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 5, description: 'Group and version of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 6, description: 'Version of the object that is meant.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldPath', number: 7, description: 'The part of the object that is meant, such as `spec.containers{name}`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Names another object in the same namespace. */
export type LocalObjectReference = {
  /** Name of the object. */
  name?: string;
};

export const localObjectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LocalObjectReference',
  description: 'Names another object in the same namespace.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
  ],
};

/** A report of something that happened to an object. Events go by themselves after some time, and who reports may leave some out: they inform, and nothing should hang on them. */
export type Event = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The object that it happened to. */
  involvedObject: ObjectReference;
  /** Why the object is in its state, in one CamelCase word for programs. */
  reason?: string;
  /** What happened, for people. */
  message?: string;
  /** Who reports it, in the old form. */
  source: EventSource;
  /** When it first happened, in the old form. */
  firstTimestamp?: string;
  /** When it last happened, in the old form. */
  lastTimestamp?: string;
  /** How often it happened, in the old form. */
  count?: number;
  /** `Normal` or `Warning`; there may be others one day. */
  type?: string;
  /** When it first happened. */
  eventTime?: string;
  /** How it went on; absent where it happened only once. */
  series?: EventSeries;
  /** What was done, or failed, about the object. */
  action?: string;
  /** A second object that had to do with it. */
  related?: ObjectReference;
  /** Name of the controller that reports it, such as `kubernetes.io/kubelet`. */
  reportingComponent: string;
  /** Identifier of the instance of the controller. */
  reportingInstance: string;
};

export const eventSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Event',
  description: 'A report of something that happened to an object. Events go by themselves after some time, and who reports may leave some out: they inform, and nothing should hang on them.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'involvedObject', number: 2, description: 'The object that it happened to.', schema: () => objectReferenceSchema, presence: 'always', required: false, immutable: false },
    { name: 'reason', number: 3, description: 'Why the object is in its state, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 4, description: 'What happened, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'source', number: 5, description: 'Who reports it, in the old form.', schema: () => eventSourceSchema, presence: 'always', required: false, immutable: false },
    { name: 'firstTimestamp', number: 6, description: 'When it first happened, in the old form.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTimestamp', number: 7, description: 'When it last happened, in the old form.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'count', number: 8, description: 'How often it happened, in the old form.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 9, description: '`Normal` or `Warning`; there may be others one day.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'eventTime', number: 10, description: 'When it first happened.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'series', number: 11, description: 'How it went on; absent where it happened only once.', schema: () => eventSeriesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'action', number: 12, description: 'What was done, or failed, about the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'related', number: 13, description: 'A second object that had to do with it.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'reportingComponent', number: 14, description: 'Name of the controller that reports it, such as `kubernetes.io/kubelet`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'reportingInstance', number: 15, description: 'Identifier of the instance of the controller.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** How something went on happening. */
export type EventSeries = {
  /** How often it had happened by then. */
  count?: number;
  /** When it last happened. */
  lastObservedTime?: string;
};

export const eventSeriesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EventSeries',
  description: 'How something went on happening.',
  atomic: false,
  fields: [
    { name: 'count', number: 1, description: 'How often it had happened by then.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'lastObservedTime', number: 2, description: 'When it last happened.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Who reports an event. */
export type EventSource = {
  /** Name of the program. */
  component?: string;
  /** Name of the node that it runs on. */
  host?: string;
};

export const eventSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EventSource',
  description: 'Who reports an event.',
  atomic: false,
  fields: [
    { name: 'component', number: 1, description: 'Name of the program.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'host', number: 2, description: 'Name of the node that it runs on.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of events. */
export type EventList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The events. */
  items: Event[];
};

const eventListItems: ListSchema = { type: 'list', items: () => eventSchema, listType: 'atomic', keys: [] };

export const eventListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EventList',
  description: 'A list of events.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The events.', schema: () => eventListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** A machine of the cluster, on which pods run. */
export type Node = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** How the node is to be used. */
  spec: NodeSpec;
  /** What the node tells of itself. */
  status: NodeStatus;
};

export const nodeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Node',
  description: 'A machine of the cluster, on which pods run.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'How the node is to be used.', schema: () => nodeSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What the node tells of itself.', schema: () => nodeStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** How a node is to be used. */
export type NodeSpec = {
  /** The range of addresses for the pods of the node; the first of `podCIDRs`. */
  podCIDR?: string;
  /** The ranges of addresses for the pods of the node, at most one for each family of addresses. Once set they stay. */
  podCIDRs?: string[];
  /** How the cloud that the node is of calls it: `<provider>://<id>`. Once set it stays. */
  providerID?: string;
  /** Whether new pods are kept off the node. */
  unschedulable?: boolean;
  /** What keeps pods off the node that do not tolerate it. No two have the same key and effect. */
  taints?: Taint[];
  /** Deprecated: where the node's agent gets its configuration from. It is no longer kept. */
  configSource?: NodeConfigSource;
  /** Deprecated: a name that the node had outside of the cluster. It cannot be changed. */
  externalID?: string;
};

const nodeSpecPodCIDRs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const nodeSpecTaints: ListSchema = { type: 'list', items: () => taintSchema, listType: 'atomic', keys: [] };

export const nodeSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSpec',
  description: 'How a node is to be used.',
  atomic: false,
  fields: [
    { name: 'podCIDR', number: 1, description: 'The range of addresses for the pods of the node; the first of `podCIDRs`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'podCIDRs', number: 7, description: 'The ranges of addresses for the pods of the node, at most one for each family of addresses. Once set they stay.', schema: () => nodeSpecPodCIDRs, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge' },
    { name: 'providerID', number: 3, description: 'How the cloud that the node is of calls it: `<provider>://<id>`. Once set it stays.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'unschedulable', number: 4, description: 'Whether new pods are kept off the node.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'taints', number: 5, description: 'What keeps pods off the node that do not tolerate it. No two have the same key and effect.', schema: () => nodeSpecTaints, presence: 'implicit', required: false, immutable: false },
    { name: 'configSource', number: 6, description: 'Deprecated: where the node\'s agent gets its configuration from. It is no longer kept.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'externalID', number: 2, description: 'Deprecated: a name that the node had outside of the cluster. It cannot be changed.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What a node tells of itself. */
export type NodeStatus = {
  /** What there is of each resource. */
  capacity?: { [key: string]: string };
  /** What of each resource is left for pods; the capacity unless it says otherwise. */
  allocatable?: { [key: string]: string };
  /** Deprecated: where in its life the node is. Nobody sets it. */
  phase?: string;
  /** Aspects of the state of the node. */
  conditions?: NodeCondition[];
  /** Where the node can be reached. Several may have the same type, so that a merging patch can lose some: replace all. */
  addresses?: NodeAddress[];
  /** Where the node's daemons listen. */
  daemonEndpoints: NodeDaemonEndpoints;
  /** What the node is made of. */
  nodeInfo: NodeSystemInfo;
  /** Images of containers that the node has. */
  images?: ContainerImage[];
  /** Attachable volumes that the node has mounted. */
  volumesInUse?: string[];
  /** Volumes that are attached to the node. */
  volumesAttached?: AttachedVolume[];
  /** Deprecated: how the node came to its configuration. It is no longer kept. */
  config?: NodeConfigStatus;
  /** What containers can be run by. */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** What the container runtime can do. */
  features?: NodeFeatures;
};

const nodeStatusCapacity: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const nodeStatusAllocatable: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const nodeStatusConditions: ListSchema = { type: 'list', items: () => nodeConditionSchema, listType: 'map', keys: ['type'] };

const nodeStatusAddresses: ListSchema = { type: 'list', items: () => nodeAddressSchema, listType: 'map', keys: ['type'] };

const nodeStatusImages: ListSchema = { type: 'list', items: () => containerImageSchema, listType: 'atomic', keys: [] };

const nodeStatusVolumesInUse: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const nodeStatusVolumesAttached: ListSchema = { type: 'list', items: () => attachedVolumeSchema, listType: 'atomic', keys: [] };

const nodeStatusRuntimeHandlers: ListSchema = { type: 'list', items: () => nodeRuntimeHandlerSchema, listType: 'atomic', keys: [] };

export const nodeStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeStatus',
  description: 'What a node tells of itself.',
  atomic: false,
  fields: [
    { name: 'capacity', number: 1, description: 'What there is of each resource.', schema: () => nodeStatusCapacity, presence: 'implicit', required: false, immutable: false },
    { name: 'allocatable', number: 2, description: 'What of each resource is left for pods; the capacity unless it says otherwise.', schema: () => nodeStatusAllocatable, presence: 'implicit', required: false, immutable: false },
    { name: 'phase', number: 3, description: 'Deprecated: where in its life the node is. Nobody sets it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 4, description: 'Aspects of the state of the node.', schema: () => nodeStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'addresses', number: 5, description: 'Where the node can be reached. Several may have the same type, so that a merging patch can lose some: replace all.', schema: () => nodeStatusAddresses, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'daemonEndpoints', number: 6, description: 'Where the node\'s daemons listen.', schema: () => nodeDaemonEndpointsSchema, presence: 'always', required: false, immutable: false },
    { name: 'nodeInfo', number: 7, description: 'What the node is made of.', schema: () => nodeSystemInfoSchema, presence: 'always', required: false, immutable: false },
    { name: 'images', number: 8, description: 'Images of containers that the node has.', schema: () => nodeStatusImages, presence: 'implicit', required: false, immutable: false },
    { name: 'volumesInUse', number: 9, description: 'Attachable volumes that the node has mounted.', schema: () => nodeStatusVolumesInUse, presence: 'implicit', required: false, immutable: false },
    { name: 'volumesAttached', number: 10, description: 'Volumes that are attached to the node.', schema: () => nodeStatusVolumesAttached, presence: 'implicit', required: false, immutable: false },
    { name: 'config', number: 11, description: 'Deprecated: how the node came to its configuration. It is no longer kept.', schema: () => nodeConfigStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'runtimeHandlers', number: 12, description: 'What containers can be run by.', schema: () => nodeStatusRuntimeHandlers, presence: 'implicit', required: false, immutable: false },
    { name: 'features', number: 13, description: 'What the container runtime can do.', schema: () => nodeFeaturesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Keeps pods off a node that do not tolerate it. */
export type Taint = {
  /** Name of the taint. */
  key: string;
  /** What goes with the name. */
  value?: string;
  /** What becomes of pods: `NoSchedule` lets no new ones in, `PreferNoSchedule` only when there is no other place, and `NoExecute` also drives out those that are there. */
  effect: string;
  /** When the taint was put on. */
  timeAdded?: string;
};

const taintKey: Schema = { type: 'string', format: 'qualifiedName' };

const taintValue: Schema = { type: 'string', format: 'labelValue' };

const taintEffect: Schema = { type: 'string', enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] };

export const taintSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Taint',
  description: 'Keeps pods off a node that do not tolerate it.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Name of the taint.', schema: () => taintKey, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'What goes with the name.', schema: () => taintValue, presence: 'implicit', required: false, immutable: false },
    { name: 'effect', number: 3, description: 'What becomes of pods: `NoSchedule` lets no new ones in, `PreferNoSchedule` only when there is no other place, and `NoExecute` also drives out those that are there.', schema: () => taintEffect, presence: 'always', required: true, immutable: false },
    { name: 'timeAdded', number: 4, description: 'When the taint was put on.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One aspect of the state of a node. */
export type NodeCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When the node last told of it. */
  lastHeartbeatTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const nodeConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeCondition',
  description: 'One aspect of the state of a node.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastHeartbeatTime', number: 3, description: 'When the node last told of it.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One way to reach a node. */
export type NodeAddress = {
  /** `Hostname`, `InternalIP`, `ExternalIP`, `InternalDNS` or `ExternalDNS`. */
  type: string;
  /** The address. */
  address: string;
};

export const nodeAddressSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeAddress',
  description: 'One way to reach a node.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: '`Hostname`, `InternalIP`, `ExternalIP`, `InternalDNS` or `ExternalDNS`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'address', number: 2, description: 'The address.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** Where a node's daemons listen. */
export type NodeDaemonEndpoints = {
  /** The node's agent. */
  kubeletEndpoint: DaemonEndpoint;
};

export const nodeDaemonEndpointsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeDaemonEndpoints',
  description: 'Where a node\'s daemons listen.',
  atomic: false,
  fields: [
    { name: 'kubeletEndpoint', number: 1, description: 'The node\'s agent.', schema: () => daemonEndpointSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** Where one daemon listens. */
export type DaemonEndpoint = {
  /** Number of the port. */
  Port: number;
};

export const daemonEndpointSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.DaemonEndpoint',
  description: 'Where one daemon listens.',
  atomic: false,
  fields: [
    { name: 'Port', number: 1, description: 'Number of the port.', schema: () => int32, presence: 'always', required: false, immutable: false },
  ],
};

/** What a node is made of. */
export type NodeSystemInfo = {
  /** Identifier that the machine gives itself. */
  machineID: string;
  /** Identifier that the machine was built with. */
  systemUUID: string;
  /** Identifier of the last start. */
  bootID: string;
  /** Version of the kernel. */
  kernelVersion: string;
  /** Name and version of the operating system, for people. */
  osImage: string;
  /** Name and version of the container runtime, such as `containerd://1.7.0`. */
  containerRuntimeVersion: string;
  /** Version of the node's agent. */
  kubeletVersion: string;
  /** Deprecated: version of the network proxy. */
  kubeProxyVersion: string;
  /** Name of the operating system. */
  operatingSystem: string;
  /** Name of the processor's architecture. */
  architecture: string;
};

export const nodeSystemInfoSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSystemInfo',
  description: 'What a node is made of.',
  atomic: false,
  fields: [
    { name: 'machineID', number: 1, description: 'Identifier that the machine gives itself.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'systemUUID', number: 2, description: 'Identifier that the machine was built with.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'bootID', number: 3, description: 'Identifier of the last start.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kernelVersion', number: 4, description: 'Version of the kernel.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'osImage', number: 5, description: 'Name and version of the operating system, for people.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'containerRuntimeVersion', number: 6, description: 'Name and version of the container runtime, such as `containerd://1.7.0`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kubeletVersion', number: 7, description: 'Version of the node\'s agent.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kubeProxyVersion', number: 8, description: 'Deprecated: version of the network proxy.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'operatingSystem', number: 9, description: 'Name of the operating system.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'architecture', number: 10, description: 'Name of the processor\'s architecture.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** An image of containers that a node has. */
export type ContainerImage = {
  /** Names of the image. */
  names: string[];
  /** Its size in bytes. */
  sizeBytes?: Int64;
};

const containerImageNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const containerImageSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerImage',
  description: 'An image of containers that a node has.',
  atomic: false,
  fields: [
    { name: 'names', number: 1, description: 'Names of the image.', schema: () => containerImageNames, presence: 'always', required: false, immutable: false },
    { name: 'sizeBytes', number: 2, description: 'Its size in bytes.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A volume that is attached to a node. */
export type AttachedVolume = {
  /** Name of the volume. */
  name: string;
  /** Where the volume's device is. */
  devicePath: string;
};

export const attachedVolumeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AttachedVolume',
  description: 'A volume that is attached to a node.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the volume.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'devicePath', number: 2, description: 'Where the volume\'s device is.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** Where a node's agent gets its configuration from. */
export type NodeConfigSource = {
  /** A ConfigMap. */
  configMap?: ConfigMapNodeConfigSource;
};

export const nodeConfigSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeConfigSource',
  description: 'Where a node\'s agent gets its configuration from.',
  atomic: false,
  fields: [
    { name: 'configMap', number: 2, description: 'A ConfigMap.', schema: () => configMapNodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A ConfigMap with the configuration of a node's agent. */
export type ConfigMapNodeConfigSource = {
  /** Namespace of the ConfigMap. */
  namespace: string;
  /** Name of the ConfigMap. */
  name: string;
  /** Identifier of the ConfigMap; only in a status. */
  uid?: string;
  /** Version of the ConfigMap; only in a status. */
  resourceVersion?: string;
  /** The key of the ConfigMap at which the configuration is. */
  kubeletConfigKey: string;
};

export const configMapNodeConfigSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapNodeConfigSource',
  description: 'A ConfigMap with the configuration of a node\'s agent.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the ConfigMap.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'name', number: 2, description: 'Name of the ConfigMap.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'uid', number: 3, description: 'Identifier of the ConfigMap; only in a status.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 4, description: 'Version of the ConfigMap; only in a status.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kubeletConfigKey', number: 5, description: 'The key of the ConfigMap at which the configuration is.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** How a node came to its configuration. */
export type NodeConfigStatus = {
  /** What it was told to use. */
  assigned?: NodeConfigSource;
  /** What it uses. */
  active?: NodeConfigSource;
  /** What it goes back to when it cannot use what it was told to. */
  lastKnownGood?: NodeConfigSource;
  /** What went wrong on the way, for people. */
  error?: string;
};

export const nodeConfigStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeConfigStatus',
  description: 'How a node came to its configuration.',
  atomic: false,
  fields: [
    { name: 'assigned', number: 1, description: 'What it was told to use.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'active', number: 2, description: 'What it uses.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'lastKnownGood', number: 3, description: 'What it goes back to when it cannot use what it was told to.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'error', number: 4, description: 'What went wrong on the way, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What containers can be run by. */
export type NodeRuntimeHandler = {
  /** Its name; empty for the one that is used by default. */
  name: string;
  /** What it can do. */
  features?: NodeRuntimeHandlerFeatures;
};

export const nodeRuntimeHandlerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeRuntimeHandler',
  description: 'What containers can be run by.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Its name; empty for the one that is used by default.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'features', number: 2, description: 'What it can do.', schema: () => nodeRuntimeHandlerFeaturesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What a runtime handler can do. */
export type NodeRuntimeHandlerFeatures = {
  /** Whether it mounts volumes read-only with all that is mounted in them. */
  recursiveReadOnlyMounts?: boolean;
  /** Whether it gives containers users of their own. */
  userNamespaces?: boolean;
};

export const nodeRuntimeHandlerFeaturesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeRuntimeHandlerFeatures',
  description: 'What a runtime handler can do.',
  atomic: false,
  fields: [
    { name: 'recursiveReadOnlyMounts', number: 1, description: 'Whether it mounts volumes read-only with all that is mounted in them.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'userNamespaces', number: 2, description: 'Whether it gives containers users of their own.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What a container runtime can do. */
export type NodeFeatures = {
  /** Whether it knows policies for supplemental groups. */
  supplementalGroupsPolicy?: boolean;
};

export const nodeFeaturesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeFeatures',
  description: 'What a container runtime can do.',
  atomic: false,
  fields: [
    { name: 'supplementalGroupsPolicy', number: 1, description: 'Whether it knows policies for supplemental groups.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A list of nodes. */
export type NodeList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The nodes. */
  items: Node[];
};

const nodeListItems: ListSchema = { type: 'list', items: () => nodeSchema, listType: 'atomic', keys: [] };

export const nodeListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeList',
  description: 'A list of nodes.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The nodes.', schema: () => nodeListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Containers that run together on one node. */
export type Pod = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** What is to run, and how. */
  spec: PodSpec;
  /** What runs at present. Set by the system. */
  status: PodStatus;
};

export const podSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Pod',
  description: 'Containers that run together on one node.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'What is to run, and how.', schema: () => podSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What runs at present. Set by the system.', schema: () => podStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** A list of pods. */
export type PodList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The pods. */
  items: Pod[];
};

const podListItems: ListSchema = { type: 'list', items: () => podSchema, listType: 'atomic', keys: [] };

export const podListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodList',
  description: 'A list of pods.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The pods.', schema: () => podListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** What is to run in a pod, and how. */
export type PodSpec = {
  /** Volumes that containers of the pod can mount. Their names are unique. */
  volumes?: Volume[];
  /** Containers that run to their end one after another before the others begin. They cannot be changed but for their image. */
  initContainers?: Container[];
  /** Containers that run side by side; at least one. They can be neither added nor removed, and only their image can be changed. */
  containers: Container[];
  /** Containers that were added to the running pod to examine it. Written by the subresource `ephemeralcontainers` alone. */
  ephemeralContainers?: EphemeralContainer[];
  /** Which containers begin anew when they have ended. */
  restartPolicy?: string;
  /** Seconds that the containers are given to end by themselves when the pod is deleted. */
  terminationGracePeriodSeconds?: Int64;
  /** Seconds from its start for which the pod may run before it counts as failed. */
  activeDeadlineSeconds?: Int64;
  /** Whom the containers ask for names: the DNS of the cluster, that of the node (`Default`), or what `dnsConfig` says. */
  dnsPolicy?: string;
  /** Labels that a node must have for the pod to run there. */
  nodeSelector?: { [key: string]: string };
  /** Name of the service account as which the pod acts. */
  serviceAccountName?: string;
  /** Deprecated: another name of `serviceAccountName`. */
  serviceAccount?: string;
  /** Whether the containers are given a token of the service account. */
  automountServiceAccountToken?: boolean;
  /** Name of the node on which the pod runs. Set when it is bound to one. */
  nodeName?: string;
  /** Whether the containers share the network of the node. Their ports are then the node's own. */
  hostNetwork?: boolean;
  /** Whether the containers see the processes of the node. */
  hostPID?: boolean;
  /** Whether the containers share the memory and semaphores of processes of the node. */
  hostIPC?: boolean;
  /** Whether the containers see the processes of one another. */
  shareProcessNamespace?: boolean;
  /** With which rights all the containers run; a container's own settings win. */
  securityContext?: PodSecurityContext;
  /** Secrets in the same namespace with which images are pulled. */
  imagePullSecrets?: LocalObjectReference[];
  /** Name of the pod as its containers see it; that of the object unless it says otherwise. */
  hostname?: string;
  /** Domain in which the pod has its name: `<hostname>.<subdomain>.<namespace>.svc.<domain of the cluster>`. */
  subdomain?: string;
  /** To which nodes and other pods the pod is drawn, and which it avoids. */
  affinity?: Affinity;
  /** Name of the scheduler that finds a node for the pod. */
  schedulerName?: string;
  /** Taints of nodes that the pod puts up with. */
  tolerations?: Toleration[];
  /** Lines for the file of hosts in the containers. */
  hostAliases?: HostAlias[];
  /** Name of the PriorityClass that says how important the pod is. */
  priorityClassName?: string;
  /** How important the pod is; higher counts for more. Worked out from `priorityClassName`. */
  priority?: number;
  /** Settings of DNS besides those that come from `dnsPolicy`. */
  dnsConfig?: PodDNSConfig;
  /** Conditions that must be true for the pod to be ready, besides those of its containers. */
  readinessGates?: PodReadinessGate[];
  /** Name of the RuntimeClass that says what runs the containers. */
  runtimeClassName?: string;
  /** Whether the containers are told of services by environment variables. It is true for pods unless they say otherwise. */
  enableServiceLinks?: boolean;
  /** Whether pods of less importance may be driven out to make room. */
  preemptionPolicy?: string;
  /** What running the pod takes besides what its containers take. Set from its RuntimeClass. */
  overhead?: { [key: string]: string };
  /** How pods of a group are spread over parts of the cluster. All of them hold. */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /** Whether the host name in the containers is the whole name with its domain. */
  setHostnameAsFQDN?: boolean;
  /** Operating system of the containers. */
  os?: PodOS;
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

export const podSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodSpec',
  description: 'What is to run in a pod, and how.',
  atomic: false,
  fields: [
    { name: 'volumes', number: 1, description: 'Volumes that containers of the pod can mount. Their names are unique.', schema: () => podSpecVolumes, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge,retainKeys', patchMergeKey: 'name' },
    { name: 'initContainers', number: 20, description: 'Containers that run to their end one after another before the others begin. They cannot be changed but for their image.', schema: () => podSpecInitContainers, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'containers', number: 2, description: 'Containers that run side by side; at least one. They can be neither added nor removed, and only their image can be changed.', schema: () => podSpecContainers, presence: 'always', required: true, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'ephemeralContainers', number: 34, description: 'Containers that were added to the running pod to examine it. Written by the subresource `ephemeralcontainers` alone.', schema: () => podSpecEphemeralContainers, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'restartPolicy', number: 3, description: 'Which containers begin anew when they have ended.', schema: () => podSpecRestartPolicy, presence: 'implicit', required: false, immutable: false, default: '"Always"' },
    { name: 'terminationGracePeriodSeconds', number: 4, description: 'Seconds that the containers are given to end by themselves when the pod is deleted.', schema: () => int64, presence: 'explicit', required: false, immutable: false, default: '30' },
    { name: 'activeDeadlineSeconds', number: 5, description: 'Seconds from its start for which the pod may run before it counts as failed.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'dnsPolicy', number: 6, description: 'Whom the containers ask for names: the DNS of the cluster, that of the node (`Default`), or what `dnsConfig` says.', schema: () => podSpecDnsPolicy, presence: 'implicit', required: false, immutable: false, default: '"ClusterFirst"' },
    { name: 'nodeSelector', number: 7, description: 'Labels that a node must have for the pod to run there.', schema: () => podSpecNodeSelector, presence: 'implicit', required: false, immutable: false },
    { name: 'serviceAccountName', number: 8, description: 'Name of the service account as which the pod acts.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'serviceAccount', number: 9, description: 'Deprecated: another name of `serviceAccountName`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'automountServiceAccountToken', number: 21, description: 'Whether the containers are given a token of the service account.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'nodeName', number: 10, description: 'Name of the node on which the pod runs. Set when it is bound to one.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostNetwork', number: 11, description: 'Whether the containers share the network of the node. Their ports are then the node\'s own.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'hostPID', number: 12, description: 'Whether the containers see the processes of the node.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'hostIPC', number: 13, description: 'Whether the containers share the memory and semaphores of processes of the node.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'shareProcessNamespace', number: 27, description: 'Whether the containers see the processes of one another.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'securityContext', number: 14, description: 'With which rights all the containers run; a container\'s own settings win.', schema: () => podSecurityContextSchema, presence: 'explicit', required: false, immutable: false, default: '{}' },
    { name: 'imagePullSecrets', number: 15, description: 'Secrets in the same namespace with which images are pulled.', schema: () => podSpecImagePullSecrets, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'hostname', number: 16, description: 'Name of the pod as its containers see it; that of the object unless it says otherwise.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'subdomain', number: 17, description: 'Domain in which the pod has its name: `<hostname>.<subdomain>.<namespace>.svc.<domain of the cluster>`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'affinity', number: 18, description: 'To which nodes and other pods the pod is drawn, and which it avoids.', schema: () => affinitySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'schedulerName', number: 19, description: 'Name of the scheduler that finds a node for the pod.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"default-scheduler"' },
    { name: 'tolerations', number: 22, description: 'Taints of nodes that the pod puts up with.', schema: () => podSpecTolerations, presence: 'implicit', required: false, immutable: false },
    { name: 'hostAliases', number: 23, description: 'Lines for the file of hosts in the containers.', schema: () => podSpecHostAliases, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'ip' },
    { name: 'priorityClassName', number: 24, description: 'Name of the PriorityClass that says how important the pod is.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'priority', number: 25, description: 'How important the pod is; higher counts for more. Worked out from `priorityClassName`.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'dnsConfig', number: 26, description: 'Settings of DNS besides those that come from `dnsPolicy`.', schema: () => podDNSConfigSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readinessGates', number: 28, description: 'Conditions that must be true for the pod to be ready, besides those of its containers.', schema: () => podSpecReadinessGates, presence: 'implicit', required: false, immutable: false },
    { name: 'runtimeClassName', number: 29, description: 'Name of the RuntimeClass that says what runs the containers.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'enableServiceLinks', number: 30, description: 'Whether the containers are told of services by environment variables. It is true for pods unless they say otherwise.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'preemptionPolicy', number: 31, description: 'Whether pods of less importance may be driven out to make room.', schema: () => podSpecPreemptionPolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'overhead', number: 32, description: 'What running the pod takes besides what its containers take. Set from its RuntimeClass.', schema: () => podSpecOverhead, presence: 'implicit', required: false, immutable: false },
    { name: 'topologySpreadConstraints', number: 33, description: 'How pods of a group are spread over parts of the cluster. All of them hold.', schema: () => podSpecTopologySpreadConstraints, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'topologyKey' },
    { name: 'setHostnameAsFQDN', number: 35, description: 'Whether the host name in the containers is the whole name with its domain.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'os', number: 36, description: 'Operating system of the containers.', schema: () => podOSSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** The operating system of a pod. */
export type PodOS = {
  /** `linux` or `windows`. */
  name: string;
};

const podOSName: Schema = { type: 'string', enum: ['linux', 'windows'] };

export const podOSSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodOS',
  description: 'The operating system of a pod.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: '`linux` or `windows`.', schema: () => podOSName, presence: 'always', required: true, immutable: false },
  ],
};

/** With which rights the containers of a pod run. */
export type PodSecurityContext = {
  /** SELinux label of the containers. */
  seLinuxOptions?: SELinuxOptions;
  /** Settings for Windows. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** User id of processes. */
  runAsUser?: Int64;
  /** Group id of processes. */
  runAsGroup?: Int64;
  /** Whether containers that would run as root are refused. */
  runAsNonRoot?: boolean;
  /** Further group ids of the first process of each container. */
  supplementalGroups?: Int64[];
  /** Group id that owns the volumes, and that processes have too. */
  fsGroup?: Int64;
  /** Kernel parameters that are set for the pod. */
  sysctls?: Sysctl[];
  /** Whether owner and permissions of volumes are set at every mount, or only where they differ. */
  fsGroupChangePolicy?: string;
  /** Which system calls the containers may make. */
  seccompProfile?: SeccompProfile;
};

const podSecurityContextSupplementalGroups: ListSchema = { type: 'list', items: () => int64, listType: 'atomic', keys: [] };

const podSecurityContextSysctls: ListSchema = { type: 'list', items: () => sysctlSchema, listType: 'atomic', keys: [] };

const podSecurityContextFsGroupChangePolicy: Schema = { type: 'string', enum: ['Always', 'OnRootMismatch'] };

export const podSecurityContextSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodSecurityContext',
  description: 'With which rights the containers of a pod run.',
  atomic: false,
  fields: [
    { name: 'seLinuxOptions', number: 1, description: 'SELinux label of the containers.', schema: () => seLinuxOptionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'windowsOptions', number: 8, description: 'Settings for Windows.', schema: () => windowsSecurityContextOptionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsUser', number: 2, description: 'User id of processes.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsGroup', number: 6, description: 'Group id of processes.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'runAsNonRoot', number: 3, description: 'Whether containers that would run as root are refused.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'supplementalGroups', number: 4, description: 'Further group ids of the first process of each container.', schema: () => podSecurityContextSupplementalGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'fsGroup', number: 5, description: 'Group id that owns the volumes, and that processes have too.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'sysctls', number: 7, description: 'Kernel parameters that are set for the pod.', schema: () => podSecurityContextSysctls, presence: 'implicit', required: false, immutable: false },
    { name: 'fsGroupChangePolicy', number: 9, description: 'Whether owner and permissions of volumes are set at every mount, or only where they differ.', schema: () => podSecurityContextFsGroupChangePolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'seccompProfile', number: 10, description: 'Which system calls the containers may make.', schema: () => seccompProfileSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A kernel parameter. */
export type Sysctl = {
  /** Name of the parameter. */
  name: string;
  /** Value of the parameter. */
  value: string;
};

export const sysctlSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Sysctl',
  description: 'A kernel parameter.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the parameter.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Value of the parameter.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** To which nodes and pods a pod is drawn, and which it avoids. */
export type Affinity = {
  /** Nodes on which the pod is to run. */
  nodeAffinity?: NodeAffinity;
  /** Pods beside which the pod is to run. */
  podAffinity?: PodAffinity;
  /** Pods away from which the pod is to run. */
  podAntiAffinity?: PodAntiAffinity;
};

export const affinitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Affinity',
  description: 'To which nodes and pods a pod is drawn, and which it avoids.',
  atomic: false,
  fields: [
    { name: 'nodeAffinity', number: 1, description: 'Nodes on which the pod is to run.', schema: () => nodeAffinitySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'podAffinity', number: 2, description: 'Pods beside which the pod is to run.', schema: () => podAffinitySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'podAntiAffinity', number: 3, description: 'Pods away from which the pod is to run.', schema: () => podAntiAffinitySchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Nodes on which a pod is to run. */
export type NodeAffinity = {
  /** What a node must have. A pod that runs already stays when that changes. */
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  /** What nodes should have; of several, the one with the greatest sum of weights is taken. */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
};

const nodeAffinityPreferredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => preferredSchedulingTermSchema, listType: 'atomic', keys: [] };

export const nodeAffinitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeAffinity',
  description: 'Nodes on which a pod is to run.',
  atomic: false,
  fields: [
    { name: 'requiredDuringSchedulingIgnoredDuringExecution', number: 1, description: 'What a node must have. A pod that runs already stays when that changes.', schema: () => nodeSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'preferredDuringSchedulingIgnoredDuringExecution', number: 2, description: 'What nodes should have; of several, the one with the greatest sum of weights is taken.', schema: () => nodeAffinityPreferredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Selects nodes: those that one of its terms selects. */
export type NodeSelector = {
  /** The terms. A node needs to meet just one. */
  nodeSelectorTerms: NodeSelectorTerm[];
};

const nodeSelectorNodeSelectorTerms: ListSchema = { type: 'list', items: () => nodeSelectorTermSchema, listType: 'atomic', keys: [] };

export const nodeSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSelector',
  description: 'Selects nodes: those that one of its terms selects.',
  atomic: true,
  fields: [
    { name: 'nodeSelectorTerms', number: 1, description: 'The terms. A node needs to meet just one.', schema: () => nodeSelectorNodeSelectorTerms, presence: 'always', required: true, immutable: false },
  ],
};

/** Selects nodes that meet all its requirements; one without any selects none. */
export type NodeSelectorTerm = {
  /** Requirements of labels of the node. */
  matchExpressions?: NodeSelectorRequirement[];
  /** Requirements of fields of the node. */
  matchFields?: NodeSelectorRequirement[];
};

const nodeSelectorTermMatchExpressions: ListSchema = { type: 'list', items: () => nodeSelectorRequirementSchema, listType: 'atomic', keys: [] };

const nodeSelectorTermMatchFields: ListSchema = { type: 'list', items: () => nodeSelectorRequirementSchema, listType: 'atomic', keys: [] };

export const nodeSelectorTermSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSelectorTerm',
  description: 'Selects nodes that meet all its requirements; one without any selects none.',
  atomic: true,
  fields: [
    { name: 'matchExpressions', number: 1, description: 'Requirements of labels of the node.', schema: () => nodeSelectorTermMatchExpressions, presence: 'implicit', required: false, immutable: false },
    { name: 'matchFields', number: 2, description: 'Requirements of fields of the node.', schema: () => nodeSelectorTermMatchFields, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Relates a label or a field of a node to values. */
export type NodeSelectorRequirement = {
  /** Key of the label, or name of the field. */
  key: string;
  /** How they relate: `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`. */
  operator: string;
  /** The values: some for `In` and `NotIn`, one whole number for `Gt` and `Lt`, and none for the others. */
  values?: string[];
};

const nodeSelectorRequirementOperator: Schema = { type: 'string', enum: ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'] };

const nodeSelectorRequirementValues: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const nodeSelectorRequirementSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSelectorRequirement',
  description: 'Relates a label or a field of a node to values.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Key of the label, or name of the field.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'operator', number: 2, description: 'How they relate: `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`.', schema: () => nodeSelectorRequirementOperator, presence: 'always', required: true, immutable: false },
    { name: 'values', number: 3, description: 'The values: some for `In` and `NotIn`, one whole number for `Gt` and `Lt`, and none for the others.', schema: () => nodeSelectorRequirementValues, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A term with a weight. */
export type PreferredSchedulingTerm = {
  /** How much it counts, from 1 to 100. */
  weight: number;
  /** The term. */
  preference: NodeSelectorTerm;
};

export const preferredSchedulingTermSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PreferredSchedulingTerm',
  description: 'A term with a weight.',
  atomic: false,
  fields: [
    { name: 'weight', number: 1, description: 'How much it counts, from 1 to 100.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'preference', number: 2, description: 'The term.', schema: () => nodeSelectorTermSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** Pods beside which a pod is to run. */
export type PodAffinity = {
  /** Pods that must be there. A pod that runs already stays when that changes. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** Pods that should be there; the place with the greatest sum of weights is taken. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
};

const podAffinityRequiredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => podAffinityTermSchema, listType: 'atomic', keys: [] };

const podAffinityPreferredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => weightedPodAffinityTermSchema, listType: 'atomic', keys: [] };

export const podAffinitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodAffinity',
  description: 'Pods beside which a pod is to run.',
  atomic: false,
  fields: [
    { name: 'requiredDuringSchedulingIgnoredDuringExecution', number: 1, description: 'Pods that must be there. A pod that runs already stays when that changes.', schema: () => podAffinityRequiredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
    { name: 'preferredDuringSchedulingIgnoredDuringExecution', number: 2, description: 'Pods that should be there; the place with the greatest sum of weights is taken.', schema: () => podAffinityPreferredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Pods, and how near to them. */
export type PodAffinityTerm = {
  /** Selects the pods by their labels. */
  labelSelector?: LabelSelector;
  /** Namespaces of the pods, besides those of `namespaceSelector`; the pod's own where there are neither. */
  namespaces?: string[];
  /** Label of nodes: those with the same value of it are one place. */
  topologyKey: string;
  /** Selects namespaces of the pods by their labels; an empty one selects all. */
  namespaceSelector?: LabelSelector;
};

const podAffinityTermNamespaces: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const podAffinityTermSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodAffinityTerm',
  description: 'Pods, and how near to them.',
  atomic: false,
  fields: [
    { name: 'labelSelector', number: 1, description: 'Selects the pods by their labels.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'namespaces', number: 2, description: 'Namespaces of the pods, besides those of `namespaceSelector`; the pod\'s own where there are neither.', schema: () => podAffinityTermNamespaces, presence: 'implicit', required: false, immutable: false },
    { name: 'topologyKey', number: 3, description: 'Label of nodes: those with the same value of it are one place.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'namespaceSelector', number: 4, description: 'Selects namespaces of the pods by their labels; an empty one selects all.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A term with a weight. */
export type WeightedPodAffinityTerm = {
  /** How much it counts, from 1 to 100. */
  weight: number;
  /** The term. */
  podAffinityTerm: PodAffinityTerm;
};

export const weightedPodAffinityTermSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.WeightedPodAffinityTerm',
  description: 'A term with a weight.',
  atomic: false,
  fields: [
    { name: 'weight', number: 1, description: 'How much it counts, from 1 to 100.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'podAffinityTerm', number: 2, description: 'The term.', schema: () => podAffinityTermSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** Pods away from which a pod is to run. */
export type PodAntiAffinity = {
  /** Pods that may not be there. A pod that runs already stays when that changes. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** Pods that should not be there; the place with the smallest sum of weights is taken. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
};

const podAntiAffinityRequiredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => podAffinityTermSchema, listType: 'atomic', keys: [] };

const podAntiAffinityPreferredDuringSchedulingIgnoredDuringExecution: ListSchema = { type: 'list', items: () => weightedPodAffinityTermSchema, listType: 'atomic', keys: [] };

export const podAntiAffinitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodAntiAffinity',
  description: 'Pods away from which a pod is to run.',
  atomic: false,
  fields: [
    { name: 'requiredDuringSchedulingIgnoredDuringExecution', number: 1, description: 'Pods that may not be there. A pod that runs already stays when that changes.', schema: () => podAntiAffinityRequiredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
    { name: 'preferredDuringSchedulingIgnoredDuringExecution', number: 2, description: 'Pods that should not be there; the place with the smallest sum of weights is taken.', schema: () => podAntiAffinityPreferredDuringSchedulingIgnoredDuringExecution, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Taints that a pod puts up with. */
export type Toleration = {
  /** Key of the taint; all keys where it is empty, with the operator `Exists`. */
  key?: string;
  /** Whether the taint must have the value (`Equal`, which an empty one means), or any (`Exists`). */
  operator?: string;
  /** Value of the taint. */
  value?: string;
  /** Effect of the taint; all effects where it is empty. */
  effect?: string;
  /** Seconds for which the pod stays where the taint drives pods out; for ever where it is absent. Only for the effect `NoExecute`. */
  tolerationSeconds?: Int64;
};

const tolerationOperator: Schema = { type: 'string', enum: ['Equal', 'Exists'] };

const tolerationEffect: Schema = { type: 'string', enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] };

export const tolerationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Toleration',
  description: 'Taints that a pod puts up with.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Key of the taint; all keys where it is empty, with the operator `Exists`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'operator', number: 2, description: 'Whether the taint must have the value (`Equal`, which an empty one means), or any (`Exists`).', schema: () => tolerationOperator, presence: 'implicit', required: false, immutable: false },
    { name: 'value', number: 3, description: 'Value of the taint.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'effect', number: 4, description: 'Effect of the taint; all effects where it is empty.', schema: () => tolerationEffect, presence: 'implicit', required: false, immutable: false },
    { name: 'tolerationSeconds', number: 5, description: 'Seconds for which the pod stays where the taint drives pods out; for ever where it is absent. Only for the effect `NoExecute`.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A line in the file of hosts. */
export type HostAlias = {
  /** Address. */
  ip?: string;
  /** Names of the address. */
  hostnames?: string[];
};

const hostAliasHostnames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const hostAliasSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.HostAlias',
  description: 'A line in the file of hosts.',
  atomic: false,
  fields: [
    { name: 'ip', number: 1, description: 'Address.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostnames', number: 2, description: 'Names of the address.', schema: () => hostAliasHostnames, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Settings of DNS. */
export type PodDNSConfig = {
  /** Addresses of servers, after those that come from the policy. */
  nameservers?: string[];
  /** Domains in which names are looked up, after those that come from the policy. */
  searches?: string[];
  /** Options of the resolver. */
  options?: PodDNSConfigOption[];
};

const podDNSConfigNameservers: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const podDNSConfigSearches: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const podDNSConfigOptions: ListSchema = { type: 'list', items: () => podDNSConfigOptionSchema, listType: 'atomic', keys: [] };

export const podDNSConfigSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodDNSConfig',
  description: 'Settings of DNS.',
  atomic: false,
  fields: [
    { name: 'nameservers', number: 1, description: 'Addresses of servers, after those that come from the policy.', schema: () => podDNSConfigNameservers, presence: 'implicit', required: false, immutable: false },
    { name: 'searches', number: 2, description: 'Domains in which names are looked up, after those that come from the policy.', schema: () => podDNSConfigSearches, presence: 'implicit', required: false, immutable: false },
    { name: 'options', number: 3, description: 'Options of the resolver.', schema: () => podDNSConfigOptions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** An option of a resolver. */
export type PodDNSConfigOption = {
  /** Name of the option. */
  name?: string;
  /** Value of the option. */
  value?: string;
};

export const podDNSConfigOptionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodDNSConfigOption',
  description: 'An option of a resolver.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the option.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'value', number: 2, description: 'Value of the option.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A condition that must be true for a pod to be ready. */
export type PodReadinessGate = {
  /** Type of the condition. */
  conditionType: string;
};

export const podReadinessGateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodReadinessGate',
  description: 'A condition that must be true for a pod to be ready.',
  atomic: false,
  fields: [
    { name: 'conditionType', number: 1, description: 'Type of the condition.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** How pods of a group are spread. */
export type TopologySpreadConstraint = {
  /** By how many pods places may differ; more than 0. */
  maxSkew: number;
  /** Label of nodes: those with the same value of it are one place. */
  topologyKey: string;
  /** What becomes of a pod for which there is no fitting place: it waits, or goes where it harms the least. */
  whenUnsatisfiable: string;
  /** Selects the pods of the group. */
  labelSelector?: LabelSelector;
  /** How many places there must be for fewer pods than `maxSkew` to be in one. Only with `DoNotSchedule`. */
  minDomains?: number;
};

const topologySpreadConstraintWhenUnsatisfiable: Schema = { type: 'string', enum: ['DoNotSchedule', 'ScheduleAnyway'] };

export const topologySpreadConstraintSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.TopologySpreadConstraint',
  description: 'How pods of a group are spread.',
  atomic: false,
  fields: [
    { name: 'maxSkew', number: 1, description: 'By how many pods places may differ; more than 0.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'topologyKey', number: 2, description: 'Label of nodes: those with the same value of it are one place.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'whenUnsatisfiable', number: 3, description: 'What becomes of a pod for which there is no fitting place: it waits, or goes where it harms the least.', schema: () => topologySpreadConstraintWhenUnsatisfiable, presence: 'always', required: true, immutable: false },
    { name: 'labelSelector', number: 4, description: 'Selects the pods of the group.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'minDomains', number: 5, description: 'How many places there must be for fewer pods than `maxSkew` to be in one. Only with `DoNotSchedule`.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What runs of a pod at present. */
export type PodStatus = {
  /** Where in its life the pod is: `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`. */
  phase?: string;
  /** Aspects of the state of the pod. */
  conditions?: PodCondition[];
  /** Why the pod is in this state, for people. */
  message?: string;
  /** Why the pod is in this state, in one CamelCase word for programs. */
  reason?: string;
  /** Name of the node on which less important pods end to make room for this one. */
  nominatedNodeName?: string;
  /** Address of the node. */
  hostIP?: string;
  /** Address of the pod; the first of `podIPs`. */
  podIP?: string;
  /** Addresses of the pod, at most one for each family. */
  podIPs?: PodIP[];
  /** When the node took the pod on. */
  startTime?: string;
  /** State of each init container. */
  initContainerStatuses?: ContainerStatus[];
  /** State of each container. */
  containerStatuses?: ContainerStatus[];
  /** How the pod is treated when a node runs short: `Guaranteed`, `Burstable` or `BestEffort`. Worked out from its resources. */
  qosClass?: string;
  /** State of each ephemeral container. */
  ephemeralContainerStatuses?: ContainerStatus[];
};

const podStatusConditions: ListSchema = { type: 'list', items: () => podConditionSchema, listType: 'map', keys: ['type'] };

const podStatusPodIPs: ListSchema = { type: 'list', items: () => podIPSchema, listType: 'map', keys: ['ip'] };

const podStatusInitContainerStatuses: ListSchema = { type: 'list', items: () => containerStatusSchema, listType: 'atomic', keys: [] };

const podStatusContainerStatuses: ListSchema = { type: 'list', items: () => containerStatusSchema, listType: 'atomic', keys: [] };

const podStatusEphemeralContainerStatuses: ListSchema = { type: 'list', items: () => containerStatusSchema, listType: 'atomic', keys: [] };

export const podStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodStatus',
  description: 'What runs of a pod at present.',
  atomic: false,
  fields: [
    { name: 'phase', number: 1, description: 'Where in its life the pod is: `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 2, description: 'Aspects of the state of the pod.', schema: () => podStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'message', number: 3, description: 'Why the pod is in this state, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Why the pod is in this state, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'nominatedNodeName', number: 11, description: 'Name of the node on which less important pods end to make room for this one.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'hostIP', number: 5, description: 'Address of the node.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'podIP', number: 6, description: 'Address of the pod; the first of `podIPs`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'podIPs', number: 12, description: 'Addresses of the pod, at most one for each family.', schema: () => podStatusPodIPs, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'ip' },
    { name: 'startTime', number: 7, description: 'When the node took the pod on.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'initContainerStatuses', number: 10, description: 'State of each init container.', schema: () => podStatusInitContainerStatuses, presence: 'implicit', required: false, immutable: false },
    { name: 'containerStatuses', number: 8, description: 'State of each container.', schema: () => podStatusContainerStatuses, presence: 'implicit', required: false, immutable: false },
    { name: 'qosClass', number: 9, description: 'How the pod is treated when a node runs short: `Guaranteed`, `Burstable` or `BestEffort`. Worked out from its resources.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'ephemeralContainerStatuses', number: 13, description: 'State of each ephemeral container.', schema: () => podStatusEphemeralContainerStatuses, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One aspect of the state of a pod. */
export type PodCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When it was last looked at. */
  lastProbeTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const podConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodCondition',
  description: 'One aspect of the state of a pod.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastProbeTime', number: 3, description: 'When it was last looked at.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** An address of a pod. */
export type PodIP = {
  /** The address. */
  ip?: string;
};

export const podIPSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodIP',
  description: 'An address of a pod.',
  atomic: false,
  fields: [
    { name: 'ip', number: 1, description: 'The address.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A template of pods. */
export type PodTemplate = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The template. */
  template: PodTemplateSpec;
};

export const podTemplateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodTemplate',
  description: 'A template of pods.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'template', number: 2, description: 'The template.', schema: () => podTemplateSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What pods are made from. */
export type PodTemplateSpec = {
  /** Labels and annotations of the pods. */
  metadata: ObjectMeta;
  /** What is to run in the pods. */
  spec: PodSpec;
};

export const podTemplateSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodTemplateSpec',
  description: 'What pods are made from.',
  atomic: false,
  fields: [
    { name: 'metadata', number: 1, description: 'Labels and annotations of the pods.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false, changeable: true },
    { name: 'spec', number: 2, description: 'What is to run in the pods.', schema: () => podSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** A list of templates. */
export type PodTemplateList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The templates. */
  items: PodTemplate[];
};

const podTemplateListItems: ListSchema = { type: 'list', items: () => podTemplateSchema, listType: 'atomic', keys: [] };

export const podTemplateListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PodTemplateList',
  description: 'A list of templates.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The templates.', schema: () => podTemplateListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Puts a pod on a node. */
export type Binding = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The node. */
  target: ObjectReference;
};

export const bindingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Binding',
  description: 'Puts a pod on a node.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'target', number: 2, description: 'The node.', schema: () => objectReferenceSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** Files that containers of a pod can share. */
export type Volume = {
  /** Name of the volume, unique in the pod. */
  name: string;
  /** A file or directory of the node. */
  hostPath?: HostPathVolumeSource;
  /** A directory that begins empty and goes with the pod. */
  emptyDir?: EmptyDirVolumeSource;
  /** A disk of Google Compute Engine. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** A disk of Amazon's Elastic Block Store. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Deprecated: a copy of a git repository. */
  gitRepo?: GitRepoVolumeSource;
  /** Keys of a Secret as files. */
  secret?: SecretVolumeSource;
  /** A directory of an NFS server. */
  nfs?: NFSVolumeSource;
  /** An iSCSI disk. */
  iscsi?: ISCSIVolumeSource;
  /** A Glusterfs volume. */
  glusterfs?: GlusterfsVolumeSource;
  /** The volume of a claim in the same namespace. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /** A Ceph block device. */
  rbd?: RBDVolumeSource;
  /** Deprecated: a volume of a driver that is a program. */
  flexVolume?: FlexVolumeSource;
  /** A disk of OpenStack Cinder. */
  cinder?: CinderVolumeSource;
  /** A directory of CephFS. */
  cephfs?: CephFSVolumeSource;
  /** A Flocker dataset. */
  flocker?: FlockerVolumeSource;
  /** Fields of the pod as files. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** A Fibre Channel disk. */
  fc?: FCVolumeSource;
  /** An Azure File share. */
  azureFile?: AzureFileVolumeSource;
  /** Keys of a ConfigMap as files. */
  configMap?: ConfigMapVolumeSource;
  /** A vSphere disk. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** A Quobyte volume. */
  quobyte?: QuobyteVolumeSource;
  /** An Azure disk. */
  azureDisk?: AzureDiskVolumeSource;
  /** A Photon disk. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Several sources in one directory. */
  projected?: ProjectedVolumeSource;
  /** A Portworx volume. */
  portworxVolume?: PortworxVolumeSource;
  /** A ScaleIO volume. */
  scaleIO?: ScaleIOVolumeSource;
  /** A StorageOS volume. */
  storageos?: StorageOSVolumeSource;
  /** A volume that a CSI driver makes for the pod. */
  csi?: CSIVolumeSource;
  /** A volume whose claim is made for the pod and goes with it. */
  ephemeral?: EphemeralVolumeSource;
};

const volumeName: Schema = { type: 'string', format: 'dnsLabel' };

export const volumeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Volume',
  description: 'Files that containers of a pod can share.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the volume, unique in the pod.', schema: () => volumeName, presence: 'always', required: true, immutable: false },
    { name: 'hostPath', number: 1, inside: 2, description: 'A file or directory of the node.', schema: () => hostPathVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'emptyDir', number: 2, inside: 2, description: 'A directory that begins empty and goes with the pod.', schema: () => emptyDirVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'gcePersistentDisk', number: 3, inside: 2, description: 'A disk of Google Compute Engine.', schema: () => gcePersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'awsElasticBlockStore', number: 4, inside: 2, description: 'A disk of Amazon\'s Elastic Block Store.', schema: () => awsElasticBlockStoreVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'gitRepo', number: 5, inside: 2, description: 'Deprecated: a copy of a git repository.', schema: () => gitRepoVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'secret', number: 6, inside: 2, description: 'Keys of a Secret as files.', schema: () => secretVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nfs', number: 7, inside: 2, description: 'A directory of an NFS server.', schema: () => nfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'iscsi', number: 8, inside: 2, description: 'An iSCSI disk.', schema: () => iscsiVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'glusterfs', number: 9, inside: 2, description: 'A Glusterfs volume.', schema: () => glusterfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'persistentVolumeClaim', number: 10, inside: 2, description: 'The volume of a claim in the same namespace.', schema: () => persistentVolumeClaimVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'rbd', number: 11, inside: 2, description: 'A Ceph block device.', schema: () => rbdVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flexVolume', number: 12, inside: 2, description: 'Deprecated: a volume of a driver that is a program.', schema: () => flexVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cinder', number: 13, inside: 2, description: 'A disk of OpenStack Cinder.', schema: () => cinderVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cephfs', number: 14, inside: 2, description: 'A directory of CephFS.', schema: () => cephFSVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flocker', number: 15, inside: 2, description: 'A Flocker dataset.', schema: () => flockerVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'downwardAPI', number: 16, inside: 2, description: 'Fields of the pod as files.', schema: () => downwardAPIVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'fc', number: 17, inside: 2, description: 'A Fibre Channel disk.', schema: () => fcVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureFile', number: 18, inside: 2, description: 'An Azure File share.', schema: () => azureFileVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'configMap', number: 19, inside: 2, description: 'Keys of a ConfigMap as files.', schema: () => configMapVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'vsphereVolume', number: 20, inside: 2, description: 'A vSphere disk.', schema: () => vsphereVirtualDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'quobyte', number: 21, inside: 2, description: 'A Quobyte volume.', schema: () => quobyteVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureDisk', number: 22, inside: 2, description: 'An Azure disk.', schema: () => azureDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'photonPersistentDisk', number: 23, inside: 2, description: 'A Photon disk.', schema: () => photonPersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'projected', number: 26, inside: 2, description: 'Several sources in one directory.', schema: () => projectedVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'portworxVolume', number: 24, inside: 2, description: 'A Portworx volume.', schema: () => portworxVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scaleIO', number: 25, inside: 2, description: 'A ScaleIO volume.', schema: () => scaleIOVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'storageos', number: 27, inside: 2, description: 'A StorageOS volume.', schema: () => storageOSVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'csi', number: 28, inside: 2, description: 'A volume that a CSI driver makes for the pod.', schema: () => csiVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'ephemeral', number: 29, inside: 2, description: 'A volume whose claim is made for the pod and goes with it.', schema: () => ephemeralVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Where the files of a volume are: one of the following. */
export type VolumeSource = {
  /** A file or directory of the node. */
  hostPath?: HostPathVolumeSource;
  /** A directory that begins empty and goes with the pod. */
  emptyDir?: EmptyDirVolumeSource;
  /** A disk of Google Compute Engine. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** A disk of Amazon's Elastic Block Store. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Deprecated: a copy of a git repository. */
  gitRepo?: GitRepoVolumeSource;
  /** Keys of a Secret as files. */
  secret?: SecretVolumeSource;
  /** A directory of an NFS server. */
  nfs?: NFSVolumeSource;
  /** An iSCSI disk. */
  iscsi?: ISCSIVolumeSource;
  /** A Glusterfs volume. */
  glusterfs?: GlusterfsVolumeSource;
  /** The volume of a claim in the same namespace. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /** A Ceph block device. */
  rbd?: RBDVolumeSource;
  /** Deprecated: a volume of a driver that is a program. */
  flexVolume?: FlexVolumeSource;
  /** A disk of OpenStack Cinder. */
  cinder?: CinderVolumeSource;
  /** A directory of CephFS. */
  cephfs?: CephFSVolumeSource;
  /** A Flocker dataset. */
  flocker?: FlockerVolumeSource;
  /** Fields of the pod as files. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** A Fibre Channel disk. */
  fc?: FCVolumeSource;
  /** An Azure File share. */
  azureFile?: AzureFileVolumeSource;
  /** Keys of a ConfigMap as files. */
  configMap?: ConfigMapVolumeSource;
  /** A vSphere disk. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** A Quobyte volume. */
  quobyte?: QuobyteVolumeSource;
  /** An Azure disk. */
  azureDisk?: AzureDiskVolumeSource;
  /** A Photon disk. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Several sources in one directory. */
  projected?: ProjectedVolumeSource;
  /** A Portworx volume. */
  portworxVolume?: PortworxVolumeSource;
  /** A ScaleIO volume. */
  scaleIO?: ScaleIOVolumeSource;
  /** A StorageOS volume. */
  storageos?: StorageOSVolumeSource;
  /** A volume that a CSI driver makes for the pod. */
  csi?: CSIVolumeSource;
  /** A volume whose claim is made for the pod and goes with it. */
  ephemeral?: EphemeralVolumeSource;
};

export const volumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeSource',
  description: 'Where the files of a volume are: one of the following.',
  atomic: false,
  fields: [
    { name: 'hostPath', number: 1, description: 'A file or directory of the node.', schema: () => hostPathVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'emptyDir', number: 2, description: 'A directory that begins empty and goes with the pod.', schema: () => emptyDirVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'gcePersistentDisk', number: 3, description: 'A disk of Google Compute Engine.', schema: () => gcePersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'awsElasticBlockStore', number: 4, description: 'A disk of Amazon\'s Elastic Block Store.', schema: () => awsElasticBlockStoreVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'gitRepo', number: 5, description: 'Deprecated: a copy of a git repository.', schema: () => gitRepoVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'secret', number: 6, description: 'Keys of a Secret as files.', schema: () => secretVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nfs', number: 7, description: 'A directory of an NFS server.', schema: () => nfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'iscsi', number: 8, description: 'An iSCSI disk.', schema: () => iscsiVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'glusterfs', number: 9, description: 'A Glusterfs volume.', schema: () => glusterfsVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'persistentVolumeClaim', number: 10, description: 'The volume of a claim in the same namespace.', schema: () => persistentVolumeClaimVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'rbd', number: 11, description: 'A Ceph block device.', schema: () => rbdVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flexVolume', number: 12, description: 'Deprecated: a volume of a driver that is a program.', schema: () => flexVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cinder', number: 13, description: 'A disk of OpenStack Cinder.', schema: () => cinderVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'cephfs', number: 14, description: 'A directory of CephFS.', schema: () => cephFSVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'flocker', number: 15, description: 'A Flocker dataset.', schema: () => flockerVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'downwardAPI', number: 16, description: 'Fields of the pod as files.', schema: () => downwardAPIVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'fc', number: 17, description: 'A Fibre Channel disk.', schema: () => fcVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureFile', number: 18, description: 'An Azure File share.', schema: () => azureFileVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'configMap', number: 19, description: 'Keys of a ConfigMap as files.', schema: () => configMapVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'vsphereVolume', number: 20, description: 'A vSphere disk.', schema: () => vsphereVirtualDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'quobyte', number: 21, description: 'A Quobyte volume.', schema: () => quobyteVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'azureDisk', number: 22, description: 'An Azure disk.', schema: () => azureDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'photonPersistentDisk', number: 23, description: 'A Photon disk.', schema: () => photonPersistentDiskVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'projected', number: 26, description: 'Several sources in one directory.', schema: () => projectedVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'portworxVolume', number: 24, description: 'A Portworx volume.', schema: () => portworxVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scaleIO', number: 25, description: 'A ScaleIO volume.', schema: () => scaleIOVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'storageos', number: 27, description: 'A StorageOS volume.', schema: () => storageOSVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'csi', number: 28, description: 'A volume that a CSI driver makes for the pod.', schema: () => csiVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'ephemeral', number: 29, description: 'A volume whose claim is made for the pod and goes with it.', schema: () => ephemeralVolumeSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A file or directory of a node. */
export type HostPathVolumeSource = {
  /** Path on the node. */
  path: string;
  /** What must be there, or is made; nothing is checked where it is empty. */
  type?: string;
};

const hostPathVolumeSourceType: Schema = { type: 'string', enum: ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'] };

export const hostPathVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.HostPathVolumeSource',
  description: 'A file or directory of a node.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'Path on the node.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'type', number: 2, description: 'What must be there, or is made; nothing is checked where it is empty.', schema: () => hostPathVolumeSourceType, presence: 'explicit', required: false, immutable: false, default: '""' },
  ],
};

/** A directory that begins empty. */
export type EmptyDirVolumeSource = {
  /** Where it is kept: on the disk of the node where it is empty, or in `Memory`. */
  medium?: string;
  /** How much it may hold. */
  sizeLimit?: string;
};

export const emptyDirVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EmptyDirVolumeSource',
  description: 'A directory that begins empty.',
  atomic: false,
  fields: [
    { name: 'medium', number: 1, description: 'Where it is kept: on the disk of the node where it is empty, or in `Memory`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'sizeLimit', number: 2, description: 'How much it may hold.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A disk of Google Compute Engine. */
export type GCEPersistentDiskVolumeSource = {
  /** Name of the disk. */
  pdName: string;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
  /** Number of the partition; the whole disk where it is 0. */
  partition?: number;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

export const gcePersistentDiskVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.GCEPersistentDiskVolumeSource',
  description: 'A disk of Google Compute Engine.',
  atomic: false,
  fields: [
    { name: 'pdName', number: 1, description: 'Name of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'partition', number: 3, description: 'Number of the partition; the whole disk where it is 0.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A disk of Amazon's Elastic Block Store. */
export type AWSElasticBlockStoreVolumeSource = {
  /** Id of the disk. */
  volumeID: string;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
  /** Number of the partition; the whole disk where it is 0. */
  partition?: number;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

export const awsElasticBlockStoreVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource',
  description: 'A disk of Amazon\'s Elastic Block Store.',
  atomic: false,
  fields: [
    { name: 'volumeID', number: 1, description: 'Id of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'partition', number: 3, description: 'Number of the partition; the whole disk where it is 0.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A copy of a git repository. */
export type GitRepoVolumeSource = {
  /** URL of the repository. */
  repository: string;
  /** Commit that is copied. */
  revision?: string;
  /** Directory in the volume; `.` is the volume itself. */
  directory?: string;
};

export const gitRepoVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.GitRepoVolumeSource',
  description: 'A copy of a git repository.',
  atomic: false,
  fields: [
    { name: 'repository', number: 1, description: 'URL of the repository.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'revision', number: 2, description: 'Commit that is copied.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'directory', number: 3, description: 'Directory in the volume; `.` is the volume itself.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Keys of a Secret as files. */
export type SecretVolumeSource = {
  /** Name of the Secret. */
  secretName?: string;
  /** The keys and the paths of their files; every key under its own name where there are none. */
  items?: KeyToPath[];
  /** Permissions of files that do not say otherwise. */
  defaultMode?: number;
  /** Whether the Secret or its keys may be missing. */
  optional?: boolean;
};

const secretVolumeSourceItems: ListSchema = { type: 'list', items: () => keyToPathSchema, listType: 'atomic', keys: [] };

export const secretVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretVolumeSource',
  description: 'Keys of a Secret as files.',
  atomic: false,
  fields: [
    { name: 'secretName', number: 1, description: 'Name of the Secret.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The keys and the paths of their files; every key under its own name where there are none.', schema: () => secretVolumeSourceItems, presence: 'implicit', required: false, immutable: false },
    { name: 'defaultMode', number: 3, description: 'Permissions of files that do not say otherwise.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '420' },
    { name: 'optional', number: 4, description: 'Whether the Secret or its keys may be missing.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A key as a file. */
export type KeyToPath = {
  /** The key. */
  key: string;
  /** Path of the file in the volume, without `..`. */
  path: string;
  /** Permissions of the file. */
  mode?: number;
};

export const keyToPathSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.KeyToPath',
  description: 'A key as a file.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'The key.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Path of the file in the volume, without `..`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'mode', number: 3, description: 'Permissions of the file.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A directory of an NFS server. */
export type NFSVolumeSource = {
  /** Name or address of the server. */
  server: string;
  /** Path of the directory. */
  path: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

export const nfsVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NFSVolumeSource',
  description: 'A directory of an NFS server.',
  atomic: false,
  fields: [
    { name: 'server', number: 1, description: 'Name or address of the server.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Path of the directory.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** An iSCSI disk. */
export type ISCSIVolumeSource = {
  /** Address of the portal, with its port where that is not 3260. */
  targetPortal: string;
  /** Name of the target. */
  iqn: string;
  /** Number of the disk at the target. */
  lun: number;
  /** Name of the interface. */
  iscsiInterface?: string;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
  /** Further portals. */
  portals?: string[];
  /** Whether discovery signs in by CHAP. */
  chapAuthDiscovery?: boolean;
  /** Whether sessions sign in by CHAP. */
  chapAuthSession?: boolean;
  /** Secret for CHAP. */
  secretRef?: LocalObjectReference;
  /** Name of the initiator, in place of the interface's own. */
  initiatorName?: string;
};

const iscsiVolumeSourcePortals: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const iscsiVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ISCSIVolumeSource',
  description: 'An iSCSI disk.',
  atomic: false,
  fields: [
    { name: 'targetPortal', number: 1, description: 'Address of the portal, with its port where that is not 3260.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'iqn', number: 2, description: 'Name of the target.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'lun', number: 3, description: 'Number of the disk at the target.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'iscsiInterface', number: 4, description: 'Name of the interface.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"default"' },
    { name: 'fsType', number: 5, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 6, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'portals', number: 7, description: 'Further portals.', schema: () => iscsiVolumeSourcePortals, presence: 'implicit', required: false, immutable: false },
    { name: 'chapAuthDiscovery', number: 8, description: 'Whether discovery signs in by CHAP.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'chapAuthSession', number: 11, description: 'Whether sessions sign in by CHAP.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 10, description: 'Secret for CHAP.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'initiatorName', number: 12, description: 'Name of the initiator, in place of the interface\'s own.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A Glusterfs volume. */
export type GlusterfsVolumeSource = {
  /** Name of the Endpoints of its servers. */
  endpoints: string;
  /** Path of the volume. */
  path: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

export const glusterfsVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.GlusterfsVolumeSource',
  description: 'A Glusterfs volume.',
  atomic: false,
  fields: [
    { name: 'endpoints', number: 1, description: 'Name of the Endpoints of its servers.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Path of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** The volume of a claim. */
export type PersistentVolumeClaimVolumeSource = {
  /** Name of the claim. */
  claimName: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

export const persistentVolumeClaimVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource',
  description: 'The volume of a claim.',
  atomic: false,
  fields: [
    { name: 'claimName', number: 1, description: 'Name of the claim.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 2, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A Ceph block device. */
export type RBDVolumeSource = {
  /** Addresses of the monitors. */
  monitors: string[];
  /** Name of the image. */
  image: string;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
  /** Name of the pool. */
  pool?: string;
  /** Name of the user. */
  user?: string;
  /** Path of the user's key ring. */
  keyring?: string;
  /** Secret of the user, in place of the key ring. */
  secretRef?: LocalObjectReference;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

const rbdVolumeSourceMonitors: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const rbdVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.RBDVolumeSource',
  description: 'A Ceph block device.',
  atomic: false,
  fields: [
    { name: 'monitors', number: 1, description: 'Addresses of the monitors.', schema: () => rbdVolumeSourceMonitors, presence: 'always', required: true, immutable: false },
    { name: 'image', number: 2, description: 'Name of the image.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 3, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'pool', number: 4, description: 'Name of the pool.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"rbd"' },
    { name: 'user', number: 5, description: 'Name of the user.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"admin"' },
    { name: 'keyring', number: 6, description: 'Path of the user\'s key ring.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"/etc/ceph/keyring"' },
    { name: 'secretRef', number: 7, description: 'Secret of the user, in place of the key ring.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnly', number: 8, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A volume of a driver that is a program. */
export type FlexVolumeSource = {
  /** Name of the driver. */
  driver: string;
  /** Type of the file system; the driver's own where it is empty. */
  fsType?: string;
  /** Secret that the driver is given. */
  secretRef?: LocalObjectReference;
  /** Whether it can only be read. */
  readOnly?: boolean;
  /** Further settings for the driver. */
  options?: { [key: string]: string };
};

const flexVolumeSourceOptions: MapSchema = { type: 'map', values: () => text, atomic: false };

export const flexVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.FlexVolumeSource',
  description: 'A volume of a driver that is a program.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'Name of the driver.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Type of the file system; the driver\'s own where it is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 3, description: 'Secret that the driver is given.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'options', number: 5, description: 'Further settings for the driver.', schema: () => flexVolumeSourceOptions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A disk of OpenStack Cinder. */
export type CinderVolumeSource = {
  /** Id of the disk. */
  volumeID: string;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
  /** Secret for OpenStack. */
  secretRef?: LocalObjectReference;
};

export const cinderVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.CinderVolumeSource',
  description: 'A disk of OpenStack Cinder.',
  atomic: false,
  fields: [
    { name: 'volumeID', number: 1, description: 'Id of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 4, description: 'Secret for OpenStack.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A directory of CephFS. */
export type CephFSVolumeSource = {
  /** Addresses of the monitors. */
  monitors: string[];
  /** Path of the directory; the root where it is empty. */
  path?: string;
  /** Name of the user; `admin` unless it says otherwise. */
  user?: string;
  /** Path of the user's key ring. */
  secretFile?: string;
  /** Secret of the user, in place of the key ring. */
  secretRef?: LocalObjectReference;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

const cephFSVolumeSourceMonitors: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const cephFSVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.CephFSVolumeSource',
  description: 'A directory of CephFS.',
  atomic: false,
  fields: [
    { name: 'monitors', number: 1, description: 'Addresses of the monitors.', schema: () => cephFSVolumeSourceMonitors, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 2, description: 'Path of the directory; the root where it is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'user', number: 3, description: 'Name of the user; `admin` unless it says otherwise.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'secretFile', number: 4, description: 'Path of the user\'s key ring.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 5, description: 'Secret of the user, in place of the key ring.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'readOnly', number: 6, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A Flocker dataset. */
export type FlockerVolumeSource = {
  /** Name of the dataset. */
  datasetName?: string;
  /** Id of the dataset. */
  datasetUUID?: string;
};

export const flockerVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.FlockerVolumeSource',
  description: 'A Flocker dataset.',
  atomic: false,
  fields: [
    { name: 'datasetName', number: 1, description: 'Name of the dataset.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'datasetUUID', number: 2, description: 'Id of the dataset.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Fields of a pod as files. */
export type DownwardAPIVolumeSource = {
  /** The files. */
  items?: DownwardAPIVolumeFile[];
  /** Permissions of files that do not say otherwise. */
  defaultMode?: number;
};

const downwardAPIVolumeSourceItems: ListSchema = { type: 'list', items: () => downwardAPIVolumeFileSchema, listType: 'atomic', keys: [] };

export const downwardAPIVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.DownwardAPIVolumeSource',
  description: 'Fields of a pod as files.',
  atomic: false,
  fields: [
    { name: 'items', number: 1, description: 'The files.', schema: () => downwardAPIVolumeSourceItems, presence: 'implicit', required: false, immutable: false },
    { name: 'defaultMode', number: 2, description: 'Permissions of files that do not say otherwise.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '420' },
  ],
};

/** A field of a pod as a file. */
export type DownwardAPIVolumeFile = {
  /** Path of the file in the volume, without `..`. */
  path: string;
  /** A field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** What a container needs or may take. */
  resourceFieldRef?: ResourceFieldSelector;
  /** Permissions of the file. */
  mode?: number;
};

export const downwardAPIVolumeFileSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.DownwardAPIVolumeFile',
  description: 'A field of a pod as a file.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'Path of the file in the volume, without `..`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fieldRef', number: 2, description: 'A field of the pod.', schema: () => objectFieldSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'resourceFieldRef', number: 3, description: 'What a container needs or may take.', schema: () => resourceFieldSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'mode', number: 4, description: 'Permissions of the file.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A Fibre Channel disk. */
export type FCVolumeSource = {
  /** World wide names of the targets. */
  targetWWNs?: string[];
  /** Number of the disk at the target. */
  lun?: number;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
  /** World wide identifiers, in place of targets and number. */
  wwids?: string[];
};

const fcVolumeSourceTargetWWNs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const fcVolumeSourceWwids: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const fcVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.FCVolumeSource',
  description: 'A Fibre Channel disk.',
  atomic: false,
  fields: [
    { name: 'targetWWNs', number: 1, description: 'World wide names of the targets.', schema: () => fcVolumeSourceTargetWWNs, presence: 'implicit', required: false, immutable: false },
    { name: 'lun', number: 2, description: 'Number of the disk at the target.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'fsType', number: 3, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'wwids', number: 5, description: 'World wide identifiers, in place of targets and number.', schema: () => fcVolumeSourceWwids, presence: 'implicit', required: false, immutable: false },
  ],
};

/** An Azure File share. */
export type AzureFileVolumeSource = {
  /** Secret with the name and the key of the account. */
  secretName: string;
  /** Name of the share. */
  shareName: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

export const azureFileVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AzureFileVolumeSource',
  description: 'An Azure File share.',
  atomic: false,
  fields: [
    { name: 'secretName', number: 1, description: 'Secret with the name and the key of the account.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'shareName', number: 2, description: 'Name of the share.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Keys of a ConfigMap as files. */
export type ConfigMapVolumeSource = {
  /** Name of the object. */
  name?: string;
  /** The keys and the paths of their files; every key under its own name where there are none. */
  items?: KeyToPath[];
  /** Permissions of files that do not say otherwise. */
  defaultMode?: number;
  /** Whether the ConfigMap or its keys may be missing. */
  optional?: boolean;
};

const configMapVolumeSourceItems: ListSchema = { type: 'list', items: () => keyToPathSchema, listType: 'atomic', keys: [] };

export const configMapVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapVolumeSource',
  description: 'Keys of a ConfigMap as files.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: 1, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'items', number: 2, description: 'The keys and the paths of their files; every key under its own name where there are none.', schema: () => configMapVolumeSourceItems, presence: 'implicit', required: false, immutable: false },
    { name: 'defaultMode', number: 3, description: 'Permissions of files that do not say otherwise.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '420' },
    { name: 'optional', number: 4, description: 'Whether the ConfigMap or its keys may be missing.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A vSphere disk. */
export type VsphereVirtualDiskVolumeSource = {
  /** Path of the disk. */
  volumePath: string;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
  /** Name of the storage policy. */
  storagePolicyName?: string;
  /** Id of the storage policy. */
  storagePolicyID?: string;
};

export const vsphereVirtualDiskVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource',
  description: 'A vSphere disk.',
  atomic: false,
  fields: [
    { name: 'volumePath', number: 1, description: 'Path of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storagePolicyName', number: 3, description: 'Name of the storage policy.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storagePolicyID', number: 4, description: 'Id of the storage policy.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A Quobyte volume. */
export type QuobyteVolumeSource = {
  /** Addresses of registries, `host:port` with commas between. */
  registry: string;
  /** Name of the volume. */
  volume: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
  /** User as whom it is mounted. */
  user?: string;
  /** Group as which it is mounted. */
  group?: string;
  /** Tenant that owns it. */
  tenant?: string;
};

export const quobyteVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.QuobyteVolumeSource',
  description: 'A Quobyte volume.',
  atomic: false,
  fields: [
    { name: 'registry', number: 1, description: 'Addresses of registries, `host:port` with commas between.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'volume', number: 2, description: 'Name of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'user', number: 4, description: 'User as whom it is mounted.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'group', number: 5, description: 'Group as which it is mounted.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'tenant', number: 6, description: 'Tenant that owns it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** An Azure disk. */
export type AzureDiskVolumeSource = {
  /** Name of the disk. */
  diskName: string;
  /** URI of the disk. */
  diskURI: string;
  /** How it is cached. */
  cachingMode?: string;
  /** Type of the file system. */
  fsType?: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
  /** Whether an account of storage holds many disks, one, or Azure manages it. */
  kind?: string;
};

const azureDiskVolumeSourceCachingMode: Schema = { type: 'string', enum: ['None', 'ReadOnly', 'ReadWrite'] };

const azureDiskVolumeSourceKind: Schema = { type: 'string', enum: ['Dedicated', 'Managed', 'Shared'] };

export const azureDiskVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AzureDiskVolumeSource',
  description: 'An Azure disk.',
  atomic: false,
  fields: [
    { name: 'diskName', number: 1, description: 'Name of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'diskURI', number: 2, description: 'URI of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'cachingMode', number: 3, description: 'How it is cached.', schema: () => azureDiskVolumeSourceCachingMode, presence: 'explicit', required: false, immutable: false, default: '"ReadWrite"' },
    { name: 'fsType', number: 4, description: 'Type of the file system.', schema: () => text, presence: 'explicit', required: false, immutable: false, default: '"ext4"' },
    { name: 'readOnly', number: 5, description: 'Whether it can only be read.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
    { name: 'kind', number: 6, description: 'Whether an account of storage holds many disks, one, or Azure manages it.', schema: () => azureDiskVolumeSourceKind, presence: 'explicit', required: false, immutable: false, default: '"Shared"' },
  ],
};

/** A Photon disk. */
export type PhotonPersistentDiskVolumeSource = {
  /** Id of the disk. */
  pdID: string;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
};

export const photonPersistentDiskVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource',
  description: 'A Photon disk.',
  atomic: false,
  fields: [
    { name: 'pdID', number: 1, description: 'Id of the disk.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Several sources in one directory. */
export type ProjectedVolumeSource = {
  /** The sources. */
  sources: VolumeProjection[];
  /** Permissions of files that do not say otherwise. */
  defaultMode?: number;
};

const projectedVolumeSourceSources: ListSchema = { type: 'list', items: () => volumeProjectionSchema, listType: 'atomic', keys: [] };

export const projectedVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ProjectedVolumeSource',
  description: 'Several sources in one directory.',
  atomic: false,
  fields: [
    { name: 'sources', number: 1, description: 'The sources.', schema: () => projectedVolumeSourceSources, presence: 'always', required: false, immutable: false },
    { name: 'defaultMode', number: 2, description: 'Permissions of files that do not say otherwise.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '420' },
  ],
};

/** One source among others: one of the following. */
export type VolumeProjection = {
  /** Keys of a Secret. */
  secret?: SecretProjection;
  /** Fields of the pod. */
  downwardAPI?: DownwardAPIProjection;
  /** Keys of a ConfigMap. */
  configMap?: ConfigMapProjection;
  /** A token of the pod's service account. */
  serviceAccountToken?: ServiceAccountTokenProjection;
};

export const volumeProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.VolumeProjection',
  description: 'One source among others: one of the following.',
  atomic: false,
  fields: [
    { name: 'secret', number: 1, description: 'Keys of a Secret.', schema: () => secretProjectionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'downwardAPI', number: 2, description: 'Fields of the pod.', schema: () => downwardAPIProjectionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'configMap', number: 3, description: 'Keys of a ConfigMap.', schema: () => configMapProjectionSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'serviceAccountToken', number: 4, description: 'A token of the pod\'s service account.', schema: () => serviceAccountTokenProjectionSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Keys of a Secret as files. */
export type SecretProjection = {
  /** Name of the object. */
  name?: string;
  /** The keys and the paths of their files; every key under its own name where there are none. */
  items?: KeyToPath[];
  /** Whether the Secret or its keys may be missing. */
  optional?: boolean;
};

const secretProjectionItems: ListSchema = { type: 'list', items: () => keyToPathSchema, listType: 'atomic', keys: [] };

export const secretProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretProjection',
  description: 'Keys of a Secret as files.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: 1, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'items', number: 2, description: 'The keys and the paths of their files; every key under its own name where there are none.', schema: () => secretProjectionItems, presence: 'implicit', required: false, immutable: false },
    { name: 'optional', number: 4, description: 'Whether the Secret or its keys may be missing.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Fields of a pod as files. */
export type DownwardAPIProjection = {
  /** The files. */
  items?: DownwardAPIVolumeFile[];
};

const downwardAPIProjectionItems: ListSchema = { type: 'list', items: () => downwardAPIVolumeFileSchema, listType: 'atomic', keys: [] };

export const downwardAPIProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.DownwardAPIProjection',
  description: 'Fields of a pod as files.',
  atomic: false,
  fields: [
    { name: 'items', number: 1, description: 'The files.', schema: () => downwardAPIProjectionItems, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Keys of a ConfigMap as files. */
export type ConfigMapProjection = {
  /** Name of the object. */
  name?: string;
  /** The keys and the paths of their files; every key under its own name where there are none. */
  items?: KeyToPath[];
  /** Whether the ConfigMap or its keys may be missing. */
  optional?: boolean;
};

const configMapProjectionItems: ListSchema = { type: 'list', items: () => keyToPathSchema, listType: 'atomic', keys: [] };

export const configMapProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapProjection',
  description: 'Keys of a ConfigMap as files.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, inside: 1, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
    { name: 'items', number: 2, description: 'The keys and the paths of their files; every key under its own name where there are none.', schema: () => configMapProjectionItems, presence: 'implicit', required: false, immutable: false },
    { name: 'optional', number: 4, description: 'Whether the ConfigMap or its keys may be missing.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A token of a service account as a file. */
export type ServiceAccountTokenProjection = {
  /** Whom the token is for; the API server where it is empty. */
  audience?: string;
  /** Seconds for which it is good, at least 600. */
  expirationSeconds?: Int64;
  /** Path of the file in the volume. */
  path: string;
};

export const serviceAccountTokenProjectionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceAccountTokenProjection',
  description: 'A token of a service account as a file.',
  atomic: false,
  fields: [
    { name: 'audience', number: 1, description: 'Whom the token is for; the API server where it is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'expirationSeconds', number: 2, description: 'Seconds for which it is good, at least 600.', schema: () => int64, presence: 'explicit', required: false, immutable: false, default: '3600' },
    { name: 'path', number: 3, description: 'Path of the file in the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** A Portworx volume. */
export type PortworxVolumeSource = {
  /** Id of the volume. */
  volumeID: string;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

export const portworxVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PortworxVolumeSource',
  description: 'A Portworx volume.',
  atomic: false,
  fields: [
    { name: 'volumeID', number: 1, description: 'Id of the volume.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'fsType', number: 2, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 3, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A ScaleIO volume. */
export type ScaleIOVolumeSource = {
  /** Address of the gateway. */
  gateway: string;
  /** Name of the system. */
  system: string;
  /** Secret of the user. */
  secretRef?: LocalObjectReference;
  /** Whether the gateway is spoken to over TLS. */
  sslEnabled?: boolean;
  /** Name of the protection domain. */
  protectionDomain?: string;
  /** Name of the storage pool. */
  storagePool?: string;
  /** Whether it takes all its room at once. */
  storageMode?: string;
  /** Name of the volume. */
  volumeName?: string;
  /** Type of the file system. */
  fsType?: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
};

export const scaleIOVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ScaleIOVolumeSource',
  description: 'A ScaleIO volume.',
  atomic: false,
  fields: [
    { name: 'gateway', number: 1, description: 'Address of the gateway.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'system', number: 2, description: 'Name of the system.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'secretRef', number: 3, description: 'Secret of the user.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'sslEnabled', number: 4, description: 'Whether the gateway is spoken to over TLS.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'protectionDomain', number: 5, description: 'Name of the protection domain.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storagePool', number: 6, description: 'Name of the storage pool.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storageMode', number: 7, description: 'Whether it takes all its room at once.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"ThinProvisioned"' },
    { name: 'volumeName', number: 8, description: 'Name of the volume.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fsType', number: 9, description: 'Type of the file system.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"xfs"' },
    { name: 'readOnly', number: 10, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A StorageOS volume. */
export type StorageOSVolumeSource = {
  /** Name of the volume. */
  volumeName?: string;
  /** Namespace of the volume in StorageOS; the pod's where it is empty. */
  volumeNamespace?: string;
  /** Type of the file system, such as `ext4`. */
  fsType?: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
  /** Secret for StorageOS. */
  secretRef?: LocalObjectReference;
};

export const storageOSVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.StorageOSVolumeSource',
  description: 'A StorageOS volume.',
  atomic: false,
  fields: [
    { name: 'volumeName', number: 1, description: 'Name of the volume.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'volumeNamespace', number: 2, description: 'Namespace of the volume in StorageOS; the pod\'s where it is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fsType', number: 3, description: 'Type of the file system, such as `ext4`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'readOnly', number: 4, description: 'Whether it can only be read.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'secretRef', number: 5, description: 'Secret for StorageOS.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A volume that a CSI driver makes for a pod. */
export type CSIVolumeSource = {
  /** Name of the driver. */
  driver: string;
  /** Whether it can only be read. */
  readOnly?: boolean;
  /** Type of the file system; the driver's own where it is empty. */
  fsType?: string;
  /** Further settings for the driver. */
  volumeAttributes?: { [key: string]: string };
  /** Secret that the driver is given. */
  nodePublishSecretRef?: LocalObjectReference;
};

const csiVolumeSourceVolumeAttributes: MapSchema = { type: 'map', values: () => text, atomic: false };

export const csiVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.CSIVolumeSource',
  description: 'A volume that a CSI driver makes for a pod.',
  atomic: false,
  fields: [
    { name: 'driver', number: 1, description: 'Name of the driver.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'readOnly', number: 2, description: 'Whether it can only be read.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'fsType', number: 3, description: 'Type of the file system; the driver\'s own where it is empty.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'volumeAttributes', number: 4, description: 'Further settings for the driver.', schema: () => csiVolumeSourceVolumeAttributes, presence: 'implicit', required: false, immutable: false },
    { name: 'nodePublishSecretRef', number: 5, description: 'Secret that the driver is given.', schema: () => localObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A volume whose claim is made for a pod. */
export type EphemeralVolumeSource = {
  /** What the claim is made from. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
};

export const ephemeralVolumeSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EphemeralVolumeSource',
  description: 'A volume whose claim is made for a pod.',
  atomic: false,
  fields: [
    { name: 'volumeClaimTemplate', number: 1, description: 'What the claim is made from.', schema: () => persistentVolumeClaimTemplateSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What claims are made from. */
export type PersistentVolumeClaimTemplate = {
  /** Labels and annotations of the claim. */
  metadata: ObjectMeta;
  /** What is claimed. */
  spec: PersistentVolumeClaimSpec;
};

export const persistentVolumeClaimTemplateSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimTemplate',
  description: 'What claims are made from.',
  atomic: false,
  fields: [
    { name: 'metadata', number: 1, description: 'Labels and annotations of the claim.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false, changeable: true },
    { name: 'spec', number: 2, description: 'What is claimed.', schema: () => persistentVolumeClaimSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** A claim to a volume. */
export type PersistentVolumeClaim = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** What is claimed. */
  spec: PersistentVolumeClaimSpec;
  /** What was found for it. Set by the system. */
  status: PersistentVolumeClaimStatus;
};

export const persistentVolumeClaimSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaim',
  description: 'A claim to a volume.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'What is claimed.', schema: () => persistentVolumeClaimSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What was found for it. Set by the system.', schema: () => persistentVolumeClaimStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What is claimed of a volume. */
export type PersistentVolumeClaimSpec = {
  /** How the volume is to be mounted: by how many, and whether they can write. */
  accessModes?: string[];
  /** Selects volumes by their labels. */
  selector?: LabelSelector;
  /** What the volume must have. */
  resources: ResourceRequirements;
  /** Name of the volume that belongs to the claim. */
  volumeName?: string;
  /** Name of the StorageClass of the volume; the default one where it is absent, none where it is empty. */
  storageClassName?: string;
  /** Whether the volume is a file system or a device. */
  volumeMode?: string;
  /** What the volume is filled from: a snapshot or a claim. */
  dataSource?: TypedLocalObjectReference;
  /** The same, which can be of any kind. */
  dataSourceRef?: TypedLocalObjectReference;
};

const persistentVolumeClaimSpecAccessModes: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const persistentVolumeClaimSpecVolumeMode: Schema = { type: 'string', enum: ['Block', 'Filesystem'] };

export const persistentVolumeClaimSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimSpec',
  description: 'What is claimed of a volume.',
  atomic: false,
  fields: [
    { name: 'accessModes', number: 1, description: 'How the volume is to be mounted: by how many, and whether they can write.', schema: () => persistentVolumeClaimSpecAccessModes, presence: 'implicit', required: false, immutable: false },
    { name: 'selector', number: 4, description: 'Selects volumes by their labels.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'resources', number: 2, description: 'What the volume must have.', schema: () => resourceRequirementsSchema, presence: 'always', required: false, immutable: false },
    { name: 'volumeName', number: 3, description: 'Name of the volume that belongs to the claim.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'storageClassName', number: 5, description: 'Name of the StorageClass of the volume; the default one where it is absent, none where it is empty.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'volumeMode', number: 6, description: 'Whether the volume is a file system or a device.', schema: () => persistentVolumeClaimSpecVolumeMode, presence: 'explicit', required: false, immutable: false, default: '"Filesystem"' },
    { name: 'dataSource', number: 7, description: 'What the volume is filled from: a snapshot or a claim.', schema: () => typedLocalObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'dataSourceRef', number: 8, description: 'The same, which can be of any kind.', schema: () => typedLocalObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Names an object of any kind in the same namespace. */
export type TypedLocalObjectReference = {
  /** Group of the object; the core group where it is absent. */
  apiGroup?: string;
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
};

export const typedLocalObjectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.TypedLocalObjectReference',
  description: 'Names an object of any kind in the same namespace.',
  atomic: true,
  fields: [
    { name: 'apiGroup', number: 1, description: 'Group of the object; the core group where it is absent.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'kind', number: 2, description: 'Kind of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** What was found for a claim. */
export type PersistentVolumeClaimStatus = {
  /** `Pending`, `Bound` or `Lost`. */
  phase?: string;
  /** How the volume can be mounted. */
  accessModes?: string[];
  /** What the volume has. */
  capacity?: { [key: string]: string };
  /** Aspects of the state of the claim. */
  conditions?: PersistentVolumeClaimCondition[];
  /** What is set aside for the volume while it grows. */
  allocatedResources?: { [key: string]: string };
  /** How far it has grown. */
  resizeStatus?: string;
};

const persistentVolumeClaimStatusAccessModes: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const persistentVolumeClaimStatusCapacity: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const persistentVolumeClaimStatusConditions: ListSchema = { type: 'list', items: () => persistentVolumeClaimConditionSchema, listType: 'map', keys: ['type'] };

const persistentVolumeClaimStatusAllocatedResources: MapSchema = { type: 'map', values: () => quantity, atomic: false };

export const persistentVolumeClaimStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimStatus',
  description: 'What was found for a claim.',
  atomic: false,
  fields: [
    { name: 'phase', number: 1, description: '`Pending`, `Bound` or `Lost`.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '"Pending"' },
    { name: 'accessModes', number: 2, description: 'How the volume can be mounted.', schema: () => persistentVolumeClaimStatusAccessModes, presence: 'implicit', required: false, immutable: false },
    { name: 'capacity', number: 3, description: 'What the volume has.', schema: () => persistentVolumeClaimStatusCapacity, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 4, description: 'Aspects of the state of the claim.', schema: () => persistentVolumeClaimStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'allocatedResources', number: 5, description: 'What is set aside for the volume while it grows.', schema: () => persistentVolumeClaimStatusAllocatedResources, presence: 'implicit', required: false, immutable: false },
    { name: 'resizeStatus', number: 6, description: 'How far it has grown.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** One aspect of the state of a claim. */
export type PersistentVolumeClaimCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When it was last looked at. */
  lastProbeTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const persistentVolumeClaimConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.PersistentVolumeClaimCondition',
  description: 'One aspect of the state of a claim.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastProbeTime', number: 3, description: 'When it was last looked at.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};
