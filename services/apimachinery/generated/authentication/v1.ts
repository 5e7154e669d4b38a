// Generated from proto/authentication/v1/authentication.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int64, kindField, text, time, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { objectMetaSchema, type ObjectMeta } from '../meta/v1.js';

/** TokenRequest requests a token for a service account. It is not stored. */
export type TokenRequest = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Name and namespace default to those of the service account. */
  metadata: ObjectMeta;
  /** Requested token. */
  spec: TokenRequestSpec;
  /** Issued token. Populated by the server. */
  status: TokenRequestStatus;
};

export const tokenRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenRequest',
  description: 'TokenRequest requests a token for a service account. It is not stored.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Name and namespace default to those of the service account.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Requested token.', schema: () => tokenRequestSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'Issued token. Populated by the server.', schema: () => tokenRequestStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** TokenRequestSpec describes the requested token. */
export type TokenRequestSpec = {
  /** Intended audiences of the token. A recipient must find itself in the list, and should reject the token otherwise. Defaults to the audiences of the API server. */
  audiences: string[];
  /** Requested duration of validity in seconds. The server may return a token with a different duration. Defaults to 3600. */
  expirationSeconds?: Int64;
  /** Object that the token is bound to. The token is valid only while the object exists. */
  boundObjectRef?: BoundObjectReference;
};

