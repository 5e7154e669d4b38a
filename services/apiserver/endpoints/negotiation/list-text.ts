import { setImmediate as nextTurn } from 'node:timers/promises';
import { newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson, writeJsonPretty } from '@pilothouse/apimachinery/json/write.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ListShape } from './list-shape.js';
import type { Representation } from './representation.js';

/** Characters buffered before yielding to the event loop. */
const CHUNK_CHARACTERS = 64 * 1024;

/** The text form of a list: prefix, items and suffix. */
interface Writer {
  readonly open: string;
  readonly item: (item: JsonObject, isFirst: boolean) => string;
  readonly close: string;
}

/** A list as text, item by item, with the same bytes as if written at once. */
export async function* listText(
  shape: ListShape,
  entries: readonly Entry[],
  { encoding, pretty }: Pick<Representation, 'encoding' | 'pretty'>,
): AsyncGenerator<Uint8Array> {
  const isEmpty = entries.length === 0;
  const { open, item, close } =
    encoding === 'yaml' ? await yamlWriter(shape, isEmpty) : pretty ? prettyWriter(shape, isEmpty) : jsonWriter(shape);
  let text = open;
  for (let index = 0; index < entries.length; index++) {
    text += item(shape.itemOf(entries[index] as Entry), index === 0);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
    await nextTurn();
  }
  yield Buffer.from(text + close);
}

function jsonWriter({ head, member }: ListShape): Writer {
  return {
    open: `${writeJson(head).slice(0, -'}'.length)},"${member}":[`,
    item: (item, isFirst) => (isFirst ? '' : ',') + writeJson(item),
    close: ']}\n',
  };
}

function prettyWriter({ head, member }: ListShape, isEmpty: boolean): Writer {
  return {
    open: `${writeJsonPretty(head).slice(0, -'\n}\n'.length)},\n  "${member}": [`,
    // Line feeds within strings are escaped, so all others are layout.
    item: (item, isFirst) => `${isFirst ? '' : ','}\n${writeJsonPretty(item).trimEnd()}`.replaceAll('\n', '\n    '),
    close: isEmpty ? ']\n}\n' : '\n  ]\n}\n',
  };
}

/** YAML keys are sorted, so the items are between other fields. */
async function yamlWriter({ head, member }: ListShape, isEmpty: boolean): Promise<Writer> {
  const { writeYaml } = await import('@pilothouse/apimachinery/yaml/write.js');
  const [before, after] = [newObject(), newObject()];
  for (const key of Object.keys(head)) (key < member ? before : after)[key] = head[key] as JsonValue;
  const lines = (part: JsonObject): string => (Object.keys(part).length === 0 ? '' : writeYaml(part));
  return {
    open: `${lines(before)}${member}:${isEmpty ? ' []' : ''}\n`,
    item: (item) => writeYaml([item]),
    close: lines(after),
  };
}
