import { fromJSON, type Options, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader';
import { codecsOf, type MessageCodec } from './codec.js';
import type { Contract, Descriptor } from './contract.js';
import { memberName } from './names.js';

/** Decoding options that match the generated types. Seconds of a Timestamp are the only 64-bit integers. */
const OPTIONS: Options = { longs: Number, enums: String, defaults: true, arrays: true, objects: true };

/** The service's methods by their names in the .proto file; fields in lower camel case. */
export function definitionOf({ name, descriptor }: Contract<object>): ServiceDefinition {
  const definition = fromJSON(inCamelCase(descriptor), OPTIONS)[name] as ServiceDefinition;
  const codecOf = codecsOf(descriptor, name);
  return mapEntries(definition, ([method, each]) => [method, each.requestStream ? withCodecs(each, codecOf) : each]);
}

type MethodOf = ServiceDefinition[string];

/** Messages of streams are many, and the library encodes and decodes each of them twice. */
function withCodecs(method: MethodOf, codecOf: ReturnType<typeof codecsOf>): MethodOf {
  const [request, response] = [method.requestType, method.responseType].map(({ type }) =>
    codecOf((type as { readonly name: string }).name),
  ) as [MessageCodec, MessageCodec];
  return {
    ...method,
    requestSerialize: request.encode,
    requestDeserialize: request.decode,
    responseSerialize: response.encode,
    responseDeserialize: response.decode,
  };
}

/** Declarations of the contract's file and its imports, with their original names, for reflection. */
export function reflectionOf({ descriptor }: Contract<object>): PackageDefinition {
  const definitions = Object.entries(fromJSON(descriptor));
  return Object.fromEntries(
    definitions.map(([name, definition]) => {
      const { fileDescriptorProtos: files } = definition as { readonly fileDescriptorProtos?: readonly Buffer[] };
      return [name, files === undefined ? definition : { ...definition, fileDescriptorProtos: withImports(files) }];
    }),
  ) as PackageDefinition;
}

/** The file that proto-loader puts this package in. */
const WELL_KNOWN = 'google_protobuf.proto';
const DEPENDENCY_TAG = 0x1a;

/**
 * Adds the import of Google's types to each encoded FileDescriptorProto, if they are among the files. The library
 * omits imports (grpc-node issue 2595), and most clients cannot read such a file.
 */
function withImports(files: readonly Buffer[]): Buffer[] {
  const isWellKnown = (file: Buffer): boolean => file.toString('latin1', 2, 2 + WELL_KNOWN.length) === WELL_KNOWN;
  const wellKnown = Buffer.from([DEPENDENCY_TAG, WELL_KNOWN.length, ...Buffer.from(WELL_KNOWN)]);
  if (!files.some(isWellKnown)) return [...files];
  return files.map((file) => (isWellKnown(file) ? file : Buffer.concat([file, wellKnown])));
}

type Json = Parameters<typeof fromJSON>[0];

/** A namespace or message in protobufjs' JSON form. */
interface Node {
  readonly nested?: Readonly<Record<string, Node>>;
  readonly fields?: Readonly<Record<string, object>>;
  readonly oneofs?: Readonly<Record<string, { readonly oneof: readonly string[] }>>;
}

function inCamelCase(node: Node | Descriptor): Json {
  const { nested, fields, oneofs }: Node = node;
  return {
    ...node,
    ...(nested && { nested: mapEntries(nested, ([name, each]) => [name, inCamelCase(each)]) }),
    ...(fields && { fields: mapEntries(fields, ([name, field]) => [memberName(name), field]) }),
    ...(oneofs && { oneofs: mapEntries(oneofs, ([name, { oneof }]) => [name, { oneof: oneof.map(memberName) }]) }),
  };
}

function mapEntries<A, B>(
  record: Readonly<Record<string, A>>,
  map: (entry: [string, A]) => [string, B],
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(map));
}
