import assert from 'node:assert/strict';
import type { Contract } from './contract.js';
import { definitionOf, reflectionOf } from './load.js';
import { memberName } from './names.js';
import { millisecondsOf, timestampOf } from './timestamp.js';

const zoo: Contract<object> = {
  name: 'zoo.Zoo',
  descriptor: {
    nested: {
      zoo: {
        nested: {
          Zoo: { methods: { Feed: { requestType: 'Animal', responseType: 'Animal' } } },
          Mood: { values: { MOOD_GOOD: 0, MOOD_BAD: 1 } },
          Animal: {
            oneofs: { food: { oneof: ['meat_kind', 'plant_kind'] }, _nick_name: { oneof: ['nick_name'] } },
            fields: {
              pet_name: { type: 'string', id: 1 },
              raw_bytes: { type: 'bytes', id: 2 },
              by_name: { keyType: 'string', type: 'Animal', id: 3 },
              the_young: { rule: 'repeated', type: 'Animal', id: 4 },
              the_mother: { type: 'Animal', id: 5 },
              its_mood: { type: 'Mood', id: 6 },
              meat_kind: { type: 'string', id: 7 },
              plant_kind: { type: 'string', id: 8 },
              nick_name: { type: 'string', id: 9, options: { proto3_optional: true } },
            },
          },
        },
      },
    },
  },
};

const nothing = {
  petName: '',
  rawBytes: Buffer.alloc(0),
  byName: {},
  theYoung: [],
  theMother: null,
  itsMood: 'MOOD_GOOD',
};

describe('a contract', () => {
  const feed = definitionOf(zoo)['Feed'] ?? assert.fail();
  const sent = (message: object): object => feed.requestDeserialize(feed.requestSerialize(message));

  const messages: readonly (readonly [name: string, message: object, received: object])[] = [
    ['nothing', {}, {}],
    ['explicit zero values', { theMother: null, theYoung: [], petName: '' }, {}],
    ['a text', { petName: 'ä\0' }, {}],
    ['bytes', { rawBytes: Uint8Array.of(0, 255) }, { rawBytes: Buffer.of(0, 255) }],
    ['a map', { byName: { a: { petName: 'a' } } }, { byName: { a: { ...nothing, petName: 'a' } } }],
    ['a list', { theYoung: [{}, {}] }, { theYoung: [nothing, nothing] }],
    ['a message', { theMother: {} }, { theMother: nothing }],
    ['an enum', { itsMood: 'MOOD_BAD' }, {}],
    ['an unknown enum value', { itsMood: 7 }, {}],
    ['a oneof', { plantKind: '' }, {}],
    ['an optional field', { nickName: '' }, {}],
  ];
  for (const [name, message, received] of messages) {
    it(`carries ${name}`, () => {
      assert.deepEqual(sent(message), { ...nothing, ...withoutNull(message), ...received });
    });
  }

  it('rejects an invalid message', () => {
    assert.throws(() => sent({ theMother: 'x' }), /object expected/);
    assert.throws(() => feed.requestDeserialize(Buffer.of(0x2a, 0x05)), RangeError);
  });

  it('reflects the names of its file', () => {
    const animal = reflectionOf(zoo)['zoo.Animal'] as { readonly fileDescriptorProtos: readonly Buffer[] };
    const text = animal.fileDescriptorProtos.map((file) => file.toString('latin1')).join();
    for (const name of ['pet_name', 'meat_kind', 'MOOD_BAD']) assert.ok(text.includes(name), name);
    assert.ok(!text.includes('petName'));
  });

  for (const [name, member] of [
    ['Review', 'review'],
    ['FeedAll', 'feedAll'],
    ['a_b_c', 'aBC'],
    ['api_version_2', 'apiVersion2'],
    ['dry_run', 'dryRun'],
  ] as const) {
    it(`calls ${name} ${member}`, () => assert.equal(memberName(name), member));
  }
});

function withoutNull(message: object): object {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null));
}

describe('a Timestamp', () => {
  for (const [milliseconds, timestamp] of [
    [0, { seconds: 0, nanos: 0 }],
    [1_500, { seconds: 1, nanos: 500_000_000 }],
    [-1, { seconds: -1, nanos: 999_000_000 }],
    [1_700_000_000_001, { seconds: 1_700_000_000, nanos: 1_000_000 }],
  ] as const) {
    it(`represents ${milliseconds} ms`, () => {
      assert.deepEqual(timestampOf(milliseconds), timestamp);
      assert.equal(millisecondsOf(timestamp), milliseconds);
    });
  }
});
