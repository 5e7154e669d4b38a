import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Route } from '../route/route.js';
import { formatRoute } from '../route/route.js';
import { Palette } from '../search/palette.js';
import { useNames } from '../search/use-names.js';
import { Sidebar } from './sidebar.js';
import { TopBar } from './top-bar.js';

/** The frame of every view. On a phone, the navigation opens over the view. */
export function Shell({ route, children }: { readonly route: Route; readonly children: ComponentChildren }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const names = useNames(isSearching);
  const url = formatRoute(route);
  useEffect(() => setMenuOpen(false), [url]);
  // Before the first paint, so that no key is lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || (!event.metaKey && !event.ctrlKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div class={isMenuOpen ? 'shell menu-open' : 'shell'}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <TopBar isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} onSearch={() => setSearching(true)} />
      <Sidebar route={route} />
      <main id="main" class="main" tabIndex={-1}>
        {children}
      </main>
      {isSearching && <Palette names={names} onClose={() => setSearching(false)} />}
    </div>
  );
}
