import { base64OfFile } from '../../api/base64.ts'

/** A file of a book, as the service takes it. */
export interface BookFile {
  readonly name: string
  readonly content: string
}

/** A file with its path in what was chosen or dropped. */
export interface FoundFile {
  readonly path: string
  readonly file: File
}

const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.'))

/** Paths inside the folder of the book: without the folder's own name, if all files lie in one. */
export function pathsInBook(paths: readonly string[]): readonly string[] {
  const shown = paths.filter((path) => path !== '' && !isHidden(path))
  const [first] = shown
  const top = first?.includes('/') ? `${first.split('/')[0]}/` : ''
  const isShared = top !== '' && shown.every((path) => path.startsWith(top))
  return isShared ? shown.map((path) => path.slice(top.length)) : shown
}

/** The files as they are sent: texts as they are, forms in base64. Hidden files are left out. */
export async function bookFilesOf(found: readonly FoundFile[]): Promise<readonly BookFile[]> {
  const shown = found.filter(({ path }) => !isHidden(path))
  const names = pathsInBook(shown.map(({ path }) => path))
  return Promise.all(
    shown.map(async ({ file }, at) => ({
      name: names[at] ?? file.name,
      content: /\.pdf$/i.test(file.name) ? await base64OfFile(file) : await file.text(),
    })),
  )
}

/** What a field for folders holds. */
export const filesOfInput = (list: FileList): readonly FoundFile[] =>
  [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** What was dropped, folders with all that lies in them. */
export async function filesOfDrop(items: DataTransferItemList): Promise<readonly FoundFile[]> {
  // The list is empty as soon as the event is over.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map(filesOfEntry))).flat()
}

async function filesOfEntry(entry: FileSystemEntry): Promise<readonly FoundFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  const entries = await entriesOf((entry as FileSystemDirectoryEntry).createReader())
  return (await Promise.all(entries.map(filesOfEntry))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** A reader gives some entries at a time, and none when it is done. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
