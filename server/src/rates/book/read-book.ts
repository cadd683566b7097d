import { createHash } from 'node:crypto'
import type {
  BookForm,
  FileFault,
  NamedAccount,
  UnnumberedBook,
  UnnumberedProduct,
  UnnumberedProgram,
} from '../../domain/rate-book/book.ts'
import { nameCell, requiredField } from '../../files/cells.ts'
import { readObject, readYamlFile } from '../../files/objects.ts'
import { type FileReading, type FileRow, reportFault, reportUnknown } from '../../files/reading.ts'
import { readContractFields } from './read-contract-fields.ts'
import { readCoverageGroups } from './read-coverage.ts'
import { readAssetTypes, readDisbursementLists, readSegmentations } from './read-lists.ts'
import { PRODUCTS, type ProductFacts, readProducts } from './read-products.ts'
import { type ReadProgram, readProgram } from './read-program.ts'
import { readTaxRules } from './read-taxes.ts'
import { readVehicles } from './read-vehicles.ts'
import { readVisibility } from './read-visibility.ts'

export type ReadBook =
  | {
      readonly book: UnnumberedBook
      /** The account holders that the files name. They are checked when the book is applied. */
      readonly accounts: readonly NamedAccount[]
    }
  | { readonly faults: readonly FileFault[] }

/** A book from its files, keyed by their path in the folder; or every fault in them. docs/rate-books.md has the format. */
export function readBook(
  files: ReadonlyMap<string, string>,
  checkCriteria: (text: string) => string | undefined,
): ReadBook {
  const reading: FileReading = { files, checkCriteria, faults: [], filesRead: new Set(), accounts: [] }
  const book = readFiles(reading)
  reportUnreadFiles(reading)
  const { faults, accounts } = reading
  return faults.length > 0 ? { faults: sortFaults(faults) } : { book, accounts }
}

function readFiles(reading: FileReading): UnnumberedBook {
  const file = 'book.yaml'
  const at = { reading, file, line: 1, name: 'book' }
  const root = readYamlFile(reading, file)
  const { values } = readObject(root, root ? at : { ...at, reading: { ...reading, faults: [] } }, {
    name: requiredField(nameCell),
  })
  const assetTypes = readAssetTypes(reading)
  const assetTypeCodes = assetTypes.map(({ code }) => code)
  const segmentations = readSegmentations(reading)
  const lists = readDisbursementLists(reading)
  const coverageGroups = readCoverageGroups(reading)
  const facts = readProducts(reading, assetTypeCodes)
  const programs = programCodes(reading).map((code) =>
    readProgram(reading, code, { ...lists, segmentations, coverageGroups }),
  )
  const products = joinProducts(reading, facts, programs)
  return {
    name: values.name,
    assetTypes,
    segmentations,
    coverageGroups,
    ...lists,
    products,
    visibility: readVisibility(reading, products),
    taxRules: readTaxRules(reading),
    vehicles: readVehicles(reading, assetTypeCodes),
    contractFields: readContractFields(
      reading,
      facts.map(({ values }) => values.code),
    ),
    forms: readForms(reading, products),
  }
}

/** The folders in `programs/`, in the order of their names. */
function programCodes({ files }: FileReading): string[] {
  const folders = [...files.keys()].flatMap((file) => /^programs\/([^/]+)\//.exec(file)?.[1] ?? [])
  return [...new Set(folders)].sort()
}

/** Puts the programs into their products, and resolves the references between programs. */
function joinProducts(
  reading: FileReading,
  facts: readonly FileRow<ProductFacts>[],
  programs: readonly ReadProgram[],
): UnnumberedProduct[] {
  const known = facts.map(({ values }) => values.code)
  const complete = programs.map((read) => {
    reportUnknown(reading, read.at('product'), { what: 'product', code: read.product, known })
    return { ...read, program: { ...read.program, ...sharedClasses(reading, read, programs) } }
  })
  // A program whose file cannot be read could belong to any product.
  const isWhole = programs.every(({ product }) => product !== '')
  const products = facts.map(({ line, values }) => {
    const ofProduct = complete.filter(({ product }) => product === values.code)
    if (ofProduct.length === 0 && isWhole)
      reportFault(reading, { file: PRODUCTS, line }, `${values.code} has no program, so it cannot be sold.`)
    return { ...values, programs: ofProduct.map(({ program }) => program) }
  })
  for (const read of programs) checkRelated(reading, read, products)
  return products
}

/** The classes of a program and their names: its own, or those of the program that it shares them with. */
function sharedClasses(
  reading: FileReading,
  { program, classesFrom, at }: ReadProgram,
  programs: readonly ReadProgram[],
): Pick<UnnumberedProgram, 'classes' | 'classNames'> {
  const other = programs.find((each) => each.program.code === classesFrom)?.program
  if (classesFrom !== null && !other?.classes)
    reportFault(
      reading,
      at('classesFrom'),
      `classesFrom: There is no program ${classesFrom} with a classes.csv.`,
    )
  const classes = classesFrom === null ? program.classes : (other?.classes ?? null)
  const named = Object.keys(program.classNames)
  const known = [...new Set(classes?.map(({ classCode }) => classCode))]
  for (const code of named) reportUnknown(reading, at('classNames'), { what: 'class', code, known })
  if (named.length > 0 && classesFrom === null && classes === null)
    reportFault(reading, at('classNames'), 'classNames: The program has no class table to name classes of.')
  return { classes, classNames: { ...other?.classNames, ...program.classNames } }
}

function checkRelated(
  reading: FileReading,
  { related, at }: ReadProgram,
  products: readonly UnnumberedProduct[],
): void {
  for (const { line, values } of related) {
    const place = { ...at('related'), line }
    const { product, plan, relationType, discount } = values
    reportUnknown(reading, place, { what: 'product', code: product, known: products.map(({ code }) => code) })
    const found = products.find(({ code }) => code === product)
    const plans = found?.programs.flatMap((program) => program.plans.map(({ code }) => code)) ?? []
    if (plan !== null && found)
      reportUnknown(reading, place, { what: 'plan', code: plan, known: plans, within: product })
    if ((relationType === 'DiscountWith') !== (discount !== null))
      reportFault(
        reading,
        place,
        'A relation must have a discount if its type is DiscountWith, and only then.',
      )
  }
}

/** Reports files that nothing reads: a misspelled file would be ignored silently. */
function reportUnreadFiles(reading: FileReading): void {
  for (const file of reading.files.keys())
    if (!reading.filesRead.has(file) && /\.(csv|ya?ml|json)$/i.test(file))
      reportFault(
        reading,
        { file, line: 1 },
        'A rate book has no file of this name. Check its spelling and folder.',
      )
}

const sortFaults = (faults: readonly FileFault[]) =>
  [...faults].sort((left, right) =>
    left.file === right.file ? left.line - right.line : left.file < right.file ? -1 : 1,
  )

const FORM_BYTES_AT_MOST = 5 * 1024 * 1024

/** A form is read as base64, not as text. */
export const isFormFile = (file: string) => /^forms\/[^/]+\.pdf$/i.test(file)

/** The administrator's own PDF forms, `forms/<number>.pdf`. Whether a form can be filled in is checked by the forms room. */
function readForms(reading: FileReading, products: readonly UnnumberedProduct[]): BookForm[] {
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
