import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import { API_RELEASE } from '@pilothouse/kinds/definition/releases.js';
import type { ShownFlags } from '@pilothouse/runtime/component-pages/pages.js';
import type { AboutProgram } from '@pilothouse/runtime/metrics/server.js';
import type { Resolved } from './flag-command.js';

/** Adds what a program shows of itself at `/statusz` and `/flagz`. */
export function withAbout<Options extends { readonly domain: DomainOptions; readonly about?: AboutProgram }>(
  component: string,
  resolved: Resolved<Options>,
  flags: ShownFlags,
): Resolved<Options> {
  if (!resolved.ok) return resolved;
  const group = createDomain(resolved.options.domain).group('config');
  return { ...resolved, options: { ...resolved.options, about: { component, group, release: API_RELEASE, flags } } };
}
