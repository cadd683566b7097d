import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../src/db/project-root.ts'

/** Loads every file of the product, so that each of its fixed statements is declared. */
export async function importProduct(): Promise<void> {
  const files = readdirSync(join(projectRoot, 'server', 'src'), { recursive: true, withFileTypes: true })
    // What a thread runs listens to its messages, and a test is run by a thread.
    .filter(({ name }) => name.endsWith('.ts') && !/\.test\.ts$|^(judge-)?worker\.ts$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files) await import(file)
}
