import { useState } from 'preact/hooks';
import { Icon } from './icons.js';

/** The kubectl command that does the same as the view. */
export function CommandStrip({ command }: { readonly command: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(command);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <footer class="command" aria-label="The same in kubectl">
      <code tabIndex={0}>{command}</code>
      <button class="quiet" type="button" onClick={() => void copy().catch(() => undefined)}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </button>
    </footer>
  );
}
