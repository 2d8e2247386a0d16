import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './root.mjs';

/**
 * Hashes everything below these folders that a build is made of: tests are left out, and libraries
 * are what the lock file says.
 * @param {...string} folders of the root
 */
export function hashSources(...folders) {
  const hash = createHash('sha256');
  const files = folders.flatMap((folder) => listFiles(inRoot(folder)));
  for (const file of [...files.sort(), inRoot('package-lock.json')]) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return /^(dist|node_modules)$/.test(entry.name) ? [] : listFiles(file);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
  });
}
