import { documentTypes } from '../../domain/document-types.ts'
import type { UnnumberedBook, UnnumberedProgram } from '../../domain/rate-book/book.ts'
import { calculationFaults } from '../../domain/rate-book/calculation-checks.ts'
import type { Program, RelatedProduct } from '../../domain/rate-book/rate-book.ts'
import {
  accountNumberCell,
  booleanCell,
  type CellReader,
  choiceCell,
  codeCell,
  dateCell,
  defaultedField,
  moneyCell,
  nameCell,
  optionalField,
  percentNumberCell,
  requiredField,
  stateCell,
  textCell,
} from '../../files/cells.ts'
import { datedFields, reportReversedDates, reportSameDays } from '../../files/effective-dates.ts'
import {
  namedValues,
  objectList,
  optionalValueList,
  readObject,
  readYamlFile,
  valueList,
} from '../../files/objects.ts'
import {
  type FilePlace,
  type FileReading,
  type FileRow,
  fieldLine,
  reportFault,
  reportUnknown,
} from '../../files/reading.ts'
import type { YamlNode } from '../../files/yaml.ts'
import { readClasses } from './read-classes.ts'
import { benefitsField, gapField, limitsField } from './read-coverage.ts'
import { cancelMethodCell, disbursementsField, finishDisbursements } from './read-disbursements.ts'
import { factorTablesField, readFactorTables } from './read-factors.ts'
import { criteriaCell } from './read-lists.ts'
import { finishPlans, plansField } from './read-plans.ts'
import { type ProgramCodes, rateColumns, readRates } from './read-rates.ts'
import { finishRetail, retailField } from './read-retail.ts'
import { finishSurcharges, surchargesField } from './read-surcharges.ts'
import { readDeductibles, readTerms } from './read-terms.ts'

/** A program as its folder has it, with the references that only the whole book can resolve. */
export interface ReadProgram {
  readonly program: UnnumberedProgram
  readonly product: string
  /** The program whose class table it shares. */
  readonly classesFrom: string | null
  readonly related: readonly FileRow<RelatedProduct>[]
  /** The place of a field in its file. */
  at(field: string): FilePlace
}

type ProgramLists = Pick<UnnumberedBook, 'disbursementCodes' | 'segmentations' | 'coverageGroups'>

/** A paragraph of the contract form. */
const paragraphCell = textCell(2_000)

const documentTypeCodes = documentTypes.map(({ code }) => code)

const documentTypeCode: CellReader<string> = (text, refuse) => {
  if (!documentTypeCodes.includes(text))
    refuse(`"${text}" is not a document type. Use one of ${documentTypeCodes.join(', ')}.`)
  return text
}

const programFields = (reading: FileReading) => ({
  name: requiredField(nameCell),
  product: requiredField(codeCell),
  formNumber: requiredField(nameCell),
  insurer: optionalField(accountNumberCell),
  obligor: defaultedField(choiceCell(['Admin', 'Dealer', 'Insurer']), 'Admin' satisfies Program['obligor']),
  states: optionalValueList(stateCell),
  transferable: defaultedField(booleanCell, false),
  requiredDocuments: valueList(documentTypeCode),
  exclusions: valueList(paragraphCell),
  claimSteps: valueList(paragraphCell),
  cancelMethodCode: optionalField(cancelMethodCell),
  eligibility: optionalField(criteriaCell(reading)),
  effectiveFrom: requiredField(dateCell),
  effectiveTo: optionalField(dateCell),
  classesFrom: optionalField(codeCell),
  termRule: defaultedField(choiceCell(['All', 'FinanceTerm']), 'All' satisfies Program['termRule']),
  minimumLtv: namedValues(percentNumberCell),
  classNames: namedValues(nameCell),
  factorTables: factorTablesField,
  limits: limitsField(reading),
  benefits: benefitsField,
  gap: gapField,
  plans: plansField(reading),
  disbursements: disbursementsField,
  surcharges: surchargesField(reading),
  retail: retailField,
  related: objectList<RelatedProduct>({
    relationType: requiredField(choiceCell(['Requires', 'Excludes', 'DiscountWith', 'Includes'])),
    product: requiredField(codeCell),
    plan: optionalField(codeCell),
    discount: optionalField(moneyCell),
    ...datedFields,
  }),
})

type Facts = ReturnType<typeof readFacts>['values']

