import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { ConnectSubresource, OwnKind } from '../definition/definition.js';

/** Requests below an object that are forwarded. */
export const proxied = {
  type: 'connect',
  mode: 'proxy',
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
} as const satisfies Partial<ConnectSubresource>;

/** The options of a connection. */
export function optionsKind(kind: string, schema: StructSchema): OwnKind {
  return { group: '', version: 'v1', kind, schema };
}
