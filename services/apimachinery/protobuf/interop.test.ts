import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import protobuf from 'protobufjs';
import * as authorization from '../generated/authorization/v1.js';
import * as coordination from '../generated/coordination/v1.js';
import * as core from '../generated/core/v1.js';
import * as meta from '../generated/meta/v1.js';
import * as rbac from '../generated/rbac/v1.js';
import * as storage from '../generated/storage/v1.js';
import { parseJson } from '../json/parse.js';
import { isObject, type JsonObject } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { arbitraryFor } from '../schema/arbitrary.test.helper.js';
import { compileDecoder } from '../schema/decode.js';
import type { StructSchema } from '../schema/schema.js';
import { compileProtobufDecoder } from './decode.js';
import { compileProtobufEncoder } from './encode.js';
import { decodeEnvelope, encodeEnvelope, encodeWatchEvent } from './envelope.js';
import { decodeByOthers, encodeByOthers, otherType } from './others.test.helper.js';

const KINDS: readonly (readonly [name: string, schema: StructSchema])[] = [
  ['ConfigMap', core.configMapSchema],
  ['Secret', core.secretSchema],
  ['Node', core.nodeSchema],
  ['Event', core.eventSchema],
  ['Lease', coordination.leaseSchema],
  ['ClusterRole', rbac.clusterRoleSchema],
  ['CSIStorageCapacity', storage.csiStorageCapacitySchema],
  ['SelfSubjectAccessReview', authorization.selfSubjectAccessReviewSchema],
  ['SubjectAccessReview', authorization.subjectAccessReviewSchema],
  ['SelfSubjectRulesReview', authorization.selfSubjectRulesReviewSchema],
  ['Status', meta.statusSchema],
  ['DeleteOptions', meta.deleteOptionsSchema],
];

describe('protobuf and an independent implementation', () => {
  for (const [name, schema] of KINDS) {
    const encode = compileProtobufEncoder(schema);
    const decode = compileProtobufDecoder(schema);
    const normalise = compileDecoder(schema, { defaults: false });
    const objects = arbitraryFor(schema, { valid: false, defaults: false });
    const read = (bytes: Uint8Array): string => writeJson(normalise(decode(bytes)).value);

    it(`encodes any ${name} to the same bytes, and decodes the other's bytes`, () => {
      fc.assert(
        fc.property(objects, (object) => {
          const theirs = encodeByOthers(name, object);
          assert.equal(read(theirs), writeJson(object));
          assert.equal(Buffer.from(encode(object)).toString('hex'), Buffer.from(theirs).toString('hex'));
        }),
        { numRuns: 60 },
      );
    });

    it(`reads the fields of ${name} in any order and between unknown fields`, () => {
      const number = fc.integer({ min: 500, max: 2 ** 28 });
      fc.assert(
        fc.property(objects, number, fc.infiniteStream(fc.nat()), (object, unknown, random) => {
          const shuffled = shuffledFields(encode(object), random);
          const more = protobuf.Writer.create()
            .uint32(unknown * 8 + 2)
            .string('a')
            .uint32(unknown * 8 + 5)
            .fixed32(7)
            .finish();
          assert.equal(read(Buffer.concat([more, ...shuffled, more])), writeJson(object));
        }),
        { numRuns: 30 },
      );
    });

    it(`rejects groups in ${name}`, () => {
      for (const field of otherType(name).fieldsArray) {
        const group = protobuf.Writer.create()
          .uint32(field.id * 8 + 3)
          .uint32(field.id * 8 + 4)
          .finish();
        assert.throws(() => decode(group), { name: 'ProtobufError', message: /^proto: wrong wireType = 3 for field/ });
      }
    });
  }

  it('agrees on watch events, including the object', () => {
    const raw = compileProtobufEncoder(core.configMapSchema)(json('{"metadata":{"name":"a"},"data":{"k":"v"}}'));
    const body = encodeEnvelope({ apiVersion: 'v1', kind: 'ConfigMap', raw });
    const event = otherType('WatchEvent').decode(encodeWatchEvent('MODIFIED', body)).toJSON();
    const object = Buffer.from(String((event['object'] as Record<string, unknown>)['raw']), 'base64');
    assert.equal(event['type'], 'MODIFIED');
    assert.equal(object.subarray(0, 4).toString(), 'k8s\0');
    const unknown = decodeByOthers('Unknown', object.subarray(4));
    assert.deepEqual(unknown['typeMeta'], { apiVersion: 'v1', kind: 'ConfigMap' });
    const map = decodeByOthers('ConfigMap', Buffer.from(String(unknown['raw']), 'base64'));
    assert.deepEqual(map['data'], { k: 'v' });
  });
});

