import assert from 'node:assert/strict';
import { deploymentSchema } from '@pilothouse/apimachinery/generated/apps/v1.js';
import { podSchema } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { compileType } from '@pilothouse/apimachinery/typed/type.js';
import { Run, UNHURRIED } from '@pilothouse/cel/evaluate/run.js';
import { compileExpression } from '@pilothouse/cel/expression.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { withPatches } from '@pilothouse/cel/patches/library.js';
import { problemsText } from '@pilothouse/cel/syntax/problem.js';
import { DYN } from '@pilothouse/cel/types/type.js';
import { jsonValue } from '@pilothouse/cel/values/json.js';
import type { Value } from '@pilothouse/cel/values/value.js';
import { withApplyConfiguration } from './apply-configuration.js';
import { withJsonPatch } from './json-patch.js';
import { MutationError } from './mutation-error.js';

const library = withPatches(createLibrary());
const POD = compileType(podSchema);
const DEPLOYMENT = compileType(deploymentSchema);

function json(text: string): JsonObject {
  return parseJson(text).value as JsonObject;
}

function evaluate(text: string, object: JsonObject): Value {
  const compiled = compileExpression(text, new Map([['object', DYN]]), library);
  assert.ok(compiled.ok, compiled.ok ? '' : problemsText(text, compiled.problems));
  return compiled.program.step(new Run(UNHURRIED, [jsonValue(object)]));
}

const pod = json(
  '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"x":"1"}},"spec":{"containers":[{"name":"main","image":"i"}]}}',
);
const deployment = json('{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"},"spec":{"replicas":1}}');

describe('an apply configuration', () => {
  it('adds fields, items and entries, and removes none', () => {
    const expression = `Object{
      metadata: Object.metadata{labels: {"y": "2"}},
      spec: Object.spec{
        initContainers: [Object.spec.initContainers{name: "proxy", image: "p"}],
        containers: [Object.spec.containers{name: "main", imagePullPolicy: "Always"}]
      }
    }`;
    const changed = withApplyConfiguration(POD, pod, evaluate(expression, pod));
    assert.equal(
      writeJson(changed),
      '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"x":"1","y":"2"}},' +
        '"spec":{"containers":[{"name":"main","image":"i","imagePullPolicy":"Always"}],' +
        '"initContainers":[{"name":"proxy","image":"p"}]}}',
    );
  });

  it('returns the object itself if nothing changes', () => {
    const expression = 'Object{metadata: Object.metadata{labels: object.metadata.labels}}';
    assert.equal(withApplyConfiguration(POD, pod, evaluate(expression, pod)), pod);
  });

  const wrong: [expression: string, error: string][] = [
    [
      'Object{spec: Object.spec{containers: [Object.spec.containers{name: "main", args: ["a"], command: ["b"]}]}}',
      'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.containers[0].args, .spec.containers[0].command',
    ],
    [
      'Object{spec: Object.spec{nodeSelector: {"a": "b"}}}',
      'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.nodeSelector',
    ],
    [
      'Object{spec: Object.spec{other: 1}}',
      'error applying patch: failed to convert patch object to typed object: .spec.other: field not declared in schema',
    ],
    [
      'Object{spec: Object.spec{hostname: 1}}',
      'error applying patch: failed to convert patch object to typed object: .spec.hostname: expected string, got 1',
    ],
    [
      'Object{spec: Object.status{}}',
      'type mismatch: unexpected type name "Object.status", expected "Object.spec", which matches field name path from root Object type',
    ],
    ['Object{spec: {1: 2}}', 'invalid return type: *dynamic.ObjectVal'],
    ['object.metadata', 'unsupported return type from ApplyConfiguration expression: map'],
  ];
  for (const [expression, message] of wrong) {
    it(`is wrong: ${expression}`, () =>
      assert.throws(() => withApplyConfiguration(POD, pod, evaluate(expression, pod)), new MutationError(message)));
  }

  it('may not set an atomic struct', () => {
    const expression = 'Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"a": "b"}}}}';
    const set = (): unknown => withApplyConfiguration(DEPLOYMENT, deployment, evaluate(expression, deployment));
    assert.throws(set, /may not mutate atomic arrays, maps or structs: \.spec\.selector$/);
  });
});

describe('a JSON patch', () => {
  const patches: [expression: string, labels: string][] = [
    ['[JSONPatch{op: "add", path: "/metadata/labels/y", value: "2"}]', '{"x":"1","y":"2"}'],
    [
      '[JSONPatch{op: "test", path: "/metadata/labels/x", value: "1"}, JSONPatch{op: "replace", path: "/metadata/labels/x", value: "3"}]',
      '{"x":"3"}',
    ],
    [
      '[JSONPatch{op: "replace", path: "/metadata/labels/x", value: "3"}, JSONPatch{op: "test", path: "/metadata/labels/x", value: "1"}]',
      '{"x":"1"}',
    ],
    ['[JSONPatch{op: "move", from: "/metadata/labels/x", path: "/metadata/labels/z"}]', '{"z":"1"}'],
    ['[JSONPatch{op: "add", path: "/metadata/labels", value: Object.metadata.labels{a: "b"}}]', '{"a":"b"}'],
    ['[]', '{"x":"1"}'],
    ['[JSONPatch{op: "add", path: "/metadata/labels/y"}]', '{"x":"1","y":null}'],
  ];
  for (const [expression, labels] of patches) {
    it(expression, () => {
      const patched = withJsonPatch(pod, evaluate(expression, pod)) as { metadata: JsonObject };
      assert.equal(writeJson(patched.metadata['labels'] ?? null), labels);
    });
  }

  const wrong: [expression: string, message: RegExp][] = [
    ['[JSONPatch{op: "remove", path: "/metadata/labels/y"}]', /^JSON Patch: .*Unable to remove nonexistent key: y/],
    ['[JSONPatch{op: "plus", path: "/a"}]', /^JSON Patch: Unexpected kind: plus$/],
    [
      '[JSONPatch{op: "add", path: "/a", value: Object.a{b: Object.c{}}}]',
      /^type mismatch: unexpected type name "Object\.c", expected "Object\.a\.b"/,
    ],
    ['[JSONPatch{op: "add", path: "/a", value: type(1)}]', /could not marshal to JSON: unsupported type: type$/],
    ['[1]', /^type mismatch: JSONPatchType\.expression should evaluate to array of JSONPatch/],
    ['1', /^type mismatch: JSONPatchType\.expression should evaluate to array$/],
  ];
  for (const [expression, message] of wrong) {
    it(`is wrong: ${expression}`, () =>
      assert.throws(
        () => withJsonPatch(pod, evaluate(expression, pod)),
        (error) => error instanceof MutationError && message.test(error.message),
      ));
  }
});