const tokenRequestSpecAudiences: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const tokenRequestSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenRequestSpec',
  description: 'TokenRequestSpec describes the requested token.',
  atomic: false,
  fields: [
    { name: 'audiences', number: 1, description: 'Intended audiences of the token. A recipient must find itself in the list, and should reject the token otherwise. Defaults to the audiences of the API server.', schema: () => tokenRequestSpecAudiences, presence: 'always', required: true, immutable: false },
    { name: 'expirationSeconds', number: 4, description: 'Requested duration of validity in seconds. The server may return a token with a different duration. Defaults to 3600.', schema: () => int64, presence: 'explicit', required: false, immutable: false, default: '3600' },
    { name: 'boundObjectRef', number: 3, description: 'Object that the token is bound to. The token is valid only while the object exists.', schema: () => boundObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** BoundObjectReference refers to an object that a token is bound to. */
export type BoundObjectReference = {
  /** Kind of the object: `Pod`, `Secret` or `Node`. */
  kind?: string;
  /** API version of the object. */
  apiVersion?: string;
  /** Name of the object. */
  name?: string;
  /** UID of the object. Empty accepts any. */
  uid?: string;
};

export const boundObjectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.BoundObjectReference',
  description: 'BoundObjectReference refers to an object that a token is bound to.',
  atomic: false,
  fields: [
    { name: 'kind', number: 1, description: 'Kind of the object: `Pod`, `Secret` or `Node`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 2, description: 'API version of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 4, description: 'UID of the object. Empty accepts any.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** TokenRequestStatus is the result of a token request. */
export type TokenRequestStatus = {
  /** Issued token. */
  token: string;
  /** Time when the token expires. */
  expirationTimestamp?: string;
};

export const tokenRequestStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenRequestStatus',
  description: 'TokenRequestStatus is the result of a token request.',
  atomic: false,
  fields: [
    { name: 'token', number: 1, description: 'Issued token.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'expirationTimestamp', number: 2, description: 'Time when the token expires.', schema: () => time, presence: 'implicit', required: true, immutable: false },
  ],
};

/** TokenReview authenticates a token to a known user. It is not stored. */
export type TokenReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Token to evaluate. */
  spec: TokenReviewSpec;
  /** Result of the review. Populated by the server. */
  status: TokenReviewStatus;
};

export const tokenReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenReview',
  description: 'TokenReview authenticates a token to a known user. It is not stored.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Token to evaluate.', schema: () => tokenReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'Result of the review. Populated by the server.', schema: () => tokenReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const tokenReviewNames: ResourceNames = { resource: 'tokenreviews', singular: 'tokenreview', kind: 'TokenReview', shortNames: [], categories: [], scope: 'Cluster' };

/** TokenReviewSpec describes the token to evaluate. */
export type TokenReviewSpec = {
  /** Opaque bearer token. */
  token?: string;
  /** Identifiers of the resource server that received the token. The token must be intended for at least one of them. Defaults to the audiences of the API server. */
  audiences?: string[];
};

const tokenReviewSpecAudiences: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const tokenReviewSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenReviewSpec',
  description: 'TokenReviewSpec describes the token to evaluate.',
  atomic: false,
  fields: [
    { name: 'token', number: 1, description: 'Opaque bearer token.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'audiences', number: 2, description: 'Identifiers of the resource server that received the token. The token must be intended for at least one of them. Defaults to the audiences of the API server.', schema: () => tokenReviewSpecAudiences, presence: 'implicit', required: false, immutable: false },
  ],
};

/** TokenReviewStatus is the result of a token review. */
export type TokenReviewStatus = {
  /** Whether the token belongs to a known user. */
  authenticated?: boolean;
  /** User of the token. */
  user: UserInfo;
  /** Requested audiences that the token is intended for. Empty with `authenticated: true` means that the token is valid for the API server. */
  audiences?: string[];
  /** Reason why the token could not be checked. */
  error?: string;
};

const tokenReviewStatusAudiences: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const tokenReviewStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenReviewStatus',
  description: 'TokenReviewStatus is the result of a token review.',
  atomic: false,
  fields: [
    { name: 'authenticated', number: 1, description: 'Whether the token belongs to a known user.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'user', number: 2, description: 'User of the token.', schema: () => userInfoSchema, presence: 'always', required: false, immutable: false },
    { name: 'audiences', number: 4, description: 'Requested audiences that the token is intended for. Empty with `authenticated: true` means that the token is valid for the API server.', schema: () => tokenReviewStatusAudiences, presence: 'implicit', required: false, immutable: false },
    { name: 'error', number: 3, description: 'Reason why the token could not be checked.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** UserInfo holds information about a user. */
export type UserInfo = {
  /** Name that uniquely identifies the user among active users. */
  username?: string;
  /** Value that identifies the user across time, also from a later user with the same name. */
  uid?: string;
  /** Names of the groups that the user belongs to. */
  groups?: string[];
  /** Additional information that the authenticator provides. */
  extra?: { [key: string]: string[] };
};

const userInfoGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const userInfoExtraValue: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [], wrapped: true };

const userInfoExtra: MapSchema = { type: 'map', values: () => userInfoExtraValue, atomic: false };

export const userInfoSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.UserInfo',
  description: 'UserInfo holds information about a user.',
  atomic: false,
  fields: [
    { name: 'username', number: 1, description: 'Name that uniquely identifies the user among active users.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 2, description: 'Value that identifies the user across time, also from a later user with the same name.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'groups', number: 3, description: 'Names of the groups that the user belongs to.', schema: () => userInfoGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'extra', number: 4, description: 'Additional information that the authenticator provides.', schema: () => userInfoExtra, presence: 'implicit', required: false, immutable: false },
  ],
};

/** SelfSubjectReview returns the user information of the requesting user. It is not stored. */
export type SelfSubjectReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** User information. Populated by the server. */
  status: SelfSubjectReviewStatus;
};

export const selfSubjectReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.SelfSubjectReview',
  description: 'SelfSubjectReview returns the user information of the requesting user. It is not stored.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'User information. Populated by the server.', schema: () => selfSubjectReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const selfSubjectReviewNames: ResourceNames = { resource: 'selfsubjectreviews', singular: 'selfsubjectreview', kind: 'SelfSubjectReview', shortNames: [], categories: [], scope: 'Cluster' };

/** SelfSubjectReviewStatus holds the user information of the requesting user. */
export type SelfSubjectReviewStatus = {
  /** Attributes of the requesting user. */
  userInfo: UserInfo;
};

export const selfSubjectReviewStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.SelfSubjectReviewStatus',
  description: 'SelfSubjectReviewStatus holds the user information of the requesting user.',
  atomic: false,
  fields: [
    { name: 'userInfo', number: 1, description: 'Attributes of the requesting user.', schema: () => userInfoSchema, presence: 'always', required: false, immutable: false },
  ],
};
