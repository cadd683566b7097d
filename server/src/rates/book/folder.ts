import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { projectRoot } from '../../db/project-root.ts'
import { isFormFile } from './read-book.ts'

export const sandboxBookFolder = join(projectRoot, 'books', 'sandbox')

/** The files of a book, keyed by their path in the folder, with slashes. Forms are in base64. Hidden files are skipped. */
export function readBookFolder(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.split('/').some((part) => part.startsWith('.')))
    .sort()
  return new Map(
    files.map((file) => [file, readFileSync(join(folder, file), isFormFile(file) ? 'base64' : 'utf8')]),
  )
}
