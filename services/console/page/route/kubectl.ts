import type { Resource } from '../api/discovery.js';
import { resourceName } from '../api/discovery.js';

/** A word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function command(...words: readonly string[]): string {
  return ['kubectl', ...words.map(shellWord)].join(' ');
}

function scope({ namespaced }: Resource, namespace: string): string[] {
  if (!namespaced) return [];
  return namespace === '' ? ['--all-namespaces'] : ['--namespace', namespace];
}

/** The command that shows a list and its changes. */
export function getCommand(
  resource: Resource,
  options: { readonly namespace: string; readonly labels?: string },
): string {
  const { namespace, labels = '' } = options;
  return command(
    'get',
    resourceName(resource),
    ...scope(resource, namespace),
    ...(labels === '' ? [] : ['--selector', labels]),
    '--watch',
  );
}

export interface ObjectOf {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

/** The command that shows an object. */
export function objectCommand(
  verb: 'get' | 'edit' | 'delete' | 'events',
  { resource, namespace, name }: ObjectOf,
): string {
  const target = `${resourceName(resource)}/${name}`;
  switch (verb) {
    case 'get':
      return command('get', target, ...scope(resource, namespace), '--output', 'yaml', '--show-managed-fields');
    case 'edit':
    case 'delete':
      return command(verb, target, ...scope(resource, namespace));
    case 'events':
      return command('events', '--for', target, ...scope(resource, namespace));
  }
}
