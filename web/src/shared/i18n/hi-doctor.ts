import type { CatalogueOf } from './catalogue.ts';
import { doctor } from './hi/doctor.ts';

export const hiDoctor: CatalogueOf<'doctor'> = { doctor };
