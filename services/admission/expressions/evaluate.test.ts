import assert from 'node:assert/strict';
import { createEnvironment, type CompiledVariable } from '@pilothouse/cel/admission/environment.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { jsonValue } from '@pilothouse/cel/values/json.js';
import type { Attributes, Decision } from '@pilothouse/kinds/definition/authorizer.js';
import { createAccess } from './access.js';
import { Engine } from './engine.js';
import {
  evaluateGroup,
  OutOfBudget,
  POLICY_COST,
  type Evaluated,
  type EvaluationInput,
  type GroupOptions,
} from './evaluate.js';
import { namespaceValue, WriteValues, type ReviewedWrite } from './write-values.js';
import { run } from '../waiting.js';

const WRITE: ReviewedWrite = {
  operation: 'UPDATE',
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
  requestResource: { group: 'apps', version: 'v1beta1', resource: 'deployments' },
  requestKind: { group: 'apps', version: 'v1beta1', kind: 'Deployment' },
  subresource: '',
  namespace: 'default',
  name: 'web',
  user: { name: 'jane', uid: '', groups: ['devs'], extra: new Map([['scopes', ['a', 'b']]]) },
  dryRun: false,
  options: () => ({ kind: 'UpdateOptions', fieldManager: 'test' }),
  object: { metadata: { name: 'web' }, spec: { replicas: 6, list: Array.from({ length: 1000 }, (_, index) => index) } },
  old: { metadata: { name: 'web' }, spec: { replicas: 5 } },
};

const NAMESPACE = {
  kind: 'Namespace',
  metadata: { name: 'default', labels: { team: 'a' }, managedFields: [{ manager: 'x' }] },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
};

interface Given {
  readonly variables?: Readonly<Record<string, string>>;
  readonly write?: Partial<ReviewedWrite>;
  readonly authorize?: (attributes: Attributes) => Decision | Promise<Decision>;
  readonly input?: Partial<EvaluationInput & GroupOptions>;
}

const library = createLibrary();
const noBreak = (): undefined => undefined;

async function evaluateAll(texts: readonly string[], { variables = {}, write, authorize, input }: Given = {}) {
  const environment = createEnvironment({ library, hasParams: true, hasVariables: true });
  const compiled: CompiledVariable[] = [];
  for (const [name, text] of Object.entries(variables))
    compiled.push(runWithoutYielding(environment.addVariable(name, text)));
  const whole = { ...WRITE, ...write };
  const authorizer = { authorize: authorize ?? (() => ({ type: 'noOpinion', reason: 'nobody knows' }) as const) };
  const expressions = texts.map((text) => runWithoutYielding(environment.compile(text, { hasAuthorizer: true })));
  return run(
    evaluateGroup(
      expressions,
      {
        values: new WriteValues(whole, createAccess(authorizer, whole.user)),
        namespace: namespaceValue(NAMESPACE),
        params: jsonValue({ data: { limit: '5' } }),
        variables: compiled,
        engine: new Engine(noBreak),
        ...input,
      },
      { hasAuthorizer: true, cost: POLICY_COST, ...input },
    ),
  );
}

async function evaluate(text: string, given?: Given): Promise<Evaluated> {
  const { results } = await evaluateAll([text], given);
  assert.ok(results[0]);
  return results[0];
}

const problemOf = ({ problem }: Evaluated): string => problem ?? 'none';

