import assert from 'node:assert/strict';

/** Programs that tests run, by the environment variables with their paths. `npm test` sets these. */
export type Tool =
  | 'CHROMIUM'
  | 'CURL'
  | 'ETCD'
  | 'ETCDCTL'
  | 'ETCD_NEW'
  | 'FISH'
  | 'HAPROXY'
  | 'HELM'
  | 'JQ'
  | 'KUBECTL'
  | 'KUBECTL_OLD'
  | 'OPENSSL'
  | 'PROMETHEUS'
  | 'PROMTOOL'
  | 'PYTHON'
  | 'RCLONE'
  | 'ZSH';

/** A suite that needs programs. Without them it is skipped; in CI it fails. */
export function describeWith(tools: readonly Tool[], title: string, define: () => void): void {
  const missing = tools.filter((tool) => !process.env[tool]);
  if (missing.length === 0) {
    describe(title, define);
    return;
  }
  describe(title, () => {
    const names = missing.join(' and ');
    if (process.env['CI']) it(`has ${names}`, () => assert.fail(`${names} must name a program`));
    else it.skip(`needs ${names} to name a program`);
  });
}

/** The path of a program that the enclosing suite needs. */
export function toolPath(tool: Tool): string {
  const path = process.env[tool];
  assert.ok(path, `${tool} must name a program`);
  return path;
}
