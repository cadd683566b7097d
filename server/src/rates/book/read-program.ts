import { documentTypes } from '../../domain/document-types.ts'
import type { UnnumberedBook, UnnumberedProgram } from '../../domain/rate-book/book.ts'
import type { Program, RelatedProduct } from '../../domain/rate-book/rate-book.ts'
import {
  accountNumber,
  type Cell,
  code,
  date,
  flag,
  money,
  name,
  oneOf,
  percentNumber,
  state,
} from '../../files/cells.ts'
import {
  entriesOf,
  listOf,
  may,
  mayList,
  must,
  objectsOf,
  otherwise,
  readObject,
  readRoot,
} from '../../files/objects.ts'
import { lineOf, type Place, type Reading, type Row, refuse, refuseUnknown } from '../../files/reading.ts'
import type { YamlNode } from '../../files/yaml.ts'
import { checkCalculations } from './calculations.ts'
import { datedMembers, refuseDates, refuseSameDays } from './effective.ts'
import { readClasses } from './read-classes.ts'
import { benefitsMember, gapMember, limitsMember } from './read-coverage.ts'
import { cancelMethod, disbursementsMember, finishDisbursements } from './read-disbursements.ts'
import { factorTablesMember, readFactorTables } from './read-factors.ts'
import { criteriaCell } from './read-lists.ts'
import { finishPlans, plansMember } from './read-plans.ts'
import { figuresOf, type ProgramCodes, readRates } from './read-rates.ts'
import { finishRetail, retailMember } from './read-retail.ts'
import { finishSurcharges, surchargesMember } from './read-surcharges.ts'
import { readDeductibles, readTerms } from './read-terms.ts'

/** A program as its folder has it, with what only the whole book can resolve. */
export interface ReadProgram {
  readonly program: UnnumberedProgram
  readonly product: string
  /** The program whose class table it shares. */
  readonly classesFrom: string | null
  readonly related: readonly Row<RelatedProduct>[]
  /** Where a member of its file stands. */
  at(member: string): Place
}

export type ProgramLists = Pick<UnnumberedBook, 'disbursementCodes' | 'segmentations' | 'coverageGroups'>

const documentTypeCodes = documentTypes.map(({ code }) => code)

/** What a document is, by its code. */
const documentTypeCode: Cell<string> = (text, refuse) => {
  if (!documentTypeCodes.includes(text))
    refuse(`"${text}" is not a type of document; there are ${documentTypeCodes.join(', ')}.`)
  return text
}

const membersOf = (reading: Reading) => ({
  name: must(name),
  product: must(code),
  formNumber: must(name),
  insurer: may(accountNumber),
  obligor: otherwise(oneOf(['Admin', 'Dealer', 'Insurer']), 'Admin' satisfies Program['obligor']),
  states: mayList(state),
  transferable: otherwise(flag, false),
  requiredDocuments: listOf(documentTypeCode),
  cancelMethodCode: may(cancelMethod),
  eligibility: may(criteriaCell(reading)),
  effectiveFrom: must(date),
  effectiveTo: may(date),
  classesFrom: may(code),
  termRule: otherwise(oneOf(['All', 'FinanceTerm']), 'All' satisfies Program['termRule']),
  minimumLtv: entriesOf(percentNumber),
  classNames: entriesOf(name),
  factorTables: factorTablesMember,
  limits: limitsMember(reading),
  benefits: benefitsMember,
  gap: gapMember,
  plans: plansMember(reading),
  disbursements: disbursementsMember,
  surcharges: surchargesMember(reading),
  retail: retailMember,
  related: objectsOf<RelatedProduct>({
    relationType: must(oneOf(['Requires', 'Excludes', 'DiscountWith', 'Includes'])),
    product: must(code),
    plan: may(code),
    discount: may(money),
    ...datedMembers,
  }),
})

type Facts = ReturnType<typeof readFacts>['values']

