import { statusSchema } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufDecoder } from '@pilothouse/apimachinery/protobuf/decode.js';
import { decodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import type { TestResponse } from '../server/api.test.helper.js';

/** A body in protobuf: its type, such as `v1 Status`, and its content. */
export function opened(bytes: Uint8Array, schema: StructSchema): { readonly type: string; readonly value: JsonObject } {
  const { apiVersion, kind, raw } = decodeEnvelope(bytes);
  return { type: `${apiVersion} ${kind}`, value: compileProtobufDecoder(schema)(raw) };
}

/** The kind in a body of any encoding. */
export function kindIn(answer: TestResponse): unknown {
  return isProtobuf(answer) ? decodeEnvelope(answer.bytes).kind : textIn(answer)['kind'];
}

/** The message of a Status in any encoding. */
export function messageIn(answer: TestResponse): unknown {
  return (isProtobuf(answer) ? opened(answer.bytes, statusSchema).value : textIn(answer))['message'];
}

function isProtobuf({ headers }: TestResponse): boolean {
  return headers['content-type']?.endsWith('protobuf') === true;
}

/** JSON is a subset of YAML. */
function textIn({ text }: TestResponse): JsonObject {
  const { value } = parseYaml(text);
  return isObject(value) ? value : newObject();
}
