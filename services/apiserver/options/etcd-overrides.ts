import type { FlagDefinition } from '@pilothouse/flags/definition.js';
import { problemOfServers } from '@pilothouse/flags/parse-value.js';

/** A resource whose objects are stored in another etcd cluster. */
export interface EtcdOverride {
  /** Empty for the core group. */
  readonly group: string;
  readonly resource: string;
  readonly servers: readonly string[];
}

/** Parses `group/resource#server;server`, with an empty group for the core group. Unknown resources are not checked here. */
export function parseEtcdOverrides(
  texts: readonly string[],
):
  | { readonly ok: true; readonly overrides: readonly EtcdOverride[] }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const overrides = texts.map(parseOverride);
  const seen = new Set<string>();
  const problems = overrides.flatMap((override, index) => {
    const text = JSON.stringify(texts[index]);
    if (override === undefined) return [`${text} is not of the form group/resource#server;server`];
    const wrong = problemOfServers(override.servers);
    if (wrong !== undefined) return [`${text}: servers ${wrong}`];
    const name = `${override.group}/${override.resource}`;
    if (seen.has(name)) return [`${name} is named twice`];
    seen.add(name);
    return [];
  });
  if (problems.length > 0) return { ok: false, problems: problems.map((problem) => `--${FLAG_NAME}: ${problem}`) };
  return { ok: true, overrides: overrides.filter((override) => override !== undefined) };
}

function parseOverride(text: string): EtcdOverride | undefined {
  const [, group = '', resource = '', servers = ''] = /^([^/#]*)\/([^/#]+)#(.+)$/.exec(text) ?? [];
  return resource === '' ? undefined : { group, resource, servers: servers.split(';') };
}

const FLAG_NAME = 'etcd-servers-overrides';

export const ETCD_OVERRIDES_FLAG = {
  name: FLAG_NAME,
  type: 'list',
  group: 'Storage',
  help: 'Etcd servers of individual resources, each as group/resource#servers, such as /events#https://a:2379;https://b:2379. The core group is empty. Servers are separated by semicolons. The prefix and credentials are those of --etcd-prefix and --etcd-username, --etcd-certfile and --etcd-cafile. Existing objects are not moved.',
} as const satisfies FlagDefinition;
