// Generated from proto/authentication/v1/authentication.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int64, kindField, text, time, type Int64 } from '../../schema/common.js';
import type { ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { objectMetaSchema, type ObjectMeta } from '../meta/v1.js';

/** Asks for a token of a service account. It is not stored. */
export type TokenRequest = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Name and namespace are those of the account, and may be left out. */
  metadata: ObjectMeta;
  /** The token that is wanted. */
  spec: TokenRequestSpec;
  /** The token. Set by the server. */
  status: TokenRequestStatus;
};

export const tokenRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenRequest',
  description: 'Asks for a token of a service account. It is not stored.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Name and namespace are those of the account, and may be left out.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The token that is wanted.', schema: () => tokenRequestSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'The token. Set by the server.', schema: () => tokenRequestStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What a token is to be like. */
export type TokenRequestSpec = {
  /** Whom the token is for: who is not named here should refuse it. The API server's own audiences when empty. */
  audiences: string[];
  /** How many seconds the token is wanted for. The server may give a shorter time; the status tells. */
  expirationSeconds?: Int64;
  /** An object that the token is bound to: it is no longer valid when the object is gone. */
  boundObjectRef?: BoundObjectReference;
};

const tokenRequestSpecAudiences: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const tokenRequestSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenRequestSpec',
  description: 'What a token is to be like.',
  atomic: false,
  fields: [
    { name: 'audiences', number: 1, description: 'Whom the token is for: who is not named here should refuse it. The API server\'s own audiences when empty.', schema: () => tokenRequestSpecAudiences, presence: 'always', required: true, immutable: false },
    { name: 'expirationSeconds', number: 4, description: 'How many seconds the token is wanted for. The server may give a shorter time; the status tells.', schema: () => int64, presence: 'explicit', required: false, immutable: false, default: '3600' },
    { name: 'boundObjectRef', number: 3, description: 'An object that the token is bound to: it is no longer valid when the object is gone.', schema: () => boundObjectReferenceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Names the object that a token is bound to. */
export type BoundObjectReference = {
  /** Kind of the object: `Pod`, `Secret` or `Node`. */
  kind?: string;
  /** Group and version of the object. */
  apiVersion?: string;
  /** Name of the object. */
  name?: string;
  /** Identifier of the object; any will do when empty. */
  uid?: string;
};

export const boundObjectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.BoundObjectReference',
  description: 'Names the object that a token is bound to.',
  atomic: false,
  fields: [
    { name: 'kind', number: 1, description: 'Kind of the object: `Pod`, `Secret` or `Node`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 2, description: 'Group and version of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 4, description: 'Identifier of the object; any will do when empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What a token request got. */
export type TokenRequestStatus = {
  /** The token. */
  token: string;
  /** When the token stops being valid. */
  expirationTimestamp?: string;
};

export const tokenRequestStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenRequestStatus',
  description: 'What a token request got.',
  atomic: false,
  fields: [
    { name: 'token', number: 1, description: 'The token.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'expirationTimestamp', number: 2, description: 'When the token stops being valid.', schema: () => time, presence: 'implicit', required: true, immutable: false },
  ],
};

/** Asks whose a token is. It is not stored. */
export type TokenReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The question. */
  spec: TokenReviewSpec;
  /** The answer. Set by the server. */
  status: TokenReviewStatus;
};

export const tokenReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenReview',
  description: 'Asks whose a token is. It is not stored.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The question.', schema: () => tokenReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'The answer. Set by the server.', schema: () => tokenReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** The token that is asked about. */
export type TokenReviewSpec = {
  /** The token. */
  token?: string;
  /** Names of who was shown the token; it must be for one of them. The API server's own audiences when empty. */
  audiences?: string[];
};

const tokenReviewSpecAudiences: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const tokenReviewSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenReviewSpec',
  description: 'The token that is asked about.',
  atomic: false,
  fields: [
    { name: 'token', number: 1, description: 'The token.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'audiences', number: 2, description: 'Names of who was shown the token; it must be for one of them. The API server\'s own audiences when empty.', schema: () => tokenReviewSpecAudiences, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Whose a token is. */
export type TokenReviewStatus = {
  /** Whether the token is that of a known user. */
  authenticated?: boolean;
  /** The user, where there is one. */
  user: UserInfo;
  /** Those of the audiences asked for that the token is for. Empty for a known user: the token is for the API server. */
  audiences?: string[];
  /** Why the token could not be checked. */
  error?: string;
};

const tokenReviewStatusAudiences: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const tokenReviewStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.TokenReviewStatus',
  description: 'Whose a token is.',
  atomic: false,
  fields: [
    { name: 'authenticated', number: 1, description: 'Whether the token is that of a known user.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'user', number: 2, description: 'The user, where there is one.', schema: () => userInfoSchema, presence: 'always', required: false, immutable: false },
    { name: 'audiences', number: 4, description: 'Those of the audiences asked for that the token is for. Empty for a known user: the token is for the API server.', schema: () => tokenReviewStatusAudiences, presence: 'implicit', required: false, immutable: false },
    { name: 'error', number: 3, description: 'Why the token could not be checked.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A user, as the authenticator knows it. */
export type UserInfo = {
  /** Name that no other user has at present. */
  username?: string;
  /** Identifier that no other user ever has, not even a later one of the same name. */
  uid?: string;
  /** Names of the groups that the user belongs to. */
  groups?: string[];
  /** Whatever else the authenticator tells of the user. */
  extra?: { [key: string]: string[] };
};

const userInfoGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const userInfoExtraValue: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [], wrapped: true };

const userInfoExtra: MapSchema = { type: 'map', values: () => userInfoExtraValue, atomic: false };

export const userInfoSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.UserInfo',
  description: 'A user, as the authenticator knows it.',
  atomic: false,
  fields: [
    { name: 'username', number: 1, description: 'Name that no other user has at present.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 2, description: 'Identifier that no other user ever has, not even a later one of the same name.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'groups', number: 3, description: 'Names of the groups that the user belongs to.', schema: () => userInfoGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'extra', number: 4, description: 'Whatever else the authenticator tells of the user.', schema: () => userInfoExtra, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Asks who the asker is. It is not stored. */
export type SelfSubjectReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The answer. Set by the server. */
  status: SelfSubjectReviewStatus;
};

export const selfSubjectReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.SelfSubjectReview',
  description: 'Asks who the asker is. It is not stored.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'The answer. Set by the server.', schema: () => selfSubjectReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** Who the asker is. */
export type SelfSubjectReviewStatus = {
  /** The asker, as the server sees it. */
  userInfo: UserInfo;
};

export const selfSubjectReviewStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authentication.v1.SelfSubjectReviewStatus',
  description: 'Who the asker is.',
  atomic: false,
  fields: [
    { name: 'userInfo', number: 1, description: 'The asker, as the server sees it.', schema: () => userInfoSchema, presence: 'always', required: false, immutable: false },
  ],
};
