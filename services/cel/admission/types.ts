import { AUTHORIZER_TYPE, RESOURCE_CHECK_TYPE } from '../library/access.js';
import { BOOL, DYN, INT, listOf, mapOf, STRING, TIMESTAMP, type ObjectType, type Type } from '../types/type.js';

/** All variables of admission, in the order of the slots of a run. */
export const ADMISSION_VARIABLES = [
  'object',
  'oldObject',
  'namespaceObject',
  'request',
  'params',
  'variables',
  'authorizer',
  'authorizer.requestResource',
] as const;

export type AdmissionVariable = (typeof ADMISSION_VARIABLES)[number];

export function objectType(name: string, fields: ReadonlyMap<string, Type>): ObjectType {
  return { kind: 'object', name, fields };
}

function typeOf(name: string, fields: Readonly<Record<string, Type>>): ObjectType {
  return objectType(`kubernetes.${name}`, new Map(Object.entries(fields)));
}

const KIND = typeOf('GroupVersionKind', { group: STRING, version: STRING, kind: STRING });
const RESOURCE = typeOf('GroupVersionResource', { group: STRING, version: STRING, resource: STRING });
const USER = typeOf('UserInfo', {
  username: STRING,
  uid: STRING,
  groups: listOf(STRING),
  extra: mapOf(STRING, listOf(STRING)),
});

const REQUEST = typeOf('AdmissionRequest', {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: USER,
  dryRun: BOOL,
  options: DYN,
});

const CONDITION = typeOf('NamespaceCondition', {
  status: STRING,
  type: STRING,
  lastTransitionTime: TIMESTAMP,
  message: STRING,
  reason: STRING,
});

/** `UID` is as Kubernetes spells it here. Values have `uid`, so that no expression can read it. */
const METADATA = typeOf('NamespaceMetadata', {
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  labels: mapOf(STRING, STRING),
  annotations: mapOf(STRING, STRING),
  UID: STRING,
  creationTimestamp: TIMESTAMP,
  deletionGracePeriodSeconds: INT,
  deletionTimestamp: TIMESTAMP,
  generation: INT,
  resourceVersion: STRING,
  finalizers: listOf(STRING),
});

const NAMESPACE = typeOf('Namespace', {
  metadata: METADATA,
  spec: typeOf('NamespaceSpec', { finalizers: listOf(STRING) }),
  status: typeOf('NamespaceStatus', { conditions: listOf(CONDITION), phase: STRING }),
});

/** The types of the variables that every expression has. */
export const COMMON_TYPES = { object: DYN, oldObject: DYN, namespaceObject: NAMESPACE, request: REQUEST } as const;

/** The types of the variables for authorization checks. */
export const ACCESS_TYPES = {
  authorizer: AUTHORIZER_TYPE,
  'authorizer.requestResource': RESOURCE_CHECK_TYPE,
} as const;
