import { join } from 'node:path';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { unreadableFiles } from '@pilothouse/flags/files.js';
import type { FlagCommand } from '../flag-command.js';
import type { Terminal } from '../terminal.js';
import { SERVICE_ACCOUNT_FLAGS, TOKEN_FLAGS, USER_FLAGS, type CommonValues } from './kubeconfig-flags.js';
import type { AccountToken } from './kubeconfig-service-account.js';
import type { CertificateUser } from './kubeconfig-user.js';
import type { WriteOptions } from './kubeconfig-write.js';

export interface KubeconfigContext {
  readonly terminal: Terminal;
  readonly now: () => Date;
  /** Reads the standard input to its end; rejects when the signal aborts before that. */
  readonly input: (signal: AbortSignal) => Promise<string>;
}

interface UserOptions extends WriteOptions {
  readonly certificate: CertificateUser;
}

/** `pilothouse kubeconfig user`: with a client certificate. Modules are imported on use, in all commands. */
export function kubeconfigUser({ terminal, now }: KubeconfigContext): FlagCommand<typeof USER_FLAGS, UserOptions> {
  return {
    name: 'user',
    description: 'write a kubeconfig with a new client certificate',
    table: USER_FLAGS,
    argument: { name: 'name', help: 'Name of the user.' },
    examples: [
      'pilothouse kubeconfig user jane --group devs --group qa --duration 24h --out jane.kubeconfig',
      'kubectl --kubeconfig jane.kubeconfig auth whoami',
    ],
    resolve({ values, argument: name }) {
      const { group: groups = [], duration, namespace, 'data-dir': dataDir } = values;
      const { 'client-ca-file': certFile, 'client-ca-key-file': keyFile } = values;
      const problems = [
        ...textProblems('the name', name, { isInCertificate: true }),
        ...groups.flatMap((group) => textProblems('--group', group, { isInCertificate: true })),
        ...(duration > 0 ? [] : ['--duration must be greater than 0']),
        ...((certFile === undefined) === (keyFile === undefined)
          ? []
          : ['--client-ca-file and --client-ca-key-file must be set together']),
        ...namespaceProblems(namespace),
        ...commonProblems(USER_FLAGS, values),
      ];
      if (problems.length > 0) return { ok: false, problems };
      const authority = {
        certFile: certFile ?? join(dataDir, 'certificates', 'ca.crt'),
        keyFile: keyFile ?? join(dataDir, 'certificates', 'ca.key'),
      };
      const certificate = { name, groups, duration: duration * 1000, authority };
      return { ok: true, options: { ...writeOptions(values, name, namespace), certificate } };
    },
    async run(options) {
      if (options.certificate.groups.includes('system:masters')) {
        terminal.err('warning: members of system:masters may do everything, regardless of roles and bindings\n');
      }
      const [{ issueUser }, { writeNewKubeconfig }] = await Promise.all([
        import('./kubeconfig-user.js'),
        import('./kubeconfig-write.js'),
      ]);
      return writeNewKubeconfig(options, () => issueUser(options.certificate, now()), terminal);
    },
  };
}

interface TokenOptions extends WriteOptions {
  readonly tokenFile: string;
}

/** `pilothouse kubeconfig token`: with an existing token. */
export function kubeconfigToken({ terminal, input }: KubeconfigContext): FlagCommand<typeof TOKEN_FLAGS, TokenOptions> {
  return {
    name: 'token',
    description: 'write a kubeconfig with a bearer token',
    table: TOKEN_FLAGS,
    argument: { name: 'name', help: 'Name of the user in the kubeconfig. The token determines the actual user.' },
    examples: ['pilothouse kubeconfig token bob --token-file bob.token --out bob.kubeconfig'],
    resolve({ values, argument: name }) {
      const { 'token-file': tokenFile, namespace } = values;
      const problems = [
        ...textProblems('the name', name),
        ...(tokenFile === undefined ? ['--token-file is required'] : []),
        ...namespaceProblems(namespace),
        ...commonProblems(TOKEN_FLAGS, values),
      ];
      if (problems.length > 0 || tokenFile === undefined) return { ok: false, problems };
      return { ok: true, options: { ...writeOptions(values, name, namespace), tokenFile } };
    },
    async run(options, stop) {
      const [{ readToken }, { writeNewKubeconfig }] = await Promise.all([
        import('./kubeconfig-token.js'),
        import('./kubeconfig-write.js'),
      ]);
      return writeNewKubeconfig(options, () => readToken(options.tokenFile, () => input(stop)), terminal);
    },
  };
}

