import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { onlyServed, servedByDefault } from '@pilothouse/apiserver/registry/served.js';
import { builtInResources, virtualResources } from '@pilothouse/kinds/built-in.js';
import { ALL_VERBS, type ServedDefinition } from '@pilothouse/kinds/definition/definition.js';

/** The markers around the table in docs/resources.md. */
const [START, END] = ['<!-- resources -->', '<!-- /resources -->'];

const HEADINGS = ['API', 'Kind', 'Resource', 'Scope', 'Verbs', 'Subresources'];

/** Updates the table of served resources in the page. Throws if a marker is missing. */
export function withResources(page: string): string {
  const [before, rest] = split(page, START);
  const [, after] = split(rest, END);
  return `${before}${START}\n\n${resourceTable(byDefault())}\n${END}${after}`;
}

function byDefault(): readonly ServedDefinition[] {
  const domain = createDomain();
  return onlyServed<ServedDefinition>([...builtInResources(domain), ...virtualResources(domain)], servedByDefault);
}

/** A Markdown table with one row for each resource, in the given order. */
export function resourceTable(definitions: readonly ServedDefinition[]): string {
  const [heading, ...rows] = [HEADINGS, ...definitions.map(cells)].map((row) => `| ${row.join(' | ')} |`);
  return [heading, `|${'---|'.repeat(HEADINGS.length)}`, ...rows, ''].join('\n');
}

function cells(definition: ServedDefinition): string[] {
  const { kind, resource, shortNames, scope, subresources } = definition;
  return [
    versions(definition),
    kind,
    [resource, ...shortNames].map(code).join(', '),
    scope === 'Namespaced' ? 'namespace' : 'cluster',
    verbsOf(definition),
    Object.entries(subresources)
      .map(([name, { verbs }]) => `${code(name)} (${verbs.join(', ')})`)
      .join(', '),
  ];
}

function versions({ group, versions }: ServedDefinition): string {
  const served = versions.filter((version) => version.served !== false);
  const each = served.map(({ name, deprecated }) => {
    const version = code(group === '' ? name : `${group}/${name}`);
    return deprecated === undefined ? version : `${version} (deprecated)`;
  });
  return each.join(', ');
}

/** `all`, `all but` a few, or a list. */
function verbsOf({ verbs }: ServedDefinition): string {
  const lacking = ALL_VERBS.filter((verb) => !verbs.includes(verb));
  if (lacking.length === 0) return 'all';
  return lacking.length < verbs.length ? `all but ${lacking.join(', ')}` : verbs.join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/resources.md has no line ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
