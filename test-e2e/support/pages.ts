import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBlocks, readFiles, type Block, type Example, type PageFile } from './console.js';
import { describeWith, type Tool } from './needs.js';
import { ROOT } from './root.js';

export const pageText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Every page with commands, and the suite that runs them. */
export const SUITES: Readonly<Record<string, string>> = {
  'README.md': 'docs.test.ts',
  'deploy/README.md': 'docs.test.ts',
  'docs/admission.md': 'docs.test.ts',
  'docs/admission-policies.md': 'docs.test.ts',
  'docs/admission-webhooks.md': 'admission-webhooks.test.ts',
  'docs/audit.md': 'docs.test.ts',
  'docs/authentication.md': 'docs.test.ts',
  'docs/backup.md': 'backup.test.ts',
  'docs/certificates.md': 'certificates.test.ts',
  'docs/compatibility.md': 'docs.test.ts',
  'docs/custom-resources.md': 'docs.test.ts',
  'docs/debugging.md': 'docs.test.ts',
  'docs/doctor.md': 'doctor.test.ts',
  'docs/first-steps.md': 'docs.test.ts',
  'docs/operations.md': 'docs.test.ts',
  'docs/operator-tests.md': 'docs.test.ts',
  'docs/pod-security.md': 'docs.test.ts',
  'docs/sizing.md': 'docs.test.ts',
  'docs/upgrading.md': 'docs.test.ts',
  'helm/pilothouse/README.md': 'helm-install.test.ts',
};

/** Commands that no test runs, and why. */
export const NOT_RUN: readonly { readonly command: RegExp; readonly why: string }[] = [
  {
    command: /^pilothouse (admission|kubeconfig user system:admission-service|up --admission-control-config-file)\b/,
    why: 'admission.test.ts runs the admission service, and servers that call it, with the same flags',
  },
  {
    command: /^pilothouse doctor --etcd-servers\b/,
    why: 'doctor.test.ts runs it with an etcd of its own',
  },
  {
    command: /^pilothouse (login|logout|up --oidc-issuer-url)\b|^kubectl get pods$/,
    why: 'a user signs in at an issuer: login.test.ts plays both',
  },
  { command: /\bdocker (build|push|compose|cp)\b/, why: 'it needs a container engine' },
  { command: /\b(systemctl|journalctl|systemd-sysusers)\b/, why: 'it needs systemd' },
  { command: /^kube-controller-manager\b/, why: 'tests do not have this program of Kubernetes' },
  { command: /^kubectl .*\b(rollout status|port-forward|logs)\b/, why: 'it needs running pods' },
  {
    command: /^kubectl .*\b(cronjob|persistentvolumeclaim)s?\b/,
    why: 'the host cluster in tests has no CronJobs and claims of an installation',
  },
  {
    command: /^pilothouse certificates (?!.*(--directory|--kubeconfig))/,
    why: 'it uses the in-cluster configuration',
  },
  { command: /\b(npm (ci|install|run pack)|npx)\b/, why: 'packages.test.ts packs and installs without a registry' },
  {
    command: /^(\w+=\S+ )*npm (test|run bench|run soak)\b/,
    why: 'it takes minutes: it runs all tests, the benchmark or the soak',
  },
];

export const isRun = ({ command }: Example): boolean => !NOT_RUN.some((each) => each.command.test(command));

/** The commands of a page. A suite must take and run all of them. */
export interface Page {
  readonly path: string;
  readonly files: readonly PageFile[];
  /** The blocks of sections, or all of them, without the commands that no test runs. */
  readonly take: (...sections: readonly string[]) => Block[];
  /** The commands that have not been taken. */
  readonly left: () => readonly Block[];
}

export function readPage(path: string): Page {
  const text = pageText(path);
  let left = readBlocks(text)
    .map((block) => ({ ...block, examples: block.examples.filter(isRun) }))
    .filter(({ examples }) => examples.length > 0);
  return {
    path,
    files: readFiles(text),
    take(...sections) {
      const isWanted = ({ section }: Block): boolean => sections.length === 0 || sections.includes(section);
      const taken = left.filter(isWanted);
      if (taken.length === 0) throw new Error(`${path} has no commands left in ${sections.join()}`);
      left = left.filter((block) => !isWanted(block));
      return taken;
    },
    left: () => left,
  };
}

/** A suite that fails unless it runs every command of a page. */
export function describePage(path: string, tools: readonly Tool[], define: (page: Page) => void): void {
  describeWith(tools, path, () => {
    const page = readPage(path);
    define(page);
    after(() => {
      const left = page.left().flatMap(({ examples }) => examples.map(({ command }) => command));
      if (left.length > 0) throw new Error(`these commands were not run: ${left.join('\n')}`);
    });
  });
}