/** Reads the folder of a program. The folder's name is the program's code. */
export function readProgram(reading: Reading, programCode: string, lists: ProgramLists): ReadProgram {
  const folder = `programs/${programCode}`
  const file = `${folder}/program.yaml`
  code(programCode, (reason) => refuse(reading, { file, line: 1 }, `The name of the folder: ${reason}`))
  const root = readRoot(reading, file)
  const row = readFacts(reading, file, root)
  const at = (member: string) => ({ file, line: lineOf(row, member) })
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
    checkCalculations(reading, file, lines, facts)
  }
  const figures = figuresOf(disbursements.map(({ calculation }) => calculation))
  const program: UnnumberedProgram = {
    ...facts,
    ...tables,
    code: programCode,
    minimumLtv: Object.fromEntries(minimumLtv),
    rates: readRates(reading, `${folder}/rates.csv`, root ? figures : undefined, codes),
    classNames: Object.fromEntries(classNames),
    surcharges: finishSurcharges(reading, file, facts.surcharges, {
      lines: disbursements,
      benefits: tables.plans.flatMap(({ benefits }) => codesOf(benefits)),
      coverageGroups: codesOf(lists.coverageGroups),
    }),
    disbursements,
    retail: root ? finishRetail(reading, file, facts.retail, { ...facts, plans: codes.plan }) : [],
    related: related.map(({ values }) => values),
  }
  return { program, product, classesFrom, related, at }
}

/** What program.yaml says. Of a file that cannot be read, that is all that is told. */
function readFacts(reading: Reading, file: string, root: YamlNode | undefined) {
  const told = root ? reading : { ...reading, faults: [] }
  return readObject(root, { reading: told, file, line: 1, name: 'program' }, membersOf(told))
}

/** The tables of the folder but the rates, whose columns follow from the lines; and what they may name. */
function readTables(
  reading: Reading,
  folder: string,
  facts: Facts,
  { segmentations, coverageGroups }: ProgramLists,
) {
  const datedTerms = readTerms(reading, `${folder}/terms.csv`)
  const deductibles = readDeductibles(reading, `${folder}/deductibles.csv`)
  const plans = finishPlans(reading, `${folder}/program.yaml`, facts.plans, {
    terms: datedTerms,
    deductibles: codesOf(deductibles),
    coverageGroups: codesOf(coverageGroups),
    components: coverageGroups.flatMap(({ components }) => codesOf(components)),
    ...{ limits: facts.limits, benefits: facts.benefits, gap: facts.gap },
  })
  // The days of a term are those of each plan that offers it.
  const terms = datedTerms.map(({ effectiveFrom: _from, effectiveTo: _to, ...term }) => term)
  const classes = readClasses(reading, `${folder}/classes.csv`, codesOf(segmentations))
  const codes: ProgramCodes = {
    plan: codesOf(plans),
    term: codesOf(terms),
    deductible: codesOf(deductibles),
    segmentation: codesOf(segmentations),
    hasClasses: classes !== null || facts.classesFrom !== null,
  }
  const factorTables = readFactorTables(reading, folder, facts.factorTables, codes)
  return { terms, deductibles, plans, classes, codes, factorTables }
}

function checkFacts(
  reading: Reading,
  at: (member: string) => Place,
  facts: Facts,
  { plans, classes, factorTables }: Omit<ReturnType<typeof readTables>, 'codes'>,
): void {
  refuseDates(reading, at('effectiveTo'), facts)
  if (facts.insurer) reading.accounts.push({ type: 'Insurer', number: facts.insurer, ...at('insurer') })
  for (const [of] of facts.minimumLtv)
    state(of, (reason) => refuse(reading, at('minimumLtv'), `minimumLtv: ${reason}`))
  const asked = facts.requiredDocuments
  for (const twice of asked.filter((one, at) => asked.indexOf(one) < at))
    refuse(reading, at('requiredDocuments'), `requiredDocuments: ${twice} stands there twice.`)
  if (plans.length === 0) refuse(reading, at('plans'), 'The program has no plans.')
  if (facts.gap && !plans.some(({ coverageType }) => coverageType === 'Waiver'))
    refuse(reading, at('gap'), 'gap is of plans whose coverageType is Waiver; the program has none.')
  if (classes && facts.classesFrom)
    refuse(reading, at('classesFrom'), 'classesFrom: The program has a classes.csv of its own.')
  const known = codesOf(factorTables)
  for (const named of facts.factorTables)
    refuseUnknown(reading, at('factorTables'), { what: 'factor table', code: named.code, known })
  for (const { line, values } of facts.related) refuseDates(reading, { ...at('related'), line }, values)
  refuseSameDays(reading, at('related').file, facts.related, ({ relationType, product, plan }) =>
    ['The relation', relationType, product, ...(plan === null ? [] : [plan])].join(' '),
  )
}

const codesOf = (items: readonly { readonly code: string }[]) => items.map((item) => item.code)
