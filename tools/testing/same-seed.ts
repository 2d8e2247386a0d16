import process from 'node:process';
import { configureGlobal } from 'fast-check';

/** Property tests try the same in every run, which fails for a change alone; another seed tries others. */
configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 14) });
