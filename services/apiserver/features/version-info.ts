import { arch, platform } from 'node:process';
import { API_RELEASE, releaseParts } from '@pilothouse/kinds/definition/releases.js';

export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** Version information as Kubernetes formats it. `version` is that of the program, such as `0.1.0`. */
export function versionInfo(version: string): VersionInfo {
  const { major, minor } = releaseParts(API_RELEASE);
  return {
    major: String(major),
    minor: String(minor),
    gitVersion: `v${API_RELEASE}.0+pilothouse.${version}`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: `node ${process.version}`,
    platform: `${platform}/${arch === 'x64' ? 'amd64' : arch}`,
  };
}
