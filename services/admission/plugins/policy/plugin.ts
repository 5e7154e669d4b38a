import { definePlugin } from '../../plugin.js';

/** The rules of `--policy-file`. Without it, the plugin does nothing. */
export const policyFile = definePlugin({
  name: 'Policy',
  isDefault: true,
  async create({ options: { policyFile: file }, uuid, reloads, onError, signal }) {
    if (file === undefined) return undefined;
    // The modules of CEL load slowly.
    const [{ policyPlugin }, { cpuStopwatch }] = await Promise.all([
      import('./policy-file.js'),
      import('@pilothouse/cel/evaluate/cpu-time.js'),
    ]);
    return policyPlugin({
      file,
      startClock: () => cpuStopwatch(),
      uuid,
      onError: (error) => onError(error, file),
      onReload: reloads?.of('policy-file'),
      signal,
    });
  },
});
