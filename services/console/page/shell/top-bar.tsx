import { signOut } from '../api/request.js';
import { usePage } from '../context.js';
import { Link } from '../route/link.js';
import { Icon } from './icons.js';
import { NamespacePicker } from './namespace-picker.js';
import { toggleTheme } from './theme.js';

interface TopBarProps {
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}

/** The line above every view. */
export function TopBar({ isMenuOpen, onMenu, onSearch }: TopBarProps) {
  const { session } = usePage();
  const leave = async (): Promise<void> => {
    const { end = '/' } = await signOut();
    location.assign(end);
  };
  return (
    <header class="top">
      <button class="quiet menu" type="button" aria-label="Resources" aria-expanded={isMenuOpen} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <Link to={{ view: 'home' }} class="brand">
        <Icon name="wheel" />
        <span>Pilothouse</span>
      </Link>
      <NamespacePicker />
      <button class="find" type="button" aria-keyshortcuts="Meta+K Control+K" onClick={onSearch}>
        <Icon name="search" />
        <span>Search</span>
        <kbd>{navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <span class="space" />
      <span class="user" title={session.server}>
        {session.user}
      </span>
      <button class="quiet" type="button" aria-label="Change between light and dark" onClick={toggleTheme}>
        <Icon name="theme" />
      </button>
      <button class="quiet" type="button" aria-label="Sign out" onClick={() => void leave()}>
        <Icon name="out" />
      </button>
    </header>
  );
}
