import { versionInfo } from '@pilothouse/apiserver/features/version-info.js';
import { VERSION } from '@pilothouse/runtime/version.js';
import { Option } from 'commander';

const CHOICES = ['true', 'false', 'raw'];

/** The `--version` flag of Kubernetes' programs. Its values are added to `given`. */
export function versionOption(given: string[]): Option {
  const option = new Option(
    `--version [${CHOICES.join('|')}]`,
    'Print the version and exit; raw prints all version information.',
  );
  option.helpGroup('Output:').choices(CHOICES).preset('true');
  const check = option.parseArg;
  return option.argParser((text: string) => {
    check?.(text, undefined);
    given.push(text);
    return text;
  });
}

/** The text for the last value of the flag; undefined if the command must run. */
export function versionText(given: readonly string[]): string | undefined {
  const last = given.at(-1) ?? 'false';
  if (last === 'false') return undefined;
  return last === 'raw' ? `${JSON.stringify(versionInfo(VERSION))}\n` : `pilothouse ${VERSION}\n`;
}
