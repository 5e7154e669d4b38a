import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Sender, Step } from '../case.js';
import { create } from './steps.js';

const AUTHORIZATION = '/apis/authorization.k8s.io/v1';
const self = (spec: JsonValue, as: Sender = 'unprivileged'): Step =>
  create(`${AUTHORIZATION}/selfsubjectaccessreviews`, { spec }, { as });
const subject = (spec: JsonValue): Step => create(`${AUTHORIZATION}/subjectaccessreviews`, { spec });
const local = (spec: JsonValue): Step => create(`${AUTHORIZATION}/namespaces/<ns>/localsubjectaccessreviews`, { spec });
const rules = (body: JsonValue, as: Sender = 'unprivileged'): Step =>
  create(`${AUTHORIZATION}/selfsubjectrulesreviews`, body, {
    as,
    only: ['kind', 'apiVersion', 'message', 'status.incomplete'],
  });
const token = (body: JsonValue): Step => create('/apis/authentication.k8s.io/v1/tokenreviews', body);
const GET_PODS = { verb: 'get', resource: 'pods', namespace: '<ns>' };

/** Access reviews and token reviews. */
export const reviews: readonly Case[] = [
  {
    name: 'SelfSubjectAccessReview',
    steps: [
      self({ resourceAttributes: GET_PODS }),
      self({ resourceAttributes: GET_PODS }, 'admin'),
      create(
        `${AUTHORIZATION}/selfsubjectaccessreviews`,
        { spec: { nonResourceAttributes: { path: '/version', verb: 'get' } } },
        { as: 'unprivileged', only: ['spec', 'status.allowed'] },
      ),
      self({ nonResourceAttributes: { path: '/metrics', verb: 'get' } }),
      self({}),
      self({ resourceAttributes: GET_PODS, nonResourceAttributes: { path: '/', verb: 'get' } }),
      self({ resourceAttributes: {} }),
      self({ resourceAttributes: GET_PODS }, 'anonymous'),
      create(`${AUTHORIZATION}/selfsubjectaccessreviews`, {}, { as: 'unprivileged' }),
      create(`${AUTHORIZATION}/selfsubjectaccessreviews`, '', { as: 'unprivileged' }),
      create(
        `${AUTHORIZATION}/selfsubjectaccessreviews`,
        { metadata: { name: 'x', labels: { a: 'b' } }, spec: { resourceAttributes: GET_PODS } },
        { as: 'unprivileged' },
      ),
      create(
        `${AUTHORIZATION}/selfsubjectaccessreviews`,
        { spec: { resourceAttributes: GET_PODS }, colour: 'red', status: { allowed: true } },
        { as: 'unprivileged', query: { fieldValidation: 'Strict' } },
      ),
      create(
        `${AUTHORIZATION}/selfsubjectaccessreviews`,
        { spec: { resourceAttributes: GET_PODS }, status: { allowed: true } },
        { as: 'unprivileged', query: { dryRun: 'All' } },
      ),
      self({
        resourceAttributes: {
          ...GET_PODS,
          labelSelector: { requirements: [{ key: 'a', operator: 'In', values: ['b'] }] },
        },
      }),
      self({ resourceAttributes: { ...GET_PODS, fieldSelector: { rawSelector: 'a=b', requirements: [] } } }),
    ],
  },
  {
    name: 'SubjectAccessReview',
    steps: [
      subject({ user: 'nobody', resourceAttributes: GET_PODS }),
      subject({ user: 'x', groups: ['system:masters'], resourceAttributes: GET_PODS }),
      create(
        `${AUTHORIZATION}/subjectaccessreviews`,
        { spec: { groups: ['system:authenticated'], nonResourceAttributes: { path: '/version', verb: 'get' } } },
        { only: ['spec', 'status.allowed'] },
      ),
      subject({ resourceAttributes: GET_PODS }),
      subject({ user: 'x' }),
      subject({ user: 'x', resourceAttributes: GET_PODS, nonResourceAttributes: { path: '/', verb: 'get' } }),
      subject({
        user: 'x',
        uid: 'u',
        extra: { a: ['b'] },
        resourceAttributes: { ...GET_PODS, name: 'n', subresource: 's' },
      }),
      local({ user: 'x', resourceAttributes: GET_PODS }),
      local({ user: 'x', resourceAttributes: { verb: 'get', resource: 'pods' } }),
      local({ user: 'x', resourceAttributes: { ...GET_PODS, namespace: 'other' } }),
      local({ user: 'x', nonResourceAttributes: { path: '/', verb: 'get' } }),
      local({ user: 'x' }),
      create(`${AUTHORIZATION}/namespaces/<ns>/localsubjectaccessreviews`, {
        metadata: { namespace: 'other' },
        spec: { user: 'x', resourceAttributes: GET_PODS },
      }),
    ],
  },
  {
    name: 'SelfSubjectRulesReview',
    steps: [
      rules({ spec: { namespace: '<ns>' } }),
      rules({ spec: { namespace: '<ns>' } }, 'admin'),
      rules({ spec: {} }),
      rules({}),
    ],
  },
  {
    name: 'TokenReview and SelfSubjectReview',
    steps: [
      token({ spec: { token: 'wrong' } }),
      token({ spec: {} }),
      token({}),
      token({ spec: { token: 'wrong', audiences: ['a'] } }),
      token({ metadata: { name: 'x' }, spec: { token: 'wrong' }, status: { authenticated: true } }),
      token({ metadata: { namespace: 'x' }, spec: { token: 'wrong' } }),
      create('/api/v1/namespaces/<ns>/serviceaccounts', { metadata: { name: 'a' } }),
      create(
        '/api/v1/namespaces/<ns>/serviceaccounts/a/token',
        { spec: { expirationSeconds: 600, audiences: ['x'] } },
        { only: ['kind', 'apiVersion', 'metadata.name', 'spec'], keep: { token: 'status.token' } },
      ),
      token({ spec: { token: '<token>' } }),
      token({ spec: { token: '<token>', audiences: ['x', 'y'] } }),
      create('/api/v1/namespaces/<ns>/serviceaccounts/a/token', { spec: { expirationSeconds: 5 } }),
      create('/api/v1/namespaces/<ns>/serviceaccounts/missing/token', { spec: {} }),
      create('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, { as: 'unprivileged' }),
    ],
  },
];