interface ServiceAccountOptions extends WriteOptions {
  readonly account: AccountToken;
}

/** `pilothouse kubeconfig service-account`: with a token that the server issues. */
export function kubeconfigServiceAccount({
  terminal,
}: KubeconfigContext): FlagCommand<typeof SERVICE_ACCOUNT_FLAGS, ServiceAccountOptions> {
  return {
    name: 'service-account',
    description: 'write a kubeconfig with a new token of a service account',
    table: SERVICE_ACCOUNT_FLAGS,
    argument: { name: 'name', help: 'Name of the service account.' },
    examples: ['pilothouse kubeconfig service-account robot -n default --duration 24h --out robot.kubeconfig'],
    resolve({ values, argument: name }) {
      const { namespace, duration, audience: audiences = [] } = values;
      const problems = [
        ...dnsSubdomain(name).map((problem) => `the name ${JSON.stringify(name)} ${problem}`),
        ...namespaceProblems(namespace),
        ...commonProblems(SERVICE_ACCOUNT_FLAGS, values),
      ];
      if (problems.length > 0) return { ok: false, problems };
      const seconds = duration === undefined ? undefined : Math.ceil(duration);
      const account = { namespace, name, audiences, ...(seconds !== undefined && { seconds }) };
      return { ok: true, options: { ...writeOptions(values, `${namespace}:${name}`, namespace), account } };
    },
    async run(options, stop) {
      const [{ requestToken }, { readConnection }, { writeNewKubeconfig }] = await Promise.all([
        import('./kubeconfig-service-account.js'),
        import('./kubeconfig-server.js'),
        import('./kubeconfig-write.js'),
      ]);
      const make = async () => requestToken(options.account, await readConnection(options.server), stop);
      return writeNewKubeconfig(options, make, terminal);
    },
  };
}

function writeOptions(values: CommonValues, name: string, namespace: string | undefined): WriteOptions {
  const { context, server: url, 'certificate-authority': authorityFile, out, force } = values;
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    server: {
      from: values.from ?? join(values['data-dir'], 'kubeconfig'),
      ...(context !== undefined && { context }),
      ...(url !== undefined && { url }),
      ...(authorityFile !== undefined && { authorityFile }),
    },
    out,
    force,
  };
}

function commonProblems(table: FlagTable, values: CommonValues): string[] {
  const { server } = values;
  const isUrl = server === undefined || (server.startsWith('https://') && URL.canParse(server));
  return [
    ...(isUrl ? [] : [`--server ${JSON.stringify(server)} must be an https URL`]),
    ...unreadableFiles(table, values),
  ];
}

function namespaceProblems(namespace: string | undefined): string[] {
  return namespace === undefined ? [] : dnsLabel(namespace).map((problem) => `--namespace "${namespace}" ${problem}`);
}

/** RFC 5280, appendix A: the upper bounds of commonName and organizationName in characters. */
const MAX_NAME_LENGTH = 64;

function textProblems(what: string, text: string, { isInCertificate = false } = {}): string[] {
  const say = (problem: string): string[] => [`${what} ${JSON.stringify(text)} ${problem}`];
  if (text.trim() === '') return say('must not be empty');
  if (/\p{Cc}/u.test(text)) return say('must not contain control characters, such as line breaks');
  if (isInCertificate && Array.from(text).length > MAX_NAME_LENGTH) {
    return say(`is longer than ${MAX_NAME_LENGTH} characters, the limit of X.509`);
  }
  return [];
}
