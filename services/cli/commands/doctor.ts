import { FLAGS } from '@pilothouse/apiserver/options/flags.js';
import { OUTPUT_FLAG } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';
import type { CertificatePaths } from '../doctor/certificate-files.js';
import type { DoctorOptions } from '../doctor/diagnose.js';
import { exitCodeOf } from '../doctor/finding.js';
import { jsonReport, textReport } from '../doctor/report.js';
import type { FlagCommand } from '../flag-command.js';
import { createProgress, type ProgressContext } from '../progress.js';

/** Flags of the API server, with the same values. */
const SHARED = [
  'data-dir',
  'storage-quota-bytes',
  'etcd-servers',
  'etcd-cafile',
  'etcd-certfile',
  'etcd-keyfile',
  'etcd-username',
  'etcd-password-file',
  'tls-cert-file',
  'tls-private-key-file',
  'client-ca-file',
] as const;

type SharedFlag = Extract<(typeof FLAGS)[number], { readonly name: (typeof SHARED)[number] }>;

const isShared = (flag: (typeof FLAGS)[number]): flag is SharedFlag => SHARED.some((name) => name === flag.name);

const OWN_FLAGS = [
  {
    name: 'tls-server-names',
    type: 'list',
    group: 'Serving',
    help: 'Names and addresses by which clients connect. --tls-cert-file must be for all of them.',
  },
  {
    name: 'kubeconfig',
    type: 'path',
    defaultText: 'kubeconfig in the data directory',
    group: 'API server',
    help: 'Kubeconfig for the server to check.',
  },
  {
    name: 'context',
    type: 'text',
    defaultText: 'its current context',
    group: 'API server',
    help: 'Context of the kubeconfig.',
  },
  {
    name: 'deep',
    type: 'boolean',
    default: 'false',
    group: 'Storage',
    help: 'Compare the data of the members of etcd by their hashes. Each member reads its whole database for this.',
  },
  OUTPUT_FLAG,
] as const satisfies FlagTable;

export const DOCTOR_FLAGS: readonly (SharedFlag | (typeof OWN_FLAGS)[number])[] = [
  ...FLAGS.filter(isShared),
  ...OWN_FLAGS,
];

type Values = ValuesOf<typeof DOCTOR_FLAGS>;

interface Options extends DoctorOptions {
  readonly output: Values['output'];
}

export interface DoctorContext extends ProgressContext {
  readonly now: () => Date;
}

/** `pilothouse doctor`: checks an installation, and says what to do about each problem. */
export function doctorCommand({ terminal, elapsed, now }: DoctorContext): FlagCommand<typeof DOCTOR_FLAGS, Options> {
  return {
    name: 'doctor',
    description: 'check a data directory, certificates, etcd, an API server and the clocks',
    table: DOCTOR_FLAGS,
    examples: [
      'pilothouse doctor --data-dir /var/lib/pilothouse',
      'pilothouse doctor --etcd-servers https://etcd-1:2379,https://etcd-2:2379,https://etcd-3:2379 --etcd-cafile ca.crt \\\n    --etcd-certfile client.crt --etcd-keyfile client.key --kubeconfig admin.kubeconfig',
    ],
    resolve({ values, texts }) {
      const problems = problemsOf(values);
      if (problems.length > 0) return { ok: false, problems };
      return { ok: true, options: { ...optionsOf(values, texts.has('data-dir')), output: values.output } };
    },
    async run({ output, ...options }) {
      // The package etcd3 has IP addresses as TLS server names, of which Node warns.
      process.noDeprecation = true;
      const { diagnose } = await import('../doctor/diagnose.js');
      const progress = createProgress(terminal, elapsed);
      const findings = await diagnose(options, now, (done, total) =>
        progress.report({ label: 'Reading the store', done, total }),
      ).finally(progress.end);
      terminal.out(output === 'json' ? jsonReport(findings) : textReport(findings, terminal.hasColours));
      return exitCodeOf(findings);
    },
  };
}

/** Flags that need another one. */
const NEEDS = [
  ['tls-private-key-file', 'tls-cert-file'],
  ['tls-server-names', 'tls-cert-file'],
  ['etcd-cafile', 'etcd-servers'],
  ['etcd-certfile', 'etcd-keyfile'],
  ['etcd-keyfile', 'etcd-certfile'],
  ['etcd-username', 'etcd-password-file'],
  ['etcd-password-file', 'etcd-username'],
  ['context', 'kubeconfig'],
] as const;

function problemsOf(values: Values): string[] {
  const missing = NEEDS.filter(([flag, needed]) => values[flag] !== undefined && values[needed] === undefined);
  return [
    ...missing.map(([flag, needed]) => `--${flag} requires --${needed}`),
    ...(values.deep && values['etcd-servers'] === undefined ? ['--deep requires --etcd-servers'] : []),
  ];
}

function optionsOf(values: Values, isDirectoryGiven: boolean): DoctorOptions {
  const servers = values['etcd-servers'];
  return {
    dataDirectory: values['data-dir'],
    isDirectoryGiven,
    quotaBytes: values['storage-quota-bytes'],
    etcd: servers && {
      servers,
      caFile: values['etcd-cafile'],
      certFile: values['etcd-certfile'],
      keyFile: values['etcd-keyfile'],
      username: values['etcd-username'],
      passwordFile: values['etcd-password-file'],
      isDeep: values.deep,
    },
    certificates: certificatesOf(values),
    kubeconfig: values.kubeconfig,
    context: values.context,
  };
}

function certificatesOf(values: Values): CertificatePaths[] {
  const paths: CertificatePaths[] = [];
  const serving = values['tls-cert-file'];
  if (serving !== undefined) {
    const hosts = values['tls-server-names'] ?? [];
    paths.push({ flag: 'tls-cert-file', certFile: serving, keyFile: values['tls-private-key-file'], hosts });
  }
  for (const flag of ['client-ca-file', 'etcd-cafile'] as const) {
    const certFile = values[flag];
    if (certFile !== undefined) paths.push({ flag, certFile });
  }
  const client = values['etcd-certfile'];
  if (client !== undefined) {
    // Its authority is that of etcd's clients, which may be another one than --etcd-cafile.
    paths.push({ flag: 'etcd-certfile', certFile: client, keyFile: values['etcd-keyfile'] });
  }
  return paths;
}
