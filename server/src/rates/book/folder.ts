import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFormFile } from './read-forms.ts'

const here = dirname(fileURLToPath(import.meta.url))
/** The book of the sandbox: beside `dist`, as beside `server`. */
export const sandboxBookFolder = join(
  here,
  here.endsWith(join('src', 'rates')) ? '../../../books/sandbox' : '../../books/sandbox',
)

/** The files of a book, by their paths below its folder with slashes; forms are in base64. What is hidden is none of them. */
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