describe('expressions of admission', () => {
  const TRUE: readonly (readonly [string, Partial<ReviewedWrite>?])[] = [
    ['object.spec.replicas > oldObject.spec.replicas'],
    ['object == null', { object: undefined }],
    ['oldObject == null', { old: undefined }],
    ['int(params.data.limit) == 5'],
    ['request.kind.version == "v1" && request.requestKind.version == "v1beta1"'],
    ['request.resource.version == "v1" && request.requestResource.version == "v1beta1"'],
    ['request.operation == "UPDATE" && request.name == "web" && request.namespace == "default" && !request.dryRun'],
    ['!has(request.subResource) && !has(request.requestSubResource)'],
    ['request.subResource == "scale" && request.requestSubResource == "scale"', { subresource: 'scale' }],
    ['!has(request.namespace) && !has(request.name)', { namespace: '', name: '' }],
    ['request.userInfo.username == "jane" && "devs" in request.userInfo.groups && !has(request.userInfo.uid)'],
    ['request.userInfo.extra["scopes"] == ["a", "b"]'],
    ['request.options.fieldManager == "test"'],
    ['namespaceObject.metadata.labels["team"] == "a" && namespaceObject.status.phase == "Active"'],
    ['!has(dyn(namespaceObject).kind) && !has(dyn(namespaceObject).metadata.managedFields)'],
  ];
  for (const [text, write = {}] of TRUE) {
    it(`find ${text}`, async () =>
      assert.deepEqual(await evaluate(text, { write }), { problem: undefined, value: true }));
  }

  it('fail with their text and the reason', async () => {
    assert.deepEqual(await evaluate('object.spec.paused == true'), {
      problem: "expression 'object.spec.paused == true' resulted in error: no such key: paused",
    });
  });

  it('that do not compile fail with the text of the compiler', async () => {
    assert.match(
      problemOf(await evaluate('missing')),
      /^compilation error: compilation failed: ERROR: <input>:1:1: undeclared/,
    );
  });

  describe('evaluate variables', () => {
    it('when they are read, each once, with the earlier ones', async () => {
      const variables = { double: 'object.spec.replicas * 2', more: 'variables.double + 1', never: '1 / 0' };
      const texts = ['variables.double == 12', 'variables.more == 13 && variables.double == 12'];
      const once = await evaluateAll(texts, { variables });
      assert.deepEqual(once.results, [
        { problem: undefined, value: true },
        { problem: undefined, value: true },
      ]);
      assert.ok(POLICY_COST - once.left < 20, String(POLICY_COST - once.left));
    });

    const FAILING: readonly (readonly [string, string])[] = [
      ['object.spec.paused', 'composited variable "v" fails to evaluate: no such key: paused'],
      [
        'missing',
        'composited variable "v" fails to compile: compilation failed: ERROR: <input>:1:1: undeclared reference to \'missing\'',
      ],
      [
        '[0, 1, 2].all(x, object.spec.list.all(y, object.spec.list.all(z, z >= 0)))',
        'composited variable "v" fails to evaluate: operation cancelled: actual cost limit exceeded',
      ],
    ];
    for (const [text, problem] of FAILING) {
      it(`that fail: ${text}`, async () => {
        const found = problemOf(await evaluate('dyn(variables.v) == 1', { variables: { v: text } }));
        assert.ok(found.startsWith(`expression 'dyn(variables.v) == 1' resulted in error: ${problem}`), found);
      });
    }
  });

  describe('let other work run', () => {
    const LONG = 'object.spec.list.all(x, object.spec.list.exists(y, x == y || y > 100))';
    const AGAIN = {
      variables: { v: LONG },
      texts: ['variables.v', `!variables.v || ${LONG}`, 'object.spec.list.size() == 1000'],
    };
    /** A break each time that it is asked. */
    const broken = (count: () => void): Engine =>
      new Engine(() => {
        count();
        return Promise.resolve();
      });

    it('while they take long, with the same values and costs', async () => {
      const { variables, texts } = AGAIN;
      let breaks = 0;
      const whole = await evaluateAll(texts, { variables });
      const sliced = await evaluateAll(texts, { variables, input: { engine: broken(() => (breaks += 1)) } });
      assert.deepEqual(sliced.results, whole.results);
      assert.equal(sliced.left, whole.left);
      assert.ok(breaks > 20, String(breaks));
    });

    it('within one search of a pattern in a long text', async () => {
      const write = { object: { text: `${'ab'.repeat(2000)}x` } };
      const texts = [
        "object.text.matches('(a|b)*a(a|b){50}[cd]')",
        "object.text.find('([ab]{0,90})x').size() == 91",
        "object.text.findAll('b+|a*x').size() == 2001 && object.text.findAll('b', 3) == ['b', 'b', 'b']",
      ];
      const whole = await evaluateAll(texts, { write });
      assert.deepEqual(
        whole.results.map((result) => result?.problem ?? (result as { value: unknown }).value),
        [false, true, true],
      );
      for (const text of texts) {
        let breaks = 0;
        const sliced = await evaluateAll([text], { write, input: { engine: broken(() => (breaks += 1)) } });
        assert.deepEqual(sliced.results, [whole.results[texts.indexOf(text)]]);
        assert.ok(breaks > 5, `${text}: ${breaks}`);
      }
      const sliced = await evaluateAll(texts, { write, input: { engine: broken(() => undefined) } });
      assert.equal(sliced.left, whole.left);
    });

    it('without counting its time', async () => {
      let time = 0;
      const engine = new Engine(
        async () => {
          await Promise.resolve();
          time += 900;
        },
        () => time,
      );
      const { results } = await evaluateAll([LONG], { input: { engine } });
      assert.deepEqual(results, [{ problem: undefined, value: true }]);
    });
  });

  describe('are bounded', () => {
    const COSTLY = '[0, 1, 2].all(x, object.spec.list.all(y, object.spec.list.all(z, z >= 0)))';
    const LIMITED = `expression '${COSTLY}' resulted in error: operation cancelled: actual cost limit exceeded`;

    it('each by its own limit', async () => {
      const { results } = await evaluateAll([COSTLY, 'true']);
      assert.deepEqual(results, [{ problem: LIMITED }, { problem: undefined, value: true }]);
    });

    it('together by the limit of the group', async () => {
      const nine = Array.from({ length: 9 }, () => COSTLY);
      assert.equal((await evaluateAll(nine)).results.length, 9);
      await assert.rejects(evaluateAll([...nine, COSTLY]), OutOfBudget);
    });

    it('together with their variables', async () => {
      await assert.rejects(
        evaluateAll(['variables.v'], { variables: { v: '1 + 1' }, input: { cost: 1 } }),
        OutOfBudget,
      );
    });

    it('by time', async () => {
      let time = 0;
      const late = await evaluate(COSTLY, { input: { engine: new Engine(noBreak, () => (time += 400)) } });
      assert.match(problemOf(late), /operation interrupted/);
    });
  });

  describe('check permissions', () => {
    const ALLOWED = { type: 'allow', reason: 'RBAC' } as const;
    const CHECKS: readonly (readonly [string, string])[] = [
      [
        'authorizer.requestResource.check("scale")',
        '{"user":"jane","type":"resource","verb":"scale","group":"apps","version":"*","resource":"deployments","subresource":"","namespace":"default","name":"web"}',
      ],
      [
        'authorizer.group("").resource("pods").subresource("log").namespace("a").name("b").check("get")',
        '{"user":"jane","type":"resource","verb":"get","group":"","version":"*","resource":"pods","subresource":"log","namespace":"a","name":"b"}',
      ],
      [
        'authorizer.path("/healthz").check("get")',
        '{"user":"jane","type":"nonResource","verb":"get","path":"/healthz"}',
      ],
      [
        'authorizer.serviceAccount("default", "robot").group("").resource("pods").check("list")',
        '{"user":"system:serviceaccount:default:robot","type":"resource","verb":"list","group":"","version":"*","resource":"pods","subresource":"","namespace":"","name":""}',
      ],
    ];
    for (const [text, asked] of CHECKS) {
      it(`with ${text}`, async () => {
        const questions: string[] = [];
        const authorize = ({ user, request }: Attributes): Decision => {
          questions.push(JSON.stringify({ user: user.name, ...request }));
          return ALLOWED;
        };
        const result = await evaluate(`[${text}].all(d, d.allowed() && d.reason() == "RBAC" && !d.errored())`, {
          authorize,
        });
        assert.deepEqual(result, { problem: undefined, value: true });
        assert.deepEqual(questions, [asked]);
      });
    }

    it('with selectors', async () => {
      let selectors = '';
      const authorize = ({ request }: Attributes): Decision => {
        if (request.type === 'resource') {
          const { fields, labels } = request.selectors ?? {};
          selectors = JSON.stringify([fields?.selector?.requirements, labels?.selector?.text, labels?.problem]);
        }
        return ALLOWED;
      };
      const check = 'authorizer.group("").resource("pods").fieldSelector("spec.nodeName=n").labelSelector("a=b")';
      await evaluate(`${check}.check("list").allowed()`, { authorize });
      assert.equal(selectors, '[[{"field":"spec.nodeName","operator":"=","value":"n"}],"a=b",null]');
    });

    it('that the authorizer answers later, each once, without repeating finished variables', async () => {
      const asked: string[] = [];
      const authorize = async ({ request }: Attributes): Promise<Decision> => {
        await Promise.resolve();
        asked.push(request.verb);
        return request.verb === 'get' ? ALLOWED : { type: 'deny', reason: 'no' };
      };
      const { results, left } = await evaluateAll(
        ['variables.one && variables.other.allowed() == false', 'authorizer.requestResource.check("get").allowed()'],
        {
          authorize,
          variables: {
            one: 'authorizer.requestResource.check("get").allowed()',
            other: 'authorizer.requestResource.check("put")',
          },
        },
      );
      assert.deepEqual(results, [
        { problem: undefined, value: true },
        { problem: undefined, value: true },
      ]);
      assert.deepEqual(asked, ['get', 'put']);
      assert.ok(POLICY_COST - left < 1_050_100 && POLICY_COST - left > 1_050_000, String(left));
    });

    it('that fail', async () => {
      const authorize = (): Promise<Decision> => Promise.reject(new Error('no connection'));
      const check = 'authorizer.requestResource.check("get")';
      const text = `[${check}].all(d, d.errored() && d.error() == "no connection" && !d.allowed())`;
      assert.deepEqual(await evaluate(text, { authorize }), { problem: undefined, value: true });
    });

    it('at most twice in an expression', async () => {
      const checks = ['a', 'b', 'c'].map((verb) => `!authorizer.requestResource.check("${verb}").allowed()`);
      assert.equal((await evaluate(checks.slice(1).join(' && '))).problem, undefined);
      assert.match(problemOf(await evaluate(checks.join(' && '))), /actual cost limit exceeded/);
    });

    const WRONG: readonly (readonly [string, string])[] = [
      ['authorizer.path(" ").check("get").allowed()', 'path must not be empty'],
      ['authorizer.group("").resource("").check("get").allowed()', 'resource must not be empty'],
      ['authorizer.serviceAccount("a", "B").path("/").check("get").allowed()', 'Invalid service account name'],
      ['authorizer.serviceAccount("A", "b").path("/").check("get").allowed()', 'Invalid service account namespace'],
    ];
    for (const [text, problem] of WRONG) {
      it(`not with ${text}`, async () => {
        assert.equal(problemOf(await evaluate(text)), `expression '${text}' resulted in error: ${problem}`);
      });
    }

    it('not without an authorizer', async () => {
      const { problem } = await evaluate('authorizer.path("/").check("get").allowed()', {
        input: { hasAuthorizer: false },
      });
      assert.match(problem ?? '', /no such attribute\(s\): authorizer/);
    });
  });
});
