import type { Case } from '../case.js';
import { create, get, patch, remove } from './steps.js';
import {
  BINDINGS,
  DRY,
  gone,
  map,
  MAPS,
  ONLY,
  POLICIES,
  policy,
  RULE,
  settled,
  validation,
  without,
} from './validating-policy-steps.js';

const CORE = '/api/v1/namespaces/<ns>';
const SECOND =
  "ValidatingAdmissionPolicy '<ns>-late' with binding '<ns>-second' denied request: failed expression: object.metadata.name != \"later\"";

/** Parameters of policies, warnings and audit, and changes of policies. */
export const parametersOfPolicies: readonly Case[] = [
  {
    name: 'policies: parameters',
    steps: [
      create(MAPS, { metadata: { name: 'one', labels: { role: 'param' } }, data: { max: '1' } }, ONLY),
      create(MAPS, { metadata: { name: 'two', labels: { role: 'param' } }, data: { max: '2' } }, ONLY),
      ...policy(
        'param',
        {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          matchConditions: [{ name: 'named', expression: 'object.metadata.name.startsWith("p")' }],
          ...validation('object.data.size() <= int(params.data.max)', {
            messageExpression: '"at most " + params.data.max + " by " + params.metadata.name + " " + params.kind',
          }),
        },
        { paramRef: { name: 'one', parameterNotFoundAction: 'Deny' } },
      ),
      create(MAPS, map('p', { a: 'a', b: 'b' }), { ...DRY, until: { status: 422 } }),
      create(MAPS, map('p', { a: 'a' }), DRY),
      ...without('param'),
      gone,
      ...policy(
        'selected',
        {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          matchConditions: [{ name: 'named', expression: 'object.metadata.name.startsWith("s")' }],
          ...validation('object.data.size() <= int(params.data.max)', {
            messageExpression: '"by " + params.metadata.name',
          }),
        },
        { paramRef: { selector: { matchLabels: { role: 'param' } }, parameterNotFoundAction: 'Deny' } },
      ),
      create(MAPS, map('s', { a: 'a', b: 'b' }), { ...DRY, until: { status: 422 } }),
      create(MAPS, map('s', { a: 'a' }), DRY),
      ...without('selected'),
      gone,
      ...policy(
        'missing',
        {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          matchConditions: [{ name: 'named', expression: 'object.metadata.name.startsWith("m")' }],
          ...validation('params.data.max == "1"'),
        },
        { paramRef: { name: 'none', parameterNotFoundAction: 'Deny' } },
      ),
      create(MAPS, map('m'), { ...DRY, until: { status: 422 } }),
      ...without('missing'),
      gone,
      ...policy(
        'none-selected',
        {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          matchConditions: [{ name: 'named', expression: 'object.metadata.name.startsWith("n")' }],
          ...validation('params.data.max == "1"'),
        },
        { paramRef: { selector: { matchLabels: { role: 'none' } }, parameterNotFoundAction: 'Deny' } },
      ),
      create(MAPS, map('n'), { ...DRY, until: { status: 422 } }),
      ...without('none-selected'),
      gone,
      ...policy(
        'allowed',
        {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          ...validation('object.metadata.name != "marker"'),
        },
        { paramRef: { name: 'none', parameterNotFoundAction: 'Allow' } },
      ),
      ...settled,
      create(MAPS, map('a'), DRY),
      ...without('allowed', 'marker'),
      gone,
      ...policy(
        'unknown-kind',
        {
          paramKind: { apiVersion: 'nothing.example.com/v1', kind: 'Nothing' },
          matchConditions: [{ name: 'named', expression: 'object.metadata.name.startsWith("u")' }],
          ...validation('false'),
        },
        { paramRef: { name: 'none', parameterNotFoundAction: 'Allow' } },
      ),
      create(MAPS, map('u'), { ...DRY, until: { status: 422 } }),
      ...without('unknown-kind'),
      gone,
      ...policy('no-reference', {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        matchConditions: [{ name: 'named', expression: 'object.metadata.name.startsWith("r")' }],
        ...validation('params != null', { message: 'no parameter' }),
      }),
      create(MAPS, map('r'), { ...DRY, until: { status: 422 } }),
      ...without('no-reference'),
      gone,
    ],
  },
  {
    name: 'policies: warnings and audit',
    steps: [
      ...policy('warns', validation('!object.metadata.name.startsWith("w")', { message: 'careful' }), {
        validationActions: ['Warn', 'Audit'],
      }),
      ...policy('audits', validation('!object.metadata.name.startsWith("w")', { message: 'noted' }), {
        validationActions: ['Audit'],
      }),
      ...policy('annotates', {
        auditAnnotations: [
          { key: 'k', valueExpression: '"name is " + object.metadata.name' },
          { key: 'l', valueExpression: 'string(object.metadata.name == "a")' },
        ],
      }),
      ...policy('annotation-fails', {
        matchConditions: [{ name: 'named', expression: 'object.metadata.name == "e"' }],
        auditAnnotations: [{ key: 'k', valueExpression: 'string(object.data.nothing)' }],
      }),
      ...policy('warns-of-errors', validation('!object.metadata.name.startsWith("x") || object.data.nothing == ""'), {
        validationActions: ['Warn'],
      }),
      ...settled,
      create(MAPS, map('w'), DRY),
      create(MAPS, map('e'), DRY),
      create(MAPS, map('x'), DRY),
      create(MAPS, map('fine'), DRY),
      ...without('warns', 'audits', 'annotates', 'annotation-fails', 'warns-of-errors', 'marker'),
    ],
  },
  {
    name: 'policies: bindings come, change and go',
    steps: [
      ...policy('late', validation('object.metadata.name != "late"')),
      create(MAPS, map('late'), { ...DRY, until: { status: 422 } }),
      patch(`${POLICIES}/<ns>-late`, 'merge', { spec: validation('object.metadata.name != "later"') }, ONLY),
      create(MAPS, map('later'), { ...DRY, until: { status: 422 } }),
      create(MAPS, map('late'), DRY),
      create(
        BINDINGS,
        { metadata: { name: '<ns>-second' }, spec: { policyName: '<ns>-late', validationActions: ['Deny'] } },
        ONLY,
      ),
      remove(`${BINDINGS}/<ns>-late`, undefined, { only: ['status'] }),
      create(MAPS, map('later'), { ...DRY, until: { status: 422, is: { 'details.causes.0.message': SECOND } } }),
      remove(`${BINDINGS}/<ns>-second`, undefined, { only: ['status'] }),
      create(MAPS, map('later'), { ...DRY, until: { status: 201 } }),
      remove(`${POLICIES}/<ns>-late`, undefined, { only: ['status'] }),
      get(`${POLICIES}/<ns>-late`, ONLY),
    ],
  },
  {
    name: 'policies: objects of subresources',
    steps: [
      ...policy('actions', {
        matchConstraints: {
          resourceRules: [{ ...RULE, operations: ['*'], resources: ['pods/eviction', 'serviceaccounts/token'] }],
        },
        ...validation('false', {
          messageExpression:
            'object.kind + " in " + object.metadata.namespace + ", " + request.subResource + " of " + request.name',
        }),
      }),
      ...settled,
      create(`${CORE}/pods`, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }, ONLY),
      create(`${CORE}/pods/p/eviction`, { metadata: { name: 'p' } }, ONLY),
      create(`${CORE}/serviceaccounts`, { metadata: { name: 's' } }, ONLY),
      create(`${CORE}/serviceaccounts/s/token`, { spec: {} }, ONLY),
      remove(`${CORE}/pods/p`, undefined, { query: { gracePeriodSeconds: '0' }, only: ['kind'] }),
      ...without('actions', 'marker'),
    ],
  },
];
