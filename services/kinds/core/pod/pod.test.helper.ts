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

/** A pod of one container, with its defaults. `container` and `spec` add to it. */
export function podWith({ container = {}, spec = {} }: { container?: object; spec?: object } = {}): Pod {
  const containers = [{ name: 'a', image: 'i', ...container }];
  const object = { metadata: { name: 'p', namespace: 'n' }, spec: { containers, ...spec } } as unknown as JsonObject;
  const pod = decode(deepCopy(object)).value as Pod;
  pods.setDefaults?.(pod);
  return pod;
}

/** What is wrong with a pod, one line each, without the `spec.` in front. */
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

/** Each problem begins as it should, in any order. */
export function assertProblems(found: readonly string[], wanted: readonly string[]): void {
  const sorted = [...found].sort();
  assert.equal(sorted.length, wanted.length, sorted.join('\n'));
  for (const [index, text] of [...wanted].sort().entries()) {
    assert.ok(sorted[index]?.startsWith(text), `${sorted[index] ?? 'nothing'} is not ${text}`);
  }
}
