import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ConnectSubresource } from '@pilothouse/kinds/definition/definition.js';
import { kindOf, subresourceKind, subresourceVerbs, type ServedResource } from '../discovery/groups.js';
import { MEDIA_TYPES } from '../negotiation/representation.js';
import type { Operation, Parameter, PathDescription } from './description.js';
import { capitalized, operationName } from './operation-names.js';
import { NAMESPACE, nameParameter, optionParameters, PRETTY, REST_OF_PATH } from './parameters.js';

type Method = Operation['method'];

export interface Connection {
  readonly served: ServedResource;
  readonly domain: Domain;
  /** Path of the object. */
  readonly item: string;
  readonly name: string;
  readonly subresource: ConnectSubresource;
}

const METHODS: Readonly<Record<ConnectSubresource['verbs'][number], Method>> = {
  create: 'post',
  delete: 'delete',
  get: 'get',
  patch: 'patch',
  update: 'put',
};

/** The paths of a connection to a running program, whose responses are those of the program. A proxy has a path below it too. */
export function connectPaths(connection: Connection): PathDescription[] {
  const { item, name, subresource } = connection;
  const methods = subresourceVerbs(subresource).map((verb) => METHODS[verb]);
  const path = `${item}/${name}`;
  switch (subresource.mode) {
    case 'log':
      return [{ path, parameters: parametersOf(connection, PRETTY), operations: [readLog(connection)] }];
    case 'upgrade':
      return [connectPath(connection, path, methods)];
    case 'proxy':
      return [
        connectPath(connection, path, [...methods, 'head', 'options']),
        connectPath(connection, `${path}/{path}`, [...methods, 'head', 'options'], REST_OF_PATH),
      ];
  }
}

function connectPath(
  connection: Connection,
  path: string,
  methods: readonly Method[],
  ...below: readonly Parameter[]
): PathDescription {
  const { served, domain, name, subresource } = connection;
  const { kind } = served.definition;
  const subject = `${subjectOf(connection)}${below.length > 0 ? 'WithPath' : ''}`;
  return {
    path,
    parameters: parametersOf(connection, ...below),
    operations: methods.map((method) => ({
      method,
      ...operationName({ ...kindOf(served), apiDomain: domain.api }, 'connect', `${capitalized(method)}${subject}`),
      description: `Connects ${method.toUpperCase()} requests to the ${name} of one ${kind}.`,
      parameters: [],
      responses: [{ code: 200 }],
      produces: ['*/*'],
      action: { name: 'connect', kind: subresourceKind(served, subresource) },
    })),
  };
}

function readLog(connection: Connection): Operation {
  const { served, domain, name, subresource } = connection;
  const [protobuf] = domain.protobufMediaTypes;
  return {
    method: 'get',
    ...operationName({ ...kindOf(served), apiDomain: domain.api }, 'read', subjectOf(connection)),
    description: `Reads the ${name} of one ${served.definition.kind}.`,
    parameters: [],
    responses: [{ code: 200 }],
    produces: ['text/plain', ...MEDIA_TYPES, protobuf],
    action: { name: 'get', kind: subresourceKind(served, subresource) },
  };
}

/** The last part of the id. */
function subjectOf({ served: { definition }, name }: Connection): string {
  return `${definition.scope === 'Namespaced' ? 'Namespaced' : ''}${definition.kind}${capitalized(name)}`;
}

function parametersOf({ served, subresource }: Connection, ...others: readonly Parameter[]): Parameter[] {
  const { kind, scope } = served.definition;
  const path = [nameParameter(kind), ...(scope === 'Namespaced' ? [NAMESPACE] : [])];
  return [...path, ...others, ...optionParameters(subresource.schema)];
}