/** The bytes of each field in random order of the numbers; fields with the same number keep their order. */
function shuffledFields(bytes: Uint8Array, random: Iterator<number>): Uint8Array[] {
  const byNumber = new Map<number, Uint8Array[]>();
  const reader = protobuf.Reader.create(bytes);
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const tag = reader.uint32();
    reader.skipType(tag & 7);
    const fields = byNumber.get(tag >>> 3) ?? [];
    byNumber.set(tag >>> 3, fields);
    fields.push(bytes.subarray(start, reader.pos));
  }
  const weighed = [...byNumber.values()].map((fields) => ({ fields, weight: Number(random.next().value) }));
  return weighed.sort((a, b) => a.weight - b.weight).flatMap(({ fields }) => fields);
}

function json(text: string): JsonObject {
  const { value } = parseJson(text);
  assert.ok(isObject(value));
  return value;
}

/** Requests of kubectl 1.32. */
const SENT: readonly (readonly [command: string, name: string, schema: StructSchema, json: string, bytes: string])[] = [
  [
    'kubectl auth can-i create pods',
    'SelfSubjectAccessReview',
    authorization.selfSubjectAccessReviewSchema,
    '{"metadata":{},"spec":{"resourceAttributes":{"namespace":"default","verb":"create","resource":"pods"}},"status":{"allowed":false}}',
    '6b3873000a320a17617574686f72697a6174696f6e2e6b38732e696f2f7631121753656c665375626a656374416363657373526576696577123f0a100a0012001a0022002a0032003800420012210a1f0a0764656661756c7412066372656174651a0022002a04706f647332003a001a08080012001a0020001a002200',
  ],
  [
    'kubectl auth can-i get /healthz',
    'SelfSubjectAccessReview',
    authorization.selfSubjectAccessReviewSchema,
    '{"metadata":{},"spec":{"nonResourceAttributes":{"path":"/healthz","verb":"get"}},"status":{"allowed":false}}',
    '6b3873000a320a17617574686f72697a6174696f6e2e6b38732e696f2f7631121753656c665375626a656374416363657373526576696577122f0a100a0012001a0022002a003200380042001211120f0a082f6865616c74687a12036765741a08080012001a0020001a002200',
  ],
  [
    'kubectl auth can-i list secrets/a -n kube-system --subresource=log',
    'SelfSubjectAccessReview',
    authorization.selfSubjectAccessReviewSchema,
    '{"metadata":{},"spec":{"resourceAttributes":{"namespace":"kube-system","verb":"list","resource":"secrets","subresource":"log","name":"a"}},"status":{"allowed":false}}',
    '6b3873000a320a17617574686f72697a6174696f6e2e6b38732e696f2f7631121753656c665375626a65637441636365737352657669657712480a100a0012001a0022002a00320038004200122a0a280a0b6b7562652d73797374656d12046c6973741a0022002a077365637265747332036c6f673a01611a08080012001a0020001a002200',
  ],
  [
    'kubectl auth can-i --list',
    'SelfSubjectRulesReview',
    authorization.selfSubjectRulesReviewSchema,
    '{"metadata":{},"spec":{"namespace":"default"},"status":{"resourceRules":[],"nonResourceRules":[],"incomplete":false}}',
    '6b3873000a310a17617574686f72697a6174696f6e2e6b38732e696f2f7631121653656c665375626a65637452756c657352657669657712230a100a0012001a0022002a0032003800420012090a0764656661756c741a04180022001a002200',
  ],
];

describe('protobuf requests of kubectl', () => {
  for (const [command, name, schema, expected, bytes] of SENT) {
    it(`for ${command}`, () => {
      const body = Buffer.from(bytes, 'hex');
      const { apiVersion, kind, raw } = decodeEnvelope(body);
      assert.deepEqual({ apiVersion, kind }, { apiVersion: 'authorization.k8s.io/v1', kind: name });
      assert.equal(Buffer.from(encodeEnvelope({ apiVersion, kind, raw })).toString('hex'), bytes);

      const { value } = compileDecoder(schema)(compileProtobufDecoder(schema)(raw));
      assert.equal(writeJson(value), expected);
      // Go also writes empty texts, zeros and unset times; apart from these it is the same message.
      const written = compileProtobufEncoder(schema)(value);
      assert.deepEqual(withoutEmpty(decodeByOthers(name, written)), withoutEmpty(decodeByOthers(name, raw)));
    });
  }
});

/** Removes members that equal their absence. */
function withoutEmpty(value: unknown): unknown {
  if (value === '' || value === 0 || value === '0' || value === false) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const);
  const filled = kept.filter(([, member]) => member !== undefined);
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
