import type { Audit } from '../audit/audit.js';
import type { ConfigureAuditOptions } from '../audit/configured.js';
import type { ServerOptions } from '../options/server-options.js';

/** Loads the audit code only if auditing is enabled. */
export async function auditOf(
  { audit }: Pick<ServerOptions, 'audit'>,
  parts: ConfigureAuditOptions,
): Promise<Audit | undefined> {
  if (audit === undefined) return undefined;
  const { configuredAudit } = await import('../audit/configured.js');
  return configuredAudit(audit, parts);
}
