import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A modal dialogue. The browser keeps the focus inside; Escape closes it. */
export function Dialog({ label, onClose, children, ...props }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key arrives, which belongs to the dialog.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      class={props.class}
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        // The backdrop is the element itself.
        if (event.target === dialog.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
