import { spawn } from 'node:child_process';

/** Opens a URL in the browser of the user. Resolves to false if that is impossible. */
export type OpenBrowser = (url: URL) => Promise<boolean>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a browser can be opened where the user sees it. */
export function hasDisplay(environment: Environment, platform: NodeJS.Platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return !environment['SSH_CONNECTION'];
  return Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}

/** The program of the system that opens URLs. No shell sees the URL. */
export function systemBrowser(platform: NodeJS.Platform): OpenBrowser {
  const [program, ...args] =
    platform === 'darwin'
      ? ['open']
      : platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open'];
  return (url) =>
    new Promise((resolve) => {
      const child = spawn(program ?? '', [...args, url.href], { stdio: 'ignore', detached: true });
      child.once('error', () => resolve(false));
      child.once('spawn', () => resolve(true));
      child.unref();
    });
}
