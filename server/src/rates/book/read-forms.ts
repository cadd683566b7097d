import { createHash } from 'node:crypto'
import type { BookForm, UnnumberedProduct } from '../../domain/rate-book/book.ts'
import { type FileReading, reportFault } from '../../files/reading.ts'

const FORM_BYTES_AT_MOST = 5 * 1024 * 1024

/** A form is read as base64, not as text. */
export const isFormFile = (file: string) => /^forms\/[^/]+\.pdf$/i.test(file)

/** The administrator's own PDF forms, `forms/<number>.pdf`. Whether a form can be filled in is checked by the forms room. */
export function readForms(reading: FileReading, products: readonly UnnumberedProduct[]): BookForm[] {
  const known = products.flatMap(({ programs }) => programs.map(({ formNumber }) => formNumber))
  const files = [...reading.files].filter(([file]) => isFormFile(file))
  return files.map(([file, content]) => {
    const formNumber = file.slice('forms/'.length, -'.pdf'.length)
    const bytes = Buffer.from(content, 'base64')
    const report = (reason: string) => reportFault(reading, { file, line: 1 }, reason)
    if (!known.includes(formNumber)) report(`No program has the form number ${formNumber}.`)
    if (bytes.length > FORM_BYTES_AT_MOST) report('The form is larger than 5 MiB.')
    else if (bytes.toString('latin1', 0, 5) !== '%PDF-') report('The file is not a PDF.')
    return {
      formNumber,
      content,
      sizeBytes: bytes.length,
      checksum: createHash('sha256').update(bytes).digest('hex'),
    }
  })
}
