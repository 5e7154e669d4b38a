import { arch, platform } from 'node:process';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { json } from './negotiation/representation.js';
import { valueResponse } from './negotiation/write-entry.js';
import { API_RELEASE, releaseParts } from '../features/releases.js';
import type { Handler } from '../request/context.js';

/** `GET /version`. `version` is this program's own, such as `0.1.0`. */
export function versionHandler(version: string): Handler {
  const { major, minor } = releaseParts(API_RELEASE);
  const info = Object.assign(newObject(), {
    major: String(major),
    minor: String(minor),
    gitVersion: `v${API_RELEASE}.0+pilothouse.${version}`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: `node ${process.version}`,
    platform: `${platform}/${arch === 'x64' ? 'amd64' : arch}`,
  });
  return () => valueResponse({ value: info }, { status: 200, representation: json(true) });
}
