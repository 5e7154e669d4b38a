import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import protobuf from 'protobufjs';
import { isObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { secondsOfTime } from '../schema/time.js';

/**
 * Kubernetes' messages from k8s.io/api and k8s.io/apimachinery, for an independent implementation of protobuf. Nothing
 * here is derived from `proto/`.
 */
const OTHERS = protobuf.parse(`
  syntax = "proto2";
  message ConfigMap {
    optional ObjectMeta metadata = 1; optional bool immutable = 4; map<string, string> data = 2;
    map<string, bytes> binaryData = 3;
  }
  message Secret {
    optional ObjectMeta metadata = 1; optional bool immutable = 5; map<string, bytes> data = 2;
    map<string, string> stringData = 4; optional string type = 3;
  }
  message Node { optional ObjectMeta metadata = 1; optional NodeSpec spec = 2; optional NodeStatus status = 3; }
  message Event {
    optional ObjectMeta metadata = 1; optional ObjectReference involvedObject = 2; optional string reason = 3;
    optional string message = 4; optional EventSource source = 5; optional Time firstTimestamp = 6;
    optional Time lastTimestamp = 7; optional int32 count = 8; optional string type = 9;
    optional MicroTime eventTime = 10; optional EventSeries series = 11; optional string action = 12;
    optional ObjectReference related = 13; optional string reportingComponent = 14;
    optional string reportingInstance = 15;
  }
  message Lease { optional ObjectMeta metadata = 1; optional LeaseSpec spec = 2; }
  message ClusterRole {
    optional ObjectMeta metadata = 1; repeated PolicyRule rules = 2; optional AggregationRule aggregationRule = 3;
  }
  message CSIStorageCapacity {
    optional ObjectMeta metadata = 1; optional LabelSelector nodeTopology = 2; optional string storageClassName = 3;
    optional Quantity capacity = 4; optional Quantity maximumVolumeSize = 5;
  }
  message SelfSubjectAccessReview {
    optional ObjectMeta metadata = 1; optional SelfSubjectAccessReviewSpec spec = 2;
    optional SubjectAccessReviewStatus status = 3;
  }
  message SubjectAccessReview {
    optional ObjectMeta metadata = 1; optional SubjectAccessReviewSpec spec = 2;
    optional SubjectAccessReviewStatus status = 3;
  }
  message SelfSubjectRulesReview {
    optional ObjectMeta metadata = 1; optional SelfSubjectRulesReviewSpec spec = 2;
    optional SubjectRulesReviewStatus status = 3;
  }
  message Status {
    optional ListMeta metadata = 1; optional string status = 2; optional string message = 3;
    optional string reason = 4; optional StatusDetails details = 5; optional int32 code = 6;
  }
  message DeleteOptions {
    optional int64 gracePeriodSeconds = 1; optional Preconditions preconditions = 2;
    optional bool orphanDependents = 3; optional string propagationPolicy = 4; repeated string dryRun = 5;
    optional bool ignoreStoreReadErrorWithClusterBreakingPotential = 6;
  }
  message WatchEvent { optional string type = 1; optional RawExtension object = 2; }
  message Unknown {
    optional TypeMeta typeMeta = 1; optional bytes raw = 2; optional string contentEncoding = 3;
    optional string contentType = 4;
  }
  message ObjectMeta {
    optional string name = 1; optional string generateName = 2; optional string namespace = 3;
    optional string selfLink = 4; optional string uid = 5; optional string resourceVersion = 6;
    optional int64 generation = 7; optional Time creationTimestamp = 8; optional Time deletionTimestamp = 9;
    optional int64 deletionGracePeriodSeconds = 10; map<string, string> labels = 11;
    map<string, string> annotations = 12; repeated OwnerReference ownerReferences = 13;
    repeated string finalizers = 14; repeated ManagedFieldsEntry managedFields = 17;
  }
  message NodeSpec {
    optional string podCIDR = 1; repeated string podCIDRs = 7; optional string providerID = 3;
    optional bool unschedulable = 4; repeated Taint taints = 5; optional NodeConfigSource configSource = 6;
    optional string externalID = 2; optional NodePodPreemptionPolicy podPreemptionPolicy = 8;
  }
  message NodeStatus {
    map<string, Quantity> capacity = 1; map<string, Quantity> allocatable = 2; optional string phase = 3;
    repeated NodeCondition conditions = 4; repeated NodeAddress addresses = 5;
    optional NodeDaemonEndpoints daemonEndpoints = 6; optional NodeSystemInfo nodeInfo = 7;
    repeated ContainerImage images = 8; repeated string volumesInUse = 9;
    repeated AttachedVolume volumesAttached = 10; optional NodeConfigStatus config = 11;
    repeated NodeRuntimeHandler runtimeHandlers = 12; optional NodeFeatures features = 13;
    repeated string declaredFeatures = 14;
  }
  message ObjectReference {
    optional string kind = 1; optional string namespace = 2; optional string name = 3; optional string uid = 4;
    optional string apiVersion = 5; optional string resourceVersion = 6; optional string fieldPath = 7;
  }
  message EventSource { optional string component = 1; optional string host = 2; }
  message Time { optional int64 seconds = 1; optional int32 nanos = 2; }
  message MicroTime { optional int64 seconds = 1; optional int32 nanos = 2; }
  message EventSeries { optional int32 count = 1; optional MicroTime lastObservedTime = 2; }
  message LeaseSpec {
    optional string holderIdentity = 1; optional int32 leaseDurationSeconds = 2; optional MicroTime acquireTime = 3;
    optional MicroTime renewTime = 4; optional int32 leaseTransitions = 5; optional string strategy = 6;
    optional string preferredHolder = 7;
  }
  message PolicyRule {
    repeated string verbs = 1; repeated string apiGroups = 2; repeated string resources = 3;
    repeated string resourceNames = 4; repeated string nonResourceURLs = 5;
  }
  message AggregationRule { repeated LabelSelector clusterRoleSelectors = 1; }
  message LabelSelector {
    map<string, string> matchLabels = 1; repeated LabelSelectorRequirement matchExpressions = 2;
  }
  message Quantity { optional string string = 1; }
  message SelfSubjectAccessReviewSpec {
    optional ResourceAttributes resourceAttributes = 1; optional NonResourceAttributes nonResourceAttributes = 2;
  }
  message SubjectAccessReviewStatus {
    optional bool allowed = 1; optional bool denied = 4; optional string reason = 2;
    optional string evaluationError = 3;
  }
  message SubjectAccessReviewSpec {
    optional ResourceAttributes resourceAttributes = 1; optional NonResourceAttributes nonResourceAttributes = 2;
    optional string user = 3; repeated string groups = 4; map<string, ExtraValue> extra = 5; optional string uid = 6;
  }
  message SelfSubjectRulesReviewSpec { optional string namespace = 1; }
  message SubjectRulesReviewStatus {
    repeated ResourceRule resourceRules = 1; repeated NonResourceRule nonResourceRules = 2;
    optional bool incomplete = 3; optional string evaluationError = 4;
  }
  message ListMeta {
    optional string selfLink = 1; optional string resourceVersion = 2; optional string continue = 3;
    optional int64 remainingItemCount = 4; optional ShardInfo shardInfo = 5;
  }
  message StatusDetails {
    optional string name = 1; optional string group = 2; optional string kind = 3; optional string uid = 6;
    repeated StatusCause causes = 4; optional int32 retryAfterSeconds = 5;
  }
  message Preconditions { optional string uid = 1; optional string resourceVersion = 2; }
  message RawExtension { optional bytes raw = 1; }
  message TypeMeta { optional string apiVersion = 1; optional string kind = 2; }
  message OwnerReference {
    optional string apiVersion = 5; optional string kind = 1; optional string name = 3; optional string uid = 4;
    optional bool controller = 6; optional bool blockOwnerDeletion = 7;
  }
  message ManagedFieldsEntry {
    optional string manager = 1; optional string operation = 2; optional string apiVersion = 3;
    optional Time time = 4; optional string fieldsType = 6; optional FieldsV1 fieldsV1 = 7;
    optional string subresource = 8;
  }
  message Taint {
    optional string key = 1; optional string value = 2; optional string effect = 3; optional Time timeAdded = 4;
  }
  message NodeConfigSource { optional ConfigMapNodeConfigSource configMap = 2; }
  message NodePodPreemptionPolicy { repeated string disableResizePreemption = 1; }
  message NodeCondition {
    optional string type = 1; optional string status = 2; optional Time lastHeartbeatTime = 3;
    optional Time lastTransitionTime = 4; optional string reason = 5; optional string message = 6;
  }
  message NodeAddress { optional string type = 1; optional string address = 2; }
  message NodeDaemonEndpoints { optional DaemonEndpoint kubeletEndpoint = 1; }
  message NodeSystemInfo {
    optional string machineID = 1; optional string systemUUID = 2; optional string bootID = 3;
    optional string kernelVersion = 4; optional string osImage = 5; optional string containerRuntimeVersion = 6;
    optional string kubeletVersion = 7; optional string kubeProxyVersion = 8; optional string operatingSystem = 9;
    optional string architecture = 10; optional NodeSwapStatus swap = 11;
  }
  message ContainerImage { repeated string names = 1; optional int64 sizeBytes = 2; }
  message AttachedVolume { optional string name = 1; optional string devicePath = 2; }
  message NodeConfigStatus {
    optional NodeConfigSource assigned = 1; optional NodeConfigSource active = 2;
    optional NodeConfigSource lastKnownGood = 3; optional string error = 4;
  }
  message NodeRuntimeHandler { optional string name = 1; optional NodeRuntimeHandlerFeatures features = 2; }
  message NodeFeatures { optional bool supplementalGroupsPolicy = 1; }
  message LabelSelectorRequirement {
    optional string key = 1; optional string operator = 2; repeated string values = 3;
  }
  message ResourceAttributes {
    optional string namespace = 1; optional string verb = 2; optional string group = 3; optional string version = 4;
    optional string resource = 5; optional string subresource = 6; optional string name = 7;
    optional FieldSelectorAttributes fieldSelector = 8; optional LabelSelectorAttributes labelSelector = 9;
  }
  message NonResourceAttributes { optional string path = 1; optional string verb = 2; }
  message ExtraValue { repeated string items = 1; }
  message ResourceRule {
    repeated string verbs = 1; repeated string apiGroups = 2; repeated string resources = 3;
    repeated string resourceNames = 4;
  }
  message NonResourceRule { repeated string verbs = 1; repeated string nonResourceURLs = 2; }
  message ShardInfo { optional string selector = 1; }
  message StatusCause { optional string reason = 1; optional string message = 2; optional string field = 3; }
  message FieldsV1 { optional bytes Raw = 1; }
  message ConfigMapNodeConfigSource {
    optional string namespace = 1; optional string name = 2; optional string uid = 3;
    optional string resourceVersion = 4; optional string kubeletConfigKey = 5;
  }
  message DaemonEndpoint { optional int32 Port = 1; }
  message NodeSwapStatus { optional int64 capacity = 1; }
  message NodeRuntimeHandlerFeatures { optional bool recursiveReadOnlyMounts = 1; optional bool userNamespaces = 2; }
  message FieldSelectorAttributes {
    optional string rawSelector = 1; repeated FieldSelectorRequirement requirements = 2;
  }
  message LabelSelectorAttributes {
    optional string rawSelector = 1; repeated LabelSelectorRequirement requirements = 2;
  }
  message FieldSelectorRequirement {
    optional string key = 1; optional string operator = 2; repeated string values = 3;
  }
  message ConfigMapList { optional ListMeta metadata = 1; repeated ConfigMap items = 2; }
`).root;

/** The type of a message by name. Fails for an unknown one. */
export function otherType(name: string): protobuf.Type {
  return OTHERS.lookupType(name);
}

/** Encodes JSON with the independent implementation. Fails for a field that Kubernetes lacks. */
export function encodeByOthers(name: string, value: JsonValue): Uint8Array {
  const type = otherType(name);
  return type.encode(type.fromObject(message(value, type))).finish();
}

/** The set fields of a message; 64-bit integers and bytes as text. */
export function decodeByOthers(name: string, bytes: Uint8Array): Record<string, unknown> {
  const type = otherType(name);
  return type.toObject(type.decode(bytes), { longs: String, bytes: String });
}

function message(value: JsonValue, type: protobuf.Type): Record<string, unknown> {
  const special = SPECIAL[type.name];
  if (special !== undefined) return special(value);
  assert.ok(isObject(value), `${type.name} cannot be ${writeJson(value)}`);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const field = type.fields[name]?.resolve();
    // The envelope has these fields.
    if (field === undefined && (name === 'kind' || name === 'apiVersion')) return [];
    assert.ok(field !== undefined, `${type.name} has no ${name}`);
    return [[name, fieldValue(member, field)] as const];
  });
  return Object.fromEntries(members);
}

