import { group, type Group, type MeasuredRow, type StoreName } from './row.js';
import { createStoreLocation, type RunningServer, type StoreLocation } from './server.js';

export interface StoredGroupOptions<Subject> {
  /** Whether the rows are measured on the store. */
  readonly isFor: (store: StoreName) => boolean;
  /** Starts servers, the last of which is measured, on an empty store. */
  readonly start: (location: StoreLocation) => Promise<Subject>;
  readonly rows: readonly MeasuredRow<Subject & Stored>[];
}

export interface Stored {
  readonly location: StoreLocation;
}

/** Rows of a server on a store that several servers use, one after the other. Both are removed at the end. */
export function storedGroup<Subject extends { readonly server: RunningServer }>({
  isFor,
  start,
  rows,
}: StoredGroupOptions<Subject>): Group {
  return group<Subject & Stored>({
    async start(store) {
      if (!isFor(store)) return undefined;
      const location = await createStoreLocation(store);
      try {
        return { ...(await start(location)), location };
      } catch (error) {
        await location.remove();
        throw error;
      }
    },
    async stop({ server, location }) {
      await server.stop();
      await location.remove();
    },
    rows,
  });
}
