import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { ROOT } from './root.js';

/** `deploy/` of the repository. */
export const DEPLOY = join(ROOT, 'deploy');

export type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully';

/** The parts of a Compose service that the tests use. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly restart?: string;
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** As `source:target` or `source:target:ro`. */
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: Condition }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
  readonly stop_signal?: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** `deploy/compose.yaml` with resolved anchors and merge keys, and with the defaults of its variables. */
export function readCompose(): ComposeFile {
  const text = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
  const { value, duplicates } = parseYaml(text);
  // Keys of a service that override merged ones are not duplicates.
  if (duplicates.length > 0) throw new Error(`compose.yaml has duplicate keys: ${JSON.stringify(duplicates)}`);
  return value as unknown as ComposeFile;
}

export interface Mount {
  /** A path below `deploy/` that begins with `.`, or the name of a volume. */
  readonly source: string;
  readonly target: string;
  readonly isReadOnly: boolean;
}

export function mountsOf({ volumes = [] }: ComposeService): Mount[] {
  return volumes.map((volume) => {
    const [source = '', target = '', mode] = volume.split(':');
    return { source, target, isReadOnly: mode === 'ro' };
  });
}
