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

/** A filled-in form, and the fields that could not be filled in completely. */
export interface FilledForm {
  readonly pdf: Uint8Array
  /** Names of fields whose text was cut off because it did not fit even at the smallest size. */
  readonly cut: readonly string[]
  /** Names of choice fields that do not offer the value; they are left as they were. */
  readonly unmatched: readonly string[]
}

/** Why a file cannot be filled in. */
export type FormFault = 'NotPdf' | 'Encrypted' | 'NoForm'
export interface FormRefused {
  readonly refused: FormFault
}

/** Fills in an administrator's own form. The result is a plain document without fields, scripts or actions. */
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
  // Flatten first: it leaves out buttons that act, and removing active content would make them look harmless.
  flatten(document)
  removeActiveContent(document)
  if (form.isDraft) markAsDraft(document, font)
  return { pdf: await document.save({ updateFieldAppearances: false }), cut, unmatched }
}

/** Why a file cannot be filled in; undefined when it can. */
export async function findFormFault(bytes: Uint8Array): Promise<FormFault | undefined> {
  const opened = await open(bytes)
  return 'refused' in opened ? opened.refused : undefined
}

async function open(bytes: Uint8Array): Promise<{ document: PDFDocument; fields: PDFField[] } | FormRefused> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    document.getPages()
    if (!document.catalog.has(PDFName.of('AcroForm'))) return { refused: 'NoForm' }
    const form = document.getForm()
    // XFA describes the same form a second time; a reader would show it instead of our values.
    if (form.hasXFA()) form.deleteXFA()
    const fields = form.getFields()
    return fields.length > 0 ? { document, fields } : { refused: 'NoForm' }
  } catch (error) {
    return { refused: isEncrypted(error) ? 'Encrypted' : 'NotPdf' }
  }
}

// The library throws plain errors, so the message is all there is to compare.
const isEncrypted = (error: unknown) =>
  error instanceof Error && error.message === new EncryptedPDFError().message

/** One font for every field, so that every name can be written. Only the glyphs that are used are embedded. */
async function embedFont(document: PDFDocument): Promise<PDFFont> {
  const font = formFonts().regular
  const subsetting = () => {
    const subset = font.createSubset()
    return {
      includeGlyph: (glyph: Parameters<typeof subset.includeGlyph>[0]) => subset.includeGlyph(glyph),
      // pdf-lib was made for a version of fontkit in which this was a stream.
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
    // Diagonally, from corner to corner.
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
  const [fieldName = '', choice] = name.toLowerCase().split('=')
  const value = values.get(fieldName)
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
  const option = field.getOptions().find((offered) => offered.toLowerCase() === value.toLowerCase())
  if (option === undefined) return 'unmatched'
  field.select(option)
  if (field instanceof PDFRadioGroup) field.defaultUpdateAppearances()
  else field.defaultUpdateAppearances(font)
  return 'filled'
}
