import type { Calculation, LinePayee } from '../../domain/rate-book/rate-book.ts'
import {
  accountNumberCell,
  type CellReader,
  choiceCell,
  codeCell,
  moneyCell,
  optionalField,
  requiredField,
  shareCell,
} from '../../files/cells.ts'
import {
  type FieldReader,
  type ObjectFields,
  readField,
  readObject,
  readValue,
  valueList,
} from '../../files/objects.ts'
import { reportFault } from '../../files/reading.ts'
import { rateKeys } from './read-rates.ts'

const types = ['Flat', 'RateRow', 'FactorTable', 'PercentOf', 'Remainder'] as const
const figures = ['DealerCost', 'Retail', 'Markup'] as const

/** A column of rates.csv with amounts. */
const column: CellReader<string> = (text, report) => {
  if (rateKeys.includes(text)) report(`"${text}" is a column that rows are found by; it has no amounts.`)
  return codeCell(text, report)
}

/** What a percent is of: a total, or the codes of lines. */
const base: FieldReader<'DealerCost' | 'Retail' | 'Markup' | readonly string[]> = (node, at) => {
  if (node?.kind === 'list') return valueList(codeCell)(node, at)
  const text = readField(requiredField(codeCell), node, at)
  return figures.find((figure) => figure === text) ?? [text]
}

type Of<Type extends Calculation['type']> = Omit<Extract<Calculation, { type: Type }>, 'type'>

const fields = {
  Flat: { amount: requiredField(moneyCell) } satisfies ObjectFields<Of<'Flat'>>,
  RateRow: {
    column: requiredField(column),
    of: optionalField(choiceCell(['itemPurchasePrice'])),
  } satisfies ObjectFields<Of<'RateRow'>>,
  FactorTable: {
    column: optionalField(column),
    amount: optionalField(moneyCell),
    tables: valueList(codeCell),
  } satisfies ObjectFields<Of<'FactorTable'>>,
  PercentOf: { percent: requiredField(shareCell), base } satisfies ObjectFields<Of<'PercentOf'>>,
  Remainder: { column: optionalField(column) } satisfies ObjectFields<Of<'Remainder'>>,
}

/** How a line is computed. Its fields depend on the type. */
export const calculationField: FieldReader<Calculation> = (node, at) => {
  const typeNode = node?.kind === 'map' ? node.entries.get('type')?.node : undefined
  if (!node) reportFault(at.reading, at, 'The field calculation is missing.')
  const type = typeNode ? readValue(choiceCell(types), typeNode, { ...at, name: 'type' }) : 'Flat'
  if (node && !typeNode) {
    reportFault(
      at.reading,
      { file: at.file, line: node.line },
      `A calculation needs a type: ${types.join(', ')}.`,
    )
    return UNREADABLE
  }
  if (!node || (typeNode?.kind === 'text' && typeNode.text !== type)) return UNREADABLE
  // The fields of each type are checked above to be those of its calculation.
  const shape = { type: requiredField(choiceCell(types)), ...fields[type] } as ObjectFields<Calculation>
  const { values } = readObject<Calculation>(node, at, shape)
  if (values.type === 'FactorTable') {
    if ((values.column === null) === (values.amount === null))
      reportFault(at.reading, at, 'A FactorTable calculation needs either a column of the rows or an amount.')
    if (values.tables.length === 0)
      reportFault(at.reading, at, 'A FactorTable calculation must name its tables.')
  }
  return values
}

/** The stand-in for a calculation that cannot be read. */
// Zero is an amount in cents.
const UNREADABLE = { type: 'Flat', amount: 0 } as Calculation

/** Who a line is paid to: `Dealer`, `DealerGroup`, `Agent`, `Insurer I100`, `DisbursementAccount RESERVE`. */
export const payeeCell: CellReader<LinePayee> = (text, report) => {
  const [type, number, ...more] = text.split(' ')
  if ((type === 'Dealer' || type === 'DealerGroup' || type === 'Agent') && number === undefined)
    return { type, number: null }
  if ((type === 'DisbursementAccount' || type === 'Insurer') && number !== undefined && more.length === 0)
    return { type, number: accountNumberCell(number, report) }
  report(
    `"${text}" is not a payee. Write Dealer, DealerGroup or Agent, or write Insurer or DisbursementAccount with its number.`,
  )
  return { type: 'Dealer', number: null }
}
