import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { memberName } from '@pilothouse/runtime/grpc/names.js';
import protobuf from 'protobufjs';
import { findLines, ProtoError, type Lines, type ProtoFile } from './source.js';

/** Below `proto/`: one file for each service contract. */
const FOLDER = 'services/';

/** The TypeScript module of one contract. */
export interface ServiceModule {
  /** Such as `token-review.ts`. */
  readonly path: string;
  readonly text: string;
}

/**
 * Generates the modules of all contracts: the descriptor as data, a type for each message and enum, and the methods of
 * each service. Throws a ProtoError for the first error.
 */
export function serviceModules(files: readonly ProtoFile[]): ServiceModule[] {
  return files
    .filter(({ path }) => path.startsWith(FOLDER))
    .map((file) => ({
      path: file.path
        .slice(FOLDER.length)
        .replaceAll('_', '-')
        .replace(/\.proto$/, '.ts'),
      text: emitModule(file),
    }));
}

function emitModule(file: ProtoFile): string {
  const source: Source = { file, lines: findLines(file), usesTimestamp: false };
  const root = new protobuf.Root();
  const namespace = parse(file, root);
  const parts = namespace.nestedArray.map((each) => {
    if (each instanceof protobuf.Type) return emitMessage(each, source);
    if (each instanceof protobuf.Enum) return emitEnum(each, source);
    if (each instanceof protobuf.Service) return emitService(each, source);
    throw new ProtoError(file.path, 1, `${each.name} is neither message, enum nor service`);
  });
  return [
    `// Generated from proto/${file.path} by \`npm run generate\`. Do not edit.`,
    `import type { Contract, Descriptor } from '../contract.js';`,
    ...(source.usesTimestamp ? [`import type { Timestamp } from '../timestamp.js';`] : []),
    '',
    `const descriptor: Descriptor = ${JSON.stringify(root.toJSON(), undefined, 2)};`,
    '',
    parts.join('\n'),
  ].join('\n');
}

interface Source {
  readonly file: ProtoFile;
  readonly lines: Lines;
  usesTimestamp: boolean;
}

/** The file's own package, with resolved references. */
function parse({ path, text }: ProtoFile, root: protobuf.Root): protobuf.Namespace {
  try {
    const { package: name = '', imports = [] } = protobuf.parse(text, root, {
      keepCase: true,
      alternateCommentMode: true,
    });
    for (const each of imports) {
      const known = protobuf.common.get(each);
      if (known?.nested === undefined) throw new ProtoError(path, 1, `a contract cannot import ${each}`);
      root.addJSON(known.nested);
    }
    root.resolveAll();
    const namespace = root.lookup(name);
    if (name === '' || !(namespace instanceof protobuf.Namespace)) throw new ProtoError(path, 1, 'there is no package');
    return namespace;
  } catch (error) {
    if (error instanceof ProtoError) throw error;
    const message = errorMessage(error);
    const line = / \(line (\d+)\)$/.exec(message);
    throw new ProtoError(path, Number(line?.[1] ?? 1), message.replace(line?.[0] ?? '', ''));
  }
}

function emitMessage(message: protobuf.Type, source: Source): string {
  const { file, lines } = source;
  if (message.nestedArray.length > 0) {
    throw new ProtoError(file.path, lines.message(message.name), `${message.name} holds a type: declare it beside`);
  }
  const fields = message.fieldsArray.map((field) => {
    const mark = field.partOf === null ? '' : '?';
    return `${comment(field.comment, '  ')}  readonly ${memberName(field.name)}${mark}: ${fieldType(field, source)};\n`;
  });
  return `${comment(message.comment)}export interface ${message.name} {\n${fields.join('')}}\n`;
}

function fieldType(field: protobuf.Field, source: Source): string {
  const item = itemType(field, source);
  if (field instanceof protobuf.MapField) return `{ readonly [key: string]: ${item} }`;
  if (field.repeated) return item.includes(' ') ? `readonly (${item})[]` : `readonly ${item}[]`;
  return field.resolvedType instanceof protobuf.Type && field.partOf === null ? `${item} | null` : item;
}

/** The type of a field, or of its list items or map values. An enum may have a value that only newer contracts name. */
function itemType(field: protobuf.Field, source: Source): string {
  const { resolvedType, parent } = field;
  if (resolvedType === null) return scalarType(field, source);
  if (resolvedType.parent === parent?.parent) {
    return resolvedType instanceof protobuf.Enum ? `${resolvedType.name} | number` : resolvedType.name;
  }
  if (resolvedType.fullName !== '.google.protobuf.Timestamp') throw unknownType(field, source);
  source.usesTimestamp = true;
  return 'Timestamp';
}

function scalarType(field: protobuf.Field, source: Source): string {
  switch (field.type) {
    case 'string':
      return 'string';
    case 'bool':
      return 'boolean';
    case 'bytes':
      return 'Uint8Array';
    case 'double':
    case 'float':
    case 'int32':
    case 'sint32':
    case 'uint32':
    case 'fixed32':
    case 'sfixed32':
      return 'number';
    default:
      // 64-bit integers: a number cannot represent all of them.
      throw unknownType(field, source);
  }
}

function unknownType(field: protobuf.Field, { file, lines }: Source): ProtoError {
  const line = lines.field(field.parent?.name ?? '', field.name);
  return new ProtoError(file.path, line, `type ${field.type} is not one that contracts use`);
}

function emitEnum({ name, values, comment: text }: protobuf.Enum, { file }: Source): string {
  const names = Object.keys(values);
  if (values[names[0] ?? ''] !== 0) throw new ProtoError(file.path, 1, `the first value of ${name} must be 0`);
  return `${comment(text)}export type ${name} = ${names.map((each) => `'${each}'`).join(' | ')};\n`;
}

function emitService(service: protobuf.Service, { file }: Source): string {
  const methods = service.methodsArray.map((method) => {
    const isStream = method.requestStream === true;
    if (isStream !== (method.responseStream === true)) {
      throw new ProtoError(file.path, 1, `${service.name}.${method.name} is a stream in one direction only`);
    }
    const { resolvedRequestType: request, resolvedResponseType: response } = method;
    const types = `{ readonly request: ${request?.name ?? ''}; readonly response: ${response?.name ?? ''}${isStream ? '; readonly isStream: true' : ''} }`;
    return `${comment(method.comment, '  ')}  readonly ${memberName(method.name)}: ${types};\n`;
  });
  const fullName = service.fullName.slice(1);
  return [
    `${comment(service.comment)}export interface ${service.name} {\n${methods.join('')}}\n`,
    `export const ${memberName(service.name)}: Contract<${service.name}> = { name: '${fullName}', descriptor };\n`,
  ].join('\n');
}

function comment(text: string | null, indent = ''): string {
  const running = (text ?? '').replaceAll(/\s*\n\s*/g, ' ').trim();
  return running === '' ? '' : `${indent}/** ${running.replaceAll('*/', '* /')} */\n`;
}
