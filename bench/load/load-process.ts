import * as z from 'zod/mini';
import { loadPlanSchema } from './load-plan.ts';
import { sendAll } from './send-all.ts';

process.on('message', (message) => {
  sendAll(z.parse(loadPlanSchema, message)).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
