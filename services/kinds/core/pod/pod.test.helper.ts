import { foundAtOnce } from '../../definition/findings.test.helper.js';
import assert from 'node:assert/strict';
import { podSchema, type Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepCopy, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { reportedErrors } from '../../definition/error-order.js';
import { pods } from '../pods.js';

const decode = compileDecoder(podSchema);
const validate = compileValidator(podSchema);

/** A pod of one container, with defaults. `container` and `spec` are merged into it. */
export function podWith({ container = {}, spec = {} }: { container?: object; spec?: object } = {}): Pod {
  const containers = [{ name: 'a', image: 'i', ...container }];
  const object = { metadata: { name: 'p', namespace: 'n' }, spec: { containers, ...spec } } as unknown as JsonObject;
  const pod = decode(deepCopy(object)).value as Pod;
  pods.setDefaults?.(pod);
  return pod;
}

/** The errors of a pod as texts, without the leading `spec.`. */
export function problemsOf(pod: Pod, old?: Pod): string[] {
  const found = { metadata: [], schema: validate(pod, old), rules: foundAtOnce(pods.strategy.validate?.(pod, old)) };
  const errors = reportedErrors(found, pods.strategy.errorOrder);
  return errors.map((error) => fieldErrorText(error).replace(/^spec\./, ''));
}

/** Volumes that containers can mount. */
export const VOLUMES = [
  { name: 'v', emptyDir: {} },
  { name: 'claim', persistentVolumeClaim: { claimName: 'c' } },
];

/** Asserts that each problem begins with its expected text, in any order. */
export function assertProblems(found: readonly string[], wanted: readonly string[]): void {
  const sorted = [...found].sort();
  assert.equal(sorted.length, wanted.length, sorted.join('\n'));
  for (const [index, text] of [...wanted].sort().entries()) {
    assert.ok(sorted[index]?.startsWith(text), `${sorted[index] ?? 'nothing'} is not ${text}`);
  }
}
