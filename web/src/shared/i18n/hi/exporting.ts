import type { CatalogueArea } from '../catalogue.ts';

export const exporting: CatalogueArea<'exporting'> = {
  records: '{{number}} रिकॉर्ड निर्यात करें',
  recordsOf: '{{number}} रिकॉर्ड निर्यात करें: {{title}}',
  csvOnly: 'CSV निर्यात करें',
  busy: 'निर्यात हो रहा है...',
  cancel: 'निर्यात रद्द करें',
  cancelAt: 'निर्यात रद्द करें (अब तक {{received}})',
  all: 'मेल खाने वाले सभी {{number}}',
  page: 'केवल यह पृष्ठ ({{number}})',
  done: 'निर्यात पूरा हुआ।',
  retry: 'निर्यात फिर से करें',
  cancelled: 'निर्यात रद्द किया गया।',
  failed: 'निर्यात विफल: {{message}}',
  csv: 'CSV फ़ाइल',
  excel: 'Excel फ़ाइल',
  json: 'JSON फ़ाइल',
  print: 'छापें',
};
