import { goQuote } from '@pilothouse/apimachinery/json/go-escape.js';
import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';

/** An event as one line of text, in Kubernetes' `--audit-log-format=legacy`. */
export function legacyText(event: Event): string {
  const { user, impersonatedUser, objectRef, responseStatus, sourceIPs = [] } = event;
  const fields: readonly (readonly [name: string, value: string])[] = [
    ['id', event.auditID],
    ['stage', event.stage],
    ['ip', sourceIPs[0] ?? '<unknown>'],
    ['method', event.verb],
    ['user', user.username || '<none>'],
    ['groups', user.username && user.groups?.length ? listed(user.groups) : '<none>'],
    ['as', impersonatedUser === undefined ? '<self>' : (impersonatedUser.username ?? '')],
    ['asgroups', impersonatedUser?.groups === undefined ? '<lookup>' : listed(impersonatedUser.groups)],
    ['user-agent', event.userAgent ?? ''],
    ['namespace', objectRef?.namespace || '<none>'],
    ['uri', event.requestURI],
    ['response', responseStatus === undefined ? '<deferred>' : String(responseStatus.code ?? 0)],
  ];
  const time = (event.requestReceivedTimestamp ?? '').replace(/\.?0*Z$/, 'Z');
  return `${time} AUDIT: ${fields.map(([name, value]) => `${name}=${goQuote(value)}`).join(' ')}`;
}

function listed(texts: readonly string[]): string {
  return texts.map(goQuote).join(',');
}