/** Reads the folder of a program. The folder's name is the program's code. */
export function readProgram(reading: FileReading, programCode: string, lists: ProgramLists): ReadProgram {
  const folder = `programs/${programCode}`
  const file = `${folder}/program.yaml`
  codeCell(programCode, (reason) => reportFault(reading, { file, line: 1 }, `The folder name: ${reason}`))
  const root = readYamlFile(reading, file)
  const row = readFacts(reading, file, root)
  const at = (field: string) => ({ file, line: fieldLine(row, field) })
  const { product, classesFrom, factorTables, minimumLtv, related, classNames, ...rest } = row.values
  const { limits: _limits, benefits: _benefits, gap: _gap, ...facts } = rest
  const { codes, ...tables } = readTables(reading, folder, row.values, lists)
  const lines = finishDisbursements(reading, file, facts.disbursements, {
    codes: lists.disbursementCodes,
    factorTables: tables.factorTables,
    effectiveFrom: facts.effectiveFrom,
  })
  const disbursements = lines.map((line) => line.values)
  if (root) {
    checkFacts(reading, at, row.values, tables)
    const placed = lines.map((line) => ({ ...line, calculationLine: fieldLine(line, 'calculation') }))
    for (const { line, reason } of calculationFaults(placed, facts))
      reportFault(reading, { file, line }, reason)
  }
  const figures = rateColumns(disbursements.map(({ calculation }) => calculation))
  const program: UnnumberedProgram = {
    ...facts,
    ...tables,
    code: programCode,
    minimumLtv: Object.fromEntries(minimumLtv),
    rates: readRates(reading, `${folder}/rates.csv`, root ? figures : undefined, codes),
    classNames: Object.fromEntries(classNames),
    surcharges: finishSurcharges(reading, file, facts.surcharges, {
      lines: disbursements,
      benefits: tables.plans.flatMap(({ benefits }) => codeList(benefits)),
      coverageGroups: codeList(lists.coverageGroups),
    }),
    disbursements,
    retail: root ? finishRetail(reading, file, facts.retail, { ...facts, plans: codes.plan }) : [],
    related: related.map(({ values }) => values),
  }
  return { program, product, classesFrom, related, at }
}

/** The fields of program.yaml. A file that cannot be read is reported once, without its missing fields. */
function readFacts(reading: FileReading, file: string, root: YamlNode | undefined) {
  const quiet = root ? reading : { ...reading, faults: [] }
  return readObject(root, { reading: quiet, file, line: 1, name: 'program' }, programFields(quiet))
}

/** The tables of the folder, and the codes that they may use. The rates come later: their columns follow from the lines. */
function readTables(
  reading: FileReading,
  folder: string,
  facts: Facts,
  { segmentations, coverageGroups }: ProgramLists,
) {
  const datedTerms = readTerms(reading, `${folder}/terms.csv`)
  const deductibles = readDeductibles(reading, `${folder}/deductibles.csv`)
  const plans = finishPlans(reading, `${folder}/program.yaml`, facts.plans, {
    terms: datedTerms,
    deductibles: codeList(deductibles),
    coverageGroups: codeList(coverageGroups),
    components: coverageGroups.flatMap(({ components }) => codeList(components)),
    ...{ limits: facts.limits, benefits: facts.benefits, gap: facts.gap },
  })
  // The dates of a term are stored with each plan that offers it.
  const terms = datedTerms.map(({ effectiveFrom: _from, effectiveTo: _to, ...term }) => term)
  const classes = readClasses(reading, `${folder}/classes.csv`, codeList(segmentations))
  const codes: ProgramCodes = {
    plan: codeList(plans),
    term: codeList(terms),
    deductible: codeList(deductibles),
    segmentation: codeList(segmentations),
    hasClasses: classes !== null || facts.classesFrom !== null,
  }
  const factorTables = readFactorTables(reading, folder, facts.factorTables, codes)
  return { terms, deductibles, plans, classes, codes, factorTables }
}

function checkFacts(
  reading: FileReading,
  at: (field: string) => FilePlace,
  facts: Facts,
  { plans, classes, factorTables }: Omit<ReturnType<typeof readTables>, 'codes'>,
): void {
  reportReversedDates(reading, at('effectiveTo'), facts)
  if (facts.insurer) reading.accounts.push({ type: 'Insurer', number: facts.insurer, ...at('insurer') })
  for (const [code] of facts.minimumLtv)
    stateCell(code, (reason) => reportFault(reading, at('minimumLtv'), `minimumLtv: ${reason}`))
  const documents = facts.requiredDocuments
  for (const code of documents.filter((document, index) => documents.indexOf(document) < index))
    reportFault(reading, at('requiredDocuments'), `requiredDocuments: ${code} is in the list twice.`)
  if (plans.length === 0) reportFault(reading, at('plans'), 'The program has no plans. Add at least one.')
  if (facts.gap && !plans.some(({ coverageType }) => coverageType === 'Waiver'))
    reportFault(
      reading,
      at('gap'),
      'Only a plan whose coverageType is Waiver may have gap; the program has no such plan.',
    )
  if (classes && facts.classesFrom)
    reportFault(
      reading,
      at('classesFrom'),
      'classesFrom: The program has its own classes.csv. Remove one of them.',
    )
  const known = codeList(factorTables)
  for (const named of facts.factorTables)
    reportUnknown(reading, at('factorTables'), { what: 'factor table', code: named.code, known })
  for (const { line, values } of facts.related)
    reportReversedDates(reading, { ...at('related'), line }, values)
  reportSameDays(reading, at('related').file, facts.related, ({ relationType, product, plan }) =>
    ['The relation', relationType, product, ...(plan === null ? [] : [plan])].join(' '),
  )
}

const codeList = (items: readonly { readonly code: string }[]) => items.map((item) => item.code)
