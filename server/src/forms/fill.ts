import {
  EncryptedPDFError,
  grayscale,
  PDFCheckBox,
  PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
  radians,
} from 'pdf-lib'
import { DRAFT_MARK } from '../domain/contract-form/content.ts'
import { formFieldValues } from '../domain/contract-form/fields.ts'
import type { ContractForm } from '../domain/contract-form/form.ts'
import { fillText } from './fill-text.ts'
import { flatten } from './flatten.ts'
import { fontFile, formFonts } from './fonts.ts'
import { removeActiveContent } from './harmless.ts'

/** A form filled in, and what could not be said in it whole. */
export interface FilledForm {
  readonly pdf: Uint8Array
  /** Names of fields whose text did not fit even when set small, and was cut. */
  readonly cut: readonly string[]
  /** Names of fields that have choices, none of which is the value; they are left as they were. */
  readonly unmatched: readonly string[]
}

export type Unusable = 'NotPdf' | 'Encrypted' | 'NoForm'
export interface FormRefused {
  readonly refused: Unusable
}

/** Fills an administrator's own form. What comes out is a plain document: no fields, no scripts, nothing that acts. */
export async function fillContractForm(
  bytes: Uint8Array,
  form: ContractForm,
): Promise<FilledForm | FormRefused> {
  const opened = await open(bytes)
  if ('refused' in opened) return opened
  const { document, fields } = opened
  const font = await embedFont(document)
  const values = formFieldValues(form)
  const cut: string[] = []
  const unmatched: string[] = []
  for (const field of fields) {
    const name = field.getName()
    const outcome = fill(field, name, values, font)
    if (outcome === 'cut') cut.push(name)
    if (outcome === 'unmatched') unmatched.push(name)
  }
  // Before buttons lose what they do: those that do something are not part of the document.
  flatten(document)
  removeActiveContent(document)
  if (form.isDraft) markAsDraft(document, font)
  return { pdf: await document.save({ updateFieldAppearances: false }), cut, unmatched }
}

/** Why a file cannot be filled in; nothing when it can. */
export async function formFault(bytes: Uint8Array): Promise<Unusable | undefined> {
  const opened = await open(bytes)
  return 'refused' in opened ? opened.refused : undefined
}

async function open(bytes: Uint8Array): Promise<{ document: PDFDocument; fields: PDFField[] } | FormRefused> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    document.getPages()
    if (!document.catalog.has(PDFName.of('AcroForm'))) return { refused: 'NoForm' }
    const form = document.getForm()
    // The other way of describing the same form, which would be shown instead of ours.
    if (form.hasXFA()) form.deleteXFA()
    const fields = form.getFields()
    return fields.length > 0 ? { document, fields } : { refused: 'NoForm' }
  } catch (error) {
    return { refused: isEncrypted(error) ? 'Encrypted' : 'NotPdf' }
  }
}

// The library's errors are of no class of their own once they are thrown.
const isEncrypted = (error: unknown) =>
  error instanceof Error && error.message === new EncryptedPDFError().message

/** One font for everything that is filled in, so that every name can be written. Only what is used goes into the file. */
async function embedFont(document: PDFDocument): Promise<PDFFont> {
  const font = formFonts().regular
  const subsetting = () => {
    const subset = font.createSubset()
    return {
      includeGlyph: (glyph: Parameters<typeof subset.includeGlyph>[0]) => subset.includeGlyph(glyph),
      // It was a stream in the version of fontkit that the library was made for.
      encodeStream: () => {
        const stream = {
          on(event: string, listen: (bytes: Uint8Array) => void) {
            if (event === 'data') queueMicrotask(() => listen(subset.encode()))
            if (event === 'end') queueMicrotask(() => listen(new Uint8Array()))
            return stream
          },
        }
        return stream
      },
    }
  }
  const adapted = Object.create(font, { createSubset: { value: subsetting } })
  document.registerFontkit({ create: () => adapted })
  return document.embedFont(fontFile('NotoSans-Regular.ttf'), { subset: true, customName: 'BULWRK+NotoSans' })
}

function markAsDraft(document: PDFDocument, font: PDFFont): void {
  for (const page of document.getPages()) {
    const { width, height } = page.getSize()
    const size = width / 12
    const length = font.widthOfTextAtSize(DRAFT_MARK, size)
    // From corner to corner, through the middle.
    const angle = Math.atan2(height, width)
    page.drawText(DRAFT_MARK, {
      x: (width - length * Math.cos(angle)) / 2,
      y: (height - length * Math.sin(angle)) / 2,
      size,
      font,
      rotate: radians(angle),
      color: grayscale(0.5),
      opacity: 0.3,
    })
  }
}

type Outcome = 'filled' | 'cut' | 'unmatched' | 'unknown'

function fill(field: PDFField, name: string, values: ReadonlyMap<string, string>, font: PDFFont): Outcome {
  const [wanted = '', choice] = name.toLowerCase().split('=')
  const value = values.get(wanted)
  if (value === undefined) return 'unknown'
  if (field instanceof PDFTextField) return fillText(field, value, font) ? 'filled' : 'cut'
  if (field instanceof PDFCheckBox) {
    const isOn = choice === undefined ? value === 'Yes' : value.toLowerCase() === choice
    if (isOn) field.check()
    else field.uncheck()
    field.defaultUpdateAppearances()
    return 'filled'
  }
  if (field instanceof PDFRadioGroup || field instanceof PDFDropdown || field instanceof PDFOptionList)
    return choose(field, value, font)
  return 'unknown'
}

function choose(field: PDFRadioGroup | PDFDropdown | PDFOptionList, value: string, font: PDFFont): Outcome {
  if (value === '') return 'filled'
  const option = field.getOptions().find((one) => one.toLowerCase() === value.toLowerCase())
  if (option === undefined) return 'unmatched'
  field.select(option)
  if (field instanceof PDFRadioGroup) field.defaultUpdateAppearances()
  else field.defaultUpdateAppearances(font)
  return 'filled'
}
