import { fromJSON, type Options, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader';
import type { Contract, Descriptor } from './contract.js';
import { memberName } from './names.js';

/** What makes messages as the generated types say. Seconds of a Timestamp are the only integers of 64 bits. */
const OPTIONS: Options = { longs: Number, enums: String, defaults: true, arrays: true, objects: true };

/** The service's methods, by their names in the .proto file; fields are in lower camel case. */
export function definitionOf({ name, descriptor }: Contract<object>): ServiceDefinition {
  return fromJSON(inCamelCase(descriptor), OPTIONS)[name] as ServiceDefinition;
}

/** Everything that the contract's file declares and imports, with the names that it uses. */
export function reflectionOf({ descriptor }: Contract<object>): PackageDefinition {
  const definitions = Object.entries(fromJSON(descriptor));
  return Object.fromEntries(
    definitions.map(([name, definition]) => {
      const { fileDescriptorProtos: files } = definition as { readonly fileDescriptorProtos?: readonly Buffer[] };
      return [name, files === undefined ? definition : { ...definition, fileDescriptorProtos: withImports(files) }];
    }),
  ) as PackageDefinition;
}

/** The file that proto-loader puts all of that package in. */
const WELL_KNOWN = 'google_protobuf.proto';
const DEPENDENCY_TAG = 0x1a;

/**
 * Says in each encoded FileDescriptorProto that it imports Google's types, where those are among the files. The library
 * leaves imports out (grpc-node issue 2595), without which most clients cannot read a file.
 */
function withImports(files: readonly Buffer[]): Buffer[] {
  const isWellKnown = (file: Buffer): boolean => file.toString('latin1', 2, 2 + WELL_KNOWN.length) === WELL_KNOWN;
  const wellKnown = Buffer.from([DEPENDENCY_TAG, WELL_KNOWN.length, ...Buffer.from(WELL_KNOWN)]);
  if (!files.some(isWellKnown)) return [...files];
  return files.map((file) => (isWellKnown(file) ? file : Buffer.concat([file, wellKnown])));
}

type Json = Parameters<typeof fromJSON>[0];

/** A namespace or a message, as protobufjs writes them. */
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
