import type { Calculation, ToAccount } from '../../domain/rate-book/rate-book.ts'
import { accountNumber, type Cell, code, money, oneOf, share } from '../../files/cells.ts'
import { listOf, type Member, type Members, may, must, readObject, readText } from '../../files/objects.ts'
import { refuse } from '../../files/reading.ts'
import { rateKeys } from './read-rates.ts'

const types = ['Flat', 'RateRow', 'FactorTable', 'PercentOf', 'Remainder'] as const
const figures = ['DealerCost', 'Retail', 'Markup'] as const

/** A column of rates.csv with figures. */
const column: Cell<string> = (text, refused) => {
  if (rateKeys.includes(text)) refused(`"${text}" is a column that rows are found by, and has no figures.`)
  return code(text, refused)
}

/** A figure of the whole, or codes of lines. */
const base: Member<'DealerCost' | 'Retail' | 'Markup' | readonly string[]> = (node, at) => {
  if (node?.kind === 'list') return listOf(code)(node, at)
  const text = must(code)(node, at)
  return figures.find((figure) => figure === text) ?? [text]
}

type Of<Type extends Calculation['type']> = Omit<Extract<Calculation, { type: Type }>, 'type'>

const members = {
  Flat: { amount: must(money) } satisfies Members<Of<'Flat'>>,
  RateRow: { column: must(column), of: may(oneOf(['itemPurchasePrice'])) } satisfies Members<Of<'RateRow'>>,
  FactorTable: {
    column: may(column),
    amount: may(money),
    tables: listOf(code),
  } satisfies Members<Of<'FactorTable'>>,
  PercentOf: { percent: must(share), base } satisfies Members<Of<'PercentOf'>>,
  Remainder: { column: may(column) } satisfies Members<Of<'Remainder'>>,
}

/** How a line is found: the members depend on the type. */
export const calculation: Member<Calculation> = (node, at) => {
  const given = node?.kind === 'map' ? node.entries.get('type')?.node : undefined
  if (!node) refuse(at.reading, at, 'The member calculation is missing.')
  const type = given ? readText(oneOf(types), given, { ...at, name: 'type' }) : 'Flat'
  if (node && !given) {
    refuse(
      at.reading,
      { file: at.file, line: node.line },
      `A calculation says its type: ${types.join(', ')}.`,
    )
    return NOTHING
  }
  if (!node || (given?.kind === 'text' && given.text !== type)) return NOTHING
  // The members of each type are checked above to be those of its calculation.
  const shape = { type: must(oneOf(types)), ...members[type] } as Members<Calculation>
  const { values } = readObject<Calculation>(node, at, shape)
  if (values.type === 'FactorTable') {
    if ((values.column === null) === (values.amount === null))
      refuse(
        at.reading,
        at,
        'A FactorTable calculation takes a column of the rows or an amount: one of them.',
      )
    if (values.tables.length === 0) refuse(at.reading, at, 'A FactorTable calculation names its tables.')
  }
  return values
}

/** What stands in for a calculation that cannot be read. */
// Nothing is no cents.
const NOTHING = { type: 'Flat', amount: 0 } as Calculation

/** Whom a line goes to: `Dealer`, `DealerGroup`, `Agent`, `Insurer I100`, `DisbursementAccount RESERVE`. */
export const toAccount: Cell<ToAccount> = (text, refused) => {
  const [type, number, ...more] = text.split(' ')
  if ((type === 'Dealer' || type === 'DealerGroup' || type === 'Agent') && number === undefined)
    return { type, number: null }
  if ((type === 'DisbursementAccount' || type === 'Insurer') && number !== undefined && more.length === 0)
    return { type, number: accountNumber(number, refused) }
  refused(
    `"${text}" is nobody; write Dealer, DealerGroup, Agent, or Insurer or DisbursementAccount with its number.`,
  )
  return { type: 'Dealer', number: null }
}
