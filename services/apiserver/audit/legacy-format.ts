import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';

/** An event as one line of text: part of what it says, as `--audit-log-format=legacy` has it in Kubernetes. */
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
  return `${time} AUDIT: ${fields.map(([name, value]) => `${name}=${quoted(value)}`).join(' ')}`;
}

function listed(texts: readonly string[]): string {
  return texts.map(quoted).join(',');
}

const SHORT = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

/** In quotes as Go's `%q` has it: one line, whatever a client has sent. */
function quoted(text: string): string {
  const shown = text.replaceAll(/["\\\p{C}\p{Z}]/gu, (character) => {
    if (character === ' ') return character;
    const short = SHORT.get(character);
    if (short !== undefined) return short;
    const code = character.codePointAt(0) ?? 0;
    const [letter, digits] = code < 0x80 ? ['x', 2] : code > 0xffff ? ['U', 8] : ['u', 4];
    return `\\${letter}${code.toString(16).padStart(digits, '0')}`;
  });
  return `"${shown}"`;
}