/** Types whose JSON is not an object with the same fields. */
const SPECIAL: Readonly<Record<string, (value: JsonValue) => Record<string, unknown>>> = {
  Time: timestamp,
  MicroTime: timestamp,
  Quantity: (value) => ({ string: value }),
  RawExtension: (value) => ({ raw: Buffer.from(writeJson(value)) }),
  FieldsV1: (value) => ({ Raw: Buffer.from(writeJson(value)) }),
  ExtraValue: (value) => ({ items: value }),
};

function timestamp(value: JsonValue): Record<string, unknown> {
  assert.ok(typeof value === 'string');
  const { seconds, micros } = secondsOfTime(value);
  return { seconds, nanos: micros * 1000 };
}

function fieldValue(value: JsonValue, field: protobuf.Field): unknown {
  const one = (item: JsonValue): unknown => scalarOrMessage(item, field);
  if (field.repeated) return Array.isArray(value) ? value.map(one) : assert.fail(`${field.name} is a list`);
  if (!(field instanceof protobuf.MapField)) return one(value);
  assert.ok(isObject(value), `${field.name} is a map`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, one(item)]));
}

function scalarOrMessage(value: JsonValue, { type, resolvedType }: protobuf.Field): unknown {
  if (resolvedType instanceof protobuf.Type) return message(value, resolvedType);
  if (type === 'bytes' && typeof value === 'string') return Buffer.from(value, 'base64');
  return typeof value === 'bigint' ? value.toString() : value;
}
