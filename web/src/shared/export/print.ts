import { type ExportTable, formatCell } from './export-table.ts';
import styles from './Print.module.css';

/** Puts the rows on a sheet that only the printer sees, and opens the browser's print dialog. */
export function printTable({ title, columns, rows }: ExportTable): void {
  const sheet = document.createElement('section');
  sheet.className = styles['sheet'] ?? '';
  const heading = document.createElement('h1');
  heading.textContent = title;
  const table = document.createElement('table');
  addRow(table.createTHead(), 'th', columns);
  const body = table.createTBody();
  for (const row of rows) addRow(body, 'td', row.map(formatCell));
  sheet.append(heading, table);
  document.body.append(sheet);
  const end = beginSheet();
  try {
    window.print();
  } finally {
    end();
    sheet.remove();
  }
}

/** Has the printer see sheets alone, until what it returns is called. */
export function beginSheet(): () => void {
  const { classList } = document.body;
  const printing = styles['printing'] ?? '';
  classList.add(printing);
  return () => classList.remove(printing);
}

function addRow(section: HTMLTableSectionElement, cell: 'th' | 'td', texts: readonly string[]) {
  const row = section.insertRow();
  for (const text of texts) {
    const element = document.createElement(cell);
    element.textContent = text;
    row.append(element);
  }
}
