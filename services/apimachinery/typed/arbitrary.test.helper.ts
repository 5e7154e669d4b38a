import * as fc from 'fast-check';
import { newObject, type JsonObject, type JsonValue } from '../json/value.js';

/** Things without duplicate items. Those of one flavour share most leaves with those of the other. */
export function thing(flavour: string): fc.Arbitrary<JsonObject> {
  const word = fc.constantFrom<JsonValue>('x', 'y', flavour);
  const words = fc.uniqueArray(fc.constantFrom('x', 'y', flavour), { maxLength: 3 });
  const names = fc.constantFrom('i', 'j', 'k', flavour);
  const { made } = fc.letrec<{ made: JsonObject }>((tie) => {
    const keyed = fc.uniqueArray(fc.tuple(names, tie('made')), { maxLength: 2, selector: ([name]) => name });
    const port = fc.record(
      { port: fc.constantFrom(1, 2), protocol: fc.constantFrom('TCP', 'UDP'), note: word },
      { requiredKeys: ['port'] },
    );
    const ports = fc.uniqueArray(port, { maxLength: 3, selector: (each) => `${each.port} ${each.protocol ?? 'TCP'}` });
    const flat: Record<string, fc.Arbitrary<JsonValue>> = {
      value: word,
      count: fc.constantFrom<JsonValue>(1, 2, 2n ** 60n),
      port: fc.constantFrom<JsonValue>(1, 'x'),
      set: words,
      labels: fc.dictionary(fc.constantFrom('a', 'b', flavour), word, { maxKeys: 2 }).map(bare),
      pair: fc.constantFrom('left', 'right').map((side) => bare({ [side]: 'x' })),
      ports: ports.map((list) => list.map((each) => bare(each))),
      raw: fc.constantFrom<JsonValue>(bare({}), bare({ x: 'y' }), bare({ x: bare({ y: 1 }) })),
    };
    const deep: Record<string, fc.Arbitrary<JsonValue>> = {
      child: tie('made'),
      items: keyed.map((list) => list.map(([name, item]) => bare({ ...item, name }))),
      things: keyed.map((list) => bare(Object.fromEntries(list))),
      list: fc.array(tie('made'), { maxLength: 2 }),
    };
    const record = (fields: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> =>
      fc.record(fields, { requiredKeys: [] }).map(bare);
    return { made: fc.oneof({ maxDepth: 2 }, record(flat), record({ ...flat, ...deep })) };
  });
  return made;
}

function bare(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const object = newObject();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) object[name] = value;
  return object;
}
