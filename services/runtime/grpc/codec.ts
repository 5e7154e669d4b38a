import { ProtobufReader } from '@pilothouse/apimachinery/protobuf/reader.js';
import { tagOf, WIRE } from '@pilothouse/apimachinery/protobuf/wire.js';
import { ProtobufWriter } from '@pilothouse/apimachinery/protobuf/writer.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { Descriptor } from './contract.js';
import { memberName } from './names.js';

/** Encodes and decodes the messages of one type, in the form of the generated types. */
export interface MessageCodec {
  /** The message may omit fields. */
  readonly encode: (message: object) => Buffer;
  /** Bytes in the message are views. Throws a ProtobufError for malformed input. */
  readonly decode: (bytes: Uint8Array) => object;
}

/** The declarations of protobufjs' JSON form that the codec knows. */
interface FieldDeclaration {
  readonly type: string;
  readonly id: number;
  readonly rule?: 'repeated';
  readonly keyType?: string;
}

interface Declaration {
  readonly nested?: Readonly<Record<string, Declaration>>;
  readonly fields?: Readonly<Record<string, FieldDeclaration>>;
  readonly values?: Readonly<Record<string, number>>;
}

type Message = Record<string, unknown>;

/** Bytes of the length before most messages. */
const LENGTH_SIZE = 1;

/** Values of one type, without their tags. */
interface Kind {
  readonly wire: number;
  readonly isMessage?: true;
  /** The value of an absent field. */
  readonly initial: unknown;
  readonly isDefault: (value: unknown) => boolean;
  readonly write: (writer: ProtobufWriter, value: never) => void;
  readonly read: (reader: ProtobufReader) => unknown;
}

interface Field {
  readonly write: (writer: ProtobufWriter, value: unknown) => void;
  readonly read: (reader: ProtobufReader, message: Message, wire: number) => void;
}

/** Codecs of the messages that are declared beside a service. Methods of high rate use them: they take a third of the library's time. */
export function codecsOf(descriptor: Descriptor, serviceName: string): (type: string) => MessageCodec {
  const path = serviceName.split('.').slice(0, -1);
  let scope: Declaration = descriptor;
  for (const name of path) scope = scope.nested?.[name] ?? {};
  const declared = scope.nested ?? {};
  const kinds = new Map<string, Kind>();

  function kindOf(type: string): Kind {
    const known = isScalar(type) ? SCALARS[type] : kinds.get(type);
    if (known !== undefined) return known;
    const { fields, values } = declared[type] ?? {};
    if (values !== undefined) return remember(type, enumKind(values));
    if (fields === undefined) throw new TypeError(`the type ${type} has no codec`);
    return remember(type, messageKind(fields, kindOf));
  }
  function remember(type: string, kind: Kind): Kind {
    kinds.set(type, kind);
    return kind;
  }

  return (type) => {
    const { write, read } = kindOf(type);
    return {
      encode(message) {
        const writer = new ProtobufWriter(1024);
        write(writer, message as never);
        const { buffer, byteOffset, byteLength } = writer.finish();
        return Buffer.from(buffer, byteOffset, byteLength);
      },
      decode: (bytes) => read(new ProtobufReader(bytes)) as object,
    };
  };
}

const SCALARS = {
  string: {
    wire: WIRE.bytes,
    initial: '',
    isDefault: (value) => value === '',
    write: (writer, value: string) => writer.string(value),
    read: (reader) => reader.string(),
  },
  bytes: {
    wire: WIRE.bytes,
    initial: new Uint8Array(),
    isDefault: (value) => (value as Uint8Array).byteLength === 0,
    write: (writer, value: Uint8Array) => writer.bytes(value),
    read: (reader) => reader.bytes(),
  },
  bool: {
    wire: WIRE.varint,
    initial: false,
    isDefault: (value) => value === false,
    write: (writer, value: boolean) => writer.boolean(value),
    read: (reader) => reader.boolean(),
  },
  int32: {
    wire: WIRE.varint,
    initial: 0,
    isDefault: (value) => value === 0,
    write: (writer, value: number) => writer.int64(value | 0),
    read: (reader) => reader.int32(),
  },
  uint32: {
    wire: WIRE.varint,
    initial: 0,
    isDefault: (value) => value === 0,
    write: (writer, value: number) => writer.uint32(value >>> 0),
    read: (reader) => reader.int32() >>> 0,
  },
} as const satisfies Readonly<Record<string, Kind>>;

function isScalar(type: string): type is keyof typeof SCALARS {
  return Object.hasOwn(SCALARS, type);
}

