import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import type { ConnectCall } from '@pilothouse/kinds/definition/connect.js';
import { objectKey } from '../../registry/keys.js';
import { listEntries } from '../../registry/list.js';
import type { RequestContext } from '../../request/context.js';
import type { ResourceRequest } from '../../request/info.js';
import type { Scope } from '../scope.js';

/** The request for a connection, as a kind sees it. */
export function connectCall(
  { actions, domain, connections }: Pick<Scope, 'actions' | 'domain' | 'connections'>,
  { signal }: RequestContext,
  { namespace, name }: ResourceRequest,
  options: JsonObject,
): ConnectCall {
  return {
    name,
    namespace,
    options,
    domain,
    random: connections.random,
    async read(wanted, named) {
      const resource = actions.resourceOf(wanted);
      if (resource === undefined || dnsSubdomain(named).length > 0) throw notFound(wanted, named);
      const { definition, store, stored } = resource;
      const { entry } = await store.get(objectKey(definition, namespace, named), { signal });
      if (entry === undefined) throw notFound(wanted, named);
      return stored.decode(entry);
    },
    async list(wanted, labels) {
      const resource = actions.resourceOf(wanted);
      if (resource === undefined) return [];
      const selected = selectorFromObject({ matchLabels: { ...labels } }, '');
      if (!selected.ok) return [];
      const selection = { labels: selected.selector, fields: undefined };
      const all = { selection, limit: undefined, start: undefined, revision: undefined };
      const { entries } = await listEntries(resource, { namespace, ...all, signal });
      return entries.map((entry) => resource.stored.decode(entry));
    },
  };
}
