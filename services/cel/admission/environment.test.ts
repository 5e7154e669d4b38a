import assert from 'node:assert/strict';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import { createLibrary } from '../library/library.js';
import { BOOL, NULL, STRING, runtimeText, type Type } from '../types/type.js';
import { createEnvironment, type CompiledExpression, type EnvironmentOptions } from './environment.js';

const library = createLibrary();
const ALL = { library, hasParams: true, hasVariables: true };

function compile(text: string, returns?: readonly Type[], options: EnvironmentOptions = ALL, hasAuthorizer = true) {
  return runWithoutYielding(createEnvironment(options).compile(text, { hasAuthorizer, ...(returns && { returns }) }));
}

const typeIn = (compiled: CompiledExpression): string =>
  compiled.problem === undefined ? runtimeText(compiled.type) : compiled.problem;

describe('the environment of admission', () => {
  const TYPES: readonly (readonly [string, string])[] = [
    ['object.spec.replicas', 'dyn'],
    ['oldObject == null', 'bool'],
    ['params.data', 'dyn'],
    ['request.operation', 'string'],
    ['request.requestKind.group', 'string'],
    ['request.requestResource.resource', 'string'],
    ['request.userInfo.groups', 'list(string)'],
    ['request.userInfo.extra["a"]', 'list(string)'],
    ['request.dryRun', 'bool'],
    ['request.options', 'dyn'],
    ['namespaceObject.metadata.labels', 'map(string, string)'],
    ['namespaceObject.metadata.creationTimestamp', 'google.protobuf.Timestamp'],
    ['namespaceObject.status.conditions[0].status', 'string'],
    ['authorizer', 'kubernetes.authorization.Authorizer'],
    ['authorizer.requestResource', 'kubernetes.authorization.ResourceCheck'],
    ['authorizer.requestResource.check("get")', 'kubernetes.authorization.Decision'],
    [
      'authorizer.group("apps").resource("deployments").subresource("scale").namespace("a").name("b").fieldSelector("c=d").labelSelector("e").check("get").allowed()',
      'bool',
    ],
    ['authorizer.path("/healthz").check("get").reason()', 'string'],
    ['authorizer.serviceAccount("default", "robot").group("").resource("pods").check("get").errored()', 'bool'],
    ['authorizer.path("/").check("get").error()', 'string'],
    ['quantity("1Gi").isGreaterThan(quantity("1Mi"))', 'bool'],
    ['[1, 2].all(index, value, index < value)', 'bool'],
  ];
  for (const [text, type] of TYPES) it(`gives ${text} its type`, () => assert.equal(typeIn(compile(text)), type));

  const PROBLEMS: readonly (readonly [string, readonly Type[] | undefined, string])[] = [
    ['object.ready', [BOOL], 'must evaluate to bool but got dyn'],
    ['1 + 1', [BOOL], 'must evaluate to bool but got int'],
    ['[object]', [STRING, NULL], 'must evaluate to one of [string null_type] but got list(dyn)'],
    ['request.object == null', [BOOL], "undefined field 'object'"],
    ['namespaceObject.metadata.managedFields', undefined, "undefined field 'managedFields'"],
    ['variables.other', undefined, "undefined field 'other'"],
    ['cel.bind(a, 1, a)', undefined, "undeclared reference to 'cel'"],
    ['authorizer.resource("pods")', undefined, "found no matching overload for 'resource'"],
    ['authorizer.requestResource.allowed()', undefined, "found no matching overload for 'allowed'"],
    ['JSONPatch{op: "test"}', undefined, "undeclared reference to 'JSONPatch'"],
  ];
  for (const [text, returns, problem] of PROBLEMS) {
    it(`refuses ${text}`, () => {
      const found = typeIn(compile(text, returns));
      assert.ok(found.includes(problem), found);
    });
  }

  it('shows a syntax error with its position', () => {
    assert.equal(
      typeIn(compile('object.spec.replicas >')),
      "compilation failed: ERROR: <input>:1:23: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | object.spec.replicas >\n | ......................^",
    );
  });

  const ABSENT: readonly (readonly [string, EnvironmentOptions, boolean])[] = [
    ['params', { ...ALL, hasParams: false }, true],
    ['variables', { ...ALL, hasVariables: false }, true],
    ['authorizer', ALL, false],
  ];
  for (const [name, options, hasAuthorizer] of ABSENT) {
    it(`has no ${name} unless it is declared`, () => {
      const found = typeIn(compile(`${name} == ${name}`, [BOOL], options, hasAuthorizer));
      assert.ok(found.includes(`undeclared reference to '${name}'`), found);
    });
  }

  it('adds variables with their types to later expressions', () => {
    const environment = createEnvironment(ALL);
    const add = (name: string, text: string): string =>
      typeIn(runWithoutYielding(environment.addVariable(name, text)).expression);
    const typeOf = (text: string): string =>
      typeIn(runWithoutYielding(environment.compile(text, { hasAuthorizer: true })));
    assert.match(add('early', 'variables.late'), /undefined field 'late'/);
    assert.equal(add('names', '["a"].map(n, n + "b")'), 'list(string)');
    assert.equal(add('late', 'variables.names[0]'), 'string');
    assert.equal(add('whole', 'request'), 'kubernetes.AdmissionRequest');
    assert.equal(typeOf('variables.late'), 'string');
    assert.equal(typeOf('variables.early'), 'dyn');
    assert.equal(typeOf('variables.whole'), 'dyn');
  });

  it('takes types of objects for checks against schemas', () => {
    const object: Type = { kind: 'object', name: 'apps.v1.Deployment', fields: new Map([['spec', STRING]]) };
    const options = { ...ALL, types: { object } };
    assert.equal(typeIn(compile('object.spec', undefined, options)), 'string');
    assert.match(typeIn(compile('object.status', undefined, options)), /undefined field 'status'/);
  });
});
