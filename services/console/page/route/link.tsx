import type { ComponentChildren } from 'preact';
import { go } from './location.js';
import { formatRoute, type Route } from './route.js';

interface LinkProps {
  readonly to: Route;
  readonly class?: string;
  /** Marks the link of the present view. */
  readonly current?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a view. Clicks with a modifier key open it in a tab, as for any link. */
export function Link({ to, children, current, ...props }: LinkProps) {
  return (
    <a
      {...props}
      href={formatRoute(to)}
      aria-current={current === true ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
