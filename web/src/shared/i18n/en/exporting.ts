export const exporting = {
  records: 'Export {{number}} record(s)',
  recordsOf: 'Export {{number}} record(s): {{title}}',
  csvOnly: 'Export CSV',
  busy: 'Exporting...',
  cancel: 'Cancel export',
  cancelAt: 'Cancel export ({{received}} so far)',
  cancelled: 'The export was cancelled.',
  failed: 'Export failed: {{message}}',
  csv: 'CSV',
  excel: 'Excel',
  json: 'JSON',
  print: 'Print',
} as const;
