import type { KubeconfigUsers } from '@pilothouse/client/kubeconfig.js';
import type { WebhookIdentity } from '@pilothouse/webhook-client/endpoint.js';

/**
 * Finds the user of a kubeconfig as which the server calls a webhook, as in Kubernetes. The name of a user is the host and
 * port of webhooks; `*.` stands for further labels in front, and a port 443 may be absent. `*` is for all other webhooks, and
 * the user of the current context for the rest.
 */
export function identifierOf({ credentials, current }: KubeconfigUsers): (authority: string) => WebhookIdentity {
  return (authority) => {
    const name = candidates(authority, current).find((each) => credentials.has(each));
    const found = name === undefined ? undefined : credentials.get(name);
    return found === undefined ? {} : { credentials: found };
  };
}

function candidates(authority: string, current: string | undefined): readonly string[] {
  const host = authority.endsWith(':443') ? [authority.slice(0, -':443'.length)] : [];
  return [authority, ...host].flatMap(namesOf).concat('*', current ?? []);
}

/** `a.b.c`, `*.b.c`, `*.c`. */
function namesOf(name: string): string[] {
  const labels = name.split('.');
  return [name, ...labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`)];
}
