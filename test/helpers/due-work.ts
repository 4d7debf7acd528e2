import { startDueWork } from '../../src/platform/batching/periodic.ts';
import { eventually } from './eventually.ts';

/** Resolves when all periodic work of this process that is due has run. */
export const dueWorkDone = (): Promise<void> => eventually('all due work is done', () => !startDueWork());
