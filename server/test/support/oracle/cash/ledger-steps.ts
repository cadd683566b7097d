import { saleOfR1, withKey } from '../../builders/contracts.ts'
import { setClock } from '../../builders/held-contracts.ts'
import { earningsPosted } from '../../builders/periods.ts'
import { ledgersNow } from './compare.ts'
import * as effects from './effects.ts'
import { addDays, bookDay, type Contract, monthOf, nextMonth, type Row } from './model.ts'
import * as rules from './rules.ts'
import {
  type Any,
  cents,
  type Doing,
  dollars,
  holderOf,
  MOST_CONTRACTS,
  nth,
  type Step,
  type World,
} from './world.ts'

// Steps that change what is owed, and the calendar.

export const sell: Doing = async (world, { who }) => {
  const { model, staff, rateIds, holders } = world
  if (model.contracts.size >= MOST_CONTRACTS) return undefined
  const dealer = who % 2
  const answer = await staff.post('/contracts', { rateId: rateIds[dealer], ...saleOfR1() })
  return {
    ...{ text: `sell at ${dealer}`, answer, expected: [] },
    async follow({ id }) {
      const contract: Contract = {
        ...{ id, dealer: holders[dealer] ?? 0, state: 'Pending', isHeld: false, soldOn: model.today },
        ...{ markup: 0, funding: 'NotFunded' },
      }
      for (const seen of (await staff.get(`/ledgers?contractId=${id}&pageSize=200`)).body)
        if (seen.isMemo)
          contract.markup = seen.disbursementCode === 'MARKUP' ? cents(seen.amount) : contract.markup
        else model.rows.set(seen.id, contractRow(seen, contract))
      model.contracts.set(id, contract)
    },
  }
}

/** A row of a contract that was just sold, or of its cancel. */
export const contractRow = (seen: Any, { id, dealer }: Contract): Row => {
  const isCost =
    seen.ledgerType !== 'Cancel' && seen.direction === 'Receive' && seen.accountHolder.id === dealer
  return {
    ...{ id: seen.id, holder: seen.accountHolder.id, direction: seen.direction, contract: id },
    ...{ code: seen.disbursementCode, kind: 'Line', isCost, whenFunded: seen.direction === 'Pay' },
    ...{ amount: cents(seen.amount), paid: 0, status: seen.ledgerStatus, waits: seen.waitsFor },
    ...{ due: seen.dueDate, batch: null, offsetOf: null, refundDue: null, cancel: null },
  }
}

export const finalize: Doing = async ({ model, staff }, { which, how }) => {
  const contract = nth([...model.contracts.values()], which)
  if (!contract) return undefined
  const date = how % 4 === 3 ? contract.soldOn : model.today
  const isPending = contract.state === 'Pending' && !contract.isHeld
  return {
    text: `finalize ${contract.id} on ${date}`,
    answer: await staff.post(`/contracts/${contract.id}/finalize`, { finalizeDate: date }, withKey()),
    expected: isPending ? [] : ['InvalidTransition', 'OpenHold'],
    follow: () => effects.finalize(model, contract, date),
  }
}

export const cancel: Doing = async ({ model, staff }, { which, how }) => {
  const contract =
    how % 3 > 0 && model.contracts.size < 2 ? undefined : nth([...model.contracts.values()], which)
  if (!contract) return undefined
  const terms = { cancelDate: model.today, cancelReasonCode: 'CUSTREQ', cancelOdometer: 12_000 }
  return {
    text: `cancel ${contract.id}`,
    answer: await staff.post(`/contracts/${contract.id}/cancels`, terms, withKey()),
    expected: contract.state === 'Active' ? [] : ['NotCancellable', 'InvalidTransition'],
    async follow({ id, payments }) {
      contract.state = 'Cancelled'
      contract.isHeld = false
      effects.released(model, contract)
      for (const seen of await ledgersNow(staff, `&cancelId=${id}`)) {
        const row: Row = { ...contractRow(seen, contract), kind: 'Cancel', isCost: false, code: null }
        row.whenFunded = row.waits === 'Funding'
        row.cancel = id
        row.refundDue = payments.find((one: Any) => one.ledgerId === row.id)?.refundDueDate ?? null
        effects.addRow(model, row, bookDay(model, model.today))
      }
    },
  }
}

export const anyRow = ({ model }: World, { which, how }: Step): Row | undefined => {
  const all = [...model.rows.values()]
  return nth(how % 3 === 2 ? all : all.filter((row) => row.paid === 0 && row.status !== 'Voided'), which)
}

export const edit: Doing = async (world, step) => {
  const { model, staff } = world
  const row = anyRow(world, step)
  if (!row) return undefined
  const amount = 100 * (1 + (step.much % 300))
  return {
    text: `edit ${row.id} to ${amount}`,
    answer: await staff.patch(`/ledgers/${row.id}`, { amount: dollars(amount), reason: 'Trial' }),
    expected: rules.correctFaults(model, row, amount - row.amount),
    follow: () => effects.editLine(model, row, amount),
  }
}

export const voidRow: Doing = async (world, step) => {
  const { model, staff } = world
  const row = anyRow(world, step)
  if (!row) return undefined
  return {
    text: `void ${row.id}`,
    answer: await staff.patch(`/ledgers/${row.id}`, { status: 'Voided', reason: 'Trial' }),
    expected: rules.correctFaults(model, row, 0),
    follow: () => effects.voidLine(model, row),
  }
}

export const manual: Doing = async (world, step) => {
  const { model, staff } = world
  const holder = holderOf(world, step)
  const direction: Row['direction'] = step.which % 2 ? 'Pay' : 'Receive'
  const amount = 100 + step.much
  const date = addDays(model.today, [0, 0, -20, -3, 4][step.how % 5] ?? 0)
  return {
    text: `manual ${direction} ${amount} of ${holder} on ${date}`,
    answer: await staff.post('/ledgers', {
      ...{
        accountHolderId: holder,
        direction,
        amount: dollars(amount),
        reason: 'Trial',
        effectiveDate: date,
      },
    }),
    expected: [],
    follow({ id }) {
      const row: Row = { ...effects.EMPTY, id, holder, direction, amount, due: date }
      effects.addRow(model, row, bookDay(model, date))
    },
  }
}

export const close: Doing = async ({ model, staff }, { how }) => {
  const [first] = model.entries.map(({ day }) => monthOf(day)).sort()
  if (first === undefined) return undefined
  const next = model.closedThrough === null ? first : nextMonth(model.closedThrough)
  const month = how % 4 === 3 ? nextMonth(next) : next
  const lastDay = addDays(`${nextMonth(month)}-01`, -1)
  if (lastDay < model.today) await earningsPosted(staff, lastDay)
  const isWaiting = [...model.batches.values()].some((one) => !one.isProcessed && one.createdOn <= lastDay)
  const expected = [
    ...(month >= monthOf(model.today) ? ['PeriodNotOver'] : []),
    ...(month > next ? ['EarlierPeriodOpen'] : []),
    ...(isWaiting ? ['PeriodNotReady'] : []),
  ]
  return {
    text: `close ${month}`,
    answer: await staff.patch(`/accountingperiods/${month}`, { status: 'Closed' }),
    expected,
    follow: () => {
      model.closedThrough = month
    },
  }
}

export const clock: Doing = async ({ model, service, staff }, { how }) => {
  model.today = addDays(model.today, 1 + (how % 34))
  await setClock(service, `${model.today}T15:00:00Z`)
  return { text: `it is ${model.today}`, answer: await staff.get('/sandbox/clock'), expected: [] }
}
