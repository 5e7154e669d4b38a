import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { ProtobufReader } from '@pilothouse/apimachinery/protobuf/reader.js';
import { tagOf, WIRE } from '@pilothouse/apimachinery/protobuf/wire.js';
import { ProtobufWriter } from '@pilothouse/apimachinery/protobuf/writer.js';
import { aggregate } from '../transformer.js';

/** How the plaintext of the source becomes a data key: it is the key itself, or a seed of many keys. */
export const SOURCE_TYPES = { key: 0, seed: 1 } as const;

/** What the plugin returned for a data key. It is stored beside each value that the key encrypts. */
export interface EncryptedSource {
  readonly keyId: string;
  /** The data key or seed, encrypted by the plugin. */
  readonly source: Uint8Array;
  readonly annotations: Readonly<Record<string, Uint8Array>>;
  /** One of {@link SOURCE_TYPES}. */
  readonly type: number;
}

/** The message EncryptedObject of Kubernetes, package v2. */
export interface EncryptedObject extends EncryptedSource {
  readonly data: Uint8Array;
}

const FIELDS = { data: 1, keyId: 2, source: 3, annotations: 4, type: 5 } as const;
/** Limits of Kubernetes in bytes. */
const KEY_ID_BYTES = 1024;
const SOURCE_BYTES = 1024;
const ANNOTATIONS_BYTES = 32 * 1024;

/** The tag of the encrypted data, which are the first field. */
export const DATA_TAG = tagOf(FIELDS.data, WIRE.bytes);

/** Everything after the encrypted data, which is the same for all values of one source. */
export function encodedSource({ keyId, source, annotations, type }: EncryptedSource): Uint8Array {
  const writer = new ProtobufWriter();
  writer.uint32(tagOf(FIELDS.keyId, WIRE.bytes));
  writer.string(keyId);
  writer.uint32(tagOf(FIELDS.source, WIRE.bytes));
  writer.bytes(source);
  for (const [name, value] of Object.entries(annotations)) {
    writer.uint32(tagOf(FIELDS.annotations, WIRE.bytes));
    const start = writer.begin();
    writer.uint32(tagOf(1, WIRE.bytes));
    writer.string(name);
    writer.uint32(tagOf(2, WIRE.bytes));
    writer.bytes(value);
    writer.end(start);
  }
  if (type !== 0) {
    writer.uint32(tagOf(FIELDS.type, WIRE.varint));
    writer.uint32(type);
  }
  return Uint8Array.from(writer.finish());
}

/** Throws an Error for malformed bytes and for a message that Kubernetes refuses. */
export function decodeEncryptedObject(bytes: Uint8Array): EncryptedObject {
  const reader = new ProtobufReader(bytes);
  let data: Uint8Array = new Uint8Array();
  let keyId = '';
  let source: Uint8Array = new Uint8Array();
  let type = 0;
  const annotations: [string, Uint8Array][] = [];
  while (reader.more()) {
    const tag = reader.tag();
    if (tag === DATA_TAG) data = reader.bytes();
    else if (tag === tagOf(FIELDS.keyId, WIRE.bytes)) keyId = reader.string();
    else if (tag === tagOf(FIELDS.source, WIRE.bytes)) source = reader.bytes();
    else if (tag === tagOf(FIELDS.annotations, WIRE.bytes)) annotations.push(readAnnotation(reader));
    else if (tag === tagOf(FIELDS.type, WIRE.varint)) type = reader.int32();
    else reader.skip(tag);
  }
  const object = { data, keyId, source, type, annotations: Object.fromEntries(annotations) };
  if (data.length === 0 && isKnownType(type)) throw new Error('encrypted data is empty');
  validateSource(object);
  return object;
}

function readAnnotation(reader: ProtobufReader): [string, Uint8Array] {
  let name = '';
  let value: Uint8Array = new Uint8Array();
  reader.message(() => {
    while (reader.more()) {
      const tag = reader.tag();
      if (tag === tagOf(1, WIRE.bytes)) name = reader.string();
      else if (tag === tagOf(2, WIRE.bytes)) value = reader.bytes();
      else reader.skip(tag);
    }
  });
  return [name, value];
}

function isKnownType(type: number): boolean {
  return type === SOURCE_TYPES.key || type === SOURCE_TYPES.seed;
}

/** Throws for what a plugin must not return, with the texts of Kubernetes. */
export function validateSource({ keyId, source, annotations, type }: EncryptedSource): void {
  if (!isKnownType(type)) throw new Error(`unknown encryptedDEKSourceType: ${type}`);
  const sourceProblem = sizeProblem('encrypted DEK source', source.length, SOURCE_BYTES);
  if (sourceProblem !== undefined) throw new Error(`failed to validate encrypted DEK source: ${sourceProblem}`);
  const keyProblem = keyIdProblem(keyId);
  if (keyProblem !== undefined) throw new Error(`failed to validate key id: ${keyProblem.text}`);
  const problems = annotationProblems(annotations);
  if (problems.length > 0) {
    throw new Error(`failed to validate annotations: ${aggregate(problems.map((text) => new Error(text))).message}`);
  }
}

/** `code` is the label of Kubernetes' metric. */
export function keyIdProblem(
  keyId: string,
): { readonly code: 'empty' | 'too_long'; readonly text: string } | undefined {
  const size = Buffer.byteLength(keyId);
  const text = sizeProblem('keyID', size, KEY_ID_BYTES);
  return text === undefined ? undefined : { code: size === 0 ? 'empty' : 'too_long', text };
}

function sizeProblem(what: string, size: number, most: number): string | undefined {
  if (size === 0) return `${what} is empty`;
  return size > most ? `${what} is ${size} bytes, which exceeds the max size of ${most}` : undefined;
}

function annotationProblems(annotations: EncryptedSource['annotations']): string[] {
  const entries = Object.entries(annotations);
  const size = entries.reduce((total, [name, value]) => total + Buffer.byteLength(name) + value.length, 0);
  const most = ANNOTATIONS_BYTES;
  return [
    ...entries.flatMap(([name]) => nameProblem(name) ?? []),
    ...(size > most ? [`total size of annotations is ${size}, which exceeds the max size of ${most}`] : []),
  ];
}

/** Names are fully qualified domain names. */
function nameProblem(name: string): string | undefined {
  if (name === '') return 'annotations: Required value';
  const domain = name.endsWith('.') ? name.slice(0, -1) : name;
  const problems = dnsSubdomain(domain);
  const invalid = `annotations: Invalid value: ${JSON.stringify(domain)}`;
  if (problems.length > 0) return `${invalid}: ${problems.join(',')}`;
  return domain.includes('.')
    ? undefined
    : `${invalid}: should be a domain with at least two segments separated by dots`;
}
