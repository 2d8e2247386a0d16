import process from 'node:process';
import { cruiseRepository, provePlanted } from './boundaries/cruise.mjs';

const { missed, wronged } = await provePlanted();
for (const rule of missed) console.error(`rule ${rule} did not catch its planted violation`);
for (const { rule, from, to } of wronged) console.error(`rule ${rule} accuses ${from} → ${to}`);

const { modules, violations } = await cruiseRepository();
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
console.log(`boundaries: ${modules} modules looked at, ${violations.length} violations`);

const isProven = missed.length === 0 && wronged.length === 0;
// A check that looked at nothing has proved nothing.
process.exitCode = isProven && modules > 0 && violations.length === 0 ? 0 : 1;
