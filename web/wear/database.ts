import type { Kept, KeptReading } from './kept.ts';

const STORE = 'readings';

/** Without a database (a private window of some browsers) readings are kept in memory alone. */
export async function openKept(name = 'vigil-wear'): Promise<Kept> {
  try {
    return keptIn(await opened(name));
  } catch {
    return { load: async () => [], add() {}, remove() {}, clear() {} };
  }
}

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'at' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function keptIn(db: IDBDatabase): Kept {
  const store = (mode: IDBTransactionMode) => db.transaction(STORE, mode).objectStore(STORE);
  /** A full disk must not stop the sensor: what cannot be written stays in memory. */
  const write = (change: (readings: IDBObjectStore) => void) => {
    try {
      change(store('readwrite'));
    } catch {
      // The browser has closed the database.
    }
  };
  return {
    load: () =>
      new Promise((resolve) => {
        const request: IDBRequest<KeptReading[]> = store('readonly').getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve([]);
      }),
    add: (item) => write((readings) => void readings.put(item)),
    remove: (items) =>
      write((readings) => {
        for (const { at } of items) readings.delete(at);
      }),
    clear: () => write((readings) => void readings.clear()),
  };
}
