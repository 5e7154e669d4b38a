import { useEffect, useState } from 'preact/hooks';

/** How far an element is scrolled, and its height, in pixels. */
export function useScroll(element: { readonly current: HTMLElement | null }) {
  const [view, setView] = useState({ top: 0, height: 800 });
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = element.current ?? {};
    setView((former) =>
      former.top === scrollTop && former.height === clientHeight ? former : { top: scrollTop, height: clientHeight },
    );
  };
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (element.current !== null) observer.observe(element.current);
    look();
    return () => observer.disconnect();
  }, []);
  return { ...view, onScroll: look };
}
