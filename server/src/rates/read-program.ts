import type { Program, RelatedProduct } from '../domain/rate-book.ts'
import type { UnnumberedBook, UnnumberedProgram } from './book.ts'
import { checkCalculations } from './book-calculations.ts'
import { accountNumber, code, date, flag, money, name, oneOf, percentNumber, state } from './book-cells.ts'
import { refuseDates } from './book-effective.ts'
import { entriesOf, may, mayList, must, objectsOf, otherwise, readObject, readRoot } from './book-objects.ts'
import { lineOf, type Place, type Reading, type Row, refuse, refuseUnknown } from './book-reading.ts'
import { readClasses } from './read-classes.ts'
import { cancelMethod, disbursementsMember, finishDisbursements } from './read-disbursements.ts'
import { readFactorTable } from './read-factors.ts'
import { criteriaCell } from './read-lists.ts'
import { finishPlans, plansMember } from './read-plans.ts'
import { figuresOf, type ProgramCodes, readRates } from './read-rates.ts'
import { finishRetail, retailMember } from './read-retail.ts'
import { finishSurcharges, surchargesMember } from './read-surcharges.ts'
import { readDeductibles, readTerms } from './read-terms.ts'
import type { YamlNode } from './yaml-reading.ts'

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

export type ProgramLists = Pick<UnnumberedBook, 'disbursementCodes' | 'segmentations'>

const membersOf = (reading: Reading) => ({
  name: must(name),
  product: must(code),
  formNumber: must(name),
  insurer: may(accountNumber),
  obligor: otherwise(oneOf(['Admin', 'Dealer', 'Insurer']), 'Admin' satisfies Program['obligor']),
  states: mayList(state),
  transferable: otherwise(flag, false),
  cancelMethodCode: may(cancelMethod),
  eligibility: may(criteriaCell(reading)),
  effectiveFrom: must(date),
  effectiveTo: may(date),
  classesFrom: may(code),
  termRule: otherwise(oneOf(['All', 'FinanceTerm']), 'All' satisfies Program['termRule']),
  minimumLtv: entriesOf(percentNumber),
  factorTables: entriesOf(name),
  plans: plansMember(reading),
  disbursements: disbursementsMember,
  surcharges: surchargesMember(reading),
  retail: retailMember,
  related: objectsOf<RelatedProduct>({
    relationType: must(oneOf(['Requires', 'Excludes', 'DiscountWith', 'Includes'])),
    product: must(code),
    plan: may(code),
    discount: may(money),
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
  const { product, classesFrom, factorTables, minimumLtv, related, ...facts } = row.values
  const { codes, ...tables } = readTables(reading, folder, row.values, lists)
  const lines = finishDisbursements(reading, file, facts.disbursements, {
    codes: lists.disbursementCodes,
    factorTables: codesOf(tables.factorTables),
    effectiveFrom: facts.effectiveFrom,
  })
  const disbursements = lines.map((line) => line.values)
  if (root) {
    checkFacts(reading, at, row.values, tables)
    checkCalculations(reading, file, lines)
  }
  const figures = figuresOf(disbursements.map(({ calculation }) => calculation))
  const program: UnnumberedProgram = {
    ...facts,
    ...tables,
    code: programCode,
    minimumLtv: Object.fromEntries(minimumLtv),
    rates: readRates(reading, `${folder}/rates.csv`, root ? figures : undefined, codes),
    surcharges: finishSurcharges(reading, file, facts.surcharges, disbursements),
    disbursements,
    retail: root ? finishRetail(reading, file, facts.retail, codes.plan) : [],
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
function readTables(reading: Reading, folder: string, facts: Facts, { segmentations }: ProgramLists) {
  const terms = readTerms(reading, `${folder}/terms.csv`)
  const deductibles = readDeductibles(reading, `${folder}/deductibles.csv`)
  const offered = { terms: codesOf(terms), deductibles: codesOf(deductibles) }
  const plans = finishPlans(reading, `${folder}/program.yaml`, facts.plans, offered)
  const classes = readClasses(reading, `${folder}/classes.csv`, codesOf(segmentations))
  const codes: ProgramCodes = {
    plan: codesOf(plans),
    term: offered.terms,
    deductible: offered.deductibles,
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
  if (plans.length === 0) refuse(reading, at('plans'), 'The program has no plans.')
  if (classes && facts.classesFrom)
    refuse(reading, at('classesFrom'), 'classesFrom: The program has a classes.csv of its own.')
  const known = codesOf(factorTables)
  for (const [named] of facts.factorTables)
    refuseUnknown(reading, at('factorTables'), { what: 'factor table', code: named, known })
}

const codesOf = (items: readonly { readonly code: string }[]) => items.map((item) => item.code)

/** The tables below `factors/`, in the order of their names. */
function readFactorTables(
  reading: Reading,
  folder: string,
  names: readonly (readonly [code: string, name: string])[],
  codes: ProgramCodes,
) {
  const found = [...reading.files.keys()].flatMap((file) => {
    const match = file.startsWith(`${folder}/factors/`) && /\/factors\/([^/]+)\.csv$/.exec(file)
    return match ? [{ file, code: match[1] ?? '' }] : []
  })
  return found
    .sort((one, other) => (one.file < other.file ? -1 : 1))
    .map((table) => {
      code(table.code, (reason) => refuse(reading, { file: table.file, line: 1 }, reason))
      const name = names.find(([named]) => named === table.code)?.[1] ?? table.code
      return readFactorTable(reading, { ...table, name }, codes)
    })
}
