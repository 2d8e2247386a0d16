import { createRequire } from 'node:module';
import path from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { shareRead } from './share-read.ts';

/** Reads texts off pictures by optical character recognition; nothing is fetched for it. */
export interface CodeReader {
  /** The share of the code's characters that the best of the pictures shows, 0 to 1. */
  bestShare(pictures: readonly string[], code: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startCodeReader(cacheDir: string): Promise<CodeReader> {
  const data = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json');
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: path.join(path.dirname(data), '4.0.0_best_int'),
    cachePath: cacheDir,
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE });
  return {
    async bestShare(pictures, code) {
      let share = 0;
      for (const picture of pictures) {
        const { data } = await worker.recognize(Buffer.from(picture, 'base64'));
        share = Math.max(share, shareRead(data.text, code));
      }
      return share;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
