import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

// Reads PDF files with a different library than the one that writes them (PDF.js), and also as plain bytes.

export interface ReadPdf {
  /** The text of each page. */
  readonly pages: readonly string[]
  readonly text: string
  readonly title: string | undefined
  readonly language: string | null | undefined
  readonly isTagged: boolean
  /** The types of the parts of the document, with repeats. */
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

/** The raw content of the file, followed by its decompressed streams. */
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
      // The stream was not compressed and is already in the text.
    }
  }
  return all.join('\n')
}

/** Names in a PDF that trigger actions in a viewer. */
export const actingNames = /\/(?:JavaScript|JS|Launch|SubmitForm|ImportData|OpenAction|AA|EmbeddedFile|XFA)\b/
