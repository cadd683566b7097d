import type { ProviderPart, WrittenRule } from '../../domain/cancellation/rules-file.ts'
import { methodCodes } from '../../domain/refund/methods.ts'
import { allStates } from '../../domain/states.ts'
import { type Cell, code, flag, money, oneOf, state, unitsOf, whole, words } from '../../files/cells.ts'
import {
  listOf,
  type Member,
  type Members,
  may,
  mayList,
  must,
  otherwise,
  readObject,
} from '../../files/objects.ts'
import { datedMembers } from '../../rates/book/effective.ts'

// The members of a rule in a file, each by itself.

/** An object inside another; nothing where it is absent. */
const mayObject =
  <T extends object>(members: Members<T>): Member<T | null> =>
  (node, at) =>
    node ? readObject(node, { ...at, line: node.line }, members).values : null

const dayCount = whole(0, 3_650)

/** Finer ones could make parts of a price that cannot be told exactly. */
const PERCENT_DECIMALS = 4
const percent: Cell<number> = (text, refuse) => {
  const units = unitsOf(text, PERCENT_DECIMALS)
  if (units !== undefined && units <= 100 * 10 ** PERCENT_DECIMALS) return units / 10 ** PERCENT_DECIMALS
  refuse(`"${text}" is not a percent from 0 to 100 with at most ${PERCENT_DECIMALS} decimals.`)
  return 0
}

const knownState: Cell<string> = (text, refuse) => {
  const read = state(text, refuse)
  if (/^[A-Z]{2}$/.test(text) && !allStates.includes(text)) refuse(`There is no state ${text}.`)
  return read
}

const limitedReasons: Members<NonNullable<WrittenRule['limitedReasons']>> = {
  fromDay: must(whole(0, 36_500)),
  codes: (node, at) => mayList(code)(node, at) ?? [must(code)(undefined, at)],
}

const providerPart: Members<Required<ProviderPart>> = {
  refundDays: may(dayCount),
  limitedReasons: mayObject(limitedReasons),
  noticeDays: may(dayCount),
}

export const ruleMembers: Members<Required<WrittenRule>> = {
  code: must(code),
  source: may(words(200)),
  state: may(knownState),
  productTypeCodes: mayList(code),
  program: may(code),
  reasonCodes: mayList(code),
  side: may(oneOf(['Holder', 'Provider'])),
  ...datedMembers,
  freeLookDays: must(dayCount),
  shortFreeLook: mayObject({
    days: must(dayCount),
    productTypeCodes: listOf(code),
    withoutWarranty: otherwise(flag, false),
  }),
  freeLookClaims: may(oneOf(['Deduct', 'LoseFreeLook'])),
  freeLookFeePercent: may(percent),
  method: may(oneOf(methodCodes)),
  floorMethod: may(oneOf(methodCodes)),
  refundPercent: may(percent),
  maxFee: may(money),
  maxFeePercent: may(percent),
  deductsClaims: must(flag),
  refundDays: must(dayCount),
  refundsAtPayoff: may(flag),
  penalty: mayObject({
    base: must(oneOf(['Outstanding', 'Price'])),
    percent: must(percent),
    period: must(oneOf(['Month', 'ThirtyDays'])),
    inFreeLookOnly: may(flag),
  }),
  limitedReasons: mayObject(limitedReasons),
  noticeDays: may(dayCount),
  provider: mayObject(providerPart),
}
