import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

// Reads files with another library than those that make them (PDF.js), and once more without any.

export interface ReadPdf {
  /** The text of each page. */
  readonly pages: readonly string[]
  readonly text: string
  readonly title: string | undefined
  readonly language: string | null | undefined
  readonly isTagged: boolean
  /** Types of the parts of the document, as often as they occur. */
  readonly parts: readonly string[]
  readonly fieldCount: number
  readonly hasScripts: boolean
  readonly hasOpenAction: boolean
  readonly annotationCount: number
}

export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  const pages: string[] = []
  const parts: string[] = []
  let annotationCount = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(
      items
        .map((item: { readonly str?: string }) => item.str ?? '')
        .join(' ')
        .replace(/\s+/g, ' '),
    )
    annotationCount += (await page.getAnnotations()).length
    collectParts(await page.getStructTree(), parts)
  }
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string | null } }
  return {
    pages,
    text: pages.join(' '),
    title: info.Title,
    language: info.Language,
    isTagged: (await document.getMarkInfo())?.Marked === true,
    parts,
    fieldCount: Object.keys((await document.getFieldObjects()) ?? {}).length,
    hasScripts: (await document.getJSActions()) !== null || (await document.hasJSActions()),
    hasOpenAction: (await document.getOpenAction()) !== null,
    annotationCount,
  }
}

interface Part {
  readonly role?: string
  readonly children?: readonly Part[]
}

function collectParts(part: Part | null, into: string[]): void {
  if (part?.role) into.push(part.role)
  for (const child of part?.children ?? []) collectParts(child, into)
}

/** Everything in the file as it is written, with what is compressed beside it. */
export function unpackedPdf(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf)
  const all = [raw.toString('latin1')]
  for (let at = raw.indexOf('stream'); at >= 0; at = raw.indexOf('stream', at + 6)) {
    if (raw.subarray(at - 3, at).toString('latin1') === 'end') continue
    const from = at + (raw[at + 6] === 0x0d ? 8 : 7)
    const to = raw.indexOf('endstream', from)
    try {
      all.push(inflateSync(raw.subarray(from, to), { finishFlush: 2 }).toString('latin1'))
    } catch {
      // It was not compressed, and is read already.
    }
  }
  return all.join('\n')
}

/** Names in a file that make a reader do something. */
export const actingNames = /\/(?:JavaScript|JS|Launch|SubmitForm|ImportData|OpenAction|AA|EmbeddedFile|XFA)\b/
