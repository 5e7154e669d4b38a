import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { toolPath } from './needs.js';

/**
 * HAProxy in front of replicas: it forwards TCP and polls the readiness of each server. If all checks are late, as on a
 * busy machine, it uses all servers.
 */
export interface LoadBalancer {
  readonly port: number;
  readonly pid: () => number;
  /** The servers that it takes for down, with the result of the last check, such as `L6TOUT after 1000 ms`. */
  readonly down: () => Promise<ReadonlyMap<string, string>>;
  /** Resolves once this many servers are ready for new connections. */
  readonly leads: (servers: number) => Promise<void>;
  /** Starts a new process, which takes over the ports. The former one closes its connections after a few seconds, and ends. */
  readonly reload: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * What happens to the connections of a server that no longer answers: by default they stay open. `end` closes them after three
 * failed checks, so that clients reconnect elsewhere, and `endLater` does so at the times of deploy/haproxy/haproxy.cfg. Connections of a
 * server that answers "not ready" stay open in all cases.
 */
export type Hung = 'leave' | 'end' | 'endLater';

/** Seconds after a reload in which the former process still serves its connections. */
const LAST_SECONDS = 5;

const CHECKS: Readonly<Record<Hung, string>> = {
  leave: `
  timeout check 5s
  default-server check check-ssl verify none inter 250ms fall 2 rise 1
`,
  end: `
  timeout check 2s
  http-check expect status 200 error-status L7OKC
  default-server check check-ssl verify none inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
`,
  endLater: `
  timeout check 5s
  http-check expect status 200 error-status L7OKC
  default-server check check-ssl verify none inter 2s fall 3 rise 1 on-marked-down shutdown-sessions
`,
};

const configuration = (port: number, status: number, servers: readonly number[], hung: Hung): string => `
global
  hard-stop-after ${LAST_SECONDS}s
defaults
  mode tcp
  timeout connect 5s
  timeout client 10m
  timeout server 10m
  option redispatch 1
frontend api
  bind 127.0.0.1:${port}
  default_backend apiservers
backend apiservers
  balance roundrobin
  option httpchk GET /readyz
  option allbackups${CHECKS[hung]}${servers.map((server) => `  server s${server} 127.0.0.1:${server}`).join('\n')}
${servers.map((server) => `  server unasked${server} 127.0.0.1:${server} no-check backup`).join('\n')}
frontend status
  mode http
  timeout http-request 5s
  bind 127.0.0.1:${status}
  stats enable
  stats uri /
`;

/** Starts it in front of servers on these ports of the loopback interface. */
export async function startLoadBalancer(
  directory: string,
  servers: readonly number[],
  hung: Hung = 'leave',
): Promise<LoadBalancer> {
  const [port, status] = await Promise.all([freePort(), freePort()]);
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, configuration(port, status, servers, hung));
  let said = '';
  const run = (...more: readonly string[]): Running => {
    const args = ['-db', '-q', '-f', file, ...more];
    const child = spawn(toolPath('HAPROXY'), args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const orphan = (): void => void child.kill('SIGKILL');
    process.once('exit', orphan);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = once(child, 'close').finally(() => process.off('exit', orphan));
    return { child, ended };
  };
  let current = run();
  const former = new Set<Running>();
  /** Its statistics of the servers, by column. */
  const rows = async (): Promise<readonly ReadonlyMap<string, string>[]> => {
    const text = await fetch(`http://127.0.0.1:${status}/;csv`).then(
      (response) => response.text(),
      () => '',
    );
    const [head = '', ...lines] = text.split('\n');
    const columns = head.replace(/^# /, '').split(',');
    return lines
      .filter((line) => /^apiservers,s\d+,/.test(line))
      .map((line) => new Map(line.split(',').map((value, index) => [columns[index] ?? '', value])));
  };
  /** How many servers it considers ready. */
  const ready = async (): Promise<number> => {
    if (current.child.exitCode !== null) throw new Error(`haproxy exited: ${said}`);
    return (await rows()).filter((row) => row.get('status') === 'UP').length;
  };
  return {
    port,
    pid: () => current.child.pid ?? 0,
    async down() {
      const down = (await rows()).filter((row) => row.get('status')?.startsWith('DOWN'));
      const about = (row: ReadonlyMap<string, string>): string =>
        `${row.get('check_status')} after ${row.get('check_duration')} ms`;
      return new Map(down.map((row) => [row.get('svname') ?? '', about(row)]));
    },
    leads: (wanted) => eventually(async () => (await ready()) === wanted, `a balancer that leads to ${wanted}`),
    async reload() {
      const old = current;
      former.add(old);
      void old.ended.finally(() => former.delete(old));
      current = run('-sf', String(old.child.pid));
      await eventually(async () => (await ready()) > 0, 'a balancer that serves after its reload');
    },
    async stop() {
      const all = [current, ...former];
      for (const { child } of all) child.kill('SIGKILL');
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}
