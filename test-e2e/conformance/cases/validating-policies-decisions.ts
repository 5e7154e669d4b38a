import type { Case } from '../case.js';
import { create, patch, remove, update } from './steps.js';
import { DRY, map, MAPS, ONLY, policy, RULE, settled, validation, without } from './validating-policy-steps.js';

const CORE = '/api/v1/namespaces/<ns>';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/<ns>/deployments';

/** What ValidatingAdmissionPolicies refuse, and with which words. */
export const decisionsOfPolicies: readonly Case[] = [
  {
    name: 'policies: texts of refusals',
    steps: [
      ...policy('texts', {
        variables: [{ name: 'limit', expression: '3' }],
        validations: [
          { expression: '!has(object.data) || !("plain" in object.data)' },
          { expression: '!has(object.data) || !("message" in object.data)', message: 'no message, please' },
          {
            expression: '!has(object.data) || !("expression" in object.data)',
            message: 'not used',
            messageExpression: '"name is " + object.metadata.name + ", limit is " + string(variables.limit)',
          },
          {
            expression: '!has(object.data) || !("empty" in object.data)',
            message: 'the message',
            messageExpression: '" "',
          },
          { expression: '!has(object.data) || !("lines" in object.data)', messageExpression: '"a\\nb"' },
          {
            expression: '!has(object.data) || !("failing" in object.data)',
            messageExpression: 'string(object.data.nothing)',
          },
          { expression: '!has(object.data) || !("forbidden" in object.data)', reason: 'Forbidden', message: 'f' },
          { expression: '!has(object.data) || !("large" in object.data)', reason: 'RequestEntityTooLarge' },
          { expression: '!has(object.data) || !("invalid" in object.data)', reason: 'Invalid' },
          { expression: '!has(object.data) || !("error" in object.data) || object.data.nothing == "a"' },
          { expression: '!has(object.data) || !("index" in object.data) || [1][5] == 1' },
          { expression: '!has(object.data) || !("division" in object.data) || 1 / int(object.data.division) == 1' },
        ],
      }),
      ...settled,
      ...[
        'plain',
        'message',
        'expression',
        'empty',
        'lines',
        'failing',
        'forbidden',
        'large',
        'invalid',
        'error',
        'index',
      ].map((key) => create(MAPS, map('a', { [key]: 'x' }), DRY)),
      create(MAPS, map('a', { division: '0' }), DRY),
      create(MAPS, map('a', { division: 'x' }), DRY),
      create(MAPS, map('a', { plain: 'x', forbidden: 'x' }), DRY),
      create(MAPS, { metadata: { generateName: 'g-' }, data: { message: 'x' } }, DRY),
      create(MAPS, map('a'), ONLY),
      update(`${MAPS}/a`, map('a', { message: 'x' }), ONLY),
      patch(`${MAPS}/a`, 'merge', { data: { forbidden: 'x' } }, ONLY),
      patch(
        `${MAPS}/a`,
        'apply',
        { apiVersion: 'v1', kind: 'ConfigMap', data: { message: 'x' } },
        {
          ...ONLY,
          query: { fieldManager: 'm' },
        },
      ),
      remove(`${MAPS}/a`, undefined, ONLY),
      ...without('texts', 'marker'),
    ],
  },
  {
    name: 'policies: objects, requests and namespaces in expressions',
    steps: [
      patch(CORE, 'merge', { metadata: { labels: { team: 'red' } } }, { only: ['kind'] }),
      ...policy('inputs', {
        matchConstraints: { resourceRules: [{ ...RULE, operations: ['*'] }] },
        validations: [
          {
            expression: 'request.operation != "CREATE" || !object.metadata.name.startsWith("show")',
            messageExpression:
              'request.operation + " " + request.resource.resource + " " + request.name + " " + request.namespace + " " + string("system:authenticated" in request.userInfo.groups) + " " + string(request.dryRun) + " " + request.kind.version + " " + request.requestKind.kind + " " + string(has(request.subResource)) + " " + namespaceObject.metadata.labels.team + " " + string(oldObject == null)',
          },
          {
            expression: 'request.operation != "UPDATE" || object.data.size() >= oldObject.data.size()',
            messageExpression:
              '"had " + string(oldObject.data.size()) + ", has " + string(object.data.size()) + " " + object.kind + " " + object.apiVersion',
          },
          {
            expression: 'request.operation != "DELETE" || oldObject.data.keep != "yes"',
            messageExpression: '"kept " + oldObject.metadata.name + " " + string(object == null)',
          },
          {
            expression:
              'request.operation != "CREATE" || !object.metadata.name.startsWith("right") || authorizer.group("").resource("secrets").namespace(request.namespace).check("list").allowed()',
            message: 'has no right',
          },
        ],
      }),
      ...settled,
      create(MAPS, map('show'), DRY),
      create(MAPS, map('show'), ONLY),
      create(MAPS, map('right'), DRY),
      create(MAPS, map('keep', { keep: 'yes', a: 'b' }), ONLY),
      patch(`${MAPS}/keep`, 'merge', { data: { a: null } }, ONLY),
      remove(`${MAPS}/keep`, undefined, ONLY),
      remove(`${MAPS}/keep`, undefined, DRY),
      remove(MAPS, undefined, ONLY),
      ...without('inputs', 'marker'),
      remove(`${MAPS}/keep`, undefined, { ...ONLY, until: { status: 200 } }),
    ],
  },
  {
    name: 'policies: match conditions and rules',
    steps: [
      ...policy('conditions', {
        matchConditions: [
          { name: 'named', expression: 'object.metadata.name.startsWith("c")' },
          { name: 'not-excepted', expression: '!has(object.data) || !("except" in object.data)' },
          {
            name: 'failing',
            expression: '!has(object.data) || !("fail" in object.data) || object.data.nothing == "a"',
          },
        ],
        ...validation('false', { message: 'never' }),
      }),
      ...policy('ignoring', {
        failurePolicy: 'Ignore',
        matchConditions: [{ name: 'named', expression: 'object.metadata.name.startsWith("i")' }],
        ...validation('object.data.nothing == "a"'),
      }),
      ...policy('names', {
        matchConstraints: { resourceRules: [{ ...RULE, resourceNames: ['n'] }] },
        ...validation('false', { message: 'this name' }),
      }),
      ...policy('excluded', {
        matchConstraints: {
          resourceRules: [{ ...RULE, resources: ['secrets'] }],
          excludeResourceRules: [{ ...RULE, resources: ['secrets'], resourceNames: ['fine'] }],
        },
        ...validation('false', { message: 'no secrets' }),
      }),
      ...policy('labelled', {
        matchConstraints: { objectSelector: { matchLabels: { a: 'b' } } },
        ...validation('false', { message: 'no label' }),
      }),
      ...policy('narrow', validation('false', { message: 'narrow' }), {
        matchResources: { resourceRules: [{ ...RULE, resourceNames: ['narrow'] }] },
      }),
      ...policy('scale', {
        matchConstraints: {
          resourceRules: [{ ...RULE, apiGroups: ['apps'], operations: ['*'], resources: ['deployments/scale'] }],
        },
        ...validation('object.spec.replicas < 5', { messageExpression: '"too many: " + string(object.spec.replicas)' }),
      }),
      ...policy('status', {
        matchConstraints: { resourceRules: [{ ...RULE, resources: ['services/*'] }] },
        ...validation('!has(request.subResource)', { messageExpression: '"not " + request.subResource' }),
      }),
      ...settled,
      create(MAPS, map('c'), DRY),
      create(MAPS, map('c', { except: 'x' }), DRY),
      create(MAPS, map('c', { fail: 'x' }), DRY),
      create(MAPS, map('i'), DRY),
      create(MAPS, map('n'), DRY),
      create(MAPS, map('narrow'), DRY),
      create(MAPS, { metadata: { name: 'l', labels: { a: 'b' } } }, DRY),
      create(`${CORE}/secrets`, { metadata: { name: 'fine' } }, DRY),
      create(`${CORE}/secrets`, { metadata: { name: 'other' } }, DRY),
      create(
        DEPLOYMENTS,
        {
          metadata: { name: 'd' },
          spec: {
            replicas: 9,
            selector: { matchLabels: { a: 'b' } },
            template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
          },
        },
        ONLY,
      ),
      patch(`${DEPLOYMENTS}/d/scale`, 'merge', { spec: { replicas: 5 } }, ONLY),
      patch(`${DEPLOYMENTS}/d/scale`, 'merge', { spec: { replicas: 4 } }, ONLY),
      create(`${CORE}/services`, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }, ONLY),
      patch(`${CORE}/services/s/status`, 'merge', { status: { loadBalancer: {} } }, ONLY),
      ...without('conditions', 'ignoring', 'names', 'excluded', 'labelled', 'narrow', 'scale', 'status', 'marker'),
    ],
  },
];