/** Names; a number for a value that is not declared. */
function enumKind(values: Readonly<Record<string, number>>): Kind {
  const names = new Map(Object.entries(values).map(([name, number]) => [number, name]));
  const zero = names.get(0) ?? 0;
  return {
    wire: WIRE.varint,
    initial: zero,
    isDefault: (value) => value === zero,
    write: (writer, value: string | number) => writer.int64(typeof value === 'number' ? value : (values[value] ?? 0)),
    read(reader) {
      const number = reader.int32();
      return names.get(number) ?? number;
    },
  };
}

function messageKind(declared: Readonly<Record<string, FieldDeclaration>>, kindOf: (type: string) => Kind): Kind {
  const template: Message = {};
  const lists: string[] = [];
  const maps: string[] = [];
  const names: string[] = [];
  const fields: Field[] = [];
  const byNumber: (Field | undefined)[] = [];
  /** Built on first use, since messages may contain themselves. */
  const build = (): void => {
    for (const [declaredName, declaration] of Object.entries(declared)) {
      const name = memberName(declaredName);
      const kind = kindOf(declaration.type);
      if (declaration.keyType !== undefined) maps.push(name);
      else if (declaration.rule === 'repeated') lists.push(name);
      template[name] = kind.initial;
      const field = fieldOf(name, declaration, kind);
      names.push(name);
      fields.push(field);
      byNumber[declaration.id] = field;
    }
  };
  return {
    wire: WIRE.bytes,
    isMessage: true,
    initial: null,
    isDefault: () => false,
    write(writer, message: Readonly<Message>) {
      if (fields.length === 0) build();
      for (let index = 0; index < fields.length; index += 1) {
        const value = message[names[index] as string];
        if (value !== undefined && value !== null) fields[index]?.write(writer, value);
      }
    },
    read(reader) {
      if (fields.length === 0) build();
      const message = { ...template };
      for (const name of lists) message[name] = [];
      for (const name of maps) message[name] = newObject();
      while (reader.more()) {
        const tag = reader.tag();
        const field = byNumber[tag >>> 3];
        if (field === undefined) reader.skip(tag);
        else field.read(reader, message, tag & 7);
      }
      return message;
    },
  };
}

function fieldOf(name: string, { id, rule, keyType }: FieldDeclaration, kind: Kind): Field {
  if (keyType !== undefined) return mapField(name, id, kind);
  if (rule === 'repeated') return listField(name, id, kind);
  return {
    write(writer, value) {
      if (!kind.isDefault(value)) writeValue(writer, id, kind, value);
    },
    read(reader, message, wire) {
      if (wire === kind.wire) message[name] = readValue(reader, kind);
      else reader.skip(tagOf(id, wire));
    },
  };
}

function listField(name: string, id: number, kind: Kind): Field {
  return {
    write(writer, values) {
      for (const value of values as readonly unknown[]) writeValue(writer, id, kind, value);
    },
    read(reader, message, wire) {
      const values = message[name] as unknown[];
      if (wire === kind.wire) values.push(readValue(reader, kind));
      else if (wire !== WIRE.bytes) reader.skip(tagOf(id, wire));
      else {
        // Numbers may be packed.
        reader.message(() => {
          while (reader.more()) values.push(kind.read(reader));
        });
      }
    },
  };
}

/** A list of entries, with the key as field 1 and the value as field 2. */
function mapField(name: string, id: number, kind: Kind): Field {
  const text = SCALARS.string;
  return {
    write(writer, values) {
      for (const [key, value] of Object.entries(values as Message)) {
        writer.uint32(tagOf(id, WIRE.bytes));
        const start = writer.begin();
        writeValue(writer, 1, text, key);
        writeValue(writer, 2, kind, value);
        writer.end(start);
      }
    },
    read(reader, message, wire) {
      if (wire !== WIRE.bytes) return reader.skip(tagOf(id, wire));
      let key = '';
      let value: unknown;
      reader.message(() => {
        while (reader.more()) {
          const tag = reader.tag();
          if (tag === tagOf(1, WIRE.bytes)) key = reader.string();
          else if (tag === tagOf(2, kind.wire)) value = readValue(reader, kind);
          else reader.skip(tag);
        }
      });
      (message[name] as Message)[key] = value ?? emptyOf(kind);
    },
  };
}

function writeValue(writer: ProtobufWriter, id: number, kind: Kind, value: unknown): void {
  writer.uint32(tagOf(id, kind.wire));
  if (!kind.isMessage) return kind.write(writer, value as never);
  const start = writer.begin(LENGTH_SIZE);
  kind.write(writer, value as never);
  writer.end(start, LENGTH_SIZE);
}

function readValue(reader: ProtobufReader, kind: Kind): unknown {
  if (!kind.isMessage) return kind.read(reader);
  let value: unknown;
  reader.message(() => {
    value = kind.read(reader);
  });
  return value;
}

/** The value of an entry that has none. */
function emptyOf(kind: Kind): unknown {
  return kind.isMessage ? kind.read(new ProtobufReader(new Uint8Array())) : kind.initial;
}
