import { useEffect, useState } from 'preact/hooks';

/** A value outside of the components: it is read at each change. */
export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const look = (): void => setValue(read());
    look();
    return subscribe(look);
  }, []);
  return value;
}
