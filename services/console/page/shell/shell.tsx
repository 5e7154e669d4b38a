import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Route } from '../route/route.js';
import { formatRoute } from '../route/route.js';
import { Sidebar } from './sidebar.js';
import { TopBar } from './top-bar.js';

/** The frame of every view. On a phone, the navigation opens over the view. */
export function Shell({ route, children }: { readonly route: Route; readonly children: ComponentChildren }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const url = formatRoute(route);
  useEffect(() => setMenuOpen(false), [url]);
  return (
    <div class={isMenuOpen ? 'shell menu-open' : 'shell'}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <TopBar isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} />
      <Sidebar route={route} />
      <main id="main" class="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
